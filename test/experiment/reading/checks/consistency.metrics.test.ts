import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import cases from './consistency.metrics.cases.json';

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
