import { readSpecObject } from '../../../../lib/experiment/reading/read';
import { fioOf, lustreSpec } from '../../real-spec';
import cases from './hosts.mounts.cases.json';

const ONTAP = cases.ontap;
const about = (changes: Record<string, unknown>): string[] =>
  readSpecObject(lustreSpec({ targets: { ontap: ONTAP }, ...changes })).problems.flatMap(
    ({ severity, code, path, message }) =>
      ['TooManyVolumes', 'TransferSize', 'IdleVolumes'].includes(code)
        ? [`${severity} ${path.join('.')}: ${message}`]
        : [],
  );
const client = (mount: unknown) => ({ client: { count: 1, instanceType: 'c5n.2xlarge', mount } });

describe('how roles mount a target, and how that is set', () => {
  it('fit together', () => {
    expect(about({ fleet: client({ volumes: 2 }) })).toEqual([]);
    expect(about({ fleet: client({}) })).toEqual([]);
    expect(about({ fleet: { ...client({}), worker: { count: 1, instanceType: 'c5n.large', mount: 'none' } } })).toEqual(
      [],
    );
  });

  it('are refused where there are fewer volumes than a role mounts, at whatever level says so', () => {
    expect(about({ fleet: client({ volumes: 3 }) })).toEqual([
      'error fleet.client.mount.volumes: found 3; the target has 2',
    ]);
    const factors = { volumes: [1, 4] };
    expect(about({ factors, fleet: client({ volumes: '$volumes' }) })).toEqual([
      expect.stringContaining('found 4; the target has 2'),
    ]);
  });

  it('are doubtful where the server agrees to less', () => {
    expect(about({ fleet: client({ rsize: '1m' }) })).toEqual([
      expect.stringMatching(/^warning fleet\.client\.mount\.rsize: found 1048576; .* agrees to 65536 bytes/),
    ]);
  });

  it('leave volumes idle where there are fewer jobs and hosts, whatever kind of work it is', () => {
    const targets = { ontap: { ...ONTAP, volumes: { count: 6, sizeGiB: 1000 } } };
    const workers = (count: number) => ({ client: { count, instanceType: 'c5n.2xlarge' } });
    const fio = (numjobs: number) => ({ workloads: { fio: { ...fioOf('1 GiB'), numjobs } } });
    const copy = { workloads: { copy: { kind: 'tree-copy', files: 1000, size: '20 MB' } }, decide: undefined };
    const idle = (used: number): unknown[] => [
      expect.stringMatching(
        new RegExp(`^advice fleet\\.client\\.mount\\.volumes: 6 volumes .* work on ${used} of them`),
      ),
    ];
    expect(about({ targets, fleet: workers(1), ...fio(1) })).toEqual(idle(1));
    expect(about({ targets, fleet: workers(2), ...fio(4) })).toEqual(idle(5));
    expect(about({ targets, fleet: workers(3), ...fio(4) })).toEqual([]);
    expect(about({ targets, fleet: workers(5), ...copy })).toEqual(idle(5));
    expect(about({ targets, fleet: workers(6), ...copy })).toEqual([]);
  });
});
