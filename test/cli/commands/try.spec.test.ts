import { readSpec } from '../../../lib/experiment/reading/read';
import { expand } from '../../../lib/experiment/design/expand';
import { KINDS } from '../../../lib/experiment/kinds';
import { fileBytes, type Folder, targetNames, trySpec } from '../../../lib/cli/commands/try';

const MIB = 1024 * 1024;
const folder = (path: string, more: Partial<Folder> = {}): Folder => ({
  path,
  freeBytes: 1e12,
  memory: false,
  ...more,
});
const read = (...folders: readonly Folder[]) => {
  const { spec, problems } = readSpec(trySpec(folders), 'try');
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  return { spec, problems };
};
/** Seconds of load of all trials. */
const seconds = (...folders: readonly Folder[]) => {
  const { spec } = read(...folders);
  const { cells } = expand(spec, KINDS);
  const loads = cells.map(({ params }) => Number(params['ramp_time']) + Number(params['runtime']));
  return loads.reduce((sum, load) => sum + load, 0) * 3;
};

describe('trySpec', () => {
  it('is a spec without a problem, whatever the folders are called', () => {
    const odd = ['.', 'a b', "it's", 'x: y', '#', 'mnt/disk', '1', 'true', '{a}', 'ü', '-', '"', '\\', '$x', '$$x'];
    for (const path of odd) {
      const { spec, problems } = read(folder(path), folder(`/data/${path}`));
      expect(problems).toEqual([]);
      const [one, two] = expand(spec, KINDS).cells.filter(({ workload }) => workload === 'read-1m');
      expect([one?.targetConfig['path'], two?.targetConfig['path']]).toEqual([path, `/data/${path}`]);
    }
  });

  it('measures reads and writes, small and large, three times each, and describes one folder', () => {
    const { spec } = read(folder('/a'));
    const { cells } = expand(spec, KINDS);
    expect(cells.map(({ workload, params }) => [workload, params['rw'], params['bs'], params['iodepth']])).toEqual([
      ['random-read-4k', 'randread', 4096, 16],
      ['random-write-4k', 'randwrite', 4096, 16],
      ['read-1m', 'read', MIB, 4],
      ['write-1m', 'write', MIB, 4],
    ]);
    expect(spec.design.replicates).toBe(3);
    expect([spec.decide, spec.design.reference]).toEqual([undefined, undefined]);
  });

  it('compares several with the first', () => {
    const { spec } = read(folder('/a/x'), folder('/b/x'));
    expect(spec.design.reference).toEqual({ target: 'x' });
    expect(spec.decide).toMatchObject({ metric: 'iops', prefer: 'highest', where: { workload: 'random-read-4k' } });
    const { references } = expand(spec, KINDS);
    expect(references.filter(({ cell, to, exact }) => cell !== to && exact)).toHaveLength(4);
  });

  it('loads one or two folders for 60 to 75 seconds: with what trials take beside it that is about 90', () => {
    for (const all of [[folder('/a')], [folder('/a'), folder('/b')]]) {
      expect(seconds(...all)).toBeGreaterThanOrEqual(60);
      expect(seconds(...all)).toBeLessThanOrEqual(75);
    }
  });

  it('measures commits of a write-ahead log, and asks whether 99 of 100 take the limit at most', () => {
    const { spec, problems } = readSpec(trySpec([folder('/a'), folder('/b')], '2ms'), 'try');
    expect(problems).toEqual([]);
    const { cells, decide } = expand(spec!, KINDS);
    expect(cells.map(({ workload, params }) => [workload, params['rw'], params['fdatasync'], params['bs']])).toEqual([
      ['commits', 'write', 1, 2300],
      ['commits', 'write', 1, 2300],
    ]);
    expect(decide).toMatchObject({ metric: 'sync_latency_p99', atMost: 2000, prefer: 'lowest' });
    expect(readSpec(trySpec([folder('/a')], '10ms'), 'try').problems).toEqual([]);
  });

  it('measures commits for 11 s, as steadiness needs, and as often as a threshold needs', () => {
    for (const [all, replicates] of [
      [[folder('/a')], 6],
      [[folder('/a'), folder('/b')], 4],
    ] as const) {
      const { spec } = readSpec(trySpec(all, '10ms'), 'try');
      const { cells } = expand(spec!, KINDS);
      expect([spec!.design.replicates, ...cells.map(({ params }) => params['runtime'])]).toEqual([
        replicates,
        ...all.map(() => 11),
      ]);
    }
  });

  it('says what files of commits are, and its own command', () => {
    const text = trySpec([folder('/a')], '2ms');
    expect(text).toMatch(/^# Made by: npx fsxbench try --fsync --at-most 2ms \/a\n/);
    expect(text).toContain('# Commits overwrite a file');
    expect(text).toContain('grows by appending costs more per commit');
  });

  it('asks nothing of a file system in memory that it cannot do, nor more of its rivals', () => {
    const { spec } = read(folder('/a'), folder('/dev/shm', { memory: true }));
    const { cells } = expand(spec, KINDS);
    expect(new Set(cells.map(({ params }) => params['iodepth']))).toEqual(new Set([1]));
  });
});

describe('fileBytes', () => {
  it('is at most 256 MiB, and an eighth of the free space for all folders together', () => {
    expect(fileBytes([folder('/a')])).toBe(256 * MIB);
    expect(fileBytes([folder('/a', { freeBytes: 1024 * MIB })])).toBe(128 * MIB);
    expect(fileBytes([folder('/a', { freeBytes: 1024 * MIB }), folder('/b')])).toBe(64 * MIB);
    expect(fileBytes([folder('/a', { freeBytes: 100 * MIB })])).toBe(0);
  });
});

it('names targets after their folders, each another way', () => {
  expect(targetNames(['/mnt/disk', 'disk/', './disk', '.', '/', '..', '9p', 'a b'])).toEqual([
    'disk',
    'disk-2',
    'disk-3',
    'folder',
    'folder-2',
    'folder-3',
    'p',
    'a-b',
  ]);
});
