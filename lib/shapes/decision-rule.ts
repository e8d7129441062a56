/** The question of an experiment as numbers, for results and report. */
/** With fewer valid trials a configuration has no spread, so there is no answer for it. */
export const MIN_TRIALS = 2;

/** Minimum trials per configuration to compare two: with two each, an order can be chance. */
export const MIN_TRIALS_TO_COMPARE = 3;

/** Minimum units to decide a threshold: three values are all on one side of their median in one case of four. */
export const UNITS_FOR_THRESHOLD = 4;

/** Default of the smallest difference that matters: 2%. */
export const DEFAULT_MARGIN = 0.02;

/** Default of the difference that advice on replicates aims for: 10%. */
export const DEFAULT_DETECT = 0.1;

/** A condition on a metric over the valid trials. */
export interface Criterion {
  readonly name: string;
  readonly metric: string;
  /** Absent: any operation of the metric, where a cell has just one. */
  readonly operation?: string;
  /** Statistic of one trial; absent: the main one. */
  readonly statistic?: string;
  /** Window length: each window must meet it; absent: the trial as a whole. */
  readonly everySeconds?: number;
  /** In the metric's base unit; one of the two. */
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** The parsed question. The typical value decides: the geometric mean of the valid trials. */
export interface DecisionRule {
  readonly metric: string;
  /** Absent: any operation of the metric, where a cell has just one. */
  readonly operation?: string;
  /** Only configurations with these levels compete; values are level labels. */
  readonly where: Readonly<Record<string, string>>;
  /** In the metric's base unit. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Further criteria to meet. */
  readonly require?: readonly Criterion[];
  /** Smallest difference that matters, as a share: 0.02 for 2%. */
  readonly margin: number;
  /** Difference to detect in four of five cases, as a share: basis of the advice on replicates. */
  readonly detect: number;
  /** Whether a level from credits or caches may meet a threshold. */
  readonly burst: 'allowed' | 'refused';
  readonly prefer: 'cheapest' | 'highest' | 'lowest';
}

/** Accepted environment reasons, codes of `ACCEPTABLE_REASONS`. */
export interface AcceptedReasons {
  readonly codes: readonly string[];
  /** Whether the spec lacks some of them: an answer that depends on such trials is exploratory. */
  readonly isExploratory: boolean;
}
