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

/** An option, by the one name that it has in `known-options.ts`; null where it is not set. */
type Option = (name: string) => string | null | undefined;

/** Whether I/Os come by the clock. */
export function isClocked(option: Option): boolean {
  return CLOCKED.some((name) => isSaid(option(name)));
}

/** Whether fewer I/Os may be in flight than are allowed, whatever the storage does. */
export function pauses(option: Option): boolean {
  return isClocked(option) || pausedBy(option) !== null || FLUSHES.some((name) => isSaid(option(name)));
}

/** The option by which a job itself waits, whatever the storage does; null where none does. */
export function pausedBy(option: Option): string | null {
  return OWN.find((name) => isSaid(option(name))) ?? null;
}

/** `0` is as if nothing were said. */
function isSaid(value: string | null | undefined): boolean {
  return value !== null && value !== undefined && value !== '0';
}
