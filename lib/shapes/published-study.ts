/** Figures that somebody else has published, as plan and results take them: shown beside measurements, never mixed. */
import type { CellIdentity, Unit } from './observation';

/** One published figure, for all cells that have its levels. */
export interface PublishedFigure {
  /** Its place in the list of the spec, from 1. */
  readonly row: number;
  /** Level labels by factor, `target`, `stage` and `workload` among them; a cell must have one of each. */
  readonly where: Readonly<Record<string, readonly string[]>>;
  readonly metric: string;
  /** Null: the study does not say; the only operation of the metric is meant. */
  readonly operation: string | null;
  /** Statistic inside one trial; null: `value`, else `mean`. */
  readonly statistic: string | null;
  /** `each`: it holds for every host alone; null: for all of them together. */
  readonly host: 'each' | null;
  /** A ratio is to the same metric of another cell. */
  readonly kind: 'value' | 'ratio';
  /** In `unit`; both ends are equal where one number was published. */
  readonly low: number;
  readonly high: number;
  /** Base unit; null for ratios. */
  readonly unit: Unit | null;
  /** What a ratio is to: the cell with these levels in the place of its own; null: the reference. */
  readonly to: Readonly<Record<string, string>> | null;
  readonly note: string | null;
}

/** All figures of one study. */
export interface PublishedStudy {
  readonly study: string;
  readonly figures: readonly PublishedFigure[];
}

/** Whether a figure is about a cell: it has one of the levels of every factor that is named. */
export function appliesTo({ where }: Pick<PublishedFigure, 'where'>, cell: CellIdentity): boolean {
  return Object.entries(where).every(([factor, labels]) => {
    const label = findLevel(cell, factor);
    return label !== null && labels.includes(label);
  });
}

/** Cells carry the names of target, stage and workload as levels only where there are several. */
function findLevel(cell: CellIdentity, factor: string): string | null {
  switch (factor) {
    case 'target':
    case 'stage':
    case 'workload':
      return cell[factor];
    default:
      return Object.hasOwn(cell.levels, factor) ? (cell.levels[factor] ?? null) : null;
  }
}

/** Levels that a figure names: of several about one cell, that with the most is shown. */
export function countLevels({ where }: Pick<PublishedFigure, 'where'>): number {
  return Object.keys(where).length;
}
