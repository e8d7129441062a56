/** Options of fio that keep fewer I/Os in flight than the depth allows. */

/**
 * I/Os are due at fixed times, and their latency may include waiting. `rate_process` alone sets no rate: fio 3.33 then
 * runs a closed loop.
 */
const RATE_OPTIONS = ['rate', 'rate_iops'];
/** Jobs also wait for flushes, which the storage executes. */
const FLUSH_OPTIONS = ['fsync', 'fdatasync', 'sync_file_range'];
/** Jobs pause without waiting for the storage, or reduce their I/Os in flight. */
const WAITS = ['thinktime', 'rate_min', 'rate_iops_min', 'latency_target', 'iodepth_low', 'iodepth_batch_complete_min'];
/** I/Os differ in size. */
const SPLIT_OPTIONS = ['bssplit', 'bsrange'];

/** Reads an option by its canonical name in `known-options.ts`; null if it is not set. */
type GetOption = (name: string) => string | null | undefined;

/** Whether I/Os have a fixed rate. */
export function isOpenLoop(option: GetOption): boolean {
  return RATE_OPTIONS.some((name) => isSet(option(name)));
}

/** Whether fewer I/Os than the depth may be in flight, regardless of the storage. */
export function pauses(option: GetOption): boolean {
  return isOpenLoop(option) || [...WAITS, ...FLUSH_OPTIONS].some((name) => isSet(option(name)));
}

/** Why options conflict, and the option to report. */
export interface OptionConflict {
  readonly code: string;
  readonly option: string;
  readonly message: string;
}

/** Why the achieved rate cannot be compared with the requested one; null if it can, or without a rate. */
export function findRateConflict(option: GetOption): OptionConflict | null {
  const findSet = (names: readonly string[]): string | undefined => names.find((name) => isSet(option(name)));
  if (!isOpenLoop(option)) {
    const message = 'rate_process needs a rate; set rate_iops or rate';
    return isSet(option('rate_process')) && option('rate_process') !== 'linear'
      ? { code: 'RateNeeded', option: 'rate_process', message }
      : null;
  }
  if (RATE_OPTIONS.every((name) => isSet(option(name)))) {
    const message = 'rate and rate_iops both set the rate; leave one of them out';
    return { code: 'RateTwice', option: 'rate', message };
  }
  const size = findSet(SPLIT_OPTIONS);
  if (size !== undefined) {
    const why = 'fio computes a rate from the smallest size, so mixed sizes miss it';
    return { code: 'RateOfOneSize', option: size, message: `${why}; use bs instead of ${size}` };
  }
  const own = findSet(WAITS);
  if (own === undefined) return null;
  return { code: 'TwoPaces', option: own, message: `a rate and ${own} both pace I/Os; leave one of them out` };
}

/** `0` and `0s` count as unset. */
export function isSet(value: string | null | undefined): boolean {
  return value !== null && value !== undefined && !/^0+[a-z]*$/.test(value);
}
