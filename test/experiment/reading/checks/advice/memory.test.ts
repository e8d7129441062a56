import { readSpecObject } from '../../../../../lib/experiment/reading/read';
import { fioOf, lustreSpec } from '../../../real-spec';

/** Its servers have 32 GB of memory. */
const ONTAP = { kind: 'fsx-ontap', deploymentType: 'SINGLE_AZ_1', storageGiB: 1024, throughputMBps: 512 };

function said(workload: object, hosts = 2, more: object = {}): string[] {
  const fleet = { client: { count: hosts, instanceType: 'c5n.large' } };
  const spec = lustreSpec({ targets: { ontap: ONTAP }, fleet, workloads: { load: workload }, factors: {}, ...more });
  return readSpecObject(spec)
    .problems.filter(({ code, severity }) => code === 'ReadsOfMemory' || severity === 'error')
    .map(({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`);
}
const fio = (more: object) => ({ ...fioOf('1 GiB'), rw: 'randread', ...more });

describe('files that the caches of servers hold', () => {
  it('are said, with what all hosts read and what servers hold', () => {
    const [text, ...more] = said(fio({ size: '3 GiB', numjobs: 4 }));
    expect(more).toEqual([]);
    expect(text).toMatch(
      /^advice ReadsOfMemory workloads\.load: what is read from `ontap`, 24 GiB of all hosts at most, fits into /,
    );
  });

  it('are no matter where they are larger, only written, or answered by the memory of hosts', () => {
    expect(said(fio({ size: '4 GiB', numjobs: 4 }))).toEqual([]);
    expect(said(fio({ size: '3 GiB', numjobs: 4 }), 3)).toEqual([]);
    expect(said(fio({ rw: 'randwrite' }))).toEqual([]);
    expect(said(fio({ direct: false }))).toEqual([]);
  });

  it('are said once of a sweep, and of how many cells', () => {
    const sweep = { factors: { size: ['1 GiB', '10 GiB', '100 GiB'] } };
    const [text, ...more] = said(fio({ size: '$size', numjobs: 2 }), 1, sweep);
    expect(more).toEqual([]);
    expect(text).toContain('what is read of 2 of 3 cells from `ontap`, 20 GiB of all hosts at most');
  });

  it('are those of a job that all hosts share, not of each host', () => {
    const decide = { decide: { metric: 'read_bandwidth' } };
    const ior = { kind: 'ior', ranks: 4, blockSize: '7 GiB', repetitions: 1 };
    expect(said(ior, 4, decide)[0]).toContain('28 GiB of all hosts at most');
    // One host's memory may answer: that is said of the trials.
    expect(said({ ...ior, reorderTasks: false }, 4, decide)).toEqual([]);
  });
});
