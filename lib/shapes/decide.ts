/** The question of an experiment as numbers: as results and report take it. */

/** Fewer valid trials than this carry no decision: the range of two covers the median in one case of two. */
export const TRIALS_TO_DECIDE = 3;

/** The question, after parsing. */
export interface Decide {
  readonly metric: string;
  /** Absent: any operation of the metric, where a cell has just one. */
  readonly operation?: string;
  /** Statistic over the replicates of a cell. */
  readonly statistic: 'median' | 'mean' | 'min' | 'max';
  /** Only cells with these levels compete; values are level labels. */
  readonly where: Readonly<Record<string, string>>;
  /** In the metric's base unit. */
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly prefer: 'cheapest' | 'highest' | 'lowest';
}
