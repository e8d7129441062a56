/** Compares a leader with its rivals: which one is better, by which ratio, and whether chance explains it. */
import type { DecisionRule } from '../../shapes/decision-rule';
import type { Metric } from '../../shapes/metric';
import { type AssumedVariance, estimateDifference, computeHalfWidth, type UnitTable } from '../statistics/difference';
import { studentT } from '../statistics/quantiles';
import type { Entrant, OpenReason } from './contender';
import type { MetricFigure } from './figure';
import { countUnbounded } from './proof';
import { makeUnitRow, type UnitPlace } from './units';

export interface RivalComparison {
  readonly cell: string;
  /** `nearly`: worse by at most the margin. By design, 4 % of verdicts are false: see `docs/statistics-tables.md`. */
  readonly verdict: 'better' | 'nearly' | 'open';
  readonly reason: OpenReason | null;
  /** The rival is nearly as good, too: both differ by at most the margin. */
  readonly isMutual: boolean;
  /** Ratio leader ÷ rival, inverted if lower values are better, so above 1 is better. Null for too few units. */
  readonly ratio: number | null;
  /** 96% interval of `ratio`, including the assumptions. */
  readonly low: number | null;
  readonly high: number | null;
  /** Number of common units; 0 if the two were measured one after the other. */
  readonly common: number;
  /** Assumed standard deviations of logarithms; 0 without an assumption. */
  readonly assumedInstance: number;
  readonly assumedHour: number;
  /** For the logarithm of `ratio`: measured error and assumed variance. Null for too few units. */
  readonly known: { readonly error: number; readonly freedom: number; readonly assumed: number } | null;
}

export interface Comparing {
  readonly entrants: readonly Entrant[];
  /** Values of the entrants, in their order; see {@link makeTable}. */
  readonly table: UnitTable;
  readonly margin: DecisionRule['margin'];
  /** Direction of the question, which may differ from that of the metric. */
  readonly better: Metric['better'];
}

/** Levels that last, by entrant and unit, as logarithms: negated where lower values are better. */
export function makeTable(
  entrants: readonly Entrant[],
  places: ReadonlyMap<string, UnitPlace>,
  better: Metric['better'],
): UnitTable {
  const sign = better === 'higher' ? 1 : -1;
  const units = [...new Set([...places.values()].map(({ unit }) => unit))];
  return entrants.map(({ figure }) => {
    const values = figure.proofs.flatMap(({ trial, log }) => (log === null ? [] : [{ trial, log: sign * log }]));
    return makeUnitRow(units, values, places);
  });
}

/** Error probability per side. As the code picks one of two models, 4 % in total. */
const SIDE_ERROR = 0.02;

/** What the leader proves at worst against what its rivals prove at best. */
export function compareRivals(
  leader: Entrant,
  rivals: readonly Entrant[],
  { entrants, table, margin, better }: Comparing,
): readonly RivalComparison[] {
  const rowOf = ({ contender }: Entrant): number => entrants.findIndex((one) => one.contender.cell === contender.cell);
  return rivals.map((rival): RivalComparison => {
    const base = { cell: rival.contender.cell, isMutual: false };
    const found = estimateDifference(
      table,
      rowOf(leader),
      rowOf(rival),
      combineAssumptions(leader.figure, rival.figure),
    );
    if (found === null) return { ...base, ...NO_ESTIMATE, verdict: 'open', reason: 'few' };
    const { d, error, freedom, common, assumed } = found;
    const variance = assumed.instance + assumed.hour;
    const half = computeHalfWidth(found, SIDE_ERROR);
    const largest = (of: 'instance' | 'hour'): number => Math.max(leader.figure.spread[of], rival.figure.spread[of]);
    const estimate = {
      ...base,
      ratio: Math.exp(d),
      low: Math.exp(d - half),
      high: Math.exp(d + half),
      common,
      assumedInstance: assumed.instance > 0 ? largest('instance') : 0,
      assumedHour: assumed.hour > 0 ? largest('hour') : 0,
      known: { error, freedom, assumed: variance },
    };
    const open = (reason: OpenReason): RivalComparison => ({ ...estimate, verdict: 'open', reason });
    const mine = countUnbounded(leader.figure.proofs, better);
    const other = countUnbounded(rival.figure.proofs, better);
    const enough = Math.log1p(margin);
    // Equal values may hide rounding by an unknown step; their logarithms may differ in the last digit.
    if (error + variance < 1e-12) return open('few');
    if (other.better > 0 || mine.worse > 0) return open('bound');
    if (d > half && d >= enough) return { ...estimate, verdict: 'better', reason: null };
    const each = computeHalfWidth(found, (2 * SIDE_ERROR) / Math.max(1, rivals.length));
    const isMutual = d + each < enough && mine.better === 0 && other.worse === 0;
    if (d - each > -enough) return { ...estimate, verdict: 'nearly', reason: null, isMutual };
    const isClear = d > studentT(1 - SIDE_ERROR, freedom) * error && d >= enough;
    return open(isClear ? 'assumed' : 'noise');
  });
}

const NO_ESTIMATE = { ratio: null, low: null, high: null, common: 0, assumedInstance: 0, assumedHour: 0, known: null };

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
