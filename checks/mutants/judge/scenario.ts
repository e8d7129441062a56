/** What `test/machines/scenarios.ts` gives to the runner of mutants: `export const scenarios: Scenario[]`. */

/** A small story in which machines are executed, with the promises that it holds them to. */
export interface Scenario {
  readonly name: string;
  /** Machines that it exercises: only their mutants are shown to it. */
  readonly machines: readonly string[];
  /**
   * Runs the story once; must be repeatable in one process, and quick.
   * @param load text of a machine file, placeholders not filled in; one of them may be a mutant
   * @returns what is wrong, empty where all is well; rejecting counts as something wrong
   */
  check(load: (machine: string) => string): Promise<string[]>;
}
