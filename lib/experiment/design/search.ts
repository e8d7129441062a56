/**
 * `design.search`: finds the highest value of a factor that meets criteria, by bisection. Configurations that differ
 * only in this factor form one searched configuration.
 */
import rules from '../rules.json';
import type { Criterion } from '../../shapes/decision-rule';
import { canonicalize, sha256 } from '../../shapes/canonical-json';
import { ensure } from '../../shapes/errors';
import { groupBy } from '../../shapes/collections';
import { problemAt, problemIf, type Path, type Problem, checkName } from '../../shapes/problem';
import type { SearchCell } from '../../shapes/guard';
import { type Spec, type Design, IMPLICIT_FACTORS, type SearchSpec, type PartialCell } from '../../shapes/spec';
import { formatCell, type ResolvedCell } from './cells';
import { readQuantity } from './decide';
import type { Space } from './space';
import { parseAnyQuantity, parseBytes } from '../../shapes/quantity';
import type { LevelEntry } from '../language/level';
import { listReferences } from '../language/reference';

const SEARCH_PATH: Path = ['design', 'search'];

/** Positions in an ascending list, in the order of bisection: the middle first. */
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

/** Maximum number of trials of one bisection. */
export function bisectionTrials(count: number): number {
  return Math.ceil(Math.log2(count + 1));
}

/**
 * Groups configurations that differ only in the searched factor. Omits configurations without this factor.
 * @param problems of the spec so far; a search without a usable criterion is added as an error
 */
export function buildSearchCells(
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
  problems: Problem[],
): readonly SearchCell[] {
  const { search } = spec.design;
  if (search === undefined) return [];
  const { factor } = search;
  const labels = space.factors.find(({ name }) => name === factor)?.levels.map(({ label }) => label) ?? [];
  // Other checks report an unknown factor and missing criteria.
  if (labels.length === 0 || criteria.size === 0) return [];
  const using = cells.filter(({ levels }) => Object.hasOwn(levels, factor));
  if (using.length === 0 && cells.length > 0) {
    problems.push(problemAt(rules.nothingSearched, [...SEARCH_PATH, 'factor'], { factor }));
    return [];
  }
  const wanted = [...criteria.values()].filter(({ name }) => search.criteria?.includes(name) ?? true);
  const groups = groupBy(using, ({ target, stage, levels }) =>
    canonicalize([target, stage, { ...levels, [factor]: '' }]),
  );
  return [...groups.values()].map((its) => {
    const ordered = its.toSorted(
      (a, b) => labels.indexOf(a.levels[factor] ?? '') - labels.indexOf(b.levels[factor] ?? ''),
    );
    const first = ensure(ordered[0], 'a level of a search');
    const gives = first.workloadKind.listMetrics(first.params);
    const kept = wanted.filter(({ metric, operation }) =>
      gives.some((one) => one.metrics.includes(metric) && (operation === undefined || one.operation === operation)),
    );
    const names = wanted.map(({ name }) => name);
    problems.push(...problemIf(kept.length === 0, rules.noCriterion, SEARCH_PATH, { cell: formatCell(first), names }));
    const { [factor]: _, ...levels } = first.levels;
    return {
      id: sha256(canonicalize([pickCommonSettings(ordered), kept])).slice(0, 12),
      levels,
      factor,
      cells: ordered.map(({ cellId }) => cellId),
      criteria: kept,
    };
  });
}

function pickCommonSettings(cells: readonly ResolvedCell[]): unknown {
  const [first] = cells;
  const { params, targetConfig, fleet } = ensure(first, 'a level of a search');
  const same = Object.entries(params).filter(([name, value]) =>
    cells.every((cell) => canonicalize(cell.params[name] ?? null) === canonicalize(value ?? null)),
  );
  return [targetConfig, Object.fromEntries(same), fleet];
}

/** All values of a search are measured: a partial configuration that names one would drop the others. */
export function checkSearchLevels({ search, cross: _, exclude = [], include = [], reference = {} }: Design): Problem[] {
  if (search === undefined) return [];
  return [
    ...exclude.flatMap((partial, index) => checkPartialCell(search, partial, ['design', 'exclude', index])),
    ...include.flatMap((partial, index) => checkPartialCell(search, partial, ['design', 'include', index])),
    ...checkPartialCell(search, reference, ['design', 'reference']),
  ];
}

function checkPartialCell({ factor }: SearchSpec, partial: PartialCell, path: Path): Problem[] {
  return problemIf(Object.hasOwn(partial, factor), rules.searchedFactor, [...path, factor], { factor });
}

/** Rules of a search that need no configurations. */
export function checkSearch(spec: Spec, space: Space): Problem[] {
  const { search, comparison, blocks } = spec.design;
  if (search === undefined) return [];
  const sequential = 'remove `comparison: sequential`, or measure a fixed number of trials';
  const several = `found ${blocks} blocks. Remove \`blocks\`, or start the experiment once for each`;
  return [
    ...problemIf(comparison === 'sequential', rules.searchAlone, ['design', 'comparison'], { found: sequential }),
    ...problemIf(blocks > 1, rules.searchAlone, ['design', 'blocks'], { found: several }),
    ...checkSearchFactor(search, spec, space),
    ...checkSearchCriteria(search, spec),
    ...checkPartialCell(search, spec.decide?.where ?? {}, ['decide', 'where']),
  ];
}

function checkSearchFactor({ factor }: SearchSpec, spec: Spec, space: Space): Problem[] {
  const path = [...SEARCH_PATH, 'factor'];
  const own = space.factors.filter(({ name }) => !(IMPLICIT_FACTORS as readonly string[]).includes(name));
  const found = own.find(({ name }) => name === factor);
  const names = own.map(({ name }) => name);
  if (found === undefined) return checkName(rules.unknownFactor, path, factor, names);
  const elsewhere = (['targets', 'fleet'] as const).flatMap((section) =>
    listReferences(spec[section], [section]).filter(({ reference }) => reference.factor === factor),
  );
  const [first] = elsewhere;
  if (first !== undefined) return [problemAt(rules.searchOutsideLoad, path, { factor, path: first.path.join('.') })];
  if (found.broken === true) return [];
  const levels = found.levels.map(({ label }) => label);
  return [
    ...problemIf(levels.length < 2, rules.searchOneValue, ['factors', factor], { factor, levels }),
    ...checkAscending(factor, found.levels),
  ];
}

/** Checks that each value is greater than the previous one, as a number or quantity. */
function checkAscending(factor: string, levels: readonly LevelEntry[]): Problem[] {
  const amounts = levels.map(({ value }) => parseLevelAmount(value));
  const at = amounts.findIndex((amount, index) => {
    const before = index === 0 ? amount : amounts[index - 1];
    if (amount === undefined || before === undefined) return true;
    return amount.unit !== before.unit || (index > 0 && amount.value <= before.value);
  });
  const bad = levels[at];
  if (bad === undefined) return [];
  const before = levels[at - 1];
  const found =
    amounts[at] === undefined
      ? `\`${bad.label}\` is not a number or quantity`
      : `\`${bad.label}\` is not above \`${before?.label ?? ''}\``;
  return [problemAt(rules.notAscending, ['factors', factor, bad.index], { found, factor })];
}

function parseLevelAmount(value: LevelEntry['value']): { readonly unit: string; readonly value: number } | undefined {
  if (typeof value === 'number') return { unit: 'count', value };
  if (typeof value !== 'string') return undefined;
  const bytes = (): ReturnType<typeof parseLevelAmount> => ({ unit: 'bytes', value: parseBytes(value) });
  return readQuantity(() => parseAnyQuantity(value), [], []) ?? readQuantity(bytes, [], []);
}

function checkSearchCriteria({ criteria = [] }: SearchSpec, spec: Spec): Problem[] {
  const names = Object.keys(spec.criteria ?? {});
  if (names.length === 0) return [problemAt(rules.searchWithoutCriteria, SEARCH_PATH)];
  return criteria.flatMap((name, index) =>
    checkName(rules.unknownCriterion, [...SEARCH_PATH, 'criteria', index], name, names),
  );
}
