/** Published figures in plan and results: shown next to measurements, never mixed with them. */
import type { CellIdentity, Unit } from './observation';

/** One published figure, for all configurations with its levels. */
export interface PublishedFigure {
  /** Row number in the spec, from 1. */
  readonly row: number;
  /** Level labels by factor, including `target`, `stage` and `workload`; a configuration must match one of each. */
  readonly where: Readonly<Record<string, readonly string[]>>;
  readonly metric: string;
  /** Null: the only operation of the metric. */
  readonly operation: string | null;
  /** Statistic inside one trial; null: `value`, else `mean`. */
  readonly statistic: string | null;
  /** `each`: per host; null: for all hosts together. */
  readonly host: 'each' | null;
  /** A ratio is to the same metric of another configuration. */
  readonly kind: 'value' | 'ratio';
  /** In `unit`; equal if one number was published. */
  readonly low: number;
  readonly high: number;
  /** Base unit; null for ratios. */
  readonly unit: Unit | null;
  /** Levels that replace its own to get the configuration of a ratio; null: the reference. */
  readonly to: Readonly<Record<string, string>> | null;
  readonly note: string | null;
}

/** All figures of one study. */
export interface PublishedStudy {
  readonly study: string;
  readonly figures: readonly PublishedFigure[];
}

/** Whether a figure applies to a configuration: it has one of the levels of every named factor. */
export function appliesTo({ where }: Pick<PublishedFigure, 'where'>, cell: CellIdentity): boolean {
  return Object.entries(where).every(([factor, labels]) => {
    const label = findLevel(cell, factor);
    return label !== null && labels.includes(label);
  });
}

/** Target, stage and workload are levels of a configuration only if there are several. */
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

/** Number of levels of a figure: of several that apply, the one with the most is shown. */
export function countLevels({ where }: Pick<PublishedFigure, 'where'>): number {
  return Object.keys(where).length;
}
