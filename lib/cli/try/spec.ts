/** The spec that `fsxbench try` measures folders by: text as a person would write it, to keep and to change. */
import { expected } from '../../shapes/errors';
import { formatBytes } from '../../shapes/quantity';

/** A folder of this machine, as far as it was looked at. */
export interface Folder {
  /** As the user named it. */
  readonly path: string;
  /** Space for whoever is not root. */
  readonly freeBytes: number;
  /** Its file system is in memory. */
  readonly memory: boolean;
}

const MIB = 1024 * 1024;
/** Larger files take longer to write than all trials. */
const FILE_MAX = 256 * MIB;
/** Smaller ones fit into the cache of any disk. */
export const FILE_MIN = 16 * MIB;
/** At most this part of the free space is written: each workload has a file, and every folder may be on one disk. */
const PART = 8;

/** Seconds that all trials of one or two folders take together, and what a trial takes beside its load. */
const SECONDS = 84;
const BESIDE = 2.2;
const WARM_UP = 1;
/** What is measured, seconds: shorter says little of a disk, longer is for a spec of one's own. */
const RUNTIME = { least: 2, most: 5 };
const REPLICATES = 3;

/** The small and random, the large and sequential: name, and what differs from the first. */
const WORKLOADS = ['random-read-4k', 'random-write-4k', 'read-1m', 'write-1m'] as const;

/** @returns bytes of one file; less than {@link FILE_MIN} where there is no room */
export function fileBytes(folders: readonly Folder[]): number {
  const least = Math.min(...folders.map(({ freeBytes }) => freeBytes));
  const room = Math.floor(least / (PART * folders.length) / FILE_MIN) * FILE_MIN;
  return Math.min(FILE_MAX, room);
}

/** Text of a spec that measures the folders in about 90 seconds; more than two take longer. */
export function trySpec(folders: readonly Folder[]): string {
  const trials = folders.length * WORKLOADS.length * REPLICATES;
  const runtime = Math.min(RUNTIME.most, Math.max(RUNTIME.least, Math.floor(SECONDS / trials - BESIDE)));
  const names = targetNames(folders.map(({ path }) => path));
  const [first = ''] = names;
  const several = folders.length > 1;
  // A file system in memory takes one I/O at a time whatever is asked for, and rivals get the same load.
  const memory = folders.some((folder) => folder.memory);
  const [random, sequential] = memory ? [1, 1] : [16, 4];
  const which = several
    ? `Which of ${names.length} folders is the fastest for random reads of 4 KiB?`
    : 'How fast is this folder for small random and large sequential reads and writes?';
  const lines = [
    `# Made by: fsxbench try ${folders.map(({ path }) => path).join(' ')}`,
    '# To measure longer, or something else: keep it in a file, change it, and `fsxbench run FILE`.',
    'experiment: try',
    `question: ${which}`,
    'targets:',
    ...folders.map(
      ({ path }, index) => `  ${expected(names[index], 'a name a folder')}: { kind: directory, path: ${quoted(path)} }`,
    ),
    'workloads:',
    `  ${WORKLOADS[0]}: { kind: fio, rw: randread, bs: 4k, iodepth: ${random}, ` +
      `size: ${formatBytes(fileBytes(folders))}, ramp_time: ${WARM_UP}s, runtime: ${runtime}s }`,
    `  ${WORKLOADS[1]}: { extends: ${WORKLOADS[0]}, rw: randwrite }`,
    `  ${WORKLOADS[2]}: { extends: ${WORKLOADS[0]}, rw: read, bs: 1m, iodepth: ${sequential} }`,
    `  ${WORKLOADS[3]}: { extends: ${WORKLOADS[2]}, rw: write }`,
    `design: { replicates: ${REPLICATES}${several ? `, reference: { target: ${first} }` : ''} }`,
    ...(several ? [`decide: { metric: iops, where: { workload: ${WORKLOADS[0]} }, prefer: highest }`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** As the spec reads it: a dollar at the beginning would be a factor. */
function quoted(path: string): string {
  if (path.startsWith('$')) return JSON.stringify(`$${path}`);
  return /^[\w.-]*\/[\w./-]*$/.test(path) ? path : JSON.stringify(path);
}

/** One name a path: its last part, with what no name may hold as `-`; numbered where others have it. */
export function targetNames(paths: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (const path of paths) {
    const part = path.split('/').findLast((one) => one !== '' && one !== '.' && one !== '..') ?? '';
    const plain = part.replace(/[^A-Za-z0-9-]+/g, '-').replace(/^[^A-Za-z]+|-+$/g, '') || 'folder';
    let name = plain.slice(0, 32);
    for (let n = 2; names.includes(name); n += 1) name = `${plain.slice(0, 28)}-${n}`;
    names.push(name);
  }
  return names;
}
