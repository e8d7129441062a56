/** Maps the factors of an experiment to figures: one factor is the axis, one the lines, the others select panels. */
import type { Summary } from '../results/summary';
import { isBare, parseBytes, parseQuantity, parseSeconds } from '../shapes/quantity';

export interface Factor {
  readonly name: string;
  /** As written in the spec. */
  readonly levels: readonly string[];
  /** The levels are quantities, so lines may connect them. */
  readonly ordered: boolean;
}

/** A figure: small multiples that share axis, lines and scales. */
export interface Facets {
  readonly axis: Factor;
  /** Each level is one line, or one bar of each group. */
  readonly series: Factor | null;
  /** Each combination of the levels of these factors is one panel. */
  readonly panels: readonly Factor[];
}

export function listFactors({ factors, cells }: Pick<Summary, 'factors' | 'cells'>): readonly Factor[] {
  return factors.flatMap(({ name, levels }) => {
    const used = levels.filter((level) => cells.some((cell) => cell.levels[name] === level));
    return used.length < 2 ? [] : [{ name, levels: used, ordered: parseAmounts(used) !== null }];
  });
}

/** The factor whose levels have colours on the whole page: target, stage or workload if possible. */
export function pickColourFactor(factors: readonly Factor[]): Factor | null {
  const implicit = ['target', 'stage', 'workload'].flatMap((name) => factors.filter((factor) => factor.name === name));
  return implicit[0] ?? factors.find(({ ordered }) => !ordered) ?? null;
}

/** At most two figures per metric, along the quantitative factors with the most levels; none without such a factor. */
export function listFacets(factors: readonly Factor[]): readonly Facets[] {
  const colour = pickColourFactor(factors);
  const ordered = factors.filter((factor) => factor.ordered && factor !== colour).toSorted(compareLevels);
  return ordered.slice(0, 2).map((axis) => {
    const lines = ordered.find((factor) => factor !== axis && factor.levels.length > 2);
    // One line per depth is easier to read than one panel per depth, unless there are only two depths.
    const series = axis.levels.length > 2 && lines !== undefined ? lines : colour;
    return { axis, series, panels: factors.filter((factor) => factor !== axis && factor !== series) };
  });
}

/** Levels along an axis: quantities ascending, names in the order of the spec. */
export function sortLevels({ levels }: Factor): readonly string[] {
  const amounts = parseAmounts(levels);
  if (amounts === null) return levels;
  return levels
    .map((level, index) => [level, amounts[index] ?? 0] as const)
    .toSorted((a, b) => a[1] - b[1])
    .map(([level]) => level);
}

function compareLevels(a: Factor, b: Factor): number {
  return b.levels.length - a.levels.length;
}

/** All levels as bytes or all as seconds (plain numbers fit both); null if some levels are names. */
function parseAmounts(levels: readonly string[]): readonly number[] | null {
  for (const parse of [parseBytes, parseSeconds]) {
    try {
      return levels.map((level) => (isBare(level) ? parseQuantity('count', level) : parse(level)));
    } catch {
      // Not this kind of quantity.
    }
  }
  return null;
}
