/**
 * `design.search`: the highest level of a factor that keeps to criteria, found by bisection. All levels with otherwise
 * equal settings are one search cell.
 */
import texts from '../messages.json';
import type { Criterion } from '../../shapes/decide';
import { canonical, sha256 } from '../../shapes/canonical';
import { expected } from '../../shapes/errors';
import { groupBy } from '../../shapes/group';
import { errorAt, type Path, type Problem, say } from '../../shapes/problem';
import type { SearchCell } from '../../shapes/guard';
import { type Spec, type Design, RESERVED, type SearchSpec } from '../../shapes/spec';
import { type Kinds, workloadOfCell } from '../kinds';
import { listed, allowedNames } from '../../shapes/suggest';
import { described, type ResolvedCell } from './cells';
import type { Space } from './space';
import { parseAnyQuantity, parseBytes, QuantityError } from '../../shapes/quantity';
import type { LevelEntry } from '../language/level';
import { referencesIn } from '../language/reference';

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

/** The levels of a search are all measured: a partial cell that names one would leave the others out. */
export function searchedTwice({ search, cross: _, exclude = [], include = [], reference = {} }: Design): Problem[] {
  if (search === undefined) return [];
  const named = [
    ...exclude.map((partial, index) => ({ partial, path: ['design', 'exclude', index] })),
    ...include.map((partial, index) => ({ partial, path: ['design', 'include', index] })),
    { partial: reference, path: ['design', 'reference'] },
  ];
  return named.flatMap(({ partial, path }) =>
    Object.hasOwn(partial, search.factor) ? [oneCell([...path, search.factor], search.factor)] : [],
  );
}

function oneCell(path: Path, factor: string): Problem {
  const message = `\`${factor}\` is searched (\`design.search\`): all its levels are one cell; take it out here`;
  return errorAt('SearchedFactor', path, message);
}

/** Rules of a search that need no cells. */
export function searchProblems(spec: Spec, space: Space): Problem[] {
  const { search, comparison, blocks } = spec.design;
  const where = spec.decide?.where ?? {};
  if (search === undefined) return [];
  const alone = (path: Path, found: string): Problem =>
    errorAt(
      'Contradiction',
      path,
      `\`search\` looks at what its own rig has measured so far, and goes with no other: ${found}`,
    );
  const rigs = [
    ...(comparison === 'sequential'
      ? [alone(['design', 'comparison'], 'take `comparison: sequential` out, or measure a fixed number of trials')]
      : []),
    ...(blocks > 1
      ? [alone(['design', 'blocks'], `found ${blocks}; take \`blocks\` out, or start it again for each`)]
      : []),
  ];
  const decided = Object.hasOwn(where, search.factor)
    ? [oneCell(['decide', 'where', search.factor], search.factor)]
    : [];
  return [...rigs, ...factorProblems(search, spec, space), ...criteriaProblems(search, spec), ...decided];
}

function factorProblems({ factor }: SearchSpec, spec: Spec, space: Space): Problem[] {
  const path = [...PATH, 'factor'];
  const names = space.factors.map(({ name }) => name).filter((name) => !(RESERVED as readonly string[]).includes(name));
  const found = space.factors.find(({ name }) => name === factor);
  if (found === undefined || (RESERVED as readonly string[]).includes(factor))
    return [errorAt('UnknownFactor', path, `no factor is called \`${factor}\`; ${allowedNames(factor, names)}`)];
  const elsewhere = (['targets', 'fleet'] as const).flatMap((section) =>
    referencesIn(spec[section], [section]).filter(({ reference }) => reference.factor === factor),
  );
  const [first] = elsewhere;
  if (first !== undefined) {
    const message = say(texts.searchOutsideLoad, { factor, path: first.path.join('.') });
    return [errorAt('Contradiction', path, message)];
  }
  return found.broken === true ? [] : ascending(factor, found.levels);
}

/** Each level is more than the one before, by what it is as a number. */
function ascending(factor: string, levels: readonly LevelEntry[]): Problem[] {
  const amounts = levels.map(({ value }) => amountOf(value));
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
      ? `\`${bad.label}\` is no number or quantity`
      : `\`${bad.label}\` is not above \`${before?.label ?? ''}\``;
  const message = say(texts.notAscending, { found, factor });
  return [errorAt('BadValue', ['factors', factor, bad.index], message)];
}

function amountOf(value: LevelEntry['value']): { readonly unit: string; readonly value: number } | undefined {
  if (typeof value === 'number') return { unit: 'count', value };
  if (typeof value !== 'string') return undefined;
  for (const read of [parseAnyQuantity, (text: string) => ({ unit: 'bytes', value: parseBytes(text) })])
    try {
      return read(value);
    } catch (error) {
      if (!(error instanceof QuantityError)) throw error;
    }
  return undefined;
}

function criteriaProblems({ criteria }: SearchSpec, spec: Spec): Problem[] {
  const names = Object.keys(spec.criteria ?? {});
  if (names.length === 0) {
    const message = 'a search needs what its levels have to keep to; write a section `criteria`';
    return [errorAt('MissingKey', PATH, message)];
  }
  return (criteria ?? []).flatMap((name, index) =>
    names.includes(name)
      ? []
      : [
          errorAt(
            'UnknownCriterion',
            [...PATH, 'criteria', index],
            `no criterion is called \`${name}\`; ${allowedNames(name, names)}`,
          ),
        ],
  );
}
