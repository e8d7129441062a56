/** Options of a tool as people say them, so that those of a run can be held against those that were meant. */
export interface ToolOptions {
  /** The tool, and the version whose names they are. */
  readonly of: string;
  /** Names, each in its one spelling. */
  readonly names: readonly string[];
  /** What holds where nothing is said, of some, in the spelling of {@link normalize}. */
  readonly defaults: Readonly<Record<string, string>>;
  /** One spelling of all that mean the same. */
  readonly normalize: (name: string, value: string) => { readonly name: string; readonly value: string };
}
