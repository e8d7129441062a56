/**
 * Was the rate steady while it was measured? What is found says how a trial came out: it counts all the same (the
 * table of reasons). For kinds whose rate should be steady; creating files, e.g., slows down as folders grow.
 */
import type { Series } from '../shapes/series';
import type { Reason } from '../shapes/verdict';

/** Fewer steps say too little: two are a fifth of ten. */
const MIN_STEPS = 10;
/** A step: the lower level is below this share of the higher, each for at least so much of the time. */
const STEP = { ratio: 0.8, share: 0.2 };
/**
 * Steady state as SNIA defines it (Solid State Storage Performance Test Specification 2.0.2, 2.1.24): over a window of
 * five measurements their range is at most 20 % of their mean, and the line through them rises or falls by at most
 * 10 %. The five are fifths of the time: single seconds of a storage that serves many spread more than that for ever.
 */
const STEADY = { parts: 5, range: 0.2, rise: 0.1 };

/** NOTE `SteadinessNotTested`. */
function noteUntested({ values, step }: Series): Reason {
  const steps = `${values.length} steps of ${step} s`;
  const text = `the rate was logged for ${steps}; ${MIN_STEPS} are needed to test whether it was steady`;
  return { level: 'note', code: 'SteadinessNotTested', text };
}

/**
 * One reason for each operation that was not steady, and one where none can be tested.
 * @param metric of the series that are looked at: those over all hosts
 */
export function judgeSteadiness(series: readonly Series[], metric: string): readonly Reason[] {
  const found = series.flatMap((one): readonly Reason[] => {
    if (one.metric !== metric || one.host !== null) return [];
    if (one.values.length < MIN_STEPS) return [noteUntested(one)];
    const fault = findRateStep(one) ?? findDrift(one);
    return fault === null ? [] : [{ level: 'suspect', ...fault }];
  });
  return [...new Map(found.map((one) => [one.text, one])).values()];
}

/** The metric of series of latencies. */
export const LATENCY = 'latency_mean';
/**
 * Fifths of the time whose median latencies are so many times apart are no one latency. By simulation, of a latency
 * that stays but for seconds that deviate by 0.3 (of their logarithm): twice apart in 27 % of trials of 10 s and 6 % of
 * 20 s, three times in 1.5 and 0.1 %.
 */
const MAX_LATENCY_RATIO = 3;

/**
 * SUSPECT `LatencyUnsteady` for each operation whose latency at a given rate did not stay. Medians of fifths: the means
 * of single seconds hold few late I/Os, and spread more than rates do.
 * @param metrics that reasons speak against
 */
export function judgeLatency(series: readonly Series[], metrics: readonly string[]): readonly Reason[] {
  return series.flatMap(({ metric, host, values, step, operation }): readonly Reason[] => {
    if (metric !== LATENCY || host !== null || values.length < MIN_STEPS) return [];
    const medians = splitFifths(values).map((part) => part.toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0);
    const apart = Math.max(...medians) / Math.min(...medians);
    if (!(apart >= MAX_LATENCY_RATIO)) return [];
    const fifths = `${medians.map(toText).join(', ')} us, ${toText(apart)} times apart (below ${MAX_LATENCY_RATIO})`;
    const seconds = values.length * step;
    const text =
      `the ${toName(operation, 'latency')} was not steady over ${seconds} s at a given rate: the medians of its ` +
      `fifths were ${fifths}`;
    return [{ level: 'suspect', code: 'LatencyUnsteady', text, metrics }];
  });
}

type RateFinding = Pick<Reason, 'code' | 'text' | 'lowerLevel'> | null;

/** The split of the time in two parts whose means differ most. */
function findRateStep({ values, operation, metric, step }: Series): RateFinding {
  const least = Math.ceil(STEP.share * values.length);
  const all = values.reduce((sum, value) => sum + value, 0);
  let best = { before: 0, after: 0, at: 0 };
  let first = 0;
  for (const [index, value] of values.entries()) {
    const at = index + 1;
    first += value;
    if (at < least || at > values.length - least) continue;
    const [before, after] = [first / at, (all - first) / (values.length - at)];
    if (Math.abs(before - after) > Math.abs(best.before - best.after)) best = { before, after, at };
  }
  const { before, after, at } = best;
  if (!(Math.min(before, after) < STEP.ratio * Math.max(before, after))) return null;
  const text = `the ${toName(operation, metric)} went from ${toText(before)} to ${toText(after)} after ${at * step} s`;
  const lowerLevel = (Math.min(before, after) * values.length) / all;
  return { code: 'RateStep', text: `${text} of ${values.length * step} s`, lowerLevel };
}

function findDrift({ values, operation, metric, step }: Series): RateFinding {
  const mean = computeMean(values);
  if (mean === 0) return null;
  const parts = splitFifths(values).map(computeMean);
  const range = (Math.max(...parts) - Math.min(...parts)) / mean;
  const rise = (computeSlope(values) * values.length) / mean;
  if (range <= STEADY.range && Math.abs(rise) <= STEADY.rise) return null;
  const text =
    `the ${toName(operation, metric)} was not steady over ${values.length * step} s: the means of its fifths lie ` +
    `${toPercent(range)} apart (at most ${toPercent(STEADY.range)}), a line through it ` +
    `${rise < 0 ? 'falls' : 'rises'} by ${toPercent(Math.abs(rise))} (at most ${toPercent(STEADY.rise)})`;
  return { code: 'Unsteady', text };
}

function splitFifths(values: readonly number[]): readonly (readonly number[])[] {
  const bounds = Array.from({ length: STEADY.parts + 1 }, (_, at) => Math.round((at * values.length) / STEADY.parts));
  return bounds.slice(1).map((to, index) => values.slice(bounds[index], to));
}

/** By least squares, a step. */
function computeSlope(values: readonly number[]): number {
  const [middle, mean] = [(values.length - 1) / 2, computeMean(values)];
  let [above, below] = [0, 0];
  for (const [index, value] of values.entries()) {
    above += (index - middle) * (value - mean);
    below += (index - middle) ** 2;
  }
  return above / below;
}

function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function toName(operation: string | null, metric: string): string {
  return operation === null ? metric : `${operation} ${metric}`;
}

function toText(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}

function toPercent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
