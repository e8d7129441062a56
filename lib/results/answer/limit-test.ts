/** Tests of a figure against one threshold: what units prove at worst and at best, and the standing that follows. */
import { computeLowerBound, computeSpreadMargin, countRanksGivenUp } from '../statistics/limit';
import { computeMean } from '../statistics/moments';
import type { Drift } from '../statistics/fall';
import type { Contender, Standing } from './contender';

/** Test against one threshold. Logarithms, times the sign: higher is better. */
export interface LimitTest {
  readonly sign: 1 | -1;
  readonly limit: number;
  /** What units prove at worst and at best; infinite without a bound. */
  readonly worst: readonly number[];
  readonly best: readonly number[];
  /** Further units without a bound at best, whose value misses the limit. */
  readonly spare: number;
  /** Mean of all rounds minus level at the end; negative if the level rises. */
  readonly fall: number;
  /** In a look: what the trend so far may change from the mean to the last planned round; else 0. */
  readonly drift: Drift;
  readonly spread: number;
}

/** Tolerance for rounding: equal logarithms may differ in the last digit. */
const TINY = 1e-9;

function boundBelow({ worst, fall, drift, spread }: LimitTest, among = 1): number {
  return computeLowerBound(worst, { among, spread }) - Math.max(fall, drift.down);
}

/** Spare units are left out if they are as many as the order statistic gives up, or one more; else nothing is known. */
function boundAbove({ best, spare, fall, drift, spread }: LimitTest, among = 1): number {
  const isFew = best.length >= KNOWN_MIN && spare <= countRanksGivenUp(best.length + spare, 1) + 1;
  const negative = spare === 0 || isFew ? best.map((log) => -log) : [];
  return -computeLowerBound(negative, { among, spread }) + Math.max(-fall, drift.up);
}

/** Units that a miss needs if others have no bound. */
const KNOWN_MIN = 4;

/** A configuration must meet every threshold, so every threshold is one more chance of a false miss. */
export function judgeTests(tests: readonly LimitTest[], among: number, tries: number): Standing {
  if (tests.some((one) => boundAbove(one, tries) < one.limit - TINY)) return 'no';
  return tests.every((one) => boundBelow(one, among) >= one.limit - TINY) ? 'yes' : 'open';
}

/** Some unit has no bound on some side. */
export function isUnbounded({ worst, best, spare }: LimitTest): boolean {
  return spare > 0 || [...worst, ...best].some((log) => !Number.isFinite(log));
}

/** The assumed spread alone explains the distance from the limit, so that no number of units shows it. */
export function isBlocked({ worst, limit, fall, spread }: LimitTest, among: number): boolean {
  const level = computeMean(worst.filter(Number.isFinite)) - Math.max(0, fall);
  return spread > 0 && level >= limit && level - computeSpreadMargin(spread, among) < limit;
}

/** Most units miss the limit: enough of them show a miss, whatever keeps another threshold open. */
export function tendsToMiss({ best, limit }: LimitTest): boolean {
  return computeMean(best.filter(Number.isFinite)) < limit;
}

/** Bounds for display, as if this were the only candidate. */
export function toBounds([test]: readonly LimitTest[]): Pick<Contender, 'low' | 'high'> {
  if (test === undefined) return { low: null, high: null };
  const ends = [boundBelow(test), boundAbove(test)];
  const [low = null, high = null] = (test.sign === 1 ? ends : ends.map((log) => -log).toReversed()).map((log) =>
    Number.isFinite(log) ? Math.exp(log) : null,
  );
  return { low, high };
}
