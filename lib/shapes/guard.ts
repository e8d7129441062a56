/**
 * Conditional trials: before each one, a guard uses earlier results of the rig to decide whether the trial is needed.
 */
/** One search: all configurations that differ only in the searched factor. */
export interface SearchCell {
  /** Id of the search: equal across executions, independent of the levels of the searched factor. */
  readonly id: string;
  readonly levels: Readonly<Record<string, string>>;
  readonly factor: string;
  /** cellIds, from the lowest level to the highest. */
  readonly cells: readonly string[];
  /** Names of the criteria that a level must meet. */
  readonly criteria: readonly string[];
}

/**
 * Condition of a trial.
 * @example { search: { id: 'rate-7f3a', level: 3 } }
 */
export interface Guard {
  /**
   * Position in a bisection: the trial is measured only if earlier trials leave its level undecided. Otherwise its
   * reason is `OutsideBracket`.
   */
  readonly search: {
    readonly id: string;
    /** Index of the level, from 0. */
    readonly level: number;
  };
}
