/** What an expression sees: the world of one state at one moment. */
export interface View {
  /** `$states`: `input`, `context`, and where they exist `result` or `errorOutput`. */
  readonly states: Readonly<Record<string, unknown>>;
  /** Value of a workflow variable; undefined where none of that name was assigned. */
  variable(name: string): unknown;
  /** Epoch milliseconds for `$now()` and `$millis()`. */
  readonly millis: number;
  /** 0 ≤ n < 1, for `$random()` and `$shuffle()`. */
  random(): number;
  /** For `$uuid()`. */
  uuid(): string;
}
