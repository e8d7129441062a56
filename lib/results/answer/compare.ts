/** Which of two configurations is better and by how many times, and whether that is more than chance. */
import { type AssumedVariance, estimateDifference, computeHalfWidth, type UnitTable } from '../statistics/difference';
import { normalZ, studentT } from '../statistics/quantiles';
import type { Entrant, MetricFigure } from './contender';

/**
 * `no-worse`: the first gives away the margin at most. A verdict is false in 4 % of comparisons by design:
 * `docs/statistics-tables.md` has what was measured.
 */
export type ComparisonVerdict = 'better' | 'equal' | 'no-worse' | 'inconclusive';

/** Why a comparison is inconclusive. */
export type Doubt =
  /** Fewer than three units of one, or in common. */
  | 'few'
  /** All values of each are the same, so that nothing is known of chance. */
  | 'rounded'
  /** Chance may do it. */
  | 'noise'
  /** What instances of one target, or hours, are assumed to differ by may do it. */
  | 'assumed'
  /** A figure is a bound: the other may be as good. */
  | 'bound';

/** The leader against another one. */
export interface RivalComparison {
  readonly cell: string;
  readonly verdict: ComparisonVerdict;
  readonly doubt: Doubt | null;
  /** How many times it is better: values ÷, or times the other way round. Null for `few`. */
  readonly ratio: number | null;
  /** The 96 % interval of `ratio`; with what is assumed. */
  readonly low: number | null;
  readonly high: number | null;
  /** Units that both have; 0: they were measured one after the other. */
  readonly common: number;
  /** Standard deviations that are assumed, of logarithms; 0 where nothing is. */
  readonly assumedInstance: number;
  readonly assumedHour: number;
  /** Up to so many times what is assumed `better` holds; null where nothing is assumed, and where chance may do it. */
  readonly holdsTimes: number | null;
  /** Of the logarithm of `ratio`: what was measured, and the variance that is assumed; null for `few`. */
  readonly known: { readonly error: number; readonly freedom: number; readonly assumed: number } | null;
}

/** On each side; with both models that are chosen between, 4 % in all. */
const SIDE_ERROR = 0.02;

/** What is not known of two that share too little. */
const NO_ESTIMATE = {
  ratio: null,
  low: null,
  high: null,
  common: 0,
  assumedInstance: 0,
  assumedHour: 0,
  holdsTimes: null,
};

/** @param rows of both in the table; @param margin a share; @param rivals with how many the leader is compared */
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
  // Values that are all the same were rounded, by an unknown step; their logarithms differ in the last digit.
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

/** On one instance nothing is assumed of instances, and nothing of what was there before. */
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
