/** The section `decide` of a spec as numbers, for results and report. */
/** Minimum valid trials of a configuration to compute a spread; with fewer, it gets no answer. */
export const MIN_TRIALS = 2;

/** Minimum trials per configuration to compare two configurations: with two trials each, any order can be chance. */
export const MIN_TRIALS_TO_COMPARE = 3;

/**
 * Minimum units (trials or blocks) to decide a threshold: three values lie on one side of the true median by chance in
 * one case of four.
 */
export const UNITS_FOR_THRESHOLD = 4;

/**
 * Rounds before the first look at a threshold, and the most planned rounds with looks: the bounds after 4, 5 and 6
 * rounds together err as often as one of them, because each says that all rounds so far are above.
 */
export const LOOK_ROUNDS_MIN = UNITS_FOR_THRESHOLD;
export const LOOK_ROUNDS_MAX = 6;

/** Default of the smallest difference that matters: 2%. */
export const DEFAULT_MARGIN = 0.02;

/** A condition on a metric over the valid trials. */
export interface Criterion {
  readonly name: string;
  readonly metric: string;
  /** Absent: the only operation of the metric in each configuration. */
  readonly operation?: string;
  /** Statistic within one trial, e.g. `mean`; absent: the main statistic of the metric. */
  readonly statistic?: string;
  /** Window length: each window of the trial must meet the threshold. Absent: the trial as a whole. */
  readonly everySeconds?: number;
  /** Threshold in the metric's base unit: either `atLeast` or `atMost` is set. */
  readonly atLeast?: number;
  readonly atMost?: number;
}

/**
 * The parsed section `decide`. The decision compares typical values: geometric means of the valid trials.
 * @example { metric: 'bandwidth', operation: 'read', atLeast: 250e6, margin: 0.02, where: {}, burst: 'refused',
 *   prefer: 'cheapest' }
 */
export interface DecisionRule {
  readonly metric: string;
  /** Absent: the only operation of the metric in each configuration. */
  readonly operation?: string;
  /** Only configurations with these levels compete: factor → level label. */
  readonly where: Readonly<Record<string, string>>;
  /** Threshold in the metric's base unit. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /**
   * The loss against its reference that each configuration has to exclude, as a share: 0.1 for 10%. It replaces
   * thresholds and preference.
   */
  readonly noWorse?: number;
  /** Further criteria that the winner must meet. */
  readonly require?: readonly Criterion[];
  /** Smallest difference that matters, as a share: 0.02 for 2%. */
  readonly margin: number;
  /** Whether performance that lasts only while credits or caches last may meet a threshold. */
  readonly burst: 'allowed' | 'refused';
  readonly prefer: 'cheapest' | 'highest' | 'lowest';
}

export function hasThreshold({ atLeast, atMost, require = [] }: DecisionRule): boolean {
  return atLeast !== undefined || atMost !== undefined || require.length > 0;
}

/** Environmental reasons that the user accepts: codes from `ACCEPTABLE_REASONS`. */
export interface AcceptedReasons {
  readonly codes: readonly string[];
  /**
   * Whether some were accepted only after the run, outside the spec: an answer that depends on these trials is
   * exploratory.
   */
  readonly isExploratory: boolean;
}
