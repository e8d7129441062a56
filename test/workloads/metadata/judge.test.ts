import type { MetadataOutput } from '../../../lib/workloads/metadata/output';
import { metadata } from '../../../lib/workloads/metadata/workload';
import { readHosts } from '../../../lib/workloads/read-hosts';
import type { HostStatus } from '../../../lib/workloads/contract';
import { ASKED, hostRaw, output } from './metadata-world';

const judged = (whole: MetadataOutput, status: Partial<HostStatus> = {}, asked = ASKED): readonly string[] => {
  const hosts = [hostRaw(JSON.stringify(whole), status)];
  return metadata
    .judge(readHosts(metadata, hosts, asked), hosts, asked)
    .map(({ level, code, text }) => `${level} ${code}: ${text}`);
};
const ranks = (change: (rank: MetadataOutput['phases'][number]['ranks'][number], index: number) => object) =>
  output(({ phases }) => ({
    phases: phases.map((phase, index) => ({
      ...phase,
      ranks: phase.ranks.map((rank) => ({ ...rank, ...change(rank, index) })),
    })),
  }));

describe('judge', () => {
  it('has nothing against a whole result', () => expect(judged(output())).toEqual([]));

  it('takes no other result, and none of processes that failed', () => {
    expect(judged(output(), {}, { ...ASKED, filesPerRank: 5000, operations: ['create'] })).toEqual([
      'invalid WrongResult: client-0: this is another result: 2 processes, 10000 files of each, 20s, directories of ' +
        'their own: create, stat, read, remove; asked were 2, 5000, 20s, directories of their own: create',
    ]);
    expect(judged(output(), {}, { ...ASKED, ownDirectory: false })).toEqual([
      expect.stringMatching(/^invalid WrongResult: .*, directories of their own: .*, one directory: create, /),
    ]);
    expect(judged(ranks((_, index) => (index === 3 ? { error: 'Permission denied: f.0.0' } : {})))).toEqual([
      'invalid PhaseIncomplete: client-0: 2 of 2 processes ended remove early: Permission denied: f.0.0',
    ]);
    const failed = { rc: 1, facts: { problem: 'No space left on device: f.0.9' } };
    expect(judged(output(), failed)).toEqual([
      'invalid ToolFailed: client-0: the processes ended with exit code 1: No space left on device: f.0.9',
    ]);
  });

  it('suspects what was over in no time, and what began late', () => {
    const quick = ranks(({ began }, index) => (index === 1 ? { ended: began + 0.4 } : {}));
    expect(judged(quick)).toEqual([
      'suspect ShortRun: client-0 was done with stat after 401ms: give more `filesPerRank`',
    ]);
    // What made files had no time for more of them.
    const few = ranks(({ began }, index) => (index === 0 ? { done: 900 } : index === 1 ? { ended: began + 0.4 } : {}));
    expect(judged(few)).toEqual([
      'suspect ShortRun: client-0 was done with stat after 401ms: give a longer `runtime`, in which more is made ' +
        '(create)',
    ]);
    const late = ranks(({ began }, index) => (index === 2 ? { began: began + 1.5 } : {}));
    expect(judged(late)).toEqual([
      'suspect LateStart: client-0 began read 1.5s after the agreed instant: what came before held it',
    ]);
    expect(judged(ranks(({ began }) => ({ began: began + 0.9 })))).toEqual([]);
  });

  it('compares hosts by what each process does: one with fewer of them is no straggler', () => {
    const host = (name: string, own: readonly number[], done: number) =>
      hostRaw(
        JSON.stringify(
          output(({ asked, phases }) => ({
            asked: { ...asked, ranks: 3, hosts: 2 },
            phases: phases.map((phase) => ({
              ...phase,
              ranks: own.map((rank) => ({ rank, began: phase.start, ended: phase.start + 10, done, error: null })),
            })),
          })),
        ),
        {},
        name,
      );
    const codes = (done: number): readonly string[] => {
      const asked = { ...ASKED, ranks: 3 };
      const hosts = [host('client-0', [0, 2], 10_000), host('client-1', [1], done)];
      return metadata.judge(readHosts(metadata, hosts, asked), hosts, asked).map(({ code }) => code);
    };
    expect(codes(10_000)).toEqual([]);
    expect(codes(5_000)).toContain('Straggler');
  });

  it('suspects lookups that the host may have answered, unless they went to another one', () => {
    const kept = (asked: Partial<MetadataOutput['asked']>) =>
      output((whole) => ({
        asked: { ...whole.asked, ...asked },
        phases: whole.phases.map((phase) => ({ ...phase, forgot: false })),
      }));
    const why = 'may have been answered by the memory of the host, which made the files and could not forget them';
    const suspects = ['stat', 'read'].map((name) => `suspect CacheServed: client-0: ${name} ${why}`);
    expect(judged(kept({}))).toEqual(suspects);
    expect(judged(kept({ hosts: 2, shifted: false }))).toEqual(suspects);
    // What a host has looked up once, it knows.
    expect(judged(kept({ hosts: 2 }))).toEqual(suspects.slice(1));
    expect(judged(kept({}), { mount: { source: 'none', type: 'tmpfs', options: 'rw' } })).toEqual([]);
  });
});
