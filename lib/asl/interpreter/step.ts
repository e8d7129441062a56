/** The result of a state. */
export interface Step {
  /** Name of the next state; undefined at the end of the group. */
  readonly next: string | undefined;
  readonly output: unknown;
  readonly assigned?: Readonly<Record<string, unknown>>;
}
