/** How the options of a job make its writes durable, i.e. what a commit waits for. */
import { faults } from './known-options.json';
import { DEFAULT_READ_PERCENT, getReadShare, type Rw } from './operations';
import { isSet, type OptionConflict } from './pacing-options';
import { parseSize, splitNames } from './values';

/** Returns an option by its canonical name in `known-options.ts`; null if unset. */
type GetOption = (name: string) => string | null | undefined;

/** Options that make writes durable. */
const FLUSH_OPTIONS = ['fsync', 'fdatasync', 'sync'] as const;

/** How writes become durable. */
export interface FlushMode {
  readonly option: (typeof FLUSH_OPTIONS)[number];
  /** Number of writes of a job from one flush to the next. */
  readonly every: number;
  /** O_SYNC or O_DSYNC: each write waits for the storage, so its latency is the commit latency. */
  readonly isWrite: boolean;
}

/** Null if writes may remain in host memory. */
export function readFlushing(option: GetOption): FlushMode | null {
  const name = listFlushOptions(option)[0];
  if (name === undefined) return null;
  return { option: name, every: name === 'sync' ? 1 : parseSize(option(name) ?? '') || 1, isWrite: name === 'sync' };
}

/** Maximum share of a file's blocks written between two flushes. With more, memory would absorb rewrites. */
const MAX_DIRTY_SHARE = 0.1;

/** Whether writes are flushed so often that memory absorbs almost none. */
export function isFlushBound(flushing: FlushMode, blockBytes: number, fileBytes: number): boolean {
  return flushing.isWrite || flushing.every * blockBytes <= MAX_DIRTY_SHARE * fileBytes;
}

/** Flushes per write, possibly a fraction; 0 for writes that wait for the storage themselves. */
export function countFlushes(option: GetOption): number {
  const flushing = readFlushing(option);
  return flushing === null || flushing.isWrite ? 0 : 1 / flushing.every;
}

/** Why commit latencies would be wrong; null if the options agree. */
export function findFlushConflict(option: GetOption): OptionConflict | null {
  // fio counts `sync_file_range`, which makes nothing durable, among the flushes.
  const [first, second = isSet(option('sync_file_range')) ? 'sync_file_range' : undefined] = listFlushOptions(option);
  if (first === undefined) return null;
  const twice = `leave out ${first} or ${second ?? ''}: their times cannot be separated`;
  if (second !== undefined) return { code: 'FlushTwice', option: second, message: twice };
  if (first === 'sync') return null;
  const [several, { does, remedy }] = [findSeveralFiles(option), faults.otherFile];
  const other = `${first} with several files: ${does}; ${remedy}`;
  if (several !== null) return { code: 'FlushOtherFile', option: several, message: other };
  if (option('rate_process') !== 'poisson') return null;
  const why = 'with both options, fio 3.33 may crash with SIGFPE and report no I/O (axboe/fio pull request 2028)';
  const instead = `leave rate_process out, or use sync=dsync instead of ${first}`;
  const message = `rate_process=poisson with ${first}: ${why}; ${instead}`;
  return { code: 'FlushByChance', option: 'rate_process', message };
}

/** Option by which writes alternate between several files; null if flushes follow the writes. */
function findSeveralFiles(option: GetOption): 'filename' | 'opendir' | 'nrfiles' | null {
  const inTurn = /^sequential\b/.test(option('file_service_type') ?? '') || option('openfiles') === '1';
  if (inTurn || !/write|rw/.test(option('rw') ?? '')) return null;
  const names = new Set(splitNames(option('filename')));
  if (names.size > 0) return names.size > 1 ? 'filename' : null;
  if (option('opendir')) return 'opendir';
  const isNumbered = (option('filename_format') ?? '$filenum').includes('$filenum');
  return isNumbered && (parseSize(option('nrfiles') ?? '') ?? 1) > 1 ? 'nrfiles' : null;
}

/** Tolerated share of missing or extra flushes, in addition to the I/Os in flight at the end. */
const FLUSH_TOLERANCE = 0.02;

/**
 * Why flushes are not those of the writes; null if they are, or if there are none.
 * @param write writes, or a mix @param inFlight maximum I/Os of all jobs
 */
export function findFlushFault(
  option: GetOption,
  write: { readonly operation: string; readonly ios: number; readonly commits: { readonly count: number } | null },
  inFlight: number,
): { readonly isMissing: boolean; readonly text: string } | null {
  const { operation, ios, commits } = write;
  const flushing = readFlushing(option);
  if (flushing === null || flushing.isWrite) return null;
  const conflict = findFlushConflict(option);
  if (conflict !== null && conflict.code !== 'FlushByChance') return { isMissing: false, text: conflict.message };
  const mix = getReadShare(option('rw') as Rw, Number(option('rwmixread') ?? DEFAULT_READ_PERCENT));
  const writes = operation === 'mixed' ? Math.round(ios * (1 - mix)) : ios;
  const [count, due] = [commits?.count ?? 0, writes / flushing.every];
  const slack = FLUSH_TOLERANCE * due + inFlight;
  const asks = `${flushing.option}: ${flushing.every} requires ${Math.floor(due)} for ${writes} writes`;
  const text = `fio made ${count} flushes; ${asks}`;
  if (count < due - slack) return { isMissing: true, text };
  const { does, remedy } = faults.repeatedFlushes;
  return count > due + slack ? { isMissing: false, text: `${text}; possible cause: ${does}; ${remedy}` } : null;
}

function listFlushOptions(option: GetOption): readonly (typeof FLUSH_OPTIONS)[number][] {
  return FLUSH_OPTIONS.filter((name) => !['0', 'none', ''].includes(option(name) ?? ''));
}
