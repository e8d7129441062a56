/** Compares two configurations: which one is better, by which ratio, and whether chance explains the difference. */
import { type AssumedVariance, estimateDifference, computeHalfWidth, type UnitTable } from '../statistics/difference';
import { normalZ, studentT } from '../statistics/quantiles';
import type { Entrant, MetricFigure } from './contender';

/** `no-worse`: worse by at most the margin. By design, 4 % of verdicts are false: see `docs/statistics-tables.md`. */
export type ComparisonVerdict = 'better' | 'equal' | 'no-worse' | 'inconclusive';

/** Why a comparison is inconclusive. */
export type Doubt =
  /** One configuration has fewer than three units, or they have fewer than three in common. */
  | 'few'
  /** All values of each are equal, so the effect of chance is unknown. */
  | 'rounded'
  /** Chance may explain the difference. */
  | 'noise'
  /** The assumed spread of instances or hours may explain the difference. */
  | 'assumed'
  /** A figure is only a bound: the other may be as good. */
  | 'bound';

export interface RivalComparison {
  readonly cell: string;
  readonly verdict: ComparisonVerdict;
  readonly doubt: Doubt | null;
  /** Ratio leader ÷ rival, inverted if lower values are better, so above 1 is better. Null for `few`. */
  readonly ratio: number | null;
  /** 96 % interval of `ratio`, including the assumptions. */
  readonly low: number | null;
  readonly high: number | null;
  /** Number of common units; 0 if the two were measured one after the other. */
  readonly common: number;
  /** Assumed standard deviations of logarithms; 0 without an assumption. */
  readonly assumedInstance: number;
  readonly assumedHour: number;
  /** `better` holds up to this multiple of the assumed spreads; null without any, or if chance may explain it. */
  readonly holdsTimes: number | null;
  /** For the logarithm of `ratio`: measured error and assumed variance. Null for `few`. */
  readonly known: { readonly error: number; readonly freedom: number; readonly assumed: number } | null;
}

/** Error probability per side. As the code picks one of two models, 4 % in total. */
const SIDE_ERROR = 0.02;

const NO_ESTIMATE = {
  ratio: null,
  low: null,
  high: null,
  common: 0,
  assumedInstance: 0,
  assumedHour: 0,
  holdsTimes: null,
};

/** @param rows of both cells in the table @param margin a share @param rivals number of rivals of the leader */
export function comparePair(
  table: UnitTable,
  [leader, rival]: readonly [Entrant, Entrant],
  [a, b]: readonly [number, number],
  { margin, rivals }: { readonly margin: number; readonly rivals: number },
): RivalComparison {
  const { cell } = rival.contender;
  const found = estimateDifference(table, a, b, combineAssumptions(leader.figure, rival.figure));
  if (found === null) return { ...NO_ESTIMATE, cell, verdict: 'inconclusive', doubt: 'few', known: null };
  const { d, error, freedom, common } = found;
  const variance = found.assumed.instance + found.assumed.hour;
  const half = computeHalfWidth(found, SIDE_ERROR);
  const own = studentT(1 - SIDE_ERROR, freedom) * error;
  const largest = (of: 'instance' | 'hour'): number => Math.max(leader.figure.spread[of], rival.figure.spread[of]);
  const base = {
    cell,
    ratio: Math.exp(d),
    low: Math.exp(d - half),
    high: Math.exp(d + half),
    common,
    assumedInstance: found.assumed.instance > 0 ? largest('instance') : 0,
    assumedHour: found.assumed.hour > 0 ? largest('hour') : 0,
    holdsTimes: variance > 0 && d > own ? Math.sqrt((d ** 2 - own ** 2) / variance) / normalZ(1 - SIDE_ERROR) : null,
    known: { error, freedom, assumed: variance },
  };
  const inconclusive = (doubt: Doubt): RivalComparison => ({ ...base, verdict: 'inconclusive', doubt });
  const enough = Math.log1p(margin);
  const [mine, other] = [leader.contender.bound, rival.contender.bound];
  // Equal values may hide rounding by an unknown step; their logarithms may differ in the last digit.
  if (error + variance < 1e-12) return inconclusive('rounded');
  if (other.atLeast || mine.atMost) return inconclusive('bound');
  if (d > half && d >= enough) return { ...base, verdict: 'better', doubt: null };
  const each = computeHalfWidth(found, (2 * SIDE_ERROR) / Math.max(1, rivals));
  if (d - each > -enough) {
    const equal = Math.abs(d) + each < enough && !mine.atLeast && !other.atMost;
    return { ...base, verdict: equal ? 'equal' : 'no-worse', doubt: null };
  }
  return inconclusive(d <= half && d > own && d >= enough ? 'assumed' : 'noise');
}

/** Two configurations on one target instance, or on existing storage, need no assumed spread of instances. */
export function combineAssumptions(
  a: Pick<MetricFigure, 'copies' | 'spread'>,
  b: Pick<MetricFigure, 'copies' | 'spread'>,
): AssumedVariance {
  const copies = new Set([...a.copies, ...b.copies]);
  return {
    instance: copies.size < 2 ? 0 : a.spread.instance ** 2 + b.spread.instance ** 2,
    hour: a.spread.hour ** 2 + b.spread.hour ** 2,
  };
}
