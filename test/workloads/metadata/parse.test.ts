import type { HostStatus } from '../../../lib/workloads/contract';
import { type MetadataOutput, METADATA_RESULT } from '../../../lib/workloads/metadata/parse';
import { metadata } from '../../../lib/workloads/metadata/workload';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { ASKED, hostRaw, output } from './metadata-hosts';

const listReasons = (whole: MetadataOutput, status: Partial<HostStatus> = {}, requested = ASKED): readonly string[] => {
  const hosts = [hostRaw(JSON.stringify(whole), status)];
  return metadata
    .judge(readHosts(metadata, hosts, requested), hosts, requested)
    .map(({ level, code, text }) => `${level} ${code}: ${text}`);
};
const ranks = (change: (rank: MetadataOutput['phases'][number]['ranks'][number], index: number) => object) =>
  output(({ phases }) => ({
    phases: phases.map((phase, index) => ({
      ...phase,
      ranks: phase.ranks.map((rank) => ({ ...rank, ...change(rank, index) })),
    })),
  }));

describe('judge of the metadata workload', () => {
  it('returns no reasons for a complete result', () => expect(listReasons(output())).toEqual([]));

  it('returns WrongResult, PhaseIncomplete or ToolFailed for another configuration or failed processes', () => {
    expect(listReasons(output(), {}, { ...ASKED, filesPerRank: 5000, operations: ['create'] })).toEqual([
      'invalid WrongResult: client-0: the result belongs to another configuration: 2 processes, 10000 files of each, ' +
        '20s, a directory each: create, stat, read, remove; requested: 2 processes, 5000 files of each, 20s, a ' +
        'directory each: create',
    ]);
    expect(listReasons(output(), {}, { ...ASKED, ownDirectory: false })).toEqual([
      expect.stringMatching(/^invalid WrongResult: .*, a directory each: .*, one directory: create, /),
    ]);
    expect(listReasons(ranks((_, index) => (index === 3 ? { error: 'Permission denied: f.0.0' } : {})))).toEqual([
      'invalid PhaseIncomplete: client-0: 2 of 2 processes ended remove early: Permission denied: f.0.0',
    ]);
    const missing = 'No such file or directory: f.0.7';
    expect(listReasons(ranks(({ rank }, index) => (index === 1 && rank === 0 ? { error: missing } : {})))).toEqual([
      `invalid PhaseIncomplete: client-0: 1 of 2 processes ended stat early: ${missing}`,
    ]);
    const failed = { rc: 1, facts: { problem: 'No space left on device: f.0.9' } };
    expect(listReasons(output(), failed)).toEqual([
      'invalid ToolFailed: client-0: the processes ended with exit code 1: No space left on device: f.0.9',
    ]);
  });

  it('returns ShortRun for phases below 1 s, and LateStart for phases that began late', () => {
    const quick = ranks(({ began }, index) => (index === 1 ? { ended: began + 0.4 } : {}));
    expect(listReasons(quick)).toEqual([
      'suspect ShortRun: client-0: stat took 401ms (minimum 1s). Increase `filesPerRank`',
    ]);
    // What made files had no time for more of them.
    const few = ranks(({ began }, index) => (index === 0 ? { done: 900 } : index === 1 ? { ended: began + 0.4 } : {}));
    expect(listReasons(few)).toEqual([
      'suspect ShortRun: client-0: stat took 401ms (minimum 1s). Increase `runtime`, so that create creates more',
    ]);
    const late = ranks(({ began }, index) => (index === 2 ? { began: began + 1.5 } : {}));
    expect(listReasons(late)).toEqual([
      'suspect LateStart: client-0 began read 1.5s late: the previous phase took too long',
    ]);
    expect(listReasons(ranks(({ began }) => ({ began: began + 0.9 })))).toEqual([]);
  });

  it('returns Straggler by the rate per process, not by the rate per host', () => {
    const host = (name: string, own: readonly number[], done: number) => {
      const whole = output(({ requested, phases }) => ({
        requested: { ...requested, ranks: 3, hosts: 2 },
        phases: phases.map((phase) => ({
          ...phase,
          ranks: own.map((rank) => ({ rank, began: phase.start, ended: phase.start + 10, done, error: null })),
        })),
      }));
      return hostRaw(JSON.stringify(whole), {}, name);
    };
    const codes = (done: number): readonly string[] => {
      const requested = { ...ASKED, ranks: 3 };
      const hosts = [host('client-0', [0, 2], 10_000), host('client-1', [1], done)];
      return metadata.judge(readHosts(metadata, hosts, requested), hosts, requested).map(({ code }) => code);
    };
    expect(codes(10_000)).toEqual([]);
    expect(codes(5_000)).toContain('Straggler');
  });

  it('returns CacheServed when the host may have answered from its caches, except on tmpfs', () => {
    const keepCaches = (requested: Partial<MetadataOutput['requested']>) =>
      output((whole) => ({
        requested: { ...whole.requested, ...requested },
        phases: whole.phases.map((phase) => ({ ...phase, forgot: false })),
      }));
    const why = 'the host created or looked up these files before, and could not drop its caches';
    const suspects = ['stat', 'read'].map(
      (name) => `suspect CacheServed: client-0: caches of the host may have answered ${name}: ${why}`,
    );
    expect(listReasons(keepCaches({}))).toEqual(suspects);
    expect(listReasons(keepCaches({ hosts: 2, shifted: false }))).toEqual(suspects);
    // What a host has looked up once, it knows.
    expect(listReasons(keepCaches({ hosts: 2 }))).toEqual(suspects.slice(1));
    expect(listReasons(keepCaches({}), { mount: { source: 'none', type: 'tmpfs', options: 'rw' } })).toEqual([]);
  });
});

const text = JSON.stringify(output());

describe('readHosts of the metadata workload', () => {
  it('computes the rate of each operation from the common start to the last process', () => {
    const read = metadata.readHost(hostRaw(text), ASKED);
    expect(read.figures[0]?.values).toEqual({
      file_create: 20_000 / 10,
      file_stat: 20_000 / 4,
      file_read: 20_000 / 5,
      file_remove: 20_000 / 8,
    });
    expect(read.window).toEqual({ from: 1000, to: 1080 });
    expect(read.reasons).toEqual([]);
  });

  it('combines hosts per operation over the time in which any of them worked', () => {
    // Creates take this host twice the time, all else as long.
    const slow = ranks((_, index) => (index === 0 ? { ended: 1020 } : {}));
    const hosts = [hostRaw(text), hostRaw(JSON.stringify(slow), {}, 'client-1')];
    const all = readHosts(metadata, hosts, ASKED).observations.filter(({ host }) => host === 'aggregate');
    for (const [metric, seconds] of Object.entries({ file_create: 20, file_stat: 4, file_remove: 8 }))
      expect(all.find((one) => one.metric === metric)?.value).toBeCloseTo(40_000 / seconds, 6);
  });
});

describe('parse of the metadata workload', () => {
  it('returns the figures of one host', () => {
    const parsed = metadata.parse(text);
    expect(parsed).toMatchObject({ tool: 'metadata', toolVersion: 'Python 3.9.16', status: 'ok', problems: [] });
    const create = { metric: 'file_create', operation: null, statistic: 'mean', unit: 'ops/s', value: 2000 };
    expect(parsed.runs[0]?.observations).toContainEqual(create);
  });

  it('returns status failed and no figures when all processes were idle', () => {
    expect(metadata.parse(JSON.stringify(ranks(() => ({ done: 0 }))))).toMatchObject({
      status: 'failed',
      problems: expect.arrayContaining(['2 of 2 processes did no create', 'nothing was done']) as string[],
      runs: [{ observations: [] }],
    });
  });
});

it.each([
  ['one idle process in create', 'create', false, 1, ['1 of 2 processes did no create']],
  ['only the first process of a host lists a shared directory', 'list', false, 1, []],
  ['both processes idle in list', 'list', false, 2, ['2 of 2 processes did no list']],
  ['one idle process in list with own directories', 'list', true, 1, ['1 of 2 processes did no list']],
] as const)('lists idle processes: %s', (_, operation, ownDirectory, idle, said) => {
  const found = output(({ requested, phases }) => ({
    requested: { ...requested, ownDirectory },
    phases: phases.slice(0, 1).map((phase) => ({
      ...phase,
      operation,
      ranks: phase.ranks.map((rank, index) => ({ ...rank, done: index < 2 - idle ? 10 : 0 })),
    })),
  }));
  expect(METADATA_RESULT.listShortcomings(found)).toEqual(said);
});
