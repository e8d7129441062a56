/** How the options of a job make its writes durable, i.e. what a commit waits for. */
import type { OptionConflict } from './pacing-options';

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
  return { option: name, every: name === 'sync' ? 1 : Number(option(name)) || 1, isWrite: name === 'sync' };
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
  const [first, second] = listFlushOptions(option);
  if (first === undefined) return null;
  if (second !== undefined)
    return {
      code: 'FlushTwice',
      option: second,
      message: `${first} and ${second} both make writes durable, but their times cannot be separated; leave one out`,
    };
  if (first === 'sync' || option('rate_process') !== 'poisson') return null;
  const why = 'with both options, fio 3.33 may crash with SIGFPE and report no I/O (axboe/fio pull request 2028)';
  const instead = `leave rate_process out, or use sync=dsync instead of ${first}`;
  return {
    code: 'FlushByChance',
    option: 'rate_process',
    message: `rate_process=poisson with ${first}: ${why}; ${instead}`,
  };
}

function listFlushOptions(option: GetOption): readonly (typeof FLUSH_OPTIONS)[number][] {
  return FLUSH_OPTIONS.filter((name) => !['0', 'none', ''].includes(option(name) ?? ''));
}
