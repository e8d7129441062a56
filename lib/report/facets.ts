/**
 * How the factors of an experiment become pictures: which one runs along the axis, which one is a line, which make
 * panels.
 */
import type { Summary } from '../results/summary';
import { isBare, parseBytes, parseQuantity, parseSeconds } from '../shapes/quantity';

export interface Factor {
  readonly name: string;
  /** As written in the spec. */
  readonly levels: readonly string[];
  /** Levels are quantities with an order: a line may join them. */
  readonly ordered: boolean;
}

/** One figure: small multiples with the same axis, lines and scales. */
export interface Facets {
  /** Along the axis. */
  readonly axis: Factor;
  /** One line, or one bar in each group, a level. */
  readonly series: Factor | null;
  /** One panel for each combination of their levels. */
  readonly panels: readonly Factor[];
}

/** Factors that vary. */
export function listFactors({ factors, cells }: Pick<Summary, 'factors' | 'cells'>): readonly Factor[] {
  return factors.flatMap(({ name, levels }) => {
    const used = levels.filter((level) => cells.some((cell) => cell.levels[name] === level));
    return used.length < 2 ? [] : [{ name, levels: used, ordered: parseAmounts(used) !== null }];
  });
}

/** The factor whose levels have the named colours on the whole page: target, stage or workload first. */
export function pickColourFactor(factors: readonly Factor[]): Factor | null {
  const implicit = ['target', 'stage', 'workload'].flatMap((name) => factors.filter((factor) => factor.name === name));
  return implicit[0] ?? factors.find(({ ordered }) => !ordered) ?? null;
}

/**
 * At most two figures a metric: along the two factors with an order that have the most levels. None: no factor has.
 */
export function listFacets(factors: readonly Factor[]): readonly Facets[] {
  const colour = pickColourFactor(factors);
  const ordered = factors.filter((factor) => factor.ordered && factor !== colour).toSorted(compareLevels);
  return ordered.slice(0, 2).map((axis) => {
    const lines = ordered.find((factor) => factor !== axis && factor.levels.length > 2);
    // A line per depth is easier to read than a panel per depth; two levels of it do not need lines.
    const series = axis.levels.length > 2 && lines !== undefined ? lines : colour;
    return { axis, series, panels: factors.filter((factor) => factor !== axis && factor !== series) };
  });
}

/** Levels along an axis: quantities ascending, names as written. */
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

/** All levels as bytes, or all as seconds, plain numbers among them; null where some are names. */
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
