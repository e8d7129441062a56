/**
 * One entry of `jobs` or `client_stats`, in base units. Units and keys differ between versions, so the reader checks
 * which keys an object has, not its version (https://fio.readthedocs.io/en/latest/fio_doc.html#json-output).
 */
import { sumAll } from '../../../shapes/collections';
import { isMetadataEngine } from '../options/engine';
import { readFlushing } from '../options/flushes';
import { isSet } from '../options/pacing-options';
import { parseSize } from '../options/values';
import type { SyncLatency, Direction, Operation } from './direction';
import { listContradictions, type RawDirection, checkBlockSizes } from './consistency';
import { type FigureFault, FigureReader, isRecord, toNumber, toRecord } from './figure';
import { type Latency, readLatency } from './latency';

export interface Job {
  readonly name: string;
  readonly groupId: number;
  /** errno; 0 if there was no error. */
  readonly error: number;
  /** Failed I/Os after which the job continued (`continue_on_error`). */
  readonly failedIos: number;
  /** Epoch milliseconds; null if the version does not print it. */
  readonly startedMs: number | null;
  /** Total measured time of the job's threads, milliseconds; null if the version does not print it. */
  readonly workedMs: number | null;
  /** Major page faults of the job's threads (`majf`). */
  readonly majorFaults: number;
  /** Whether the job ended early because the rate was steady (`steadystate`). */
  readonly steady: boolean;
  /** CPU time per thread, user and system, as a share of the run time, 0–1; null if not printed. */
  readonly cpu: number | null;
  /** Seconds per second in which the threads submitted I/Os, summed over threads: IOPS × submission latency. */
  readonly submitting: number;
  /** Host and port of a client (`fio --client`); empty without clients. */
  readonly client: string;
  /** Why the entry does not show the options of its jobs; null if it does. */
  readonly unstated: string | null;
  /** Number of jobs by their time, if their options are not known: total time ÷ run time. */
  readonly count: number;
  /** The job's own options from the JSON; empty if they are not known. {@link getOption} reads them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Global options, one object for all jobs: copies would need jobs × options. */
  readonly globals: Readonly<Record<string, unknown>>;
  /** Directions with I/O. */
  readonly directions: readonly Direction[];
  /** Impossible or contradictory figures. */
  readonly faults: readonly FigureFault[];
}

const KIB_BYTES = 1024;
/** Figures that are always numbers if fio made I/Os. */
const SPREAD_KEYS = ['iops_mean', 'iops_stddev', 'iops_samples'];
const DIRECTION_PREFIX = { read: 'read ', write: 'write ', trim: 'trim ', mixed: 'mixed ' } as const;
const RATE_KEYS = ['iops', 'bw', 'bw_bytes', 'runtime', 'total_ios', 'io_bytes', 'io_kbytes'];
type OptionalRate = number | null;
/** Keys of short I/Os and of dropped I/Os. */
const SHORT_IO_KEYS = ['short_ios', 'drop_ios'];

/** Reads one entry. @param globals `global options` of the document @param own `job options`, or why it has none */
export function readJob(entry: Entry, globals: unknown, own: Entry | string = toRecord(entry['job options'])): Job {
  const figures = new FigureReader();
  const name = typeof entry['jobname'] === 'string' ? entry['jobname'] : 'job';
  const isGiven = typeof own !== 'string';
  const printed = { options: isGiven ? own : toRecord(entry['job options']), globals: toRecord(globals) };
  const count = countJobs(entry, printed);
  const unstated = isGiven ? explainUnstated(entry, printed, count) : own;
  const { options, globals: ofAll } = unstated === null || !isGiven ? printed : { options: {}, globals: {} };
  const head = {
    name: unstated !== null && (count > 1 || isGiven) && name !== ALL_CLIENTS_NAME ? GROUP_NAME : name,
    client: entry['hostname'] === undefined ? '' : JSON.stringify([entry['hostname'], entry['port']]),
    unstated,
    count,
    groupId: toNumber(entry['groupid']) ?? 0,
    failedIos: figures.take(entry['total_err'], 'total_err') ?? 0,
    startedMs: toNumber(entry['job_start']) || null,
    workedMs: toNumber(entry['job_runtime']) || null,
    majorFaults: toNumber(entry['majf']) ?? 0,
    steady: toNumber(toRecord(entry['steadystate'])['attained']) === 1,
    cpu: readCpu(entry, figures),
    options,
    globals: ofAll,
  };
  const foreign = listForeignSections(entry);
  if (foreign.length > 0) figures.note('foreign', foreign.join(', '));
  // errno, which is negative in some versions: only a non-number is impossible.
  const error = toNumber(entry['error']);
  if (error === null) figures.take(entry['error'], 'error');
  // `total_ios` counts only fsync, whereas `N` includes fdatasync (fio 3.33).
  const flushes = readLatency(toRecord(entry['sync']), 'sync', 'lat', figures);
  const metadata = isMetadataEngine(getOption(printed, 'ioengine'));
  const measured = (['read', 'write', 'trim', 'mixed'] as const)
    .map((operation) => readDirection(operation, entry[operation], head, { figures, flushes, metadata }))
    .filter((one) => one !== null);
  const directions = measured.map(({ direction }) => direction);
  const verifies = (getOption(head, 'verify') ?? '0') !== '0';
  // Impossible figures contradict other figures anyway, so further checks would add nothing.
  if (figures.faults.length === 0)
    for (const text of listContradictions(measured, entry, verifies, flushes)) figures.note('inconsistent', text);
  // Failed jobs and contradictions are already reported, so this check would add nothing.
  if (figures.faults.length === 0 && error === 0)
    for (const text of checkBlockSizes(measured, (name) => getOption(head, name))) figures.note('inconsistent', text);
  return {
    ...head,
    error: error ?? 0,
    submitting: measured.reduce(
      (sum, { direction, submission }) =>
        sum + (direction.operation === 'mixed' ? 0 : (direction.iops * (submission?.meanUs ?? 0)) / 1e6),
      0,
    ),
    // `unified_rw_reporting=both` prints mixed figures in addition to their parts.
    directions: directions.length > 1 ? directions.filter(({ operation }) => operation !== 'mixed') : directions,
    faults: figures.faults,
  };
}

type Entry = Readonly<Record<string, unknown>>;

const SECTIONS = ['read', 'write', 'trim', 'mixed', 'sync'];

/** Sections with I/Os that fio does not have; only looked for if one of its own is missing. */
function listForeignSections(entry: Entry): readonly string[] {
  if (('read' in entry && 'write' in entry && 'trim' in entry) || 'mixed' in entry) return [];
  return Object.keys(entry).filter((key) => !SECTIONS.includes(key) && 'total_ios' in toRecord(entry[key]));
}

/** Name of the entry in `client_stats` that contains the sum of all other entries. */
export const ALL_CLIENTS_NAME = 'All clients';
/** Name of an entry that sums the jobs of several sections. */
const GROUP_NAME = 'group';

/** Below this run time, rounding may look like another job. Chosen. */
const MIN_COUNTED_MS = 100;

/** Jobs of an entry, by their total time; 1 if the version does not print it. */
function countJobs(entry: Entry, printed: JobOptions): number {
  const times = (['read', 'write', 'trim', 'mixed'] as const).map(
    (one) => toNumber(toRecord(entry[one])['runtime']) ?? 0,
  );
  // Jobs that verify read after they wrote; other jobs do both at once.
  const verifies = (getOption(printed, 'verify') ?? '0') !== '0';
  const runtime = verifies ? sumAll(times) : Math.max(...times);
  const worked = toNumber(entry['job_runtime']) ?? 0;
  return runtime >= MIN_COUNTED_MS ? Math.max(1, Math.round(worked / runtime)) : 1;
}

/**
 * With `group_reporting`, fio sums the jobs of all sections up to a `stonewall`, under the name of the first and with
 * the options of the last.
 */
function explainUnstated(entry: Entry, printed: JobOptions, count: number): string | null {
  const isOnly = (rw: RegExp): boolean => rw.test(getOption(printed, 'rw') ?? getOption(printed, 'readwrite') ?? '');
  const moves = (one: string): boolean => (toNumber(toRecord(entry[one])['total_ios']) ?? 0) > 0;
  const verifies = (getOption(printed, 'verify') ?? '0') !== '0';
  const hasOthers =
    getOption(printed, 'group_reporting') !== null &&
    ((moves('read') && !verifies && isOnly(/^(?:rand)?write/)) || (moves('write') && isOnly(/^(?:rand)?read(?!w)/)));
  // Jobs of a command line have their name as an option.
  const name = getOption({ ...printed, globals: {} }, 'name');
  const isOwn = name === null || name === entry['jobname'];
  const isExplained = isOwn && !hasOthers && count <= (Number(getOption(printed, 'numjobs') ?? 1) || 1);
  if (isExplained || listOptions(printed).length === 0) return null;
  const jobs = `${count > 1 ? `${count} ` : ''}jobs of several sections (first: ${String(entry['jobname'])})`;
  return `fio summed ${jobs} and shows the options of one (\`group_reporting\`; rerun without it)`;
}

/** Returns a job's option, or else the global one; null if unset. */
export function getOption({ options, globals }: Pick<Job, 'options' | 'globals'>, name: string): string | null {
  const own = options[name];
  // Fast path for unset options, the usual case. Inherited properties are neither text nor number.
  const value = own === undefined || !Object.hasOwn(options, name) ? globals[name] : own;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** Maximum number of options, more than real jobs have. */
const MAX_OPTIONS = 1000;

export type OptionPair = readonly [string, string];

/** Options in fio's order, which is the order of reading except for repeated options. */
export function listOptions({ globals, options }: JobOptions): readonly OptionPair[] {
  const lines: OptionPair[] = [];
  for (const all of [globals, options]) {
    for (const name of Object.keys(all).slice(0, MAX_OPTIONS)) {
      const value = all[name];
      if (typeof value === 'string' || typeof value === 'number') lines.push([name, String(value)]);
    }
  }
  return lines;
}

type JobOptions = Pick<Job, 'options' | 'globals'>;

function readCpu(entry: Readonly<Record<string, unknown>>, figures: FigureReader): number | null {
  const [user, system] = [figures.take(entry['usr_cpu'], 'usr_cpu'), figures.take(entry['sys_cpu'], 'sys_cpu')];
  return user === null || system === null ? null : (user + system) / 100;
}

interface DirectionContext {
  readonly figures: FigureReader;
  /** Flush latency of the whole job. */
  readonly flushes: Latency | null;
  /** Whether it moves no data. */
  readonly metadata: boolean;
}

function readDirection(
  operation: Operation,
  value: unknown,
  job: JobOptions,
  { figures, flushes, metadata }: DirectionContext,
): RawDirection | null {
  if (!isRecord(value)) return null;
  const prefix = DIRECTION_PREFIX[operation];
  const [iops, bwKib, bwBytes, runtime, totalIos, ioBytes, ioKbytes] = RATE_KEYS.map((key) =>
    figures.takeNamed(value[key], prefix, key),
  ) as [OptionalRate, OptionalRate, OptionalRate, OptionalRate, OptionalRate, OptionalRate, OptionalRate];
  const [mean, deviation, samples] = SPREAD_KEYS.map((key) => figures.takeNamed(value[key], prefix, key) ?? 0) as [
    number,
    number,
    number,
  ];
  const runtimeMs = runtime ?? 0;
  const ios = totalIos ?? Math.round(((iops ?? 0) * runtimeMs) / 1000);
  const rawBytes = ioBytes ?? 0;
  if (ios === 0 && (iops ?? 0) === 0 && rawBytes === 0) return null;
  for (const key of RATE_KEYS)
    if (key !== 'io_kbytes' && value[key] === null) figures.noteImpossible(`${operation} ${key}`, null);
  // Before io_kbytes existed, io_bytes was in KiB.
  const bytes = ioKbytes === null ? rawBytes * KIB_BYTES : rawBytes;
  // With `disable_lat`, fio 3.33 prints the time since its start as submission latency.
  const isDue = !isSet(getOption(job, 'disable_lat'));
  const submission = isDue ? readLatency(value, operation, 'slat', figures) : null;
  const total = readLatency(value, operation, 'lat', figures);
  const completion = readLatency(value, operation, 'clat', figures);
  const shown = hasPercentiles(completion) ? completion : hasPercentiles(total) ? total : null;
  const direction = {
    operation,
    ios,
    shortIos: countShortIos(operation, job, ios, (key) => figures.takeNamed(value[key], prefix, key)),
    bytes,
    iops: iops ?? 0,
    bandwidth: metadata || (bwBytes ?? bwKib) === null ? null : bwBytes || (bwKib ?? 0) * KIB_BYTES,
    runtimeMs,
    latencyMeanUs: total?.meanUs ?? completion?.meanUs ?? null,
    percentilesUs: shown?.percentilesUs ?? {},
    percentilesOf: shown === null ? null : shown === total ? ('lat' as const) : ('clat' as const),
    bins: shown?.bins ?? null,
    commits: readSyncLatency(operation, ios, job, { whole: total ?? completion, shown, flushes }),
    spread: {
      mostUs: (total ?? completion)?.mostUs ?? null,
      latency: completion === null ? null : (completion.deviationUs ?? Infinity) / completion.meanUs,
      rate: { least: toNumber(value['iops_min']) ?? mean, mean, deviation, samples },
    },
  };
  const bandwidths: Record<string, number> = {};
  if (!metadata && bwBytes !== null) bandwidths['bw_bytes'] = bwBytes;
  if (!metadata && bwKib !== null) bandwidths['bw'] = bwKib * KIB_BYTES;
  return { direction, countedIos: totalIos ?? countBlocks(bytes, job), bandwidths, submission, completion, total };
}

/** fio 3.33 counts each call of `sync_file_range`, after N writes (`write:N`), as a short write. */
function countShortIos(operation: Operation, job: JobOptions, ios: number, take: (key: string) => number | null) {
  const given = SHORT_IO_KEYS.reduce((sum, key) => sum + (take(key) ?? 0), 0);
  const every = operation === 'write' ? Number(/(\d+)$/.exec(getOption(job, 'sync_file_range') ?? '')?.[1]) : 0;
  return every > 0 ? Math.max(0, given - Math.floor(ios / every)) : given;
}

/** Flushes count as part of the writes. With O_SYNC or O_DSYNC, the write itself is the commit. */
function readSyncLatency(
  operation: Operation,
  ios: number,
  job: JobOptions,
  { whole, shown, flushes }: Readonly<Record<'whole' | 'shown' | 'flushes', Latency | null>>,
): SyncLatency | null {
  if (operation === 'read' || operation === 'trim') return null;
  const flushing = readFlushing((name) => getOption(job, name));
  // `sync_file_range` makes nothing durable.
  if (flushing?.isWrite !== false && isSet(getOption(job, 'sync_file_range'))) return null;
  if (flushes !== null) return { ...flushes, count: flushes.count ?? flushes.bins?.count ?? 0 };
  const isCommit = operation === 'write' && flushing?.isWrite === true;
  if (!isCommit || whole === null) return null;
  const { percentilesUs, bins } = shown ?? { percentilesUs: {}, bins: null };
  return { count: ios, meanUs: whole.meanUs, percentilesUs, bins };
}

/** Bytes ÷ block size; null for mixed or unknown sizes. */
function countBlocks(bytes: number, job: JobOptions): number | null {
  if (getOption(job, 'bssplit') !== null || getOption(job, 'bsrange') !== null) return null;
  const size = parseSize(getOption(job, 'bs') ?? '') ?? 0;
  return size > 0 ? bytes / size : null;
}

function hasPercentiles(found: Latency | null): found is Latency {
  return found !== null && (found.bins !== null || Object.keys(found.percentilesUs).length > 0);
}
