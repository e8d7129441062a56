import type { DescribeStateMachineCommandOutput } from '@aws-sdk/client-sfn';
import { refuseHooks, refuseUnreachable } from '../../../lib/aws/admission/external';
import type { Config } from '../../../lib/aws/context';
import type { SecretServers } from '../../../lib/shapes/secret-servers';
import { cephSchema } from '../../../lib/targets/external-ceph/schema';
import { listSecrets } from '../../../lib/targets/prometheus/address';
import { findTarget } from '../../../lib/targets/registry';
import { makeAccount } from '../account';
import cases from './external.secrets.cases.json';

const OPEN = [{ cidr: '10.20.0.0/24', ports: [2049, 111] }];
const RANGES = [{ cidr: '10.20.0.0/24', ports: [3300, '6800-7568'] }];
type Ports = Record<string, (number | string)[]>;
type AddressCase = [title: string, address: string, server: string | null, isBound: boolean];

/** The refusal of a plan that uses servers, with ports, and secrets; else what was logged. */
function check(config: Partial<Config>, ports: Ports, secrets: readonly SecretServers[] = []): string {
  const account = makeAccount();
  const servers = Object.entries(ports).map(([address, of]) => ({ address, ports: of }));
  const plan = { rigs: [{ copies: [{ external: { servers, secrets } }, {}] }] };
  try {
    refuseUnreachable(plan as unknown as Parameters<typeof refuseUnreachable>[0], account.context(config));
  } catch (error) {
    return (error as Error).message;
  }
  return account.logged.map(({ message }) => message).join();
}
const formatRefusal = (...lines: string[]): string =>
  [
    'the settings of this deployment do not allow what these targets need:',
    ...lines.map((line) => `  ${line}`),
    'Check that hosts may use these servers and secrets. Then add them to the settings `external` and `secrets`, ' +
      'and run `cdk deploy --all` (docs/deploy.md).',
  ].join('\n');

describe('refuseUnreachable for servers', () => {
  it.each<[string, Config['external'], Ports]>([
    ['within a CIDR range that is open for their ports', OPEN, { '10.20.0.1': [2049], '10.20.0.255': [2049, 111] }],
    ['that are a range of one address', [{ cidr: '10.20.0.15/32', ports: [1] }], { '10.20.0.15': [1] }],
    ['with ports and ranges within the open ones', RANGES, { '10.20.0.1': [3300, 6801, '6800-7000'] }],
    ['when the deployment settings are unknown', undefined, { '10.0.0.1': [1] }],
  ])('accepts servers %s', (_, external, ports) => {
    const secrets = external === undefined ? [{ secret: cases.key, servers: ['10.0.0.1'] }] : [];
    expect(check(external === undefined ? {} : { external }, ports, secrets)).toBe('');
  });

  it.each<[string, NonNullable<Config['external']>, Ports, string]>([
    ['outside all ranges', [], { '10.0.0.1': [1] }, '10.0.0.1, TCP port 1'],
    [
      'with port ranges that exceed the open ones',
      RANGES,
      { '10.20.0.1': ['3300-3301', '6800-7569'] },
      '10.20.0.1, TCP port 3300-3301, 6800-7569',
    ],
    ['with a DNS name and a closed port', OPEN, { 'nas.example.com': [3300] }, 'nas.example.com, TCP port 3300'],
  ])('refuses servers %s', (_, external, ports, what) => {
    expect(check({ external }, ports)).toBe(formatRefusal(`access to ${what}`));
  });

  it('requires the file system in an entry that opens its address and port', () => {
    const id = 'fs-0123456789abcdef0';
    const use = { address: '10.20.0.15', ports: [2049], fileSystemId: id };
    const plan = { rigs: [{ copies: [{ external: { servers: [use], secrets: [] } }] }] };
    const refuse = (external: NonNullable<Config['external']>) => () =>
      refuseUnreachable(plan as never, makeAccount().context({ external }));
    const way = { cidr: '10.20.0.0/24', ports: [2049] };
    expect(refuse([{ ...way, fileSystemId: id }])).not.toThrow();
    const refusal = formatRefusal(`access to 10.20.0.15, TCP port 2049, with "fileSystemId":"${id}"`);
    expect(refuse([way])).toThrow(refusal);
    expect(refuse([way, { ...way, fileSystemId: `${id}1` }])).toThrow(refusal);
    expect(refuse([way, { ...way, cidr: '10.21.0.0/24', fileSystemId: id }])).toThrow(refusal);
  });

  it('lists every server and every secret that the settings do not allow', () => {
    const ports = { '10.20.1.1': [2049], '10.20.0.1': [2049, 20_048] };
    const secrets = [{ secret: cases.key, servers: ['10.20.0.1'] }];
    expect(check({ external: OPEN, secrets: [] }, ports, secrets)).toBe(
      formatRefusal(
        'access to 10.20.1.1, TCP port 2049',
        'access to 10.20.0.1, TCP port 20048',
        `the secret ${cases.key} for 10.20.0.1; it may go to no server`,
      ),
    );
  });

  it('accepts a DNS name with a warning when any range opens its port', () => {
    expect(check({ external: OPEN }, { 'nas.example.com': [2049] })).toBe(
      'a DNS name was not checked against the egress ranges; a blocked address shows only when a host connects',
    );
  });
});

describe('refuseUnreachable for secrets by the servers they are bound to', () => {
  const checkSecrets = (used: readonly SecretServers[], secrets: readonly SecretServers[] = cases.deployed): string =>
    check({ secrets }, {}, used);

  it.each(cases.addresses as AddressCase[])(
    'allows a Prometheus token only for its bound servers: %s (%s)',
    (_, prometheus, server, isBound) => {
      const refusal = checkSecrets(listSecrets({ prometheus, secret: cases.token, step: 15 }));
      if (isBound) expect(refusal).toBe('');
      else
        expect(refusal).toContain(
          `the secret ${cases.token} for ${server ?? prometheus}; it may go to https://good.example, ` +
            'https://good.example:9443, https://10.20.0.15',
        );
    },
  );

  it.each((cases.monitors as AddressCase[]).filter(([, , server]) => server !== null))(
    'allows a Ceph key only for its bound monitors: %s (%s)',
    (_, monitor, server, isBound) => {
      const config = cephSchema.parse({ kind: 'external-ceph', monitors: ['10.20.0.11', monitor], secret: cases.key });
      const refusal = checkSecrets(findTarget('external-ceph')?.external?.secrets?.(config) ?? []);
      expect(refusal.includes(`the secret ${cases.key} for ${server}; it may go to 10.20.0.11, mon.example`)).toBe(
        !isBound,
      );
      expect(refusal).not.toContain('for 10.20.0.11;');
    },
  );

  it('refuses a Ceph key as an HTTPS token for a server of its cluster', () => {
    const asToken = (server: string): string => checkSecrets([{ secret: cases.key, servers: [server] }]);
    expect(asToken('https://10.20.0.11')).toContain('for https://10.20.0.11; it may go to 10.20.0.11, mon.example');
    expect(asToken('10.20.0.11')).toBe('');
  });

  it('refuses a secret that the deployment does not list, also the generated secret of a target instance', () => {
    const secret = 'arn:aws:secretsmanager:xx-local-1:000000000000:secret:fsxbench/x/e__r1__c1.secret-AbCdEf';
    for (const bindings of [cases.deployed, []])
      expect(checkSecrets([{ secret, servers: ['https://good.example'] }], bindings)).toContain(
        'it may go to no server',
      );
  });
});

describe('refuseHooks', () => {
  const ONE = 'arn:aws:states:us-east-1:123456789012:stateMachine:one';
  const TWO = 'arn:aws:states:us-east-1:123456789012:stateMachine:two';
  const FAR = 'arn:aws:states:eu-west-1:123456789012:stateMachine:far';
  type MachineAnswer = Partial<Pick<DescribeStateMachineCommandOutput, 'type' | 'status'>>;

  /** The refusal, which machines were looked at, and what was logged. @param answers by machine; an Error is thrown */
  async function checkHooks(
    config: Partial<Config>,
    hooks: readonly string[],
    answers: Readonly<Record<string, MachineAnswer | Error>> = {},
  ) {
    const account = makeAccount();
    const context = account.context(config);
    const looked: unknown[] = [];
    context.aws.sfn.describeStateMachine = async ({ stateMachineArn = '' }) => {
      looked.push(stateMachineArn);
      const found = answers[stateMachineArn] ?? {};
      if (found instanceof Error) throw found;
      const usual = { stateMachineArn, name: 'x', definition: '{}', roleArn: 'r', creationDate: new Date(0) };
      return { ...usual, type: 'STANDARD', status: 'ACTIVE', ...found };
    };
    const actions = [...hooks.map((hook) => ({ hook })), { confirm: 'Do it.' }];
    const plan = { rigs: [{ periods: [{ batches: [{ changes: [{ actions }, {}] }] }] }] };
    const refusal = await refuseHooks(plan as unknown as Parameters<typeof refuseHooks>[0], context).then(
      () => '',
      ({ name, message }: Error) => `${name}: ${message}`,
    );
    return { refusal, looked, logged: account.logged.map(({ message }) => message) };
  }
  const makeError = (name: string): Error => Object.assign(new Error('no'), { name });

  it.each([
    ['that the deployment allows', { hooks: [ONE, TWO] }, [ONE, TWO, ONE]],
    ['of no number, but confirmations', { hooks: [] }, []],
    ['when the setting is unknown', {}, [FAR]],
  ])('accepts hooks %s, and checks each once', async (_, config, hooks) => {
    const looked = [...new Set(hooks)];
    expect(await checkHooks(config, hooks)).toEqual({ refusal: '', looked, logged: [] });
  });

  it('lists each state machine that the setting `hooks` does not allow, once', async () => {
    expect((await checkHooks({ hooks: [ONE] }, [ONE, TWO, TWO])).refusal).toBe(
      'HookNotAllowed: this deployment may not run the state machines of these stages:\n' +
        `  ${TWO}\n` +
        'Add them to the setting `hooks`, and run `cdk deploy --all` (docs/deploy.md).',
    );
  });

  it('refuses state machines that do not exist, are EXPRESS, or are DELETING', async () => {
    const answers: Record<string, MachineAnswer | Error> = {
      [ONE]: makeError('StateMachineDoesNotExist'),
      [TWO]: { type: 'EXPRESS' },
      [FAR]: { status: 'DELETING' },
    };
    expect((await checkHooks({}, [ONE, TWO, FAR], answers)).refusal).toBe(
      'HookNotAllowed: these state machines cannot run as hooks:\n' +
        `  ${ONE} does not exist\n  ${TWO} is of type EXPRESS: only STANDARD machines can be waited for\n` +
        `  ${FAR} is DELETING\n` +
        'Nothing was created. Use ACTIVE standard state machines (docs/deploy.md).',
    );
  });

  it('accepts the hook and logs a warning when DescribeStateMachine is denied', async () => {
    const { refusal, logged } = await checkHooks({}, [FAR], { [FAR]: makeError('AccessDeniedException') });
    expect([refusal, logged]).toEqual([
      '',
      ['an external state machine could not be checked; its stage will report an error if it cannot run'],
    ]);
  });

  it('refuses hooks and confirmations in local runs as NotSupported', async () => {
    expect((await checkHooks({ local: true }, [])).refusal).toBe(
      'NotSupported: local runs cannot wait for hooks or confirmations: stages with `reach` run only in an AWS ' +
        'account. `npx fsxbench plan` works in full',
    );
  });
});
