/**
 * What cdk-nag (Apache License 2.0), a reviewer of templates that others wrote, finds in both stacks: nothing but what
 * a row of the table accepts, with its reason.
 */
import { AwsSolutionsChecks, type INagLogger } from 'cdk-nag';
import { temporaryFolder } from '../temporary';
import { synthesize } from './deployed-templates';
import { accepted } from './stacks.nag.cases.json';

/** Every setting that adds or changes a resource. */
const FULL = {
  vpcId: 'vpc-0123456789abcdef0',
  subnetId: 'subnet-0123456789abcdef0',
  publicAddresses: 'false',
  dashboard: 'true',
  maxUsdPerMonth: '300',
  resultsRetentionDays: '365',
  logRetentionDays: '90',
  kmsKeyArn: 'arn:aws:kms:us-east-1:123456789012:key/12345678-1234-1234-1234-123456789012',
  reservedConcurrency: '10',
  httpPackages: 'true',
  commands: 'true',
  notifyEmail: 'you@example.com',
  ebsKeyArn: 'arn:aws:kms:us-east-1:123456789012:key/12345678-1234-1234-1234-123456789012',
  tags: [{ key: 'CostCenter', value: '4711' }],
  external: [{ cidr: '10.20.0.0/24', ports: [2049] }],
  secrets: [
    {
      secret: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:ceph-AbCdEf',
      servers: ['https://prometheus.example.com'],
    },
  ],
  managed: [{ tagKey: 'fsxbench', tagValue: 'client', roleArn: 'arn:aws:iam::123456789012:role/hosts' }],
  hooks: ['arn:aws:states:us-east-1:123456789012:stateMachine:hook'],
};
const WEEKLY = { experiment: 'weekly', text: 'experiment: weekly\n', expression: 'rate(7 days)', timezone: 'UTC' };

interface Finding {
  /** Without `AwsSolutions-`. */
  readonly rule: string;
  /** What of a policy was found, references as `<>`; of other resources their path. */
  readonly finding: string;
  readonly path: string;
}

function review(
  context: Readonly<Record<string, unknown>>,
  schedules: Parameters<typeof synthesize>[2] = [],
): Finding[] {
  const found: Finding[] = [];
  const logger: Partial<INagLogger> = {
    onNonCompliance: ({ ruleId, findingId, resource }) => {
      const { path } = resource.node;
      const finding = findingId === '' ? path : findingId.replace(/<[^>]*>/g, '<>');
      found.push({ rule: ruleId.replace('AwsSolutions-', ''), finding, path });
    },
    // A rule that broke has found nothing, and passed nothing.
    onError: ({ ruleId, errorMessage, resource }) =>
      void found.push({ rule: ruleId, finding: errorMessage, path: resource.node.path }),
  };
  const listen = new Proxy(logger, {
    get: (own, name) => (Reflect.get(own, name) as unknown) ?? (() => undefined),
  });
  const checks = new AwsSolutionsChecks({ reports: false, additionalLoggers: [listen as INagLogger] });
  synthesize(temporaryFolder('fsxbench-nag-'), context, schedules, [checks]);
  return found;
}

describe('cdk-nag review of both stacks', () => {
  const all = [...review({}), ...review(FULL, [WEEKLY])];
  const accepts = (row: (typeof accepted)[number], { rule, finding }: Finding): boolean =>
    row.rule === rule && new RegExp(row.finding).test(finding);

  it('reports only findings that the table accepts', () => {
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter((one) => !accepted.some((row) => accepts(row, one)))).toEqual([]);
  });

  it.each(accepted)('reports the accepted finding $rule: $finding', (row) => {
    expect(all.some((one) => accepts(row, one))).toBe(true);
    expect(row.reason).toMatch(/^[A-Z].{20,}[^.]$/);
  });
});
