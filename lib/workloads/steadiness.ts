/**
 * Checks that the rate was steady during the measurement. An unsteady trial stays valid (see the table of reasons).
 * Only for kinds whose rate should be steady: file creation, for example, slows down as folders grow.
 */
import { computeMean } from '../shapes/collections';
import { getBinStart } from '../shapes/distribution';
import type { RecordedEvent } from '../shapes/recorded-events';
import { groupDigits } from '../shapes/group-digits';
import type { Metrics } from '../shapes/metric';
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
/** With normal noise of 30% in each second, the tails of a steady rate differ by less than a factor of four. */
const WAVE_LIMITS = { tail: 0.1, ratio: 1 / 4, steps: 20, operations: 50 };
/** If nine tenths of the steps have at least this share of the mean, chance explains no empty step. */
const OUTAGE_LIMITS = { tail: 0.1, ofMean: 0.7 };
/** Minimum t values of {@link exceedsChance}; higher where one end (`step`) or both (`part`) are chosen by the data. */
const CHANCE_LIMITS = { trend: 3, step: 3.6, part: 5 };
/** Noise is compared between at most so many blocks of time; at most this correlation of neighbors may be noise. */
const NOISE = { blocks: 60, correlation: 0.95 };

/** NOTE `SteadinessNotTested` without a log. */
export function noteUntested(operation: string | null, metric: string): Reason {
  const text = `hosts left no log of the ${formatMetric(operation, metric)} over time, so its steadiness is unknown`;
  return { level: 'note', code: 'SteadinessNotTested', text, why: text };
}

function noteShort({ values, step }: Series): Reason {
  const steps = `${values.length} steps of ${step} s`;
  const needed = values.length < MIN_STEPS ? `${MIN_STEPS}` : `${MIN_STEPS} without an event`;
  const text = `the rate was logged for ${steps}; the steadiness test needs ${needed}`;
  return {
    level: 'note',
    code: 'SteadinessNotTested',
    text,
    why: 'trials are too short to test whether rates were steady',
  };
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

/** Returns one reason for each unsteady or untested rate, over all hosts. */
export function judgeSteadiness({ series, happened }: JudgedReading): readonly Reason[] {
  const found = series.flatMap((one): readonly Reason[] => {
    if (one.host !== null) return [];
    const parts = cutAtEvents(one, happened);
    if (parts.length === 0) return [noteShort(one)];
    return parts.flatMap((part) => TESTS.map((test) => test(one, part)).find((reason) => reason !== null) ?? []);
  });
  return [...new Map(found.map((one) => [one.text, one])).values()];
}

export const LATENCY_METRIC = 'latency_mean';
/**
 * Maximum ratio between the median latencies of fifths. In simulations with a steady latency (standard deviation of the
 * logarithm 0.3 per second), 27% of trials of 10 s and 6% of 20 s exceed ratio 2; 1.5 and 0.1% exceed ratio 3.
 */
export const MAX_LATENCY_RATIO = 3;

/**
 * SUSPECT `LatencyUnsteady` for each operation whose latency is unsteady at a fixed offered rate. Compares medians of
 * fifths, because means of single seconds depend on a few late I/Os and vary more than rates.
 * @param metrics metrics that the reasons affect
 */
export function judgeLatency({ series, happened }: JudgedReading, metrics: readonly string[]): readonly Reason[] {
  const latencies = series.filter(({ unit, host }) => unit === 'us' && host === null);
  const parts = latencies.flatMap((one) => cutAtEvents(one, happened).map((part) => ({ ...one, ...part })));
  return parts.flatMap(({ values, after, step, operation }): readonly Reason[] => {
    const medians = splitParts(values, STEADY_LIMITS.parts).map(
      (part) => part.toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0,
    );
    const apart = Math.max(...medians) / Math.min(...medians);
    if (!(apart >= MAX_LATENCY_RATIO)) return [];
    const fifths = `${medians.map(toText).join(', ')} us, a ratio of ${toText(apart)} (limit ${MAX_LATENCY_RATIO})`;
    const text =
      `the ${formatMetric(operation, 'latency')} was not steady ${formatTime(after, values, step)} at a fixed ` +
      `offered rate: the medians of its fifths were ${fifths}`;
    return [{ level: 'suspect', code: 'LatencyUnsteady', text, metrics }];
  });
}

/** Metrics that unsteady latencies affect. */
export function listLatencies(metrics: Metrics): readonly string[] {
  return Object.keys(metrics).filter((name) => metrics[name]?.unit === 'us');
}

/** Operations of so many microseconds, and times the median, are stalls if they hold this share of all latency. */
const STALL_LIMITS = { us: 100_000, ofMedian: 100, share: 0.05 };

/**
 * SUSPECT `LatencyUnsteady` for operations that stood still: few slow ones, which percentiles hide. An event explains
 * stalls, but a distribution does not show when they were.
 * @param metrics with their percentiles: latencies that the reasons affect
 */
export function judgeStalls({ distributions = [], happened = [] }: Reading, metrics: Metrics): readonly Reason[] {
  if (happened.some(({ acted }) => acted !== null)) return [];
  return distributions.flatMap(({ of, operation, first, counts }): readonly Reason[] => {
    const percents = Object.values(metrics).flatMap(({ percentile: own }) => (own?.of === of ? [own.percent] : []));
    const bins = counts.map((count, at) => ({ count, us: getBinStart(first + at) }));
    const sumOf = (own: typeof bins): number => own.reduce((sum, { count, us }) => sum + count * us, 0);
    const total = counts.reduce((sum, count) => sum + count, 0);
    let below = 0;
    const median = bins.find(({ count }) => (below += count) * 2 >= total)?.us ?? 0;
    const slow = bins.filter(({ us }) => us >= STALL_LIMITS.us && us >= STALL_LIMITS.ofMedian * median);
    const share = sumOf(slow) / sumOf(bins);
    const count = slow.reduce((sum, one) => sum + one.count, 0);
    // More of them show in the highest percentile.
    if (!(share >= STALL_LIMITS.share) || count > (1 - Math.max(0, ...percents) / 100) * total) return [];
    const what = `${count} of ${total} took 0.1 s or more, and ${toPercent(share)} of all latency`;
    const text = `the ${formatMetric(operation, of)} shows stalls that percentiles hide: ${what}`;
    return [{ level: 'suspect', code: 'LatencyUnsteady', text, metrics: listLatencies(metrics) }];
  });
}

function findRateStep({ values: whole, operation, metric, step }: Series, { values, after }: Stretch): Reason | null {
  const at = findEnd(values, 0);
  if (Math.min(at, values.length - at) < STEP_LIMITS.share * values.length) return null;
  const levels = [values.slice(0, at), values.slice(at)].map(computeMean);
  const lower = Math.min(...levels);
  if (!(lower < STEP_LIMITS.ratio * Math.max(...levels))) return null;
  const before = values.map((_, index) => Number(index < at));
  if (!exceedsChance(values, before, CHANCE_LIMITS.step)) return null;
  const change = `the ${formatMetric(operation, metric)} went from ${levels.map(toText).join(' to ')}`;
  const text = `${change} after ${after + at * step} s of ${whole.length * step} s`;
  return { level: 'suspect', code: 'RateStep', text, operation, lowerLevel: lower / computeMean(whole) };
}

function findDrift({ values: whole, operation, metric, step }: Series, { values, after }: Stretch): Reason | null {
  const mean = computeMean(values);
  const parts = splitParts(values, STEADY_LIMITS.parts).map(computeMean);
  const range = (Math.max(...parts) - Math.min(...parts)) / mean;
  const time = values.map((_, index) => index);
  const rise = (fitShape(values, time) * values.length) / mean;
  const from = findEnd(values, 0);
  const end = findEnd(values, from);
  const odd = values.map((_, index) => Number(index < from !== index < end));
  const isUneven = range > STEADY_LIMITS.range && exceedsChance(values, odd, CHANCE_LIMITS.part);
  const isTrend = Math.abs(rise) > STEADY_LIMITS.rise && exceedsChance(values, time, CHANCE_LIMITS.trend);
  if (!isUneven && !isTrend) return null;
  const text =
    `the ${formatMetric(operation, metric)} was not steady ${formatTime(after, values, step)}: the means of its ` +
    `fifths differ by ${toPercent(range)} (limit ${toPercent(STEADY_LIMITS.range)}), and its trend ` +
    `${rise < 0 ? 'falls' : 'rises'} by ${toPercent(Math.abs(rise))} (limit ${toPercent(STEADY_LIMITS.rise)})`;
  // After a late collapse, the last fifth is still a mixture of two levels.
  const [fifth = 0, level = computeMean(values.slice(from))] = parts.slice(-1);
  const isCollapse =
    level < fifth &&
    exceedsChance(
      values,
      time.map((at) => Number(at < from)),
      CHANCE_LIMITS.step,
    );
  const last = isCollapse ? level : fifth;
  const lowerLevel = last / computeMean(whole);
  if (rise >= -STEADY_LIMITS.rise || lowerLevel >= 1) return { level: 'suspect', code: 'Unsteady', text };
  return { level: 'suspect', code: 'Unsteady', text: `${text}, last level ${toText(last)}`, operation, lowerLevel };
}

/** Fast changes between levels, which neither halves nor fifths show. */
function findWaves({ operation, metric, step, unit }: Series, { values, after }: Stretch): Reason | null {
  const [low, high] = [WAVE_LIMITS.tail, 1 - WAVE_LIMITS.tail].map((share) => pickQuantile(values, share)) as [
    number,
    number,
  ];
  // The number of operations in a step varies by its square root. Of bytes, that number is not known.
  const isFew = unit !== 'ops/s' || high * step < WAVE_LIMITS.operations;
  const isRandom = values.length < WAVE_LIMITS.steps || isFew;
  if (isRandom || low >= WAVE_LIMITS.ratio * high) return null;
  const text =
    `the ${formatMetric(operation, metric)} alternated ${formatTime(after, values, step)}: a tenth of its steps had ` +
    `at most ${toText(low)}, another tenth at least ${toText(high)}`;
  return { level: 'suspect', code: 'Unsteady', text };
}

/** Times without any operation, too short for the other tests. Partial steps at the ends do not count. */
function findOutage({ operation, metric, step, unit }: Series, { values, after }: Stretch): Reason | null {
  const stops = values.flatMap((value, at) => (value === 0 && at > 0 && at < values.length - 1 ? [at] : []));
  const mean = computeMean(values);
  const isMany = unit === 'ops/s' && mean * step >= WAVE_LIMITS.operations;
  const isRandom = !isMany && pickQuantile(values, OUTAGE_LIMITS.tail) < OUTAGE_LIMITS.ofMean * mean;
  if (stops.length === 0 || mean === 0 || isRandom) return null;
  const first = `the first after ${after + (stops[0] ?? 0) * step} s`;
  const text = `the ${formatMetric(operation, metric)} was 0 in ${stops.length} steps of ${step} s, ${first}`;
  return { level: 'suspect', code: 'Unsteady', text };
}

/** The first that finds something explains the rest. */
const TESTS = [findRateStep, findDrift, findWaves, findOutage];

function pickQuantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
}

/** Other end of the part from an index (or to it) that differs most from the rest. */
function findEnd(values: readonly number[], from: number): number {
  const mean = computeMean(values);
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value - mean);
  let best = { end: from, weight: 0 };
  for (const [end, sum] of sums.entries()) {
    const [length, rest] = [Math.abs(end - from), values.length - Math.abs(end - from)];
    const weight = Math.abs(sum - (sums[from] ?? 0)) / Math.sqrt(length * rest);
    if (length > 1 && rest > 1 && weight > best.weight) best = { end, weight };
  }
  return best.end;
}

/** Whether a shape explains more than chance: t test in a regression of each block on shape and block before. */
function exceedsChance(values: readonly number[], shape: readonly number[], limit: number): boolean {
  const count = Math.min(values.length, NOISE.blocks);
  const [rates, form] = [splitParts(values, count).map(computeMean), splitParts(shape, count).map(computeMean)];
  const [now, before, mark] = [rates.slice(1), rates.slice(0, -1), form.slice(1)];
  const noise = computeNoise(subtract(now, mark), subtract(before, mark));
  return (computeNoise(now, before) / noise - 1) * (count - 4) > limit ** 2;
}

/** Variance that the blocks before leave unexplained. */
function computeNoise(now: readonly number[], before: readonly number[]): number {
  const correlation = Math.max(0, Math.min(NOISE.correlation, fitShape(now, before) || 0));
  const rest = subtract(now, before, correlation);
  const mean = computeMean(rest);
  return computeMean(rest.map((value) => (value - mean) ** 2));
}

/** Coefficient of a shape in a linear least-squares fit. */
function fitShape(values: readonly number[], shape: readonly number[]): number {
  const mean = computeMean(shape);
  const multiply = (all: readonly number[]) => all.reduce((sum, one, at) => sum + one * ((shape[at] ?? 0) - mean), 0);
  return multiply(values) / multiply(shape);
}

function subtract(values: readonly number[], shape: readonly number[], size = fitShape(values, shape)) {
  return values.map((value, index) => value - size * (shape[index] ?? 0));
}

function formatTime(after: number, values: readonly number[], step: number): string {
  return `from ${after} to ${after + values.length * step} s`;
}

function splitParts(values: readonly number[], count: number): readonly (readonly number[])[] {
  const bounds = Array.from({ length: count + 1 }, (_, at) => Math.round((at * values.length) / count));
  return bounds.slice(1).map((to, index) => values.slice(bounds[index], to));
}

function formatMetric(operation: string | null, metric: string): string {
  return operation === null ? metric : `${operation} ${metric}`;
}

function toText(value: number): string {
  return groupDigits(Number(value.toPrecision(3)));
}

function toPercent(share: number): string {
  return `${(share * 100).toFixed(0)}%`;
}
