/** One JSON document of fio: the result of a call, or a snapshot of a running call. */
import { ALL_CLIENTS_NAME, type Job, getOption, readJob } from './job';
import { isRecord, toNumber } from './figure';

export interface FioDocument {
  /** Version as fio prints it, e.g. `fio-3.33`. */
  readonly version: string | null;
  /** Time of writing, epoch milliseconds; null before about fio 2.18. */
  readonly writtenMs: number | null;
  readonly jobs: readonly Job[];
  /** Disk statistics (`disk_util`); null if no disk is named. */
  readonly disks: Readonly<Record<'read' | 'write', DiskWork>> | null;
  /** The disk, if exactly one is named. */
  readonly onlyDisk: DiskTime | null;
  /** Seconds from the start of fio until the document was written, by a monotonic clock; null if not printed. */
  readonly elapsed: number | null;
}

/** Disk requests of one direction. Components of a composite disk are also listed. */
export interface DiskWork {
  /** Requests to all disks before merging, an upper bound. */
  readonly most: number;
  /** Requests to the busiest disk, a lower bound. */
  readonly least: number;
  /** Bytes of all disks, an upper bound; null if the version does not print them. */
  readonly bytes: number | null;
}

/** Requests of a disk in both directions, and their time. */
export interface DiskTime {
  readonly requests: number;
  /** Total time of all requests, milliseconds. */
  readonly ticksMs: number;
  /** Share of the time with at least one request, 0–1. */
  readonly busy: number;
}

/** Bytes per sector in kernel counters, for all disks (Documentation/block/stat.rst). */
const SECTOR_BYTES = 512;

/** `fio --client` prints no options for some sections. */
const NO_OPTIONS = 'the client of fio printed no options for it';

/** @param unstated why the document shows no options */
export function readDocument(json: Readonly<Record<string, unknown>>, unstated?: string): FioDocument {
  const version = json['fio version'];
  const seconds = toNumber(json['timestamp']);
  const clients = listClients(json['client_stats']);
  const jobs = [...listEntries(json['jobs']), ...clients];
  const ofClients = new Map(
    clients.flatMap((entry) => (isRecord(entry['job options']) ? [[toSectionKey(entry), entry['job options']]] : [])),
  );
  return {
    version: typeof version === 'string' ? version : null,
    writtenMs: toNumber(json['timestamp_ms']) ?? (seconds === null ? null : seconds * 1000),
    jobs: jobs.map((entry) => {
      const globals = findGlobals(json['global options'], entry);
      if (clients.length === 0) return readJob(entry, globals, unstated);
      const printed = entry['job options'];
      const own = isRecord(printed) ? printed : ofClients.get(toSectionKey(entry));
      return own === undefined ? readJob(entry, {}, NO_OPTIONS) : readJob(entry, globals, own);
    }),
    disks: readDisks(listEntries(json['disk_util'])),
    onlyDisk: readOnlyDisk(listEntries(json['disk_util'])),
    elapsed: jobs.reduce((most, entry) => Math.max(most, toNumber(entry['elapsed']) ?? 0), 0) || null,
  };
}

/**
 * Drops snapshots: with `--status-interval`, every document repeats and increases the counts of the previous one.
 * Documents of separate calls in one file are kept.
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
  // The later document belongs to a call that began before the earlier document was written.
  const began = later.jobs.find(({ startedMs }) => startedMs !== null)?.startedMs;
  return (began ?? later.writtenMs - sumRuntimeMs(later)) < earlier.writtenMs;
}

/** Compares job by job: most documents differ in the first job, so serializing them would be wasted. */
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

/** Groups run in succession, the jobs of a group concurrently. */
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
      bytes: disks.every((disk) => disk[`${direction}_sectors`] !== undefined)
        ? SECTOR_BYTES * sum(each('sectors'))
        : null,
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

/** Section of an entry: clients run the same sections. */
function toSectionKey(entry: Readonly<Record<string, unknown>>): string {
  return `${String(entry['jobname'])}/${String(entry['groupid'])}`;
}

/** Newer versions print a list for several clients, with host and port of each. */
function findGlobals(value: unknown, entry: Readonly<Record<string, unknown>>): unknown {
  if (!Array.isArray(value)) return value;
  const all = value.filter(isRecord);
  const found = all.find((one) => one['hostname'] === entry['hostname'] && one['port'] === entry['port']) ?? all[0];
  const { hostname: _host, port: _port, ...options } = found ?? {};
  return options;
}

/** Lists the clients, or their sum if there is nothing else. */
function listClients(value: unknown): readonly Record<string, unknown>[] {
  const all = listEntries(value);
  const single = all.filter((entry) => entry['jobname'] !== ALL_CLIENTS_NAME);
  return single.length > 0 ? single : all;
}
