/** Trials that may turn out not to be needed: what a guard looks at before each, in the rows of its own rig. */

/** All levels of a searched factor with otherwise equal settings. */
export interface SearchCell {
  /** Equal across executions, whatever levels are tried. */
  readonly id: string;
  /** Of all other factors. */
  readonly levels: Readonly<Record<string, string>>;
  readonly factor: string;
  /** cellIds, from the lowest level to the highest. */
  readonly cells: readonly string[];
  /** Names of what a level has to keep to. */
  readonly criteria: readonly string[];
}

/** Why a trial may not be needed. */
export interface Guard {
  /** Its place in a bisection: it is measured only if the ones before it leave its level open (`OutsideBracket`). */
  readonly search: {
    readonly id: string;
    /** Of its levels, from 0. */
    readonly level: number;
  };
}
