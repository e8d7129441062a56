import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import cases from './consistency.metrics.cases.json';
import telemetryCases from './consistency.telemetry.cases.json';

const script = (unit: string, better: string, name = 'iops') => ({
  kind: 'command',
  runtime: '2s',
  script: 'echo "x 1" >>"$RESULTS_FILE"',
  metrics: { [name]: { unit, better } },
});
const fio = { kind: 'fio', rw: 'randread', bs: '4k', size: '1 MiB', runtime: '1s' };
const listContradictions = (workloads: object): readonly string[] =>
  readSpecObject({ experiment: 'e', question: 'Which?', targets: { d: { kind: 'directory', path: './d' } }, workloads })
    .problems.filter(({ code }) => code === 'Contradiction')
    .map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('declared metrics of command workloads', () => {
  it('refuses a declared metric whose unit or direction differs from that of the same name in another workload', () => {
    expect(listContradictions({ c: script('ops/s', 'higher'), f: fio })).toEqual([]);
    expect(listContradictions({ c: script('s', 'lower', 'wait'), f: fio })).toEqual([]);
    expect(listContradictions({ c: script('s', 'lower'), f: fio })).toEqual([
      'workloads.c.metrics.iops: `f` measures `iops` in ops/s (higher is better), and this workload in s ' +
        '(lower is better). A metric name has one meaning in a spec. Choose another name',
    ]);
  });

  it('reports a contradiction between two scripts once, at the second one', () => {
    expect(listContradictions({ a: script('s', 'lower', 'x'), b: script('%', 'lower', 'x') })).toEqual([
      'workloads.b.metrics.x: `a` measures `x` in s (lower is better), and this workload in % (lower is ' +
        'better). A metric name has one meaning in a spec. Choose another name',
    ]);
    expect(listContradictions({ a: script('s', 'lower', 'x'), b: script('s', 'lower', 'x') })).toEqual([]);
  });
});

const NAS = { kind: 'external-nfs', address: '10.0.0.5', export: '/', folder: 'bench' };
const EFS = { kind: 'efs', throughputMode: 'elastic', storedGiB: 1 };
const listErrors = (parallelRigs: number, target: object): unknown[] =>
  readSpecObject({
    experiment: 'x',
    targets: { nas: target },
    fleet: { client: { instanceType: 'c5n.large' } },
    workloads: { fio: { kind: 'fio', rw: 'read', bs: '4k', iodepth: 1, size: '1 GiB', runtime: '5s' } },
    limits: { parallelRigs },
  })
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ code, path, message }) => [code, path.join('.'), message]);

describe('limits.parallelRigs', () => {
  it('refuses two parallel rigs on an external NFS server (SharedStore), and accepts them on EFS', () => {
    expect(listErrors(2, NAS)).toEqual(cases.sharedStore);
    expect([listErrors(1, NAS), listErrors(2, EFS)]).toEqual([[], []]);
  });
});

const nas = (address: string, metrics: object, step = '15s') => ({
  kind: 'external-nfs',
  address,
  export: '/',
  folder: 'bench',
  telemetry: { prometheus: 'http://10.0.0.9:9090', step, metrics },
});
const listTelemetryProblems = (targets: object, runtime = '5m'): unknown[] =>
  readSpecObject({
    experiment: 'x',
    targets,
    fleet: { client: { instanceType: 'c5n.large' } },
    workloads: { fio: { kind: 'fio', rw: 'read', bs: '4k', iodepth: 1, size: '1 GiB', runtime } },
  }).problems.flatMap(({ code, path, message, severity }) =>
    path.includes('telemetry') ? [[severity, code, path.join('.'), message]] : [],
  );

it('refuses a telemetry metric whose unit differs from that of the same name on another target', () => {
  const percent = nas('10.0.0.5', { cpu: { query: 'cpu', unit: '%' } });
  const count = nas('10.0.0.6', { cpu: 'cpu' });
  expect(listTelemetryProblems({ a: percent, b: count })).toEqual([
    [
      'error',
      'Contradiction',
      'targets.b.telemetry',
      expect.stringContaining(
        'found server_cpu in count; `a` has it in %, and a name is one column of results. Choose another name, ' +
          'or the same unit',
      ),
    ],
  ]);
  expect(listTelemetryProblems({ a: percent, b: percent })).toEqual([]);
  const lustre = { kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 1200 };
  // What its own servers tell.
  const metadata = (unit: string) => nas('10.0.0.5', { metadata_cpu: { query: 'cpu', unit } });
  expect(listTelemetryProblems({ lustre, a: metadata('%') })).toEqual([]);
  expect(listTelemetryProblems({ lustre, b: metadata('count') })).toMatchObject([
    ['error', 'Contradiction', 'targets.b.telemetry', expect.anything()],
  ]);
});

it('advises when trials are too short for step and query range of a telemetry metric (TooShortForServers)', () => {
  const metrics = { cpu: 'cpu', rate: 'rate(x[1m])' };
  expect(listTelemetryProblems({ a: nas('10.0.0.5', metrics) }, '60s')).toEqual(telemetryCases.tooShort);
  expect(listTelemetryProblems({ a: nas('10.0.0.5', metrics) }, '90s')).toEqual([]);
  expect(listTelemetryProblems({ a: nas('10.0.0.5', metrics, '5s') }, '70s')).toEqual([]);
});

it('refuses a Prometheus address of localhost', () => {
  const target = {
    ...nas('10.0.0.5', { cpu: 'cpu' }),
    telemetry: { prometheus: 'http://localhost:9090', metrics: { a: 'b' } },
  };
  expect(listTelemetryProblems({ a: target })).toMatchObject([
    ['error', 'BadValue', 'targets.a.telemetry.prometheus', expect.anything()],
  ]);
});

describe('secret used by two targets', () => {
  const arnOf = (name: string): string => `arn:aws:secretsmanager:us-east-1:123456789012:secret:${name}-AbCdEf`;
  const ceph = (secret: string) => ({ kind: 'external-ceph', monitors: ['10.0.0.7'], folder: 'bench', secret });
  const withToken = (secret: string, name = 'p.example.com') => {
    const { telemetry, ...own } = nas('10.0.0.5', { cpu: 'cpu' });
    return { ...own, telemetry: { ...telemetry, prometheus: `https://${name}`, secret } };
  };

  it('is refused as both a Prometheus token and the key of a Ceph user', () => {
    const secret = arnOf('both');
    const refusal = [
      'error',
      'Contradiction',
      'targets.a.telemetry.secret',
      expect.stringContaining(
        `found ${secret} as the token for https://p.example.com and as the key for 10.0.0.7. A token is sent, a key ` +
          'never is: use two secrets',
      ),
    ];
    expect(listTelemetryProblems({ a: withToken(secret), b: ceph(secret) })).toEqual([refusal]);
    const { telemetry } = withToken(secret);
    expect(listTelemetryProblems({ a: { ...ceph(secret), telemetry } })).toEqual([refusal]);
  });

  it('is accepted as the token of several Prometheus servers', () => {
    const targets = {
      a: withToken(arnOf('token')),
      b: withToken(arnOf('token'), 'q.example.com'),
      c: ceph(arnOf('key')),
    };
    expect(listTelemetryProblems(targets)).toEqual([]);
  });
});
