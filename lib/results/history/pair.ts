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
  /** For each configuration, in the order given: its difference without the hour. */
  readonly cells: readonly PairDifference[];
}

/**
 * @param pairs before and after of each configuration, at least one
 * @param margin logarithm of the margin, negative
 * @param measures number of measures that are compared at once; they share the error
 */
export function comparePair(
  pairs: readonly (readonly [before: Level, after: Level])[],
  margin: number,
  measures = 1,
): PairResult {
  const count = pairs.length;
  const side = SIDE / measures;
  const wholes = pairs.map(([before, after]) => after.mean - before.mean);
  const isSplit = count >= HOUR_MIN;
  const hour = isSplit ? computeMedian(wholes) : 0;
  const medianShare = MEDIAN_VARIANCE / count;
  const errors = pairs.map(measureError);
  const variances = pairs.map(assumeVariances);
  const noise = medianShare * computeMean(errors.map(({ error }) => error ** 2));
  const cells = pairs.map((_, nth) => {
    const [{ error, freedom }, { instance, hours }] = [
      errors[nth] as MeasuredError,
      variances[nth] as AssumedVariances,
    ];
    const assumed = isSplit ? instance * (1 + medianShare) + noise : instance + hours;
    const whole = wholes[nth] ?? 0;
    const rest = judge(whole - hour, { error, freedom, assumed }, side / count, margin);
    // If others changed, the median moves, and a configuration that stayed the same departs from it.
    const isOwn = Math.abs(whole) > studentT(1 - side, freedom) * error && whole * rest.d > 0;
    const isChange = rest.verdict === 'worse' || rest.verdict === 'better';
    return isChange && !isOwn ? { ...rest, verdict: 'inconclusive' as const } : rest;
  });
  if (!isSplit) return { hour: null, cells };
  const own = medianShare * computeMean(variances.map(({ instance }) => instance)) + noise;
  const assumed = computeMean(variances.map(({ hours }) => hours)) + own;
  return { hour: judge(hour, { error: 0, freedom: 1, assumed }, side, margin), cells };
}

interface MeasuredError {
  /** Measured standard error of the difference, and its degrees of freedom. */
  readonly error: number;
  readonly freedom: number;
}

interface AssumedVariances {
  readonly instance: number;
  readonly hours: number;
}

interface Uncertainty extends MeasuredError {
  /** Assumed variance of the difference. */
  readonly assumed: number;
}

function judge(d: number, uncertainty: Uncertainty, side: number, margin: number): PairDifference {
  const half = computeHalf(uncertainty, side);
  const isNoWorse = d - computeHalf(uncertainty, MARGIN_SIDE) >= margin;
  const verdict = d > half ? 'better' : isNoWorse ? 'within margin' : d < -half ? 'worse' : 'inconclusive';
  return { d, half, verdict, shown: half, found: half + computeHalf(uncertainty, 1 - POWER) };
}

/** Student's t for measured, normal z for assumed errors. */
function computeHalf({ error, freedom, assumed }: Uncertainty, side: number): number {
  return Math.hypot(studentT(1 - side, freedom) * error, normalZ(1 - side) * Math.sqrt(assumed));
}

function assumeVariances([before, after]: readonly [Level, Level]): AssumedVariances {
  return { instance: before.instance ** 2 + after.instance ** 2, hours: before.hour ** 2 + after.hour ** 2 };
}

/** Welch's standard error and degrees of freedom. */
function measureError(pair: readonly [Level, Level]): MeasuredError {
  const parts = pair.map(({ deviation, units }) => ({ variance: deviation ** 2 / units, freedom: units - 1 }));
  const sum = parts.reduce((total, { variance }) => total + variance, 0);
  const squares = parts.reduce((total, { variance, freedom }) => total + variance ** 2 / freedom, 0);
  return { error: Math.sqrt(sum), freedom: squares === 0 ? 1 : sum ** 2 / squares };
}
