/** Makes each search one configuration, represented by one trial per replicate: the input of the answer. */
import type { Answer } from '../answer/answer';
import type { CellSummary } from '../cells';
import type { SearchCell } from '../../shapes/guard';
import type { Observation } from '../../shapes/observation';
import type { Cell, Plan } from '../../shapes/plan';
import { type Reason, toVerdict, type TrialRow } from '../../shapes/verdict';
import { formatValue } from '../format';
import { joinNames } from '../answer/phrases';
import {
  listCriteria,
  listHighest,
  listMissed,
  nameHighest,
  nameLevel,
  type SearchReplicate,
  type SearchResult,
} from './search-result';

/** Plan and rows with each search as one configuration, and one trial per replicate. */
export function applySearches(
  plan: Plan,
  rows: readonly TrialRow[],
  results: readonly SearchResult[],
  observations: readonly Observation[] = [],
): { readonly plan: Plan; readonly rows: readonly TrialRow[] } {
  const { searches = [] } = plan;
  if (results.length === 0) return { plan, rows };
  const searchIdByCell = new Map(searches.flatMap(({ id, cells }) => cells.map((cell) => [cell, id] as const)));
  const toId = (cell: string): string => searchIdByCell.get(cell) ?? cell;
  const searchById = new Map(searches.map((search) => [search.id, search]));
  const values = mapDecidedValues(plan.decide, observations);
  const reasons = new Map(
    results.flatMap((result) =>
      result.replicates.map((one) => [one.trial, listSearchReasons(one, result, results, { plan, values })]),
    ),
  );
  const cells = plan.cells.flatMap((cell) => {
    const search = searchById.get(toId(cell.cellId));
    if (search === undefined) return [cell];
    return cell.cellId === search.cells[0] ? [toSearchCell(cell, search, plan)] : [];
  });
  const references = plan.references.map(({ cell, to, exact }) => ({ cell: toId(cell), to: toId(to), exact }));
  return {
    plan: {
      ...plan,
      cells,
      references: [...new Map(references.map((one) => [one.cell, one])).values()],
      trials: plan.trials.map((trial) => ({ ...trial, cell: toId(trial.cell) })),
    },
    rows: rows.flatMap((row) => {
      const added = reasons.get(row.trial);
      if (added === undefined) return searchIdByCell.has(row.cell) ? [] : [row];
      const all = [...row.reasons, ...added];
      return [{ ...row, cell: toId(row.cell), reasons: all, verdict: toVerdict(all) }];
    }),
  };
}

/** Values of the question's metric and operation, by trial. */
function mapDecidedValues(decide: Plan['decide'], observations: readonly Observation[]): ReadonlyMap<string, number> {
  const own = observations.filter(
    ({ scope, metric, operation }) =>
      scope === 'aggregate' && metric === decide?.metric && (decide.operation ?? operation) === operation,
  );
  return new Map(own.map(({ trial, value }) => [trial, value]));
}

interface MeasuredPlan {
  readonly plan: Plan;
  /** Of the question's metric, by trial. */
  readonly values: ReadonlyMap<string, number>;
}

/** Cell of a search: settings that all its levels share. The offered rate is not a limit of the search. */
function toSearchCell({ load: _, ...cell }: Cell, search: SearchCell, plan: Plan): Cell {
  const all = plan.cells.filter(({ cellId }) => search.cells.includes(cellId));
  const isCommon = (name: string): boolean => new Set(all.map(({ params }) => JSON.stringify(params[name]))).size === 1;
  const params = Object.fromEntries(Object.entries(cell.params).filter(([name]) => isCommon(name)));
  return { ...cell, cellId: search.id, levels: search.levels, params };
}

/** Reasons that the search adds to the trial of a replicate. */
function listSearchReasons(
  one: SearchReplicate,
  result: SearchResult,
  all: readonly SearchResult[],
  measured: MeasuredPlan,
): Reason[] {
  const { highest, path } = one;
  const { labels, factor } = result;
  if (highest === null) {
    const last = path.find(({ outcome }) => outcome === 'undecided');
    const text = `the search of this replicate did not finish${last === undefined ? '' : `: ${last.why ?? '?'}`}`;
    return [{ level: 'invalid', code: 'SearchUndecided', text }];
  }
  if (highest >= 0) {
    const text = findLowerBound(one, highest, result, all, measured);
    return text === null ? [] : [{ level: 'note', code: 'SearchLowerBound', text }];
  }
  const { why = null, figure = null } = path.find(({ level }) => level === 0) ?? {};
  const misses = figure === null ? 'fails' : 'misses';
  const text = `even the lowest value of ${factor}, ${labels[0] ?? '?'}, ${misses} (${why ?? '?'})`;
  // If no replicate found a value, the configuration cannot win. Else this replicate has no figure: it is excluded.
  const isNever = result.replicates.every((other) => other.highest === -1);
  return [{ level: isNever ? 'infeasible' : 'invalid', code: 'BelowSearch', text }];
}

/** Why the question needs a level between the highest passing one and the next; null if it does not. */
function findLowerBound(
  { trial }: SearchReplicate,
  highest: number,
  { id, labels, factor }: SearchResult,
  all: readonly SearchResult[],
  { plan: { decide, cells, searches = [] }, values }: MeasuredPlan,
): string | null {
  const [low, high] = [labels[highest] ?? '?', labels[highest + 1]];
  if (high === undefined) return `the highest value of ${factor}, ${low}, meets all criteria: the limit is above it`;
  const between = `no value of ${factor} between ${low} and ${high} was measured`;
  const atLevel = (level: number): number | null => {
    const cellId = searches.find((one) => one.id === id)?.cells[level];
    const load = cells.find((cell) => cell.cellId === cellId)?.load;
    return load === undefined || load.metric !== decide?.metric ? null : load.rate;
  };
  const atLeast = decide?.atLeast;
  if (atLeast !== undefined) {
    const [from, to] = [atLevel(highest), atLevel(highest + 1)];
    // The question may be about a part of the offered rate, e.g. its reads.
    const share = from === null ? 1 : (values.get(trial) ?? from) / from;
    return from !== null && to !== null && share * from < atLeast && atLeast < share * to ? between : null;
  }
  const isShared = all.some((other) => other.id !== id && other.replicates.some((one) => one.highest === highest));
  return isShared ? `${between}, and another configuration has the same highest value` : null;
}

/**
 * Extends intervals of the offered rate up to the next value of the search: the limit is below it. Unchanged if the
 * highest value passes, as nothing is known above it.
 * @param plan with all values of the searches as cells
 */
export function extendIntervals(
  cells: readonly CellSummary[],
  results: readonly SearchResult[],
  { cells: planned, searches = [] }: Plan,
): readonly CellSummary[] {
  return cells.map((cell) => {
    const result = results.find(({ id }) => id === cell.cellId);
    const top = result === undefined ? undefined : listHighest(result).at(-1);
    const ids = searches.find(({ id }) => id === cell.cellId)?.cells ?? [];
    const [load, next] = [0, 1].map((step) => planned.find((one) => one.cellId === ids[(top ?? NaN) + step])?.load);
    if (!load || !next) return cell;
    const measures = cell.measures.map((measure) => {
      const { metric, statistics } = measure;
      if (metric !== load.metric || !statistics?.interval) return measure;
      const high = Math.max(statistics.interval.high, (statistics.max * next.rate) / load.rate);
      // Ratios of values of a search would ignore the gap to the next value.
      return { ...measure, ratio: null, statistics: { ...statistics, interval: { ...statistics.interval, high } } };
    });
    return { ...cell, measures };
  });
}

/** The answer with what its values mean, and the values that each search found. */
export function addSearchTexts(
  answer: Answer,
  results: readonly SearchResult[],
  cells: readonly Pick<CellSummary, 'cellId' | 'label'>[],
): Answer {
  // With a question: only what competes, under the names of the answer.
  const competing = [...answer.ranking, ...answer.leftOut].map(({ cell, label }) => [cell, label] as const);
  const labels = new Map(answer.metric === null ? cells.map(({ cellId, label }) => [cellId, label]) : competing);
  const shown = results.filter(({ id }) => labels.has(id));
  return {
    ...answer,
    headline: describeNone(results) ?? answer.headline,
    evidence: [...answer.evidence, ...describeSearches(shown, (id) => labels.get(id) ?? id)],
    cautions: [...listSearchCautions(results), ...answer.cautions],
  };
}

/** The headline if even the lowest value fails in all replicates of all searches; else null. */
function describeNone(results: readonly SearchResult[]): string | null {
  const [first] = results;
  if (first === undefined || results.some(({ replicates }) => replicates.some(({ highest }) => highest !== -1)))
    return null;
  const figures = first.replicates.flatMap(({ path }) => path.filter(({ level }) => level === 0));
  const missed = joinNames([...new Set(results.flatMap((result) => listMissed(result)))]);
  const [value = ''] = figures.flatMap(({ figure: one }) => (one ? ` (${formatValue(one.value, one.unit)})` : []));
  const lowest = `even ${nameLevel(first, 0)} misses ${missed}${value}`;
  return `No ${first.factor} meets the criteria: ${lowest}. Add lower values.`;
}

/** What the values of searches mean; empty without a search. */
function listSearchCautions(results: readonly SearchResult[]): readonly string[] {
  const [first] = results;
  if (first === undefined) return [];
  const [factor, met] = [
    first.factor,
    listCriteria(results)
      .map(({ name }) => name)
      .join(', '),
  ];
  const isCensored = results.every((result) => listHighest(result)[0] === result.labels.length - 1);
  const varies = results.some((result) => listHighest(result).length > 1);
  return [
    isCensored
      ? `Each value is that of the highest ${factor} measured, which meets ${met}: the limit is above it.`
      : `Each value is that of the highest ${factor} that meets ${met}; the limit is between that value and the next.`,
    ...(varies ? [`Replicates differ in the highest ${factor}: a value is near the limit.`] : []),
  ];
}

/** One sentence per search for the evidence of the answer. @param labelOf name of a configuration */
function describeSearches(results: readonly SearchResult[], labelOf: (id: string) => string): readonly string[] {
  return results.map((result) => {
    const { id, labels, factor, criteria, replicates } = result;
    const found = replicates.flatMap(({ highest }) => highest ?? []);
    const levels = listHighest(result);
    const met = criteria.map((one) => one.name).join(', ');
    const start = `${labelOf(id)}: highest ${factor} that meets ${met}`;
    const rest = replicates.length - found.length;
    const unfinished = rest === 0 ? '' : ` ${rest} of ${replicates.length} replicates did not finish.`;
    const [level] = levels;
    if (level === undefined) return `${start}: not found.${unfinished}`;
    if (levels.length > 1) {
      const all = found.map((one) => nameLevel(result, one)).join(', ');
      return `${start}: ${all} by replicate. ${nameLevel(result, levels.at(-1) ?? 0)} is near the limit.${unfinished}`;
    }
    const next = labels[level + 1];
    const missed = joinNames(listMissed(result));
    const above = next === undefined ? 'no higher value was measured' : `${next} misses ${missed}`;
    const share = `${found.length} of ${replicates.length} replicates`;
    const name = nameHighest(result, level);
    return `${start}: ${name} in ${share}; ${above}.${unfinished}`;
  });
}
