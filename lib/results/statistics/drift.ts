/** Whether a cell got worse from trial to trial, as it does where burst credits run out on the way. */
import { groupBy } from '../../shapes/group';
import { medianOf } from './moments';
import type { Metric } from '../../shapes/metric';

/** Medians of the earlier and of the later trials of a cell. */
export interface Drift {
  readonly earlier: number;
  readonly later: number;
}

/** A value of a trial that counts. Only trials of one rig share credits and caches. */
export interface Timed {
  readonly value: number;
  readonly rig: string;
  /** ISO 8601; null where it is not known. */
  readonly started: string | null;
}

/** With this many trials on both sides medians are compared; with fewer all values are. */
const HALF_MIN = 3;
/** Medians further apart than this are no noise. */
const MUCH = 0.7;
/** What few values must differ by at least, each of the later from each of the earlier. */
const UNMISTAKABLE = 0.5;

/**
 * Null where later trials are not much worse than earlier ones: lower rates, longer times. The trial in the middle of
 * an odd number belongs to neither half, but must lie between them where there are few.
 * @param values in the order of the plan, which stands where instants are not known
 */
export function driftOf(values: readonly Timed[], better: Metric['better']): Drift | null {
  const parts = [...groupBy(values, ({ rig }) => rig).values()].map((own) => {
    const inTime = own.toSorted((a, b) => (Date.parse(a.started ?? '') || 0) - (Date.parse(b.started ?? '') || 0));
    const half = Math.floor(inTime.length / 2);
    const numbers = inTime.map(({ value }) => value);
    return {
      early: numbers.slice(0, half),
      middle: numbers.slice(half, numbers.length - half),
      late: numbers.slice(numbers.length - half),
    };
  });
  const early = parts.flatMap((part) => part.early);
  const late = parts.flatMap((part) => part.late);
  // Two trials alone may differ by anything.
  if (values.length < 3 || early.length === 0) return null;
  const [best, worst] = better === 'higher' ? [early, late] : [late, early];
  const few = early.length < HALF_MIN;
  const worse = few
    ? Math.max(...worst) < UNMISTAKABLE * Math.min(...best) &&
      between(
        parts.flatMap(({ middle }) => middle),
        best,
        worst,
      )
    : medianOf(worst) < MUCH * medianOf(best);
  return worse ? { earlier: medianOf(early), later: medianOf(late) } : null;
}

function between(middle: readonly number[], high: readonly number[], low: readonly number[]): boolean {
  return middle.every((value) => value <= Math.max(...high) && value >= Math.min(...low));
}
