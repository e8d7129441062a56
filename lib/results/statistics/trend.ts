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
  let sum = 0;
  let variance = 0;
  const ratios: number[] = [];
  for (const values of cells) {
    const n = values.length;
    if (n < 2) continue;
    for (let i = 0; i < n; i += 1)
      for (let j = i + 1; j < n; j += 1) sum += Math.sign((values[j] ?? 0) - (values[i] ?? 0));
    variance += (n * (n - 1) * (2 * n + 5)) / 18;
    const half = Math.floor(n / 2);
    ratios.push(medianOf(values.slice(n - half)) / medianOf(values.slice(0, half)));
  }
  if (ratios.length === 0) return null;
  // Sums are whole numbers: half a step is taken off on each side.
  const z = (sum - Math.sign(sum)) / Math.sqrt(variance);
  const ratio = medianOf(ratios);
  return Math.abs(z) > Z_MIN && (ratio < CHANGE_MIN || ratio > 1 / CHANGE_MIN) ? { ratio, z } : null;
}
