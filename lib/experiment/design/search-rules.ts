/** What cannot be searched, and where guarded trials cannot be. */
import { errorAt, type Path, type Problem } from '../../shapes/problem';
import { parseAnyQuantity, parseBytes, QuantityError } from '../../shapes/quantity';
import { type Design, RESERVED, type SearchSpec, type Spec } from '../../shapes/spec';
import type { LevelEntry } from '../language/level';
import { referencesIn } from '../language/reference';
import { allowedNames } from '../../shapes/suggest';
import type { Space } from './space';

const PATH: Path = ['design', 'search'];

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
    const message =
      `\`${factor}\` stands in \`${first.path.join('.')}\`: a search goes through levels of a load, trial by ` +
      `trial, and ` +
      'changes no storage and no hosts; take another factor, or write it into workloads only';
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
  const message =
    `${found}; \`${factor}\` is searched for its highest level that passes: its levels are ` +
    `numbers, or quantities of one unit, and ascend`;
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
