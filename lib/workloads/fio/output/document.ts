/** One JSON document of fio: one call, or one snapshot of a call that went on. */
import { type Job, getOption, readJob } from './job';
import { isRecord, toNumber } from './figure';

export interface FioDocument {
  /** As fio states it, e.g. `fio-3.33`. */
  readonly version: string | null;
  /** When it was written, epoch milliseconds; null before fio 2.18 or so. */
  readonly writtenMs: number | null;
  readonly jobs: readonly Job[];
  /** What it says of its disks (`disk_util`); null where it names none. */
  readonly disks: Readonly<Record<'read' | 'write', DiskWork>> | null;
  /** The disk, where it names just one. */
  readonly onlyDisk: DiskTime | null;
  /** Seconds from the start of fio to when it was written, by a clock that nobody sets; null: not printed. */
  readonly elapsed: number | null;
}

/** What disks were asked for in one direction. Of a disk that is made of others they are listed, too. */
export interface DiskWork {
  /** Requests to all of them, before the kernel merged any: never too few. */
  readonly most: number;
  /** Requests to the one that had most: never too many. */
  readonly least: number;
  /** Bytes of all, never too few; null where the version does not print it. */
  readonly bytes: number | null;
}

/** Requests of a disk in both directions, and how long they were there. */
export interface DiskTime {
  readonly requests: number;
  /** Of all requests together, milliseconds. */
  readonly ticksMs: number;
  /** Share of the time in which it had any, 0–1. */
  readonly busy: number;
}

/** Of the counters of the kernel, whatever the disk has (Documentation/block/stat.rst). */
const SECTOR = 512;
/** The entry in `client_stats` that repeats the sum of all others. */
const ALL_CLIENTS = 'All clients';

/** Reads what {@link scan} found. */
export function readDocument(json: Readonly<Record<string, unknown>>): FioDocument {
  const version = json['fio version'];
  const seconds = toNumber(json['timestamp']);
  const jobs = [...listEntries(json['jobs']), ...listClients(json['client_stats'])];
  return {
    version: typeof version === 'string' ? version : null,
    writtenMs: toNumber(json['timestamp_ms']) ?? (seconds === null ? null : seconds * 1000),
    jobs: jobs.map((entry) => readJob(entry, json['global options'])),
    disks: readDisks(listEntries(json['disk_util'])),
    onlyDisk: readOnlyDisk(listEntries(json['disk_util'])),
    elapsed: jobs.reduce((most, entry) => Math.max(most, toNumber(entry['elapsed']) ?? 0), 0) || null,
  };
}

/**
 * Drops snapshots: with `--status-interval` every document repeats the counts of the one before and adds to them. Calls
 * whose outputs were appended to one file all stay.
 */
export function dropSnapshots(documents: readonly FioDocument[]): readonly FioDocument[] {
  return documents.filter((document, index) => {
    const next = documents[index + 1];
    return next === undefined || !isSnapshot(document, next);
  });
}

function isSnapshot(earlier: FioDocument, later: FioDocument): boolean {
  if (earlier.version !== later.version || !hasSameJobs(earlier.jobs, later.jobs)) return false;
  if (sumIos(later) < sumIos(earlier) || sumRuntimeMs(later) < sumRuntimeMs(earlier)) return false;
  if (sumIos(earlier) === 0) return true;
  if (earlier.writtenMs === null || later.writtenMs === null) return true;
  // The later one had begun when the earlier one was written.
  const began = later.jobs.find(({ startedMs }) => startedMs !== null)?.startedMs;
  return (began ?? later.writtenMs - sumRuntimeMs(later)) < earlier.writtenMs;
}

/** Compared job by job: most documents differ in the first, and none has to be printed for it. */
function hasSameJobs(some: readonly Job[], others: readonly Job[]): boolean {
  if (some.length !== others.length || !hasSameOptions(some[0]?.globals ?? {}, others[0]?.globals ?? {})) return false;
  return some.every((job, index) => {
    const other = others[index];
    const same = other !== undefined && job.name === other.name && job.groupId === other.groupId;
    return same && hasSameOptions(job.options, other.options);
  });
}

function hasSameOptions(some: Job['options'], others: Job['options']): boolean {
  const names = Object.keys(some);
  const read = (options: Job['options'], name: string): string | null => getOption({ options, globals: {} }, name);
  return names.length === Object.keys(others).length && names.every((name) => read(some, name) === read(others, name));
}

function sumIos({ jobs }: FioDocument): number {
  return jobs.flatMap(({ directions }) => directions).reduce((sum, direction) => sum + direction.ios, 0);
}

/** Groups run one after another, the jobs of a group at once. */
function sumRuntimeMs({ jobs }: FioDocument): number {
  const longest = new Map<number, number>();
  for (const { groupId, directions } of jobs) {
    longest.set(groupId, Math.max(longest.get(groupId) ?? 0, ...directions.map((direction) => direction.runtimeMs)));
  }
  return [...longest.values()].reduce((sum, value) => sum + value, 0);
}

function listEntries(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function readDisks(disks: readonly Record<string, unknown>[]): FioDocument['disks'] {
  if (disks.length === 0) return null;
  const work = (direction: string): DiskWork => {
    const each = (key: string): readonly number[] => disks.map((disk) => toNumber(disk[`${direction}_${key}`]) ?? 0);
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    return {
      most: sum([...each('ios'), ...each('merges')]),
      least: Math.max(...each('ios')),
      bytes: disks.every((disk) => disk[`${direction}_sectors`] !== undefined) ? SECTOR * sum(each('sectors')) : null,
    };
  };
  return { read: work('read'), write: work('write') };
}

function readOnlyDisk([disk, ...others]: readonly Record<string, unknown>[]): DiskTime | null {
  if (disk === undefined || others.length > 0) return null;
  const sum = (key: string): number | null => {
    const [read, write] = [toNumber(disk[`read_${key}`]), toNumber(disk[`write_${key}`])];
    return read === null || write === null ? null : read + write;
  };
  const [requests, ticksMs, percent] = [sum('ios'), sum('ticks'), toNumber(disk['util'])];
  return requests === null || ticksMs === null || percent === null ? null : { requests, ticksMs, busy: percent / 100 };
}

/** The clients, or their sum where only that is there: never both. */
function listClients(value: unknown): readonly Record<string, unknown>[] {
  const all = listEntries(value);
  const single = all.filter((entry) => entry['jobname'] !== ALL_CLIENTS);
  return single.length > 0 ? single : all;
}
