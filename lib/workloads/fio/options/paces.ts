/** Options of fio by which jobs do not keep as many I/Os in flight as they may. */

/**
 * I/Os come by the clock, and their latency may hold time in which they waited for their turn. `rate_process` alone
 * is no clock: fio 3.33 then makes as many as are answered.
 */
const CLOCKED = ['rate', 'rate_iops'];
/** Jobs wait for something else than their I/Os, which the storage does. */
const FLUSHES = ['fsync', 'fdatasync', 'sync_file_range'];
/** Jobs wait for nothing of the storage, or let their I/Os become fewer. */
const OWN = ['thinktime', 'rate_min', 'rate_iops_min', 'latency_target', 'iodepth_low', 'iodepth_batch_complete_min'];
/** I/Os differ in size. */
const SIZES = ['bssplit', 'bsrange'];

/** An option, by the one name that it has in `known-options.ts`; null where it is not set. */
type Option = (name: string) => string | null | undefined;

/** Whether I/Os come by the clock. */
export function isClocked(option: Option): boolean {
  return CLOCKED.some((name) => isSaid(option(name)));
}

/** Whether fewer I/Os may be in flight than are allowed, whatever the storage does. */
export function pauses(option: Option): boolean {
  return isClocked(option) || [...OWN, ...FLUSHES].some((name) => isSaid(option(name)));
}

/** Why options do not go together, by the option at which it points. */
export interface OptionConflict {
  readonly code: string;
  readonly option: string;
  readonly message: string;
}

/** Why a rate cannot be held to what is made of it; null where there is no rate, or all of it is known. */
export function rateConflict(option: Option): OptionConflict | null {
  const said = (names: readonly string[]): string | undefined => names.find((name) => isSaid(option(name)));
  if (!isClocked(option)) {
    const message = 'rate_process says how a rate is kept, and there is none; give rate_iops or rate';
    return isSaid(option('rate_process')) && option('rate_process') !== 'linear'
      ? { code: 'RateNeeded', option: 'rate_process', message }
      : null;
  }
  if (CLOCKED.every((name) => isSaid(option(name)))) {
    const message = 'rate and rate_iops are two words for one thing; leave one of them out';
    return { code: 'RateTwice', option: 'rate', message };
  }
  const size = said(SIZES);
  if (size !== undefined) {
    const why = 'fio reckons a rate by the smallest size, so that sizes that differ miss it';
    return { code: 'RateOfOneSize', option: size, message: `${why}; give bs in place of ${size}` };
  }
  const own = said(OWN);
  if (own === undefined) return null;
  return { code: 'TwoPaces', option: own, message: `a rate and ${own} are two paces; leave one of them out` };
}

/** `0`, `0s` are as if nothing were said. */
export function isSaid(value: string | null | undefined): boolean {
  return value !== null && value !== undefined && !/^0+[a-z]*$/.test(value);
}
