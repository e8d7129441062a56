import { refuseUnreachable } from '../../../lib/aws/admission/external';
import type { Config } from '../../../lib/aws/context';
import { makeAccount } from '../account';

const SECRET = 'arn:aws:secretsmanager:xx-local-1:000000000000:secret:ceph-AbCdEf';
const OPEN = [{ cidr: '10.20.0.0/24', ports: [2049, 111] }];

/** Asks for servers, with ports, and secrets. */
function checkServers(
  config: Partial<Config>,
  reaches: Record<string, (number | string)[]>,
  ...secrets: string[]
): string {
  const account = makeAccount();
  const uses = secrets.map((secret) => ({ secret, servers: ['10.20.0.1'] }));
  const external = { servers: Object.entries(reaches).map(([address, ports]) => ({ address, ports })), secrets: uses };
  const plan = { rigs: [{ copies: [{ external }, {}] }] } as unknown as Parameters<typeof refuseUnreachable>[0];
  try {
    refuseUnreachable(plan, account.context(config));
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

describe('refuseUnreachable', () => {
  it('accepts servers within a CIDR range that is open for their ports', () => {
    expect(checkServers({ external: OPEN }, { '10.20.0.1': [2049], '10.20.0.255': [2049, 111] })).toBe('');
    expect(checkServers({ external: [{ cidr: '10.20.0.15/32', ports: [1] }] }, { '10.20.0.15': [1] })).toBe('');
  });

  it('accepts ports and ranges within the open port ranges, and refuses those that exceed them', () => {
    const external = [{ cidr: '10.20.0.0/24', ports: [3300, '6800-7568'] }];
    expect(checkServers({ external }, { '10.20.0.1': [3300, 6801, '6800-7000'] })).toBe('');
    expect(checkServers({ external }, { '10.20.0.1': ['3300-3301', '6800-7569'] })).toBe(
      formatRefusal('access to 10.20.0.1, TCP port 3300-3301, 6800-7569'),
    );
  });

  it('lists every server and every secret that the settings do not allow', () => {
    const asked = { '10.20.1.1': [2049], '10.20.0.1': [2049, 20_048] };
    expect(checkServers({ external: OPEN, secrets: [] }, asked, SECRET)).toBe(
      formatRefusal(
        'access to 10.20.1.1, TCP port 2049',
        'access to 10.20.0.1, TCP port 20048',
        `the secret ${SECRET} for 10.20.0.1; it may go to no server`,
      ),
    );
    expect(
      checkServers(
        { external: [], secrets: [{ secret: SECRET, servers: ['10.20.0.1'] }] },
        { '10.0.0.1': [1] },
        SECRET,
      ),
    ).toBe(formatRefusal('access to 10.0.0.1, TCP port 1'));
  });

  it('accepts a DNS name with a warning when any range opens its port, and refuses it otherwise', () => {
    expect(checkServers({ external: OPEN }, { 'nas.example.com': [2049] })).toBe(
      'a DNS name was not checked against the egress ranges; a blocked address shows only when a host connects',
    );
    expect(checkServers({ external: OPEN }, { 'nas.example.com': [3300] })).toBe(
      formatRefusal('access to nas.example.com, TCP port 3300'),
    );
  });

  it('accepts all servers and secrets when the deployment settings are unknown', () => {
    expect(checkServers({}, { '10.0.0.1': [1] }, SECRET)).toBe('');
  });
});
