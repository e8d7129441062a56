/** The question of an experiment as numbers: as results and report take it. */

/** A cell with fewer trials that count has no spread: nothing can be said about it. */
export const MIN_TRIALS = 2;

/** Two of two may lie on one level each by chance: from so many trials of each on, two cells are compared. */
export const MIN_TRIALS_TO_COMPARE = 3;

/** Units from which on a threshold is decided: three values are all on one side of their median in one case of four. */
export const UNITS_FOR_THRESHOLD = 4;

/** Smaller differences are none that matter, unless a spec says otherwise: 2 %. */
export const DEFAULT_MARGIN = 0.02;

/** The difference that advice on the number of units is for, unless a spec says otherwise: 10 %. */
export const DEFAULT_DETECT = 0.1;

/** A condition on a metric over the trials that count. */
export interface Criterion {
  readonly name: string;
  readonly metric: string;
  /** Absent: any operation of the metric, where a cell has just one. */
  readonly operation?: string;
  /** What one trial gave; absent: what stands for a trial. */
  readonly statistic?: string;
  /** Each window of so many seconds has to keep to it; absent: the trial as a whole. */
  readonly everySeconds?: number;
  /** In the metric's base unit; one of the two. */
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** The question, after parsing: it is decided by the typical value, the geometric mean of the trials that count. */
export interface DecisionRule {
  readonly metric: string;
  /** Absent: any operation of the metric, where a cell has just one. */
  readonly operation?: string;
  /** Only cells with these levels compete; values are level labels. */
  readonly where: Readonly<Record<string, string>>;
  /** In the metric's base unit. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** What else has to be kept to; absent for nothing. */
  readonly require?: readonly Criterion[];
  /** What a difference must be at least to matter, as a share: 0.02 for 2 %. */
  readonly margin: number;
  /** The difference that is to be found in four of five cases, as a share: replicates are advised for it. */
  readonly detect: number;
  /** Whether a threshold may be met by a level that does not last. */
  readonly burst: 'allowed' | 'refused';
  readonly prefer: 'cheapest' | 'highest' | 'lowest';
}

/** Reasons of the surroundings that a person accepts, codes of `ACCEPTABLE`. */
export interface AcceptedReasons {
  readonly codes: readonly string[];
  /** The spec does not name all of them: an answer that rests on such trials is exploratory. */
  readonly isExploratory: boolean;
}
