import { checkSchema } from '../../../lib/experiment/language/schema-problems';
import { directory } from '../../../lib/targets/directory/target';
import { telemetrySchema } from '../../../lib/targets/prometheus/setting';
import cases from '../../aws/admission/external.secrets.cases.json';
import { findTarget } from '../../../lib/targets/registry';
import { checkEndpoint, listPrometheusEgress, listSecrets } from '../../../lib/targets/prometheus/address';

const makeTelemetry = (prometheus: string) => ({ prometheus, step: 15 });

it.each([
  ['http://10.0.0.5:9090', [{ address: '10.0.0.5', ports: [9090] }]],
  ['http://prom.example.com', [{ address: 'prom.example.com', ports: [80] }]],
  ['https://prom.example.com:9443/x', [{ address: 'prom.example.com', ports: [9443] }]],
  // Hosts are let out there in any case.
  ['https://prom.example.com', []],
])('allows hosts egress to the address and port of %s', (prometheus, reaches) =>
  expect(listPrometheusEgress(makeTelemetry(prometheus))).toEqual(reaches),
);

it('allows no egress when telemetry is missing', () => {
  expect([listPrometheusEgress(undefined), checkEndpoint(undefined)]).toEqual([[], []]);
});

it.each(['http://127.0.0.1:9090', 'http://localhost:9090', 'http://169.254.169.254'])(
  'refuses an address of the host itself: %s',
  (prometheus) => {
    expect(checkEndpoint(makeTelemetry(prometheus))).toMatchObject([
      { severity: 'error', path: ['telemetry', 'prometheus'] },
    ]);
  },
);

it.each((cases.addresses as [string, string, string | null][]).filter(([, , server]) => server === null))(
  'refuses an address that no setting can bind a secret to: %s (%s)',
  (_, prometheus) => {
    const { problems, value } = checkSchema(telemetrySchema, { prometheus, secret: cases.token }, ['telemetry']) as {
      readonly problems: readonly object[];
      readonly value?: Parameters<typeof checkEndpoint>[0];
    };
    expect([...problems, ...checkEndpoint(value)]).toMatchObject([
      { severity: 'error', path: ['telemetry', 'prometheus'] },
    ]);
  },
);

it('refuses an IPv6 address with a message that names it and the allowed forms', () => {
  expect(checkEndpoint(makeTelemetry('http://[fd00::5]:9090'))).toMatchObject([
    {
      code: 'BadValue',
      message:
        'found http://[fd00::5]:9090; allowed: a DNS name without final dot, or an IPv4 address of four decimal ' +
        'numbers, e.g. nas.example.com or 10.20.0.15',
    },
  ]);
});

it.each(['http://10.0.0.5:9090', 'http://prom.example.com'])('accepts the address %s', (prometheus) => {
  expect(checkEndpoint(makeTelemetry(prometheus))).toEqual([]);
});

describe('secret with a Prometheus token', () => {
  const secret = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:p-AbCdEf';
  const key = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:ceph-AbCdEf';

  it('is listed with its server among the secrets that hosts of the target read', () => {
    expect([
      listSecrets(undefined),
      listSecrets(makeTelemetry('https://p')),
      listSecrets({ ...makeTelemetry('https://p'), secret }),
    ]).toEqual([[], [], [{ secret, servers: ['https://p'] }]]);
    const listTargetSecrets = (kind: string, config: object) => findTarget(kind)?.external?.secrets?.(config);
    const telemetry = { ...makeTelemetry('https://p'), secret };
    const token = { secret, servers: ['https://p'] };
    const monitors = ['10.20.0.11'];
    expect(listTargetSecrets('external-nfs', { telemetry })).toEqual([token]);
    expect(listTargetSecrets('external-ceph', { telemetry, secret: key, monitors })).toEqual([
      { secret: key, servers: monitors },
      token,
    ]);
  });

  it('requires https, and is refused for directory targets', () => {
    expect(checkEndpoint({ ...makeTelemetry('http://10.0.0.5:9090'), secret })).toMatchObject([
      { severity: 'error', code: 'Contradiction', path: ['telemetry', 'prometheus'] },
    ]);
    expect(checkEndpoint({ ...makeTelemetry('https://10.0.0.5:9090'), secret })).toEqual([]);
    const metrics = { up: { query: 'up', unit: 'count' as const } };
    const telemetry = { ...makeTelemetry('https://p'), secret, metrics };
    const config = { kind: 'directory' as const, path: '/mnt/data', telemetry };
    for (const found of [directory.check(config), directory.onManaged?.check(config) ?? []])
      expect(found).toContainEqual(expect.objectContaining({ severity: 'error', path: ['telemetry', 'secret'] }));
  });
});
