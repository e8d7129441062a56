/**
 * Checks that the rate was steady during the measurement. An unsteady trial stays valid (see the table of reasons).
 * Only for kinds whose rate should be steady: file creation, for example, slows down as folders grow.
 */
import type { RecordedEvent } from '../shapes/events';
import type { Series } from '../shapes/series';
import type { Reason } from '../shapes/verdict';
import type { Reading } from './contract';

/** Minimum number of points, so that each fifth has at least two. */
const MIN_STEPS = 10;
/** A step change: the lower level is below this ratio of the higher one, and each lasts at least this share. */
const STEP_LIMITS = { ratio: 0.8, share: 0.2 };
/**
 * Steady state as defined by SNIA (Solid State Storage Performance Test Specification 2.0.2, 2.1.24). Over a window of
 * five measurements, their range is at most 20% of their mean, and their linear trend rises or falls by at most 10%.
 * Here the five measurements are fifths of the time, because single seconds of shared storage always vary more.
 */
const STEADY_LIMITS = { parts: 5, range: 0.2, rise: 0.1 };

/** NOTE `SteadinessNotTested`. */
function noteUntested({ values, step }: Series): Reason {
  const steps = `${values.length} steps of ${step} s`;
  const needed = values.length < MIN_STEPS ? `${MIN_STEPS}` : `${MIN_STEPS} without an event`;
  const text = `the rate was logged for ${steps}; the steadiness test needs ${needed}`;
  return { level: 'note', code: 'SteadinessNotTested', text };
}

type JudgedReading = Pick<Reading, 'series' | 'happened'>;

/** A part of a series, with the seconds before it. */
type Stretch = Pick<Series, 'values'> & { readonly after: number };

/** Clocks differ, and logs have whole steps: an event also explains what happens this many seconds around it. */
const EVENT_MARGIN_SECONDS = 3;

/** The parts of a series that no event explains, and that are long enough to judge. */
function cutAtEvents({ values, from, step }: Series, events: readonly RecordedEvent[] = []): readonly Stretch[] {
  const isExplained = (index: number): boolean =>
    events.some(
      ({ requested, acted, ready }) =>
        acted !== null &&
        from + (index + 1) * step > requested - EVENT_MARGIN_SECONDS &&
        from + index * step < (ready ?? Number.POSITIVE_INFINITY) + EVENT_MARGIN_SECONDS,
    );
  const bounds = [-1, ...values.flatMap((_, index) => (isExplained(index) ? [index] : [])), values.length];
  return bounds
    .slice(1)
    .map((to, nth) => ({ values: values.slice((bounds[nth] ?? 0) + 1, to), after: ((bounds[nth] ?? 0) + 1) * step }))
    .filter((one) => one.values.length >= MIN_STEPS);
}

/** Returns one reason for each unsteady or untested operation. @param metric of the series, aggregated over hosts */
export function judgeSteadiness({ series, happened }: JudgedReading, metric: string): readonly Reason[] {
  const found = series.flatMap((one): readonly Reason[] => {
    if (one.metric !== metric || one.host !== null) return [];
    const parts = cutAtEvents(one, happened);
    if (parts.length === 0) return [noteUntested(one)];
    return parts.flatMap((part): readonly Reason[] => {
      const fault = findRateStep(one, part) ?? findDrift(one, part);
      return fault === null ? [] : [{ level: 'suspect', ...fault }];
    });
  });
  return [...new Map(found.map((one) => [one.text, one])).values()];
}

export const LATENCY_METRIC = 'latency_mean';
/**
 * Maximum ratio between the median latencies of fifths. In simulations with a steady latency (standard deviation of the
 * logarithm 0.3 per second), 27% of trials of 10 s and 6% of 20 s exceed ratio 2; 1.5 and 0.1% exceed ratio 3.
 */
const MAX_LATENCY_RATIO = 3;

/**
 * SUSPECT `LatencyUnsteady` for each operation whose latency is unsteady at a fixed offered rate. Compares medians of
 * fifths, because means of single seconds depend on a few late I/Os and vary more than rates.
 * @param metrics metrics that the reasons affect
 */
export function judgeLatency({ series, happened }: JudgedReading, metrics: readonly string[]): readonly Reason[] {
  const latencies = series.filter(({ metric, host }) => metric === LATENCY_METRIC && host === null);
  const parts = latencies.flatMap((one) => cutAtEvents(one, happened).map((part) => ({ ...one, ...part })));
  return parts.flatMap(({ values, after, step, operation }): readonly Reason[] => {
    const medians = splitFifths(values).map((part) => part.toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0);
    const apart = Math.max(...medians) / Math.min(...medians);
    if (!(apart >= MAX_LATENCY_RATIO)) return [];
    const fifths = `${medians.map(toText).join(', ')} us, a ratio of ${toText(apart)} (limit ${MAX_LATENCY_RATIO})`;
    const text =
      `the ${formatMetric(operation, 'latency')} was not steady ${formatTime(after, values, step)} at a fixed ` +
      `offered rate: the medians of its fifths were ${fifths}`;
    return [{ level: 'suspect', code: 'LatencyUnsteady', text, metrics }];
  });
}

type RateFinding = Pick<Reason, 'code' | 'text' | 'lowerLevel'> | null;

/** Finds the point in time that splits the series into two parts whose means differ most. */
function findRateStep(
  { values: whole, operation, metric, step }: Series,
  { values, after: skipped }: Stretch,
): RateFinding {
  const least = Math.ceil(STEP_LIMITS.share * values.length);
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
  if (!(Math.min(before, after) < STEP_LIMITS.ratio * Math.max(before, after))) return null;
  const name = formatMetric(operation, metric);
  const text = `the ${name} went from ${toText(before)} to ${toText(after)} after ${skipped + at * step} s`;
  const lowerLevel = Math.min(before, after) / computeMean(whole);
  return { code: 'RateStep', text: `${text} of ${whole.length * step} s`, lowerLevel };
}

function findDrift({ operation, metric, step }: Series, { values, after }: Stretch): RateFinding {
  const mean = computeMean(values);
  if (mean === 0) return null;
  const parts = splitFifths(values).map(computeMean);
  const range = (Math.max(...parts) - Math.min(...parts)) / mean;
  const rise = (computeSlope(values) * values.length) / mean;
  if (range <= STEADY_LIMITS.range && Math.abs(rise) <= STEADY_LIMITS.rise) return null;
  const text =
    `the ${formatMetric(operation, metric)} was not steady ${formatTime(after, values, step)}: the means of its ` +
    `fifths differ by ${toPercent(range)} (limit ${toPercent(STEADY_LIMITS.range)}), and its trend ` +
    `${rise < 0 ? 'falls' : 'rises'} by ${toPercent(Math.abs(rise))} (limit ${toPercent(STEADY_LIMITS.rise)})`;
  return { code: 'Unsteady', text };
}

function formatTime(after: number, values: readonly number[], step: number): string {
  return `from ${after} to ${after + values.length * step} s`;
}

function splitFifths(values: readonly number[]): readonly (readonly number[])[] {
  const bounds = Array.from({ length: STEADY_LIMITS.parts + 1 }, (_, at) =>
    Math.round((at * values.length) / STEADY_LIMITS.parts),
  );
  return bounds.slice(1).map((to, index) => values.slice(bounds[index], to));
}

/** Least-squares slope per step. */
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

function formatMetric(operation: string | null, metric: string): string {
  return operation === null ? metric : `${operation} ${metric}`;
}

function toText(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}

function toPercent(share: number): string {
  return `${(share * 100).toFixed(0)}%`;
}
