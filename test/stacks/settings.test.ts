import { readFileSync } from 'node:fs';
import { readSchedulePaths, readSettings } from '../../lib/stacks/settings';

const readContext = (context: Record<string, unknown>): ReturnType<typeof readSettings> =>
  readSettings((name) => context[name], [], {}, Object.keys(context));

function catchRefusal(context: Record<string, unknown>): Error {
  try {
    readContext(context);
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was refused');
}

describe('readSettings', () => {
  it('returns defaults when no setting is given', () => {
    expect(readContext({})).toEqual({
      stackName: 'fsxbench',
      network: { kind: 'own' },
      hostCpu: 'x86_64',
      rootDevice: '/dev/xvda',
      httpPackages: false,
      commands: false,
      dashboard: false,
      schedules: [],
    });
  });

  const own = { vpcId: 'vpc-0123456789abcdef0', subnetId: 'subnet-0123456789abcdef0' };
  const second = { secondSubnetId: 'subnet-1123456789abcdef0', routeTableId: 'rtb-0123456789abcdef0' };
  const zone = { availabilityZone: 'us-east-1a' };
  const endpointRange = '10.9.255.0/28';
  const { secondSubnetId: subnetId, routeTableId } = second;

  it.each([
    [own, { kind: 'existing', ...own }],
    [
      { ...own, ...zone },
      { kind: 'existing', ...own, ...zone },
    ],
    [zone, { kind: 'own', ...zone }],
    [
      { ...own, ...second, endpointRange },
      { kind: 'existing', ...own, second: { subnetId, routeTableId, endpointRange } },
    ],
    [
      { ...zone, secondAvailabilityZone: 'us-east-1b' },
      { kind: 'own', ...zone, secondAvailabilityZone: 'us-east-1b' },
    ],
  ])('returns for %j the network %j', (context, network) => {
    expect(readContext(context).network).toEqual(network);
  });

  const key = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
  const GOV_KEY = key.replace('aws', 'aws-us-gov').replace('us-east-1', 'us-gov-west-1');
  it.each([
    ...[',,', '', 'a.yaml,', [''], [1], 7, true, { a: 'a.yaml' }].map(
      (schedules) =>
        [
          { schedules },
          `schedules is ${JSON.stringify(schedules)}; allowed: paths of specs with a \`schedule\``,
        ] as const,
    ),
    ...['kmsKeyArn', 'ebsKeyArn', 'dashboard', 'notifyEmail', 'vpcId', 'stackName'].map(
      (name) => [{ [name]: '' }, `${name} is ""; allowed: `] as const,
    ),
    ...['external', 'hooks', 'managed', 'secrets', 'tags'].map(
      (name) => [{ [name]: '' }, `${name}: no valid JSON`] as const,
    ),
    ...['key/abc', 'alias/mine', `key/mrk-${'0'.repeat(31)}`].flatMap((id) => [
      [{ kmsKeyArn: key.replace(/key.*/, id) }, 'allowed: the ARN of a KMS key, no alias'] as const,
      [{ ebsKeyArn: key.replace(/key.*/, id) }, 'allowed: the ARN of a KMS key, no alias'] as const,
    ]),
    [
      { ...zone, secondAvailabilityZone: 'eu-west-1b' },
      'secondAvailabilityZone is eu-west-1b; allowed: a zone of us-east-1',
    ],
    [{ ...own, ...second }, 'routeTableId set without endpointRange'],
    [second, 'set without vpcId and subnetId'],
    [{ ...own, ...second, endpointRange: '10.9.255.0/29' }, 'of 16 or more addresses'],
    [{ ...own, secondAvailabilityZone: 'us-east-1b' }, 'set secondSubnetId'],
    [{ ...zone, secondAvailabilityZone: 'us-east-1a' }, 'choose another zone'],
    [{ maxRunnning: 2 }, 'unknown setting `maxRunnning`; did you mean `maxRunning`?'],
    [{ stack: 'b' }, 'unknown setting `stack`; did you mean `stackName`?'],
    ...['-a', 'a-', 'A', 'a--b', 'a'.repeat(21), '1a'].map((stackName) => [{ stackName }, 'lower-case words'] as const),
    // Prefixes that Systems Manager reserves.
    ...['aws-bench', 'awsome', 'amazon', 'amzn-1'].flatMap((stackName) => [
      [{ stackName }, `stackName is "${stackName}"; allowed:`] as const,
      [{ stackName }, 'not aws…, amazon… or amzn…'] as const,
    ]),
    [{ reservedConcurrency: 0 }, 'reservedConcurrency is 0; allowed: a whole number'],
    ...[0, '0.00', -1, 'all', '1e3', '$5', Infinity].flatMap((usd) => [
      [{ maxUsd: usd }, 'allowed: US dollars above 0'] as const,
      [{ maxUsdPerMonth: usd }, 'allowed: US dollars above 0'] as const,
    ]),
    [{ maxRunning: 0 }, 'maxRunning is 0; allowed: a whole number from 1 to 999'],
    [{ dashboard: 'yes' }, 'dashboard is "yes"; allowed: true or false'],
    [{ httpPackages: 'yes' }, 'httpPackages is "yes"; allowed: true or false'],
    [{ commands: 'yes' }, 'commands is "yes"; allowed: true or false'],
    [{ archiveDays: 0 }, 'archiveDays is 0; allowed: days, 1 to 9999, or never'],
    [{ ebsKeyArn: 'alias/mine' }, 'ebsKeyArn is "alias/mine"'],
    [{ kmsKeyArn: 'alias/mine' }, 'kmsKeyArn is "alias/mine"; allowed: the ARN of a KMS key'],
    [{ resultsRetentionDays: 29 }, 'resultsRetentionDays is 29; allowed: days, 30 to 99999, or forever'],
    [{ logRetentionDays: 31 }, 'logRetentionDays is 31; allowed: a period of CloudWatch Logs in days: 1, 3, 5'],
  ] as const)('refuses %j with the message %s', (context, message) => {
    expect(catchRefusal(context).message).toContain(message);
  });

  it('reports all problems together, with found and allowed values', () => {
    const error = catchRefusal({ stackName: 'My_Stack', vpcId: 'vpc-1', hostCpu: 'sparc', notifyEmail: 7 });
    expect(error.name).toBe('SettingsInvalid');
    for (const part of ['stackName is "My_Stack"', 'vpcId is "vpc-1"', 'x86_64 or arm64', 'notifyEmail is 7'])
      expect(error.message).toContain(part);
    expect(error.message).toContain('vpcId is set without subnetId');
  });

  it.each([{ availabilityZone: 'eu-west-1a' }, { ...own, availabilityZone: 'eu-west-1a' }])(
    'refuses a zone of another Region than that of the stacks in %j',
    (context: Record<string, string>) => {
      const read = () => readSettings((name) => context[name], [], { region: 'us-east-1' });
      expect(read).toThrow('availabilityZone is eu-west-1a; allowed: a zone of us-east-1');
    },
  );

  it.each<[unknown, readonly string[]]>([
    [undefined, []],
    ['a.yaml', ['a.yaml']],
    ['a.yaml, b/c.yaml', ['a.yaml', 'b/c.yaml']],
    [
      ['a.yaml', 'b/c.yaml'],
      ['a.yaml', 'b/c.yaml'],
    ],
    [[], []],
  ])('reads schedules %j as the paths %j', (value, paths) => {
    const problems: string[] = [];
    expect([readSchedulePaths(value, problems), problems]).toEqual([paths, []]);
  });

  it('accepts the example of docs/deploy.md', () => {
    const [, text = ''] =
      /```json\n"context": (\{\n  "schedules".*?\n\})\n```/s.exec(readFileSync('docs/deploy.md', 'utf8')) ?? [];
    const context = JSON.parse(text) as Record<string, unknown>;
    const here = { account: '123456789012', region: 'us-east-1' };
    const { network, resultsRetentionDays } = readSettings((name) => context[name], [], here, Object.keys(context));
    expect([network.kind, resultsRetentionDays]).toEqual(['existing', 365]);
    expect(readSchedulePaths(context['schedules'])).toEqual(['nightly.yaml']);
  });

  it('ignores context keys of CDK and users', () => {
    const others = { 'cli-telemetry': false, owner: 'me', '@aws-cdk/core:tags': true, 'aws:cdk:tag': 1 };
    expect(readContext(others)).toEqual(readContext({}));
  });

  it.each<[Record<string, unknown>, object]>([
    [{ reservedConcurrency: 5 }, { reservedConcurrency: 5 }],
    [{ reservedConcurrency: '5' }, { reservedConcurrency: 5 }],
    ...[200, '200', '0.5'].flatMap((usd): [Record<string, unknown>, object][] => [
      [{ maxUsd: usd }, { limits: { maxUsd: Number(usd) } }],
      [{ maxUsdPerMonth: usd }, { limits: { maxUsdPerMonth: Number(usd) } }],
    ]),
    [{ maxRunning: '3' }, { limits: { maxRunning: 3 } }],
    ...[true, false].flatMap((dashboard): [Record<string, unknown>, object][] => [
      [{ dashboard }, { dashboard }],
      [{ dashboard: String(dashboard) }, { dashboard }],
    ]),
    [{ archiveDays: '90' }, { archiveDays: 90 }],
    [{ archiveDays: 90 }, { archiveDays: 90 }],
    [{ archiveDays: 'never' }, { archiveDays: null }],
    [{ ebsKeyArn: key }, { ebsKeyArn: key }],
    [{ kmsKeyArn: key }, { kmsKeyArn: key }],
    ...[GOV_KEY, key.replace(/key.*/, `key/mrk-${'0a'.repeat(16)}`)].map(
      (kmsKeyArn): [Record<string, unknown>, object] => [{ kmsKeyArn }, { kmsKeyArn }],
    ),
    [{ resultsRetentionDays: '30' }, { resultsRetentionDays: 30 }],
    [{ resultsRetentionDays: 'forever' }, {}],
    [{ logRetentionDays: 3653 }, { logRetentionDays: 3653 }],
    ...['a', 'bench-2', 'x'.repeat(20)].map((stackName): [Record<string, unknown>, object] => [
      { stackName },
      { stackName },
    ]),
  ])('accepts %j, and returns it as %j besides the defaults', (context, settings) => {
    expect(readContext(context)).toEqual({ ...readContext({}), ...settings });
  });

  it('refuses two schedules with the same experiment name', () => {
    const one = { experiment: 'e', text: '', expression: 'cron(0 3 ? * SUN *)', timezone: 'UTC' };
    expect(() => readSettings(() => undefined, [one, one])).toThrow('two scheduled specs have the experiment name e');
  });
});
