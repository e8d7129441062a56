/** Decides which level of a search a replicate measures next, and judges the levels that it measured. */
import type { SearchCell, SearchDecision } from '../../shapes/guard';
import type { TrialRow } from '../../shapes/verdict';
import { countsInDecisions } from '../../shapes/reason-effects';
import { type CriterionFigure, judgeCriterion, type TrialFigures } from './criterion';

/** A measured level of one replicate. */
export interface LevelResult {
  /** Index of the level, from 0. */
  readonly level: number;
  readonly trial: string;
  readonly outcome: 'passes' | 'fails' | 'undecided';
  /** The first criterion that it misses, or a reason code: why it fails or is undecided. Null if it passes. */
  readonly why: string | null;
  /** Further criteria that it misses, and a missed rate. */
  readonly also?: readonly string[];
  /** Figure of that criterion; null without one. */
  readonly figure: CriterionFigure | null;
}

/** Reasons of a trial that did not do its offered rate: the level fails, even if the other I/Os meet all criteria. */
export const RATE_MISSED: readonly string[] = ['RateNotReached', 'QueueSaturated'];

/**
 * Judges one trial of a search. A level passes if the trial counts and meets all criteria. A trial that does not count
 * says nothing about its level.
 * @param accepted reasons that the user accepts
 */
export function judgeLevel(
  level: number,
  { row, figures }: { readonly row: TrialRow; readonly figures: TrialFigures },
  { criteria }: Pick<SearchCell, 'criteria'>,
  accepted: readonly string[] = [],
): LevelResult {
  const result = (outcome: LevelResult['outcome'], why: string | null, figure: CriterionFigure | null = null) => ({
    level,
    trial: row.trial,
    outcome,
    why,
    figure,
  });
  if (!countsInDecisions(row, null, accepted))
    return result('undecided', row.reasons.find((one) => one.level !== 'note')?.code ?? row.verdict);
  const judged = criteria.map((criterion) => ({ name: criterion.name, figure: judgeCriterion(criterion, figures) }));
  const missed = judged.filter(({ figure }) => figure?.meets === false);
  const missedRate = row.reasons.filter((one) => one.level !== 'note' && RATE_MISSED.includes(one.code));
  const [first, ...also] = [...missed.map(({ name }) => name), ...missedRate.map(({ code }) => code)];
  if (first !== undefined)
    return { ...result('fails', first, missed[0]?.figure), ...(also.length === 0 ? {} : { also }) };
  const unknown = judged.find(({ figure }) => figure === null);
  return unknown === undefined ? result('passes', null) : result('undecided', `no value of ${unknown.name}`);
}

/** Levels that are still open: `low` passes (-1: none known), `high` fails (`count`: none known). */
export interface Bracket {
  readonly low: number;
  readonly high: number;
}

/** The bracket after some results. Levels above one that fails do not pass, and levels below one that passes do. */
export function computeBracket(results: readonly LevelResult[], count: number): Bracket {
  const levels = (outcome: LevelResult['outcome']): number[] =>
    results.flatMap((one) => (one.outcome === outcome ? [one.level] : []));
  return { low: Math.max(-1, ...levels('passes')), high: Math.min(count, ...levels('fails')) };
}

/**
 * Whether a level must be measured: it is the middle of the open levels, so that a replicate needs at most
 * ⌈log2(n + 1)⌉ trials for n levels.
 * @param labels of the levels, ascending @param results of the same replicate in the same rig
 */
export function decideLevel(level: number, labels: readonly string[], results: readonly LevelResult[]): SearchDecision {
  const undecided = results.find(({ outcome }) => outcome === 'undecided');
  if (undecided !== undefined) {
    const text =
      `the search of this replicate ended: trial ${undecided.trial} at ${labels[undecided.level] ?? '?'} ` +
      `has no usable result (${undecided.why ?? '?'})`;
    return { run: false, code: 'SearchUndecided', text };
  }
  const { low, high } = computeBracket(results, labels.length);
  if (level === Math.floor((low + high) / 2)) return { run: true, code: null, text: '' };
  const known = [
    ...(low < 0 ? [] : [`${labels[low] ?? '?'} meets the criteria`]),
    ...(high === labels.length ? [] : [`${labels[high] ?? '?'} misses them`]),
  ].join(', and ');
  return { run: false, code: 'OutsideBracket', text: `the search does not need this value: ${known}` };
}
