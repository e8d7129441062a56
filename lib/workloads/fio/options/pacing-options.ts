/** Options of fio that keep fewer I/Os in flight than the queue depth allows. */
import { faults } from './known-options.json';

/**
 * With these options, I/Os are due at fixed times, and their latency may include a wait. `rate_process` alone sets no
 * rate: fio 3.33 then runs a closed loop.
 */
const RATE_OPTIONS = ['rate', 'rate_iops'];
/** With these options, jobs also wait for flushes by the storage. */
const FLUSH_OPTIONS = ['fsync', 'fdatasync', 'sync_file_range'];
/** With these options, jobs pause without waiting for the storage, or reduce their I/Os in flight. */
const PAUSE_OPTIONS = [
  'thinktime',
  'rate_min',
  'rate_iops_min',
  'latency_target',
  'iodepth_low',
  'iodepth_batch_complete_min',
  'flow',
];
/** I/Os differ in size. */
const SPLIT_OPTIONS = ['bssplit', 'bsrange'];

/** Returns an option by its canonical name in `known-options.ts`; null if unset. */
type GetOption = (name: string) => string | null | undefined;

/** Whether I/Os have a fixed rate. */
export function isOpenLoop(option: GetOption): boolean {
  return RATE_OPTIONS.some((name) => isSet(option(name)));
}

/** Whether fewer I/Os than the queue depth may be in flight, regardless of the storage. */
export function canPause(option: GetOption): boolean {
  return isOpenLoop(option) || [...PAUSE_OPTIONS, ...FLUSH_OPTIONS].some((name) => isSet(option(name)));
}

/** Why options conflict, and the option that the message is about. */
export interface OptionConflict {
  readonly code: string;
  readonly option: string;
  readonly message: string;
}

/** Why the achieved rate cannot be compared with the requested rate; null if it can, or if no rate is set. */
export function findRateConflict(option: GetOption): OptionConflict | null {
  const findSet = (names: readonly string[]): string | undefined => names.find((name) => isSet(option(name)));
  if (!isOpenLoop(option)) {
    const message = 'rate_process needs a rate; set rate_iops or rate';
    return isSet(option('rate_process')) && option('rate_process') !== 'linear'
      ? { code: 'RateNeeded', option: 'rate_process', message }
      : null;
  }
  if (RATE_OPTIONS.every((name) => isSet(option(name)))) {
    const message = 'rate and rate_iops both set the rate; remove one of them';
    return { code: 'RateTwice', option: 'rate', message };
  }
  const isOneRate = RATE_OPTIONS.some((name) => isSet(option(name)) && !option(name)?.includes(','));
  const mix = findSet(['rwmixread', 'rwmixwrite']);
  if (
    mix !== undefined &&
    isOneRate &&
    option(mix) !== '50' &&
    /^(?:rand)?(?:rw|readwrite)$/.test(option('rw') ?? '')
  ) {
    const { does, remedy } = faults.mixOfOneRate;
    return { code: 'TwoPaces', option: mix, message: `${mix} with one rate: ${does}; ${remedy}` };
  }
  const size = findSet(SPLIT_OPTIONS);
  if (size !== undefined) {
    const why = 'fio computes the rate from the smallest block size, so mixed sizes miss the rate';
    return { code: 'RateOfOneSize', option: size, message: `${why}; use bs instead of ${size}` };
  }
  const own = findSet(PAUSE_OPTIONS);
  if (own === undefined) return null;
  return { code: 'TwoPaces', option: own, message: `a rate and ${own} both pace I/Os; remove one of them` };
}

/** `0` and `0s` count as unset. */
export function isSet(value: string | null | undefined): boolean {
  return value !== null && value !== undefined && !/^0+[a-z]*$/.test(value);
}
