/** What a state gives when it is left. */
export interface Step {
  /** Name of the next state; undefined where the group ends. */
  readonly next: string | undefined;
  readonly output: unknown;
  /** Variables assigned on leaving. */
  readonly assigned?: Readonly<Record<string, unknown>>;
}
