/**
 * Results of `design.search`: the path of each replicate, and its highest level that meets the criteria. In the answer,
 * a search is one configuration; the trial at the highest passing level represents a replicate.
 */
import { groupBy } from '../../shapes/collections';
import type { Criterion } from '../../shapes/decision-rule';
import { ensure } from '../../shapes/errors';
import type { SearchCell } from '../../shapes/guard';
import type { Observation } from '../../shapes/observation';
import type { Plan, TrialPlan } from '../../shapes/plan';
import type { SeriesLine } from '../../shapes/series';
import type { TrialRow } from '../../shapes/verdict';
import { computeBracket, judgeLevel, type LevelResult } from './bisection';

export interface SearchReplicate {
  readonly rig: string;
  readonly block: number;
  readonly replicate: number;
  /** Measured levels, in the order of the search. */
  readonly path: readonly LevelResult[];
  /** Index of the highest level that meets the criteria; -1 if none does, null if the search did not finish. */
  readonly highest: number | null;
  /** The trial that represents the replicate in the answer. */
  readonly trial: string;
}

/** One searched configuration, as `summary.json` holds it. */
export interface SearchResult extends Omit<SearchCell, 'cells'> {
  /** Labels of the levels, ascending. */
  readonly labels: readonly string[];
  readonly replicates: readonly SearchReplicate[];
}

/** Criteria of all searches, each once. A search has those that its workload can report. */
export function listCriteria(searches: readonly Pick<SearchCell, 'criteria'>[]): readonly Criterion[] {
  return [...new Map(searches.flatMap(({ criteria }) => criteria).map((one) => [one.name, one])).values()];
}

/** Highest passing values of the replicates that finished, as indexes, each once, ascending; -1: none passes. */
export function listHighest({ replicates }: Pick<SearchResult, 'replicates'>): readonly number[] {
  return [...new Set(replicates.flatMap(({ highest }) => highest ?? []))].toSorted((a, b) => a - b);
}

/** What the replicates missed at the value above their highest passing one, each once. */
export function listMissed({ replicates }: Pick<SearchResult, 'replicates'>): readonly string[] {
  const why = replicates.flatMap(({ path, highest }) =>
    path.flatMap(({ level, why, also = [] }) => (level === (highest ?? -2) + 1 ? [why ?? [], also].flat() : [])),
  );
  return [...new Set(why)];
}

/** The highest passing value; `≥` if no higher one was measured. */
export function nameHighest(result: Pick<SearchResult, 'labels'>, level: number): string {
  return `${level === result.labels.length - 1 ? '≥ ' : ''}${nameLevel(result, level)}`;
}

/** A value of the searched factor by its index. */
export function nameLevel({ labels }: Pick<SearchResult, 'labels'>, level: number): string {
  return level < 0 ? 'none' : (labels[level] ?? '?');
}

/** Filter for trials that configurations count: of a search, only those that represent its replicates. */
export function pickRepresentatives(searches: readonly SearchResult[] = []): (one: Pick<TrialRow, 'trial'>) => boolean {
  const replicates = searches.flatMap((search) => search.replicates);
  const measured = new Set(replicates.flatMap(({ path }) => path.map(({ trial }) => trial)));
  const kept = new Set(replicates.map(({ trial }) => trial));
  return ({ trial }) => kept.has(trial) || !measured.has(trial);
}

/** Code of trials that a search did not need. */
const NOT_NEEDED = 'OutsideBracket';

/** Whether a walk by price did not need the trial. */
export function isSpared({ reasons }: Pick<TrialRow, 'reasons'>): boolean {
  return reasons.some(({ code }) => code === 'NotNeeded');
}

/** Whether a search or a walk by price did not need the trial. */
export function isNeedless(row: Pick<TrialRow, 'reasons'>): boolean {
  return isSpared(row) || row.reasons.some(({ code }) => code === NOT_NEEDED);
}

/** The row as if its level was not needed: a search that ended early does not end the rounds of its rig. */
export function hideEndOfSearch(row: TrialRow): TrialRow {
  const hide = (one: TrialRow['reasons'][number]) =>
    one.code === 'SearchUndecided' && one.level === 'not-run' ? { ...one, code: NOT_NEEDED } : one;
  return { ...row, reasons: row.reasons.map(hide) };
}

export interface SearchInput {
  readonly plan: Plan;
  /** One row per trial of the plan. */
  readonly rows: readonly TrialRow[];
  readonly observations: readonly Observation[];
  readonly series?: readonly SeriesLine[];
}

/** Results of all searches of a plan; empty without a search. */
export function judgeSearches({ plan, rows, observations, series = [] }: SearchInput): readonly SearchResult[] {
  const { searches = [], accept } = plan;
  if (searches.length === 0) return [];
  const rowByTrial = new Map(rows.map((row) => [row.trial, row]));
  const [observed, timed] = [groupBy(observations, ({ trial }) => trial), groupBy(series, ({ trial }) => trial)];
  const judge = ({ trial, guard }: TrialPlan, search: SearchCell): LevelResult | null => {
    const row = rowByTrial.get(trial);
    if (row === undefined || row.verdict === 'NOT_RUN') return null;
    const isCounted = (one: { readonly attempt: number }): boolean => one.attempt === row.attempt;
    const figures = {
      observations: (observed.get(trial) ?? []).filter(isCounted),
      series: (timed.get(trial) ?? []).filter(isCounted),
    };
    const { level } = ensure(guard?.search, 'the guard of a trial of a search');
    return judgeLevel(level, { row, figures }, search, accept?.codes);
  };
  const trials = groupBy(plan.trials, ({ guard }) => guard?.search?.id);
  return searches.map((search) => {
    const { cells, ...rest } = search;
    const replicates = groupBy(trials.get(search.id) ?? [], ({ rig, replicate }) => `${rig} ${replicate}`);
    return {
      ...rest,
      labels: cells.map((cellId) => plan.cells.find((cell) => cell.cellId === cellId)?.levels[search.factor] ?? cellId),
      replicates: [...replicates.values()].map((own) =>
        toReplicate(
          own,
          own.flatMap((trial) => judge(trial, search) ?? []),
          rowByTrial,
        ),
      ),
    };
  });
}

/** @param own trials of the replicate, in the order of the search; at least one */
function toReplicate(
  own: readonly TrialPlan[],
  path: readonly LevelResult[],
  rows: ReadonlyMap<string, TrialRow>,
): SearchReplicate {
  const first = ensure(own[0], 'a trial of a replicate');
  const { low, high } = computeBracket(path, own.length);
  const isDone = high - low === 1 && path.every(({ outcome }) => outcome !== 'undecided');
  const at = (level: number): string | undefined => path.find((one) => one.level === level)?.trial;
  // Without a result: the trial that ended the search, by its verdict or because it was not run.
  const isLost = (row: TrialRow | undefined): boolean => row?.verdict === 'NOT_RUN' && !isNeedless(row);
  const ended =
    path.find(({ outcome }) => outcome === 'undecided')?.trial ??
    own.find(({ trial }) => isLost(rows.get(trial)))?.trial;
  const { rig, block, replicate } = first;
  return {
    rig,
    block,
    replicate,
    path,
    highest: isDone ? low : null,
    trial: (isDone ? at(Math.max(0, low)) : ended) ?? first.trial,
  };
}
