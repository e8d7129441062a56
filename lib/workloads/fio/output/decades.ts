/** Shares of I/Os by their completion latency, in steps of about a third of a decade, over all directions of a job. */
import { number, record } from './figure';

export interface Decade {
  /** Latencies below this, microseconds; infinite for the last. */
  readonly belowUs: number;
  /** Percent of all I/Os. */
  readonly percent: number;
}

/** Keys of an entry, and microseconds in a unit of each; version 2 has no nanoseconds. */
const UNITS = [
  ['latency_ns', 1e-3],
  ['latency_us', 1],
  ['latency_ms', 1e3],
] as const;
/** Shares that do not add up to all I/Os say nothing; versions round each to 0.01 %. */
const WHOLE = { least: 99, most: 101 };
/** A share is printed with two digits by some versions, and cut off: each may lack this many percent. */
const ROUNDING = 0.01;

/** Empty where the entry has none, as for engines that measure otherwise. */
export function decadesOf(entry: Readonly<Record<string, unknown>>): readonly Decade[] {
  const decades = UNITS.flatMap(([key, us]) =>
    Object.entries(record(entry[key])).map(([name, share]) => ({
      // `10` are I/Os below 10, `>=2000` those above all.
      belowUs: name.startsWith('>=') ? Number.POSITIVE_INFINITY : Number(name) * us,
      percent: number(share) ?? 0,
    })),
  );
  const sum = decades.reduce((total, { percent }) => total + percent, 0);
  return sum >= WHOLE.least && sum <= WHOLE.most ? decades : [];
}

/** Percent of I/Os that may have taken as long or longer, never too few. */
export function shareFrom(decades: readonly Decade[], us: number): number {
  return decades.reduce((sum, { belowUs, percent }) => sum + (belowUs > us ? percent : 0), 2 * ROUNDING);
}
