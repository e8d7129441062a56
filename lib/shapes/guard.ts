/** Conditional trials: a guard decides before each whether it is needed, from the rows of its rig. */
/** All configurations that differ only in the searched factor. */
export interface SearchCell {
  /** Equal across executions, for any levels. */
  readonly id: string;
  /** Levels of all other factors. */
  readonly levels: Readonly<Record<string, string>>;
  readonly factor: string;
  /** cellIds, from the lowest level to the highest. */
  readonly cells: readonly string[];
  /** Names of the criteria that a level must meet. */
  readonly criteria: readonly string[];
}

/** Condition of a trial. */
export interface Guard {
  /** Place in a bisection: measured only if earlier trials leave its level undecided (`OutsideBracket`). */
  readonly search: {
    readonly id: string;
    /** Index of the level, from 0. */
    readonly level: number;
  };
}
