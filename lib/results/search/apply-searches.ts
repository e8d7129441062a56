/** Makes each search one configuration, represented by one trial per replicate: the input of the answer. */
import type { Answer } from '../answer/answer';
import type { CellSummary } from '../cells';
import type { SearchCell } from '../../shapes/guard';
import type { Cell, Plan } from '../../shapes/plan';
import { type Reason, toVerdict, type TrialRow } from '../../shapes/verdict';
import { listCriteria, listHighest, nameLevel, type SearchReplicate, type SearchResult } from './search-result';

/** Plan and rows with each search as one configuration, and one trial per replicate. */
export function applySearches(
  plan: Plan,
  rows: readonly TrialRow[],
  results: readonly SearchResult[],
): { readonly plan: Plan; readonly rows: readonly TrialRow[] } {
  const { searches = [] } = plan;
  if (results.length === 0) return { plan, rows };
  const searchIdByCell = new Map(searches.flatMap(({ id, cells }) => cells.map((cell) => [cell, id] as const)));
  const toId = (cell: string): string => searchIdByCell.get(cell) ?? cell;
  const searchById = new Map(searches.map((search) => [search.id, search]));
  const reasons = new Map(
    results.flatMap((result) =>
      result.replicates.map((one) => [one.trial, listSearchReasons(one, result, results, plan)]),
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
  plan: Plan,
): Reason[] {
  const { highest, path } = one;
  const { labels, factor } = result;
  if (highest === null) return [];
  if (highest >= 0) {
    const text = findLowerBound(highest, result, all, plan);
    return text === null ? [] : [{ level: 'note', code: 'SearchLowerBound', text }];
  }
  const { why = '?', figure = null } = path.find(({ level }) => level === 0) ?? {};
  const misses = figure === null ? `fails (${why})` : `misses ${why}`;
  const text = `even the lowest value of ${factor}, ${labels[0] ?? '?'}, ${misses}`;
  // If no replicate found a value, the configuration cannot win. Else this replicate has no figure: it is excluded.
  const isNever = result.replicates.every((other) => other.highest === -1);
  return [{ level: isNever ? 'infeasible' : 'invalid', code: 'BelowSearch', text }];
}

/** Why the question needs a level between the highest passing one and the next; null if it does not. */
function findLowerBound(
  highest: number,
  { id, labels, factor }: SearchResult,
  all: readonly SearchResult[],
  { decide, cells, searches = [] }: Plan,
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
    return from !== null && to !== null && from < atLeast && atLeast < to ? between : null;
  }
  const isShared = all.some((other) => other.id !== id && other.replicates.some((one) => one.highest === highest));
  return isShared ? `${between}, and another configuration has the same highest value` : null;
}

/** The answer with what its values mean, and the values that each search found. */
export function addSearchTexts(
  answer: Answer,
  results: readonly SearchResult[],
  cells: readonly Pick<CellSummary, 'cellId' | 'label'>[],
): Answer {
  const labels = new Map(cells.map(({ cellId, label }) => [cellId, label]));
  return {
    ...answer,
    evidence: [...answer.evidence, ...describeSearches(results, (id) => labels.get(id) ?? id)],
    cautions: [...listSearchCautions(results), ...answer.cautions],
  };
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
  const varies = results.some((result) => listHighest(result).length > 1);
  return [
    `Each value is that of the highest ${factor} that meets ${met}; the limit is between that value and the next.`,
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
    const above = next === undefined ? 'no higher value was measured' : `${next} misses a criterion`;
    const share = `${found.length} of ${replicates.length} replicates`;
    return `${start}: ${nameLevel(result, level)} in ${share}; ${above}.${unfinished}`;
  });
}
