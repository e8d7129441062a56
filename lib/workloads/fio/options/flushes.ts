/** How a job makes its writes durable, by its options: what a commit waits for. */
import type { OptionConflict } from './pacing-options';

/** Reads an option by its canonical name in `known-options.ts`; null if it is not set. */
type GetOption = (name: string) => string | null | undefined;

/** Each of them makes writes durable. */
const FLUSH_OPTIONS = ['fsync', 'fdatasync', 'sync'] as const;

/** How writes become durable. */
export interface FlushMode {
  readonly option: (typeof FLUSH_OPTIONS)[number];
  /** Writes of a job from one flush to the next. */
  readonly every: number;
  /** O_SYNC or O_DSYNC: each write itself waits for the storage, and its latency is that of a commit. */
  readonly isWrite: boolean;
}

/** Null if writes may stay in host memory. */
export function readFlushing(option: GetOption): FlushMode | null {
  const name = listFlushOptions(option)[0];
  if (name === undefined) return null;
  return { option: name, every: name === 'sync' ? 1 : Number(option(name)) || 1, isWrite: name === 'sync' };
}

/** Largest share of a file's blocks written between two flushes; beyond it, memory would absorb rewrites. */
const MAX_DIRTY_SHARE = 0.1;

/** Whether writes are flushed so often that memory absorbs hardly any. */
export function isFlushBound(flushing: FlushMode, blockBytes: number, fileBytes: number): boolean {
  return flushing.isWrite || flushing.every * blockBytes <= MAX_DIRTY_SHARE * fileBytes;
}

/** Flushes per write, possibly a fraction; 0 for writes that wait for the storage themselves. */
export function countFlushes(option: GetOption): number {
  const flushing = readFlushing(option);
  return flushing === null || flushing.isWrite ? 0 : 1 / flushing.every;
}

/** Why the latency of commits would be wrong; null if the options agree. */
export function findFlushConflict(option: GetOption): OptionConflict | null {
  const [first, second] = listFlushOptions(option);
  if (first === undefined) return null;
  if (second !== undefined)
    return {
      code: 'FlushTwice',
      option: second,
      message: `${first} and ${second} both make writes durable, and their times cannot be separated; leave one out`,
    };
  if (first === 'sync' || option('rate_process') !== 'poisson') return null;
  const why = 'fio 3.33 may die by SIGFPE with both, and then reports no I/O (axboe/fio pull request 2028)';
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
