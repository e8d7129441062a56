/** Conditional trials: before each, the function `may-run` decides from the rows of its rig. */
import type { Criterion } from './decision-rule';

/** One search: all configurations that differ only in the searched factor. */
export interface SearchCell {
  /** Id of the search: equal across executions, independent of the levels of the searched factor. */
  readonly id: string;
  readonly levels: Readonly<Record<string, string>>;
  readonly factor: string;
  /** cellIds, from the lowest level to the highest. */
  readonly cells: readonly string[];
  /** Criteria that a level must meet. */
  readonly criteria: readonly Criterion[];
}

/**
 * Condition of a trial: one of these.
 * @example { search: { id: 'rate-7f3a', level: 3 } }
 */
export interface Guard {
  /** Position in a walk by price: measured while the candidate has fewer counted trials than it needs (`NotNeeded`). */
  readonly walk?: true;
  /** Measured only if the earlier rounds leave its configuration open (`NotNeeded`): rule 15 of docs/statistics.md. */
  readonly look?: true;
  /**
   * Position in a bisection: the trial is measured only if earlier trials leave its level undecided. Otherwise its
   * reason is `OutsideBracket`.
   */
  readonly search?: {
    readonly id: string;
    /** Index of the level, from 0. */
    readonly level: number;
  };
}

/**
 * Whether a guarded trial is measured: `decisions/<trial>.json`.
 * @example { "run": false, "code": "OutsideBracket", "text": "not needed: 2000 meets the criteria and 4000 does not" }
 */
export interface SearchDecision {
  readonly run: boolean;
  /** Null if it runs. */
  readonly code: 'OutsideBracket' | 'SearchUndecided' | 'NotNeeded' | null;
  /** One sentence; empty if it runs. */
  readonly text: string;
}
