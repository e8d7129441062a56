/** `fsxbench try`: measures folders of this machine for about 90 seconds, with a generated spec that it prints. */
import { realpathSync, statfsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Cli, type Options, UserError } from '../command';
import { runSpec } from './run';
import type { ExitCode } from '../exit-code';
import { ALLOWED_PATHS_TEXT, checkDataPath } from '../../workloads/protected-paths';
import { formatBytes, TIME } from '../../shapes/quantity';
import { toText } from '../options';
import { toPrintable } from '../../shapes/printable';
import { formatName } from '../user-file';
import { checkPaths } from '../../local/target-paths';
import { findSilentPaths, SILENT_TEXT } from '../../local/silent-paths';
import { ensure } from '../../shapes/errors';
import { listAlike } from '../../workloads/tools/commit-engines';
import { makeTargetNames, quotePath } from '../folder-names';
import { type CommitRequest, formatCommitLines, makeCommitSections, readEngine } from '../try-commits';

/** @returns see `lib/cli/exit-code.ts` */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  await refuseSilentPaths(cli, args.slice(0, PATHS_MAX));
  const folders = checkFolders(cli, args);
  const request = readRequest(options);
  if (request.kind !== 'data') refuseMemory(folders);
  const absolute = folders.map((folder) => ({ ...folder, path: resolve(cli.cwd, folder.path) }));
  const text = makeTrySpec(absolute, request);
  const json = options['json'] === true;
  for (const paths of json ? [] : groupByDevice(cli, folders))
    cli.err.write(`note: ${paths.join(' and ')} are on one file system, so differences between them are noise\n`);
  if (request.kind === 'fsync' && !json) cli.err.write(`note: ${ENGINES}\n`);
  const lines = request.kind === 'commits' ? { describe: formatCommitLines } : {};
  return runSpec(cli, { file: 'try', text }, options, { shows: true, ...lines });
}

const ENGINES =
  `a log that is overwritten, with one flush for each commit: as ${listAlike('recycled').join(', ')}. ` +
  'SQLite by default, Redis, RocksDB, LevelDB and MariaDB with binlog flush more often: measure those with --commits';

/** @throws UserError `BadFolders` with a line per folder in memory */
function refuseMemory(folders: readonly Folder[]): void {
  const found = folders.filter(({ memory }) => memory);
  if (found.length === 0) return;
  const why = 'is in memory, where nothing is committed, as a restart loses all. Name a folder on a disk';
  throw toBadFolders(found.map(({ path }) => `${toPrintable(formatName(path))}: ${why}`));
}

/** What to measure: reads and writes, commits of a log with fio, or commits of engines. */
export type TryRequest =
  | { readonly kind: 'data' }
  | { readonly kind: 'fsync'; readonly within: string }
  | ({ readonly kind: 'commits' } & CommitRequest);

/** @throws UserError for an invalid threshold or engine, and for options that exclude each other */
function readRequest(options: Options): TryRequest {
  const [limit, name] = [toText(options['atMost']), toText(options['engine'])];
  const refuse = (why: string): UserError => new UserError('BadOption', why);
  if (limit !== undefined && !((TIME.read(limit) ?? 0) > 0))
    throw refuse(`--at-most: found '${limit}'; allowed: a time above 0 with its unit, e.g. 2ms`);
  const within = limit?.replaceAll(/[\s,]/g, '');
  const commits = options['commits'] === true || name !== undefined;
  if (commits && options['fsync'] === true) throw refuse('--fsync: omit it with --commits, which includes such a log');
  if (commits && within !== undefined && name === undefined)
    throw refuse('--at-most: with --commits it requires --engine, as engines differ');
  if (commits) return { kind: 'commits', engine: name === undefined ? null : readEngine(name), within: within ?? null };
  if (options['fsync'] === true) return { kind: 'fsync', within: within ?? COMMIT_WORKLOAD.within };
  if (within !== undefined)
    throw refuse('--at-most: requires --fsync or --engine: it is the threshold for the p99 commit latency');
  return { kind: 'data' };
}

/** Magic numbers of tmpfs and ramfs: include/uapi/linux/magic.h. */
const MEMORY_MAGIC: readonly number[] = [0x01021994, 0x858458f6];
/** More folders would take more than ten minutes; use a spec for them. */
const PATHS_MAX = 8;

/** @throws UserError `BadFolders` with a line per folder that does not respond; other calls on it would block */
export async function refuseSilentPaths(cli: Cli, paths: readonly string[]): Promise<void> {
  const silent = [...(await findSilentPaths(paths, cli.cwd))];
  if (silent.length > 0) throw toBadFolders(silent.map((path) => `${toPrintable(formatName(path))}: ${SILENT_TEXT}`));
}

/** @throws UserError `BadFolders` with a line per folder that cannot be a target */
export function refuseBadFolders(cli: Cli, paths: readonly string[]): void {
  const wrong = paths.map((path, index): string | null =>
    paths.indexOf(path) < index
      ? 'named twice; name each folder once'
      : findFolderProblem(resolve(cli.cwd, path), path),
  );
  const places = paths.filter((_, index) => wrong[index] === null).map((path) => [path, path] as const);
  const byPath = new Map(checkPaths(places, cli.cwd).map(({ path, message }) => [path[1], message]));
  const lines = paths.flatMap((path, index) => {
    const why = wrong[index] ?? byPath.get(path);
    return why === undefined ? [] : [`${toPrintable(formatName(path))}: ${why}`];
  });
  if (lines.length > 0) throw toBadFolders(lines);
}

/** @throws UserError `BadFolders` with a line per unsuitable folder */
export function checkFolders(cli: Cli, paths: readonly string[]): readonly Folder[] {
  if (paths.length > PATHS_MAX)
    throw toBadFolders([`found ${paths.length} folders; allowed: up to ${PATHS_MAX}. Write a spec for more`]);
  refuseBadFolders(cli, paths);
  const folders = paths.map((path): Folder => {
    const { bavail, bsize, type } = statfsSync(resolve(cli.cwd, path));
    return { path, freeBytes: bavail * bsize, memory: MEMORY_MAGIC.includes(Number(type)) };
  });
  const full = folders.filter((folder) => pickFileBytes(Array<Folder>(folders.length).fill(folder)) < FILE_MIN);
  const least = `try writes at most an eighth of it, and needs test files of ${formatBytes(FILE_MIN)} per folder`;
  if (full.length > 0)
    throw toBadFolders(
      full.map(
        ({ path, freeBytes }) =>
          `${toPrintable(formatName(path))}: found ${formatBytes(freeBytes)} of free space; ${least}`,
      ),
    );
  return folders;
}

/** Groups of folders on one file system: differences between them are noise. */
export function groupByDevice(cli: Cli, folders: readonly Folder[]): readonly (readonly string[])[] {
  const devices = new Map<number, string[]>();
  for (const { path } of folders) {
    const { dev } = statSync(realpathSync(resolve(cli.cwd, path)));
    devices.set(dev, [...(devices.get(dev) ?? []), path]);
  }
  return [...devices.values()].filter((paths) => paths.length > 1);
}

/** Null for an existing folder. Missing ones are not created: most likely a typing error. */
function findFolderProblem(absolute: string, path: string): string | null {
  if (path === '') return 'found an empty text; allowed: the path of a folder';
  if (path.startsWith('~')) return '`~` is not expanded here: write an absolute or relative path';
  if (/\p{Cc}/u.test(path)) return 'has control characters; allowed: the path of a folder';
  const byName = checkDataPath(absolute);
  if (byName !== null) return `${byName}; allowed: ${ALLOWED_PATHS_TEXT}`;
  if (statSync(absolute, { throwIfNoEntry: false }) !== undefined) return null;
  return `no such folder (expected at ${absolute}); create it first`;
}

function toBadFolders(lines: readonly string[]): UserError {
  return new UserError('BadFolders', lines.join('\n'));
}

/** A checked folder of this machine. */
export interface Folder {
  /** Path as typed. */
  readonly path: string;
  /** Free space for users other than root. */
  readonly freeBytes: number;
  /** Whether its file system is in memory. */
  readonly memory: boolean;
}

const MIB = 1024 * 1024;
/** Larger files would take longer to write than all trials. */
const FILE_MAX = 256 * MIB;
/** Smaller files fit into the cache of any disk. */
const FILE_MIN = 16 * MIB;
/** Divisor of the free space to use: each workload has a file, and all folders may be on one disk. */
const FREE_SPACE_DIVISOR = 8;

/** Total seconds of all trials of one or two folders, and the overhead of one trial. */
const TOTAL_SECONDS = 84;
const OVERHEAD_SECONDS = 2.2;
const WARM_UP = 1;
/** Measured seconds per trial: a disk needs at least 2; for longer trials write a spec. */
const RUNTIME = { least: 2, most: 5 };
const REPLICATES = 3;

const WORKLOADS = ['random-read-4k', 'random-write-4k', 'read-1m', 'write-1m'] as const;

/** @returns bytes of one file; below {@link FILE_MIN} without enough space */
export function pickFileBytes(folders: readonly Folder[]): number {
  const least = Math.min(...folders.map(({ freeBytes }) => freeBytes));
  const room = Math.floor(least / (FREE_SPACE_DIVISOR * folders.length) / FILE_MIN) * FILE_MIN;
  return Math.min(FILE_MAX, room);
}

/**
 * The fio command of etcd for its log, and its requirement for the p99 of commits:
 * https://etcd.io/docs/v3.6/faq/#what-does-the-etcd-warning-failed-to-send-out-heartbeat-on-time-mean
 */
const COMMIT_WORKLOAD = {
  load: 'rw: write, ioengine: sync, fdatasync: 1, bs: 2300 B, direct: false',
  notes: [
    '# Commits overwrite a file of full size, like logs that are reused. A log that grows by appending costs more per',
    '# commit, because its new size must be written too.',
  ],
  bytes: 22 * MIB,
  within: '10ms',
  /** Seconds: the minimum for the steadiness test (`SteadinessNotTested`). */
  runtime: 11,
  /** So many decide a threshold by folders: among four, the rule for a choice needs six (docs/statistics.md, 6). */
  replicates: (folders: number): number => (folders > 1 && folders < 4 ? 5 : 6),
};

/** A spec that measures one or two folders in about 90 seconds. */
export function makeTrySpec(folders: readonly Folder[], request: TryRequest = { kind: 'data' }): string {
  const within = request.kind === 'fsync' ? request.within : '';
  const fsync = request.kind === 'fsync';
  const several = folders.length > 1;
  const replicates = fsync ? COMMIT_WORKLOAD.replicates(folders.length) : REPLICATES;
  const trials = folders.length * WORKLOADS.length * replicates;
  const shared = Math.min(RUNTIME.most, Math.max(RUNTIME.least, Math.floor(TOTAL_SECONDS / trials - OVERHEAD_SECONDS)));
  const runtime = fsync ? COMMIT_WORKLOAD.runtime : shared;
  const names = makeTargetNames(folders.map(({ path }) => path));
  const [first = ''] = names;
  // A memory file system handles one I/O at a time, and all folders get the same workload.
  const memory = folders.some((folder) => folder.memory);
  const [random, sequential] = memory ? [1, 1] : [16, 4];
  const times = `ramp_time: ${WARM_UP}s, runtime: ${runtime}s }`;
  const size = formatBytes(fsync ? Math.min(pickFileBytes(folders), COMMIT_WORKLOAD.bytes) : pickFileBytes(folders));
  const commits = request.kind === 'commits' ? makeCommitSections(names, request) : null;
  const flags = commits?.flags ?? (fsync ? ['--fsync', '--at-most', within] : []);
  const which =
    commits?.question ??
    (fsync
      ? `${several ? 'Which folder commits' : 'Does it commit'} a write-ahead log within ${within} (p99)?`
      : several
        ? `Which of ${names.length} folders is the fastest for random reads of 4 KiB?`
        : 'How fast is this folder for small random and large sequential reads and writes?');
  const lines = [
    `# Made by: npx fsxbench ${['try', ...flags, ...folders.map(({ path }) => path)].join(' ')}`,
    '# To measure longer or differently: save it under another name, edit it, and `npx fsxbench run FILE`.',
    ...(fsync ? COMMIT_WORKLOAD.notes : []),
    'experiment: try',
    `question: ${which}`,
    'targets:',
    ...folders.map(
      ({ path }, index) =>
        `  ${ensure(names[index], 'a name a folder')}: { kind: directory, path: ${quotePath(path)} }`,
    ),
    ...(commits?.lines ?? [
      'workloads:',
      ...(fsync
        ? [`  commits: { kind: fio, ${COMMIT_WORKLOAD.load}, size: ${size}, ${times}`]
        : [
            `  ${WORKLOADS[0]}: { kind: fio, rw: randread, bs: 4k, iodepth: ${random}, size: ${size}, ${times}`,
            `  ${WORKLOADS[1]}: { extends: ${WORKLOADS[0]}, rw: randwrite }`,
            `  ${WORKLOADS[2]}: { extends: ${WORKLOADS[0]}, rw: read, bs: 1m, iodepth: ${sequential} }`,
            `  ${WORKLOADS[3]}: { extends: ${WORKLOADS[2]}, rw: write }`,
          ]),
      `design: { replicates: ${replicates}${several ? `, reference: { target: ${first} }` : ''} }`,
      ...(fsync ? [`decide: { metric: sync_latency_p99, atMost: ${within}, prefer: lowest }`] : []),
      ...(several && !fsync ? [`decide: { metric: iops, where: { workload: ${WORKLOADS[0]} }, prefer: highest }`] : []),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}
