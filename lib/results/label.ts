/** Names of cells for people: only the levels that tell them apart. */
import { findCell } from '../shapes/find-cell';
import { groupBy } from '../shapes/collections';

interface CellLevels {
  readonly levels: Readonly<Record<string, string>>;
  /** What is called by it where no factor is. */
  readonly target?: string;
}

/** Factors whose levels are names already: `disk`, not `target disk`. */
const NAME_FACTORS = new Set(['target', 'stage', 'workload']);

/** With fewer factors that vary all of them are named. */
const FACTORS_MIN = 4;
/** Cells lie around one where they differ from it in no more factors than these on average: one at a time. */
const MEAN_DIFFERENCES = 1.5;
/** The cell that the others lie around. */
export const BASE_LABEL = 'base';

/**
 * Labels of some cells, e.g. `disk` and `memory`, or `disk, bs 4k`. Where nothing varies, all levels are named. Where
 * settings vary one at a time, `base` and what the others have in its place: see {@link findBase}.
 * @param factors names in the order of the plan
 * @param among all cells of the execution: what is the base is the same on a whole page
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
  const varying = listVarying(cells, factors);
  return cells.map(({ levels, target }) =>
    factors.length === 0 && target !== undefined
      ? target
      : describeLevels(levels, varying.length > 0 ? varying : factors),
  );
}

function listVarying(cells: readonly CellLevels[], factors: readonly string[]): readonly string[] {
  return factors.filter((factor) => new Set(cells.map(({ levels }) => levels[factor])).size > 1);
}

/** Factors of which a cell has another level than the base; one that it does not use at all tells nothing. */
function listDifferences(base: CellLevels, { levels }: CellLevels, factors: readonly string[]): readonly string[] {
  return factors.filter((factor) => levels[factor] !== undefined && levels[factor] !== base.levels[factor]);
}

/**
 * The cell that the others lie around, as where settings vary one at a time: it has the commonest level of every factor
 * that varies. Null with few factors, or where cells differ in many.
 */
export function findBase<Cell extends CellLevels>(cells: readonly Cell[], factors: readonly string[]): Cell | null {
  const varying = listVarying(cells, factors);
  if (varying.length < FACTORS_MIN) return null;
  const common = new Map(varying.map((factor) => [factor, findCommonest(cells.map(({ levels }) => levels[factor]))]));
  const base = cells.find(({ levels }) => varying.every((factor) => levels[factor] === common.get(factor)));
  if (base === undefined) return null;
  const apart = cells.reduce((sum, cell) => sum + listDifferences(base, cell, varying).length, 0);
  return apart / cells.length <= MEAN_DIFFERENCES ? base : null;
}

/** Of equally common ones the first. */
function findCommonest(levels: readonly (string | undefined)[]): string | undefined {
  const known = levels.filter((level) => level !== undefined);
  const counts = [...groupBy(known, (level) => level)];
  return counts.reduce<(typeof counts)[number] | undefined>(
    (best, one) => (best === undefined || one[1].length > best[1].length ? one : best),
    undefined,
  )?.[0];
}

/** What `base` is, as a sentence; none where all configurations are called by all that tells them apart. */
export function listBaseNotes(cells: readonly CellLevels[], factors: readonly string[]): readonly string[] {
  const base = findBase(cells, factors);
  if (base === null || !makeLabels(cells, factors).includes(BASE_LABEL)) return [];
  const has = describeLevels(base.levels, listVarying(cells, factors));
  return [`base = ${has}. Other names list only what differs from it.`];
}

/**
 * What the reference of a cell has in the place of its own levels: `ebs`, or `ebs, workers 1`; null where it has none,
 * or is its own.
 */
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
