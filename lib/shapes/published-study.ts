/** Published figures in plan and results: shown next to measurements, but never mixed with measured values. */
import type { CellIdentity, Unit } from './observation';

/** Statistics of trials that published figures name: the best 10 s, and the worst host. */
export const PEAK = 'peak';
export const WORST_HOST = 'worst host';

/** One published figure, for all configurations with its levels. */
export interface PublishedFigure {
  /** Row number in the spec, from 1. */
  readonly row: number;
  /**
   * Level labels by factor, including `target`, `stage` and `workload`. A configuration must have one of the labels of
   * every factor.
   */
  readonly where: Readonly<Record<string, readonly string[]>>;
  readonly metric: string;
  /** Operation; null: the only operation of the metric. */
  readonly operation: string | null;
  /** Statistic inside one trial; null: `value`, else `mean`. */
  readonly statistic: string | null;
  /** `each`: the value is per host. Null: for all hosts together. */
  readonly host: 'each' | null;
  /** `ratio`: relative to the same metric of another configuration. */
  readonly kind: 'value' | 'ratio';
  /** Lowest and highest value, in `unit`; equal if the study has one number. */
  readonly low: number;
  readonly high: number;
  /** Base unit; null for ratios. */
  readonly unit: Unit | null;
  /** Levels of the configuration that a ratio divides by, where different; null: the reference. */
  readonly to: Readonly<Record<string, string>> | null;
  readonly note: string | null;
}

export interface PublishedStudy {
  readonly study: string;
  readonly figures: readonly PublishedFigure[];
}

/** Whether a figure applies to a configuration, which must have one of the labels of every factor in `levels`. */
export function appliesTo({ where }: Pick<PublishedFigure, 'where'>, cell: CellIdentity): boolean {
  return Object.entries(where).every(([factor, labels]) => {
    const label = findLevel(cell, factor);
    return label !== null && labels.includes(label);
  });
}

/** A configuration has levels for target, stage and workload only if the spec has several. */
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

/** Number of levels of a figure. If several figures apply, the one with the most levels is shown. */
export function countLevels({ where }: Pick<PublishedFigure, 'where'>): number {
  return Object.values(where).reduce((sum, labels) => sum + 1 / labels.length, 0);
}
