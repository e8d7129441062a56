/** Answers to contests of plain values, for tests. */
import { METRICS } from '../../../lib/workloads/fio/cell/metrics';
import type { Answer } from '../../../lib/results/answer/answer';
import type { Candidate } from '../../../lib/results/answer/contender';
import { buildAnswer } from '../../../lib/results/answer/decision';
import type { Measure } from '../../../lib/results/measures';
import { computeStatistics } from '../../../lib/results/statistics/statistics';
import type { DecisionRule } from '../../../lib/shapes/decision-rule';
import { contest, decide, type Entry, FOLDERS, type How, turns } from '../../../checks/statistics/contest';

export const FACTORS = ['target', 'bs'];
export const MB = 1e6;
/** The cheapest configuration of at least 250 MB/s. */
export const CHEAPEST = { atLeast: 250 * MB, prefer: 'cheapest' } as const;

/**
 * Values around a mean in MB/s, at equal distances. Their order (the least, the two largest, the next two least, …) is
 * explained neither by time nor by the position in a round.
 */
export function makeTurns(mean: number, by = 0.002, n = 6): Entry['turns'] {
  let [low, high] = [0, n - 1];
  const ranks = Array.from({ length: n }, (_, index) => (index % 4 === 0 || index % 4 === 3 ? low++ : high--));
  // A small individual deviation: equal spreads must not be correlated.
  const own = ranks.map((_, index) => 0.05 * by * Math.sin(mean * (index + 1)));
  return turns(ranks.map((rank, index) => mean * MB * Math.exp(by * (rank - (n - 1) / 2) + (own[index] ?? 0))));
}

/** Options of an entry, with the distance between its values and their number. */
export type EntryOptions = Partial<Entry> & { readonly by?: number; readonly n?: number };

/** A configuration with values around a mean in MB/s. */
export function makeEntry(
  name: string,
  mean: number,
  usdPerHour: number | null = 1,
  { by, n, ...more }: EntryOptions = {},
): Entry {
  return { name, usdPerHour, turns: makeTurns(mean, by, n), ...more };
}

/** A configuration of which a trial has each of these values in MB/s. */
export const makeValues = (name: string, values: readonly number[], more: Partial<Entry> = {}): Entry => ({
  name,
  usdPerHour: 1,
  turns: turns(values.map((value) => value * MB)),
  ...more,
});

/** Adds another metric, in microseconds, with a value for each trial, to a candidate. */
export function addMetric(one: Candidate, metric: string, found: readonly number[], more: object = {}): Candidate {
  const [first] = one.measures;
  if (first === undefined) return one;
  const values = first.values.slice(0, found.length).map((value, at) => ({ ...value, value: found[at] ?? 0 }));
  const statistics = computeStatistics(values.map(({ value }) => ({ value, block: 1 })));
  const added: Measure = { ...first, metric, unit: 'us', values, statistics, ...more };
  return { ...one, measures: [...one.measures, added] };
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
