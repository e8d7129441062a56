/**
 * Change points of a series of logarithms, one an execution: the last 3, 5, 8 and 13 executions against up to 60 before
 * them. Rates of false alarms and of changes found: `docs/statistics.md`, rule 12.
 */
import { DEFAULT_MARGIN } from '../../shapes/decision-rule';
import { studentT } from '../statistics/quantiles';

/** Numbers of executions on the new side that are tried. */
const BACK = [3, 5, 8, 13];
const BACK_MIN = Math.min(...BACK);
/** Executions before a change, at least and at most. */
export const LEVEL_MIN = 8;
const BEFORE_MAX = 60;
/** A new level that a scan finds at its end begins at most this many executions before. */
export const CHANGE_AGE_MAX = Math.max(...BACK) + BACK_MIN - 1;
/** Executions that a scan needs at least. */
export const SCANNED_MIN = LEVEL_MIN + BACK_MIN;
/** Smaller changes do not matter. */
export const CHANGE_MIN = Math.log1p(DEFAULT_MARGIN);
/** Error per side of the interval of a change. */
const SHOWN_SIDE = 0.02;

/** A new level of a series. Positions in the series start at 0. */
export interface LevelChange {
  /** First execution of the new level, and the execution that revealed it. */
  readonly from: number;
  readonly seen: number;
  /** Logarithm of the new level ÷ the old one, and half-width of its 96% interval. */
  readonly log: number;
  readonly half: number;
}

interface Candidate extends Omit<LevelChange, 'seen'> {
  readonly strength: number;
}

/** All changes of a series. After each, its baseline starts again. @param side error per side and execution */
export function scanSeries(logs: readonly number[], side: number): readonly LevelChange[] {
  const sums = sumUp(logs);
  const found: LevelChange[] = [];
  let start = 0;
  for (let end = SCANNED_MIN; end <= logs.length; end += 1) {
    const fits = BACK.flatMap((back) => compareSides(sums, [start, end - back, end], side / BACK.length) ?? []);
    const [best] = fits.toSorted((a, b) => b.strength - a.strength);
    if (best === undefined) continue;
    const { from, log, half } = placeChange(sums, start, end, best);
    found.push({ from, log, half, seen: end - 1 });
    start = from;
  }
  return found;
}

/**
 * The execution from which on two levels fit best: a window that ends with a new level may begin with the old one.
 * @param found a window that differs; kept if the best place alone does not show a change
 */
function placeChange(sums: Sums, start: number, end: number, found: Candidate): Candidate {
  const first = Math.max(start + LEVEL_MIN, found.from - BACK_MIN + 1);
  const fits = Array.from({ length: end - first }, (_, nth) => {
    const from = first + nth;
    return {
      from,
      squares: computeSquares(sums, Math.max(start, from - BEFORE_MAX), from) + computeSquares(sums, from, end),
    };
  });
  const [best] = fits.toSorted((a, b) => a.squares - b.squares);
  return best === undefined ? found : (compareSides(sums, [start, best.from, end], SHOWN_SIDE) ?? found);
}

/** Null if the levels before and after do not differ, or too few executions are before. */
function compareSides(
  sums: Sums,
  [start, from, end]: readonly [start: number, from: number, end: number],
  side: number,
): Candidate | null {
  const first = Math.max(start, from - BEFORE_MAX);
  const [before, after] = [from - first, end - from];
  if (before < LEVEL_MIN) return null;
  const freedom = before + after - 2;
  const spread = Math.sqrt((computeSquares(sums, first, from) + computeSquares(sums, from, end)) / freedom);
  const half = getStudentT(1 - side, freedom) * spread * Math.sqrt(1 / before + 1 / after);
  const log = computeMean(sums, from, end) - computeMean(sums, first, from);
  return Math.abs(log) > Math.max(half, CHANGE_MIN) ? { from, log, half, strength: Math.abs(log) / half } : null;
}

/** Running sums of values and of their squares, less the first value: a scan costs the same for each execution. */
interface Sums {
  readonly values: readonly number[];
  readonly squares: readonly number[];
}

function sumUp(logs: readonly number[]): Sums {
  const [values, squares] = [[0], [0]];
  const zero = logs[0] ?? 0;
  for (const log of logs) {
    values.push((values.at(-1) ?? 0) + log - zero);
    squares.push((squares.at(-1) ?? 0) + (log - zero) ** 2);
  }
  return { values, squares };
}

function subtractSums(sums: readonly number[], from: number, to: number): number {
  return (sums[to] ?? 0) - (sums[from] ?? 0);
}

/** Mean, from the first value of the series as zero. */
function computeMean({ values }: Sums, from: number, to: number): number {
  return subtractSums(values, from, to) / (to - from);
}

/** Squared departures from the mean, summed. */
function computeSquares(sums: Sums, from: number, to: number): number {
  const squares = subtractSums(sums.squares, from, to) - (to - from) * computeMean(sums, from, to) ** 2;
  return Math.max(0, squares);
}

const QUANTILES = new Map<string, number>();

/** Kept, because a scan of a thousand executions asks for few of them, many times. */
function getStudentT(probability: number, freedom: number): number {
  const key = `${probability} ${freedom}`;
  const known = QUANTILES.get(key) ?? studentT(probability, freedom);
  QUANTILES.set(key, known);
  return known;
}
