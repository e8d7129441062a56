/** Options of a tool, to compare those of a run with the intended ones. */
export interface ToolOptions {
  /** The tool and the version of the names. */
  readonly of: string;
  /** Normalized names. */
  readonly names: readonly string[];
  /** Some defaults, in the form of {@link normalize}. */
  readonly defaults: Readonly<Record<string, string>>;
  /** Maps equivalent names and values to one form. */
  readonly normalize: (name: string, value: string) => { readonly name: string; readonly value: string };
}
