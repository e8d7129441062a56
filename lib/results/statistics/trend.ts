/**
 * Whether all cells of a rig rose or fell together over its time, as where burst credits run out: the test of Mann and
 * Kendall, summed over cells as Hirsch, Slack and Smith sum it over seasons (Water Resources Research 18, 1982). One
 * cell has too few trials to tell, and one that has two levels by itself must not be taken for it.
 */
import { medianOf } from './moments';

/** A trend that is no chance. */
export interface Trend {
  /** Later ÷ earlier half of the trials: the median over cells. */
  readonly ratio: number;
  /** In standard deviations of what chance does. */
  readonly z: number;
}

/** 0.5 % on each side. */
const Z_MIN = 2.58;
/** Smaller changes are not worth a word. */
const CHANGE_MIN = 0.95;

/**
 * Null where there is none, or too little to tell.
 * @param cells values above zero of each cell, in the order of time
 */
export function trendOf(cells: readonly (readonly number[])[]): Trend | null {
  const able = cells.filter(({ length }) => length > 1);
  if (able.length === 0) return null;
  const z = deviationsOf(able);
  const ratio = medianOf(
    able.map((values) => {
      const half = Math.floor(values.length / 2);
      return medianOf(values.slice(values.length - half)) / medianOf(values.slice(0, half));
    }),
  );
  return Math.abs(z) > Z_MIN && (ratio < CHANGE_MIN || ratio > 1 / CHANGE_MIN) ? { ratio, z } : null;
}

/** 5 % on each side: to take one rig of ten that do not change for one that may is the safe side. */
const Z_SAFE = 1.64;

/**
 * Whether one has to reckon with it that they changed: as {@link trendOf}, but sooner, and however little it is, for
 * between stages there lies more time than within one.
 */
export function mayDrift(cells: readonly (readonly number[])[]): boolean {
  const able = cells.filter(({ length }) => length > 1);
  return able.length > 0 && Math.abs(deviationsOf(able)) > Z_SAFE;
}

/** By how many standard deviations of what chance does, values follow the order of time. */
function deviationsOf(cells: readonly (readonly number[])[]): number {
  let [sum, variance] = [0, 0];
  for (const values of cells) {
    const n = values.length;
    for (let i = 0; i < n; i += 1)
      for (let j = i + 1; j < n; j += 1) sum += Math.sign((values[j] ?? 0) - (values[i] ?? 0));
    variance += (n * (n - 1) * (2 * n + 5)) / 18;
  }
  // Sums are whole numbers: half a step is taken off on each side.
  return (sum - Math.sign(sum)) / Math.sqrt(variance);
}
