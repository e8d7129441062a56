/**
 * Finds configurations whose values fell during the measurement: the level at the end is what lasts. Trials of a rig
 * share causes, such as credits of one file system, so that all its configurations are tested together, too.
 */
import { computeMean } from './moments';
import { studentT } from './quantiles';

/** A value, and when it was measured. */
export interface TimedLog {
  /** Position of the trial among those of the rig, from 0. */
  readonly at: number;
  /** Natural logarithm, negated for times, so that higher is better. */
  readonly log: number;
}

/** Fewer trials do not show a trend. */
const TRIALS_MIN = 4;
/** Probability per side that a steady configuration is taken for falling: its bound is then too cautious. */
const SIDE_ERROR = 0.02;
/** Probability that configurations with the same trend are taken for different ones. */
const UNLIKE_ERROR = 0.05;

/**
 * Log difference of mean and end of each configuration, negative for a rise; 0 if chance may explain it, or below the
 * margin. The common trend counts if no configuration departs from it.
 * @param cells values of the configurations of one rig @param margin a share
 */
export function measureFalls(cells: readonly (readonly TimedLog[])[], margin: number): readonly number[] {
  const able = cells.filter(({ length }) => length >= TRIALS_MIN);
  const common = able.length > 1 && haveOneTrend(able) ? findTrend(able, margin) : 0;
  return cells.map((cell) => {
    const slope = cell.length < TRIALS_MIN ? 0 : findTrend([cell], margin) || common;
    const left = Math.max(0, ...able.flat().map(({ at }) => at)) - computeMean(cell.map(({ at }) => at));
    return slope === 0 ? 0 : -slope * left;
  });
}

/** What the trends so far would change from the mean to the last planned trial, in logarithms, not negative. */
export interface Drift {
  readonly down: number;
  readonly up: number;
}

/**
 * Drift of each configuration by its slope or the mean slope, whichever goes further, whatever chance may explain: a
 * rig that ends early never sees the level at the planned end.
 * @param left trials that are still planned ÷ trials so far
 */
export function projectDrifts(cells: readonly (readonly TimedLog[])[], left: number): readonly Drift[] {
  const able = cells.filter(({ length }) => length >= TRIALS_MIN);
  const common = computeMean(able.map((cell) => fitTrend([cell]).slope));
  const end = (1 + left) * (1 + Math.max(0, ...able.flat().map(({ at }) => at))) - 1;
  return cells.map((cell) => {
    if (cell.length < TRIALS_MIN) return { down: 0, up: 0 };
    const { slope } = fitTrend([cell]);
    const trials = end - computeMean(cell.map(({ at }) => at));
    return { down: Math.max(0, -slope, -common) * trials, up: Math.max(0, slope, common) * trials };
  });
}

/** The common slope; 0 if chance may explain it, or if it changes the values by less than the margin. */
function findTrend(cells: readonly (readonly TimedLog[])[], margin: number): number {
  const { slope, rss, sxx, freedom } = fitTrend(cells);
  const times = cells.flat().map(({ at }) => at);
  const change = Math.abs(slope) * (Math.max(...times) - Math.min(...times));
  const certain = Math.abs(slope) > studentT(1 - SIDE_ERROR, freedom) * Math.sqrt(rss / freedom / sxx);
  return certain && change > Math.log1p(margin) ? slope : 0;
}

/** Whether chance explains how the slopes of configurations differ from the common one (Bonferroni). */
function haveOneTrend(cells: readonly (readonly TimedLog[])[]): boolean {
  const [all, own] = [fitTrend(cells), cells.map((cell) => fitTrend([cell]))];
  const freedom = own.reduce((sum, one) => sum + one.freedom, 0);
  const variance = own.reduce((sum, { rss }) => sum + rss, 0) / freedom;
  const limit = studentT(1 - UNLIKE_ERROR / 2 / cells.length, freedom);
  return own.every(
    ({ slope, sxx }) => Math.abs(slope - all.slope) <= limit * Math.sqrt(variance * (1 / sxx - 1 / all.sxx)),
  );
}

/** Least squares of one slope, and a mean for each configuration. */
function fitTrend(cells: readonly (readonly TimedLog[])[]) {
  const points = cells.flatMap((cell) => {
    const [middle, mean] = [computeMean(cell.map(({ at }) => at)), computeMean(cell.map(({ log }) => log))];
    return cell.map(({ at, log }) => ({ x: at - middle, y: log - mean }));
  });
  const sxx = points.reduce((sum, { x }) => sum + x * x, 0);
  const slope = points.reduce((sum, { x, y }) => sum + x * y, 0) / sxx;
  const rss = points.reduce((sum, { x, y }) => sum + (y - slope * x) ** 2, 0);
  return { slope, rss, sxx, freedom: points.length - cells.length - 1 };
}
