/** Options of fio by which jobs do not keep as many I/Os in flight as they may. */

/**
 * I/Os come by the clock, and their latency may hold time in which they waited for their turn. `rate_process` alone
 * is no clock: fio 3.33 then makes as many as are answered.
 */
const RATE_OPTIONS = ['rate', 'rate_iops'];
/** Jobs wait for something else than their I/Os, which the storage does. */
const FLUSH_OPTIONS = ['fsync', 'fdatasync', 'sync_file_range'];
/** Jobs wait for nothing of the storage, or let their I/Os become fewer. */
const WAITS = ['thinktime', 'rate_min', 'rate_iops_min', 'latency_target', 'iodepth_low', 'iodepth_batch_complete_min'];
/** I/Os differ in size. */
const SPLIT_OPTIONS = ['bssplit', 'bsrange'];

/** An option, by the one name that it has in `known-options.ts`; null where it is not set. */
type GetOption = (name: string) => string | null | undefined;

/** Whether I/Os come by the clock. */
export function isOpenLoop(option: GetOption): boolean {
  return RATE_OPTIONS.some((name) => isSet(option(name)));
}

/** Whether fewer I/Os may be in flight than are allowed, whatever the storage does. */
export function pauses(option: GetOption): boolean {
  return isOpenLoop(option) || [...WAITS, ...FLUSH_OPTIONS].some((name) => isSet(option(name)));
}

/** Why options do not go together, by the option at which it points. */
export interface OptionConflict {
  readonly code: string;
  readonly option: string;
  readonly message: string;
}

/** Why a rate cannot be held to what is made of it; null where there is no rate, or all of it is known. */
export function findRateConflict(option: GetOption): OptionConflict | null {
  const said = (names: readonly string[]): string | undefined => names.find((name) => isSet(option(name)));
  if (!isOpenLoop(option)) {
    const message = 'rate_process says how a rate is kept, and there is none; give rate_iops or rate';
    return isSet(option('rate_process')) && option('rate_process') !== 'linear'
      ? { code: 'RateNeeded', option: 'rate_process', message }
      : null;
  }
  if (RATE_OPTIONS.every((name) => isSet(option(name)))) {
    const message = 'rate and rate_iops are two words for one thing; leave one of them out';
    return { code: 'RateTwice', option: 'rate', message };
  }
  const size = said(SPLIT_OPTIONS);
  if (size !== undefined) {
    const why = 'fio reckons a rate by the smallest size, so that sizes that differ miss it';
    return { code: 'RateOfOneSize', option: size, message: `${why}; give bs in place of ${size}` };
  }
  const own = said(WAITS);
  if (own === undefined) return null;
  return { code: 'TwoPaces', option: own, message: `a rate and ${own} are two paces; leave one of them out` };
}

/** `0`, `0s` are as if nothing were said. */
export function isSet(value: string | null | undefined): boolean {
  return value !== null && value !== undefined && !/^0+[a-z]*$/.test(value);
}
