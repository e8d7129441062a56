/** Options of a tool, to compare the options of a run with the intended options. */
export interface ToolOptions {
  /** The tool and the version of the names. */
  readonly of: string;
  /** Normalized names. */
  readonly names: readonly string[];
  /** Known defaults, in the form that {@link normalize} returns. */
  readonly defaults: Readonly<Record<string, string>>;
  /** Maps equivalent names and values to one form. */
  readonly normalize: (name: string, value: string) => { readonly name: string; readonly value: string };
}
