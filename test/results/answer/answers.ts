/** Answers to contests of plain values, for tests. */
import { METRICS } from '../../../lib/workloads/fio/cell/metrics';
import type { Answer } from '../../../lib/results/answer/answer';
import type { Candidate } from '../../../lib/results/answer/contender';
import { buildAnswer } from '../../../lib/results/answer/decision';
import type { DecisionRule } from '../../../lib/shapes/decision-rule';
import { contest, decide, type Entry, FOLDERS, type How, turns } from '../../../checks/statistics/contest';

export const FACTORS = ['target', 'bs'];
export const MB = 1e6;

/**
 * Values around a mean in MB/s, at equal distances. Their order (the least, the two largest, the next two least, …) is
 * explained neither by time nor by the position in a round.
 */
export function makeTurns(mean: number, by = 0.02, n = 3): Entry['turns'] {
  let [low, high] = [0, n - 1];
  const ranks = Array.from({ length: n }, (_, index) => (index % 4 === 0 || index % 4 === 3 ? low++ : high--));
  // A small individual deviation: equal spreads must not be correlated.
  const own = ranks.map((_, index) => 0.05 * by * Math.sin(mean * (index + 1)));
  return turns(ranks.map((rank, index) => mean * MB * Math.exp(by * (rank - (n - 1) / 2) + (own[index] ?? 0))));
}

/** By default for folders in turn. */
export function answer(
  how: Partial<DecisionRule> | null,
  entries: readonly Entry[],
  place: How = FOLDERS,
  change: (candidate: Candidate) => Candidate = (one) => one,
): Answer {
  const [candidates, circumstances] = contest(entries, place);
  return buildAnswer(how === null ? null : decide(how), candidates.map(change), FACTORS, METRICS, circumstances);
}

export const SLOW: Entry = { name: '2GBps', turns: makeTurns(884), usdPerHour: 9.1 };
export const FAST: Entry = { name: '4GBps', turns: makeTurns(1338), usdPerHour: 14.2 };
