/**
 * `design.search`: the highest level of a factor that keeps to criteria, found by bisection. All levels with otherwise
 * equal settings are one search cell.
 */
import type { Criterion } from '../../shapes/decide';
import { canonical, sha256 } from '../../shapes/canonical';
import { expected } from '../../shapes/errors';
import { groupBy } from '../../shapes/group';
import { errorAt, type Path, type Problem } from '../../shapes/problem';
import type { SearchCell } from '../../shapes/guard';
import type { Spec } from '../../shapes/spec';
import { type Kinds, workloadOfCell } from '../kinds';
import { listed } from '../../shapes/suggest';
import { described, type ResolvedCell } from './cells';
import type { Space } from './space';

const PATH: Path = ['design', 'search'];

/** Positions of an ascending list in the order in which bisections may ask for them: middles first. */
export function bisectionOrder(count: number): number[] {
  const order: number[] = [];
  const left: [number, number][] = [[0, count - 1]];
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const [low, high] = next;
    if (low > high) continue;
    const middle = Math.floor((low + high) / 2);
    order.push(middle);
    left.push([low, middle - 1], [middle + 1, high]);
  }
  return order;
}

/** Trials of one bisection, at most. */
export function bisectionTrials(count: number): number {
  return Math.ceil(Math.log2(count + 1));
}

/**
 * Cells that differ in the level that is searched alone, as one; cells that do not use it are none of them.
 * @param problems of the spec so far: a search of which no cell can tell is an error
 */
export function searchCellsOf(
  spec: Spec,
  {
    cells,
    space,
    criteria,
  }: {
    readonly cells: readonly ResolvedCell[];
    readonly space: Space;
    readonly criteria: ReadonlyMap<string, Criterion>;
  },
  kinds: Kinds,
  problems: Problem[],
): readonly SearchCell[] {
  const { search } = spec.design;
  if (search === undefined) return [];
  const { factor } = search;
  const labels = space.factors.find(({ name }) => name === factor)?.levels.map(({ label }) => label) ?? [];
  const using = cells.filter(({ levels }) => Object.hasOwn(levels, factor));
  if (using.length === 0 && cells.length > 0) {
    problems.push(
      errorAt('NoCells', [...PATH, 'factor'], `no cell that is measured uses \`${factor}\`: nothing is searched`),
    );
    return [];
  }
  const wanted = [...criteria.values()].filter(({ name }) => search.criteria?.includes(name) ?? true);
  const groups = groupBy(using, ({ target, stage, levels }) => canonical([target, stage, { ...levels, [factor]: '' }]));
  return [...groups.values()].map((its) => {
    const ordered = its.toSorted(
      (a, b) => labels.indexOf(a.levels[factor] ?? '') - labels.indexOf(b.levels[factor] ?? ''),
    );
    const first = expected(ordered[0], 'a level of a search');
    const gives = workloadOfCell(spec, first, kinds).gives(first.params);
    const kept = wanted.filter(({ metric, operation }) =>
      gives.some((one) => one.metrics.includes(metric) && (operation === undefined || one.operation === operation)),
    );
    if (kept.length === 0) {
      const names = listed(wanted.map(({ name }) => name));
      const what = `a trial of ${described(first)} gives none of the metrics of ${names}`;
      problems.push(errorAt('NoCriterion', PATH, `${what}: no level could pass or fail`));
    }
    const { [factor]: _, ...levels } = first.levels;
    return {
      id: sha256(canonical([searchedApart(ordered), kept.map(({ name }) => criteria.get(name))])).slice(0, 12),
      levels,
      factor,
      cells: ordered.map(({ cellId }) => cellId),
      criteria: kept.map(({ name }) => name),
    };
  });
}

/** What all levels have in common: settings that differ between them are those of the level. */
function searchedApart(cells: readonly ResolvedCell[]): unknown {
  const [first] = cells;
  const { params, targetConfig, fleet } = expected(first, 'a level of a search');
  const same = Object.entries(params).filter(([name, value]) =>
    cells.every((cell) => canonical(cell.params[name] ?? null) === canonical(value ?? null)),
  );
  return [targetConfig, Object.fromEntries(same), fleet];
}
