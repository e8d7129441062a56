/**
 * Two executions of the same configurations, on logarithms where higher is better. Executions differ in hours and
 * instances, so trials alone would call most unchanged pairs worse. The *hour* is the median difference over
 * configurations; the *rest* is what remains of each: rule 11 of `docs/statistics.md`.
 */
import { computeMean, computeMedian } from '../statistics/moments';
import { normalZ, studentT } from '../statistics/quantiles';

/** A configuration in one execution. */
export interface Level {
  /** Mean of logarithms of its units, and their standard deviation. */
  readonly mean: number;
  readonly deviation: number;
  /** Number of units, at least {@link UNITS_MIN}. */
  readonly units: number;
  /** Assumed standard deviations between instances and between hours. */
  readonly instance: number;
  readonly hour: number;
}

/** Fewer units do not show the spread. */
export const UNITS_MIN = 3;
/** Fewer configurations do not show the hour. */
const HOUR_MIN = 3;
/** Error per side: of the hour, and of all rests together. */
const SIDE = 0.02;
/** Error of "no worse than the margin", for each configuration. */
const MARGIN_SIDE = 0.05;
/** Variance of a median ÷ variance of a mean, for normal values. */
const MEDIAN_VARIANCE = Math.PI / 2;
/** Share of pairs that find the loss called `found`. */
const POWER = 0.8;

export type PairVerdict = 'worse' | 'better' | 'within margin' | 'inconclusive';

/** A difference: after − before. */
export interface PairDifference {
  readonly d: number;
  /** Half-width of the interval that decides about worse and better. */
  readonly half: number;
  readonly verdict: PairVerdict;
  /** Smallest difference that this pair could have shown, and the one that four of five such pairs show. */
  readonly shown: number;
  readonly found: number;
}

export interface PairResult {
  /** Change of all configurations together; null for fewer than three. */
  readonly hour: PairDifference | null;
  /** For each configuration, in the order given: its whole difference, and what remains without the hour. */
  readonly cells: readonly { readonly whole: number; readonly rest: PairDifference }[];
}

/** @param pairs before and after of each configuration, at least one @param margin logarithm of the margin, negative */
export function comparePair(pairs: readonly (readonly [before: Level, after: Level])[], margin: number): PairResult {
  const count = pairs.length;
  const wholes = pairs.map(([before, after]) => after.mean - before.mean);
  const isSplit = count >= HOUR_MIN;
  const hour = isSplit ? computeMedian(wholes) : 0;
  const medianShare = MEDIAN_VARIANCE / count;
  const rests = pairs.map((pair, nth) => {
    const { instance, hours } = assumeVariances(pair);
    const assumed = isSplit ? instance * (1 + medianShare) : instance + hours;
    const whole = wholes[nth] ?? 0;
    return { whole, rest: judge(whole - hour, { ...measureError(pair), assumed }, SIDE / count, margin) };
  });
  if (!isSplit) return { hour: null, cells: rests };
  const all = pairs.map((pair) => ({ ...assumeVariances(pair), error: measureError(pair).error }));
  const own = computeMean(all.map(({ instance, error }) => instance + error ** 2));
  const assumed = computeMean(all.map(({ hours }) => hours)) + medianShare * own;
  return { hour: judge(hour, { error: 0, freedom: 1, assumed }, SIDE, margin), cells: rests };
}

interface Uncertainty {
  /** Measured standard error of the difference, and its degrees of freedom. */
  readonly error: number;
  readonly freedom: number;
  /** Assumed variance of the difference. */
  readonly assumed: number;
}

function judge(d: number, uncertainty: Uncertainty, side: number, margin: number): PairDifference {
  const half = computeHalf(uncertainty, side);
  const isNoWorse = d - computeHalf(uncertainty, MARGIN_SIDE) >= margin;
  const verdict = d < -half ? 'worse' : d > half ? 'better' : isNoWorse ? 'within margin' : 'inconclusive';
  return { d, half, verdict, shown: half, found: half + computeHalf(uncertainty, 1 - POWER) };
}

/** Student's t for measured, normal z for assumed errors. */
function computeHalf({ error, freedom, assumed }: Uncertainty, side: number): number {
  return Math.hypot(studentT(1 - side, freedom) * error, normalZ(1 - side) * Math.sqrt(assumed));
}

function assumeVariances([before, after]: readonly [Level, Level]): { instance: number; hours: number } {
  return { instance: before.instance ** 2 + after.instance ** 2, hours: before.hour ** 2 + after.hour ** 2 };
}

/** Welch's standard error and degrees of freedom. */
function measureError(pair: readonly [Level, Level]): { error: number; freedom: number } {
  const parts = pair.map(({ deviation, units }) => ({ variance: deviation ** 2 / units, freedom: units - 1 }));
  const sum = parts.reduce((total, { variance }) => total + variance, 0);
  const squares = parts.reduce((total, { variance, freedom }) => total + variance ** 2 / freedom, 0);
  return { error: Math.sqrt(sum), freedom: squares === 0 ? 1 : sum ** 2 / squares };
}
