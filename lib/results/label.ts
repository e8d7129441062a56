/** Labels of cells: only the levels that distinguish them. */
import { findCell } from '../shapes/find-cell';
import { groupBy } from '../shapes/collections';

interface CellLevels {
  readonly levels: Readonly<Record<string, string>>;
  /** Name of the cell if there are no factors. */
  readonly target?: string;
}

/** Factors whose levels are unique names: the label is `disk`, not `target disk`. */
const NAME_FACTORS = new Set(['target', 'stage', 'workload']);

/** If fewer factors vary, labels list all of them. */
const FACTORS_MIN = 4;
/** A base is used if cells differ from it in at most this many factors on average. */
const MEAN_DIFFERENCES = 1.5;
export const BASE_LABEL = 'base';

/**
 * Labels such as `disk` or `disk, bs 4k`: levels that vary, all if none; or `base` and differences ({@link findBase}).
 * @param factors names in the order of the plan @param among all cells of the execution, so that a page has one base
 */
export function makeLabels(
  cells: readonly CellLevels[],
  factors: readonly string[],
  among: readonly CellLevels[] = cells,
): readonly string[] {
  const base = findBase(among, factors);
  if (base !== null) {
    const labels = cells.map((cell) => {
      const other = listDifferences(base, cell, factors);
      return other.length === 0 ? BASE_LABEL : describeLevels(cell.levels, other);
    });
    if (new Set(labels).size === labels.length) return labels;
  }
  const varying = listVaryingFactors(cells, factors);
  return cells.map(({ levels, target }) =>
    factors.length === 0 && target !== undefined
      ? target
      : describeLevels(levels, varying.length > 0 ? varying : factors),
  );
}

function listVaryingFactors(cells: readonly CellLevels[], factors: readonly string[]): readonly string[] {
  return factors.filter((factor) => new Set(cells.map(({ levels }) => levels[factor])).size > 1);
}

/** Factors in which a cell differs from the base, without factors that the cell does not use. */
function listDifferences(base: CellLevels, { levels }: CellLevels, factors: readonly string[]): readonly string[] {
  return factors.filter((factor) => levels[factor] !== undefined && levels[factor] !== base.levels[factor]);
}

/** The cell with the commonest level of each varying factor; null with few factors, or if cells differ in many. */
export function findBase<Cell extends CellLevels>(cells: readonly Cell[], factors: readonly string[]): Cell | null {
  const varying = listVaryingFactors(cells, factors);
  if (varying.length < FACTORS_MIN) return null;
  const common = new Map(varying.map((factor) => [factor, findCommonest(cells.map(({ levels }) => levels[factor]))]));
  const base = cells.find(({ levels }) => varying.every((factor) => levels[factor] === common.get(factor)));
  if (base === undefined) return null;
  const differences = cells.reduce((sum, cell) => sum + listDifferences(base, cell, varying).length, 0);
  return differences / cells.length <= MEAN_DIFFERENCES ? base : null;
}

/** The most common level; the first one if several are equally common. */
function findCommonest(levels: readonly (string | undefined)[]): string | undefined {
  const known = levels.filter((level) => level !== undefined);
  const counts = [...groupBy(known, (level) => level)];
  return counts.reduce<(typeof counts)[number] | undefined>(
    (best, one) => (best === undefined || one[1].length > best[1].length ? one : best),
    undefined,
  )?.[0];
}

/** Explains `base`; empty if labels do not use it. */
export function listBaseNotes(cells: readonly CellLevels[], factors: readonly string[]): readonly string[] {
  const base = findBase(cells, factors);
  if (base === null || !makeLabels(cells, factors).includes(BASE_LABEL)) return [];
  const has = describeLevels(base.levels, listVaryingFactors(cells, factors));
  return [`base = ${has}. Other names list only differences from the base.`];
}

/** Levels in which the reference of a cell differs: `ebs`, or `ebs, workers 1`; null if it has no other reference. */
export function describeReference(
  { cellId, levels, reference }: ReferencedCell,
  cells: readonly ReferencedCell[],
  factors: readonly string[],
): string | null {
  const other = reference === null ? undefined : findCell(cells, reference.cell);
  if (other === undefined || other.cellId === cellId) return null;
  return describeLevels(
    other.levels,
    factors.filter((factor) => other.levels[factor] !== levels[factor]),
  );
}

interface ReferencedCell extends CellLevels {
  readonly cellId: string;
  readonly reference: { readonly cell: string } | null;
}

/** `disk, bs 4k, op randread`: target, stage and workload first. */
export function describeLevels(levels: Readonly<Record<string, string>>, factors: readonly string[]): string {
  const ordered = [
    ...factors.filter((factor) => NAME_FACTORS.has(factor)),
    ...factors.filter((factor) => !NAME_FACTORS.has(factor)),
  ];
  const words = ordered.flatMap((factor) => {
    const level = levels[factor];
    if (level === undefined) return [];
    return [NAME_FACTORS.has(factor) ? level : `${factor} ${level}`];
  });
  return words.length > 0 ? words.join(', ') : 'the only configuration';
}
