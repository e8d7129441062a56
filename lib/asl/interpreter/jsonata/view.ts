/** The values that an expression of a state can read. */
export interface View {
  /** `$states`: `input`, `context`, and where they exist `result` or `errorOutput`. */
  readonly states: Readonly<Record<string, unknown>>;
  /** Value of a workflow variable; undefined if it was not assigned. */
  variable(name: string): unknown;
  /** Epoch milliseconds for `$now()` and `$millis()`. */
  readonly millis: number;
  /** 0 ≤ n < 1, for `$random()` and `$shuffle()`. */
  random(): number;
  /** For `$uuid()`. */
  uuid(): string;
}
