/** What the lint of state machines says. */
export interface Finding {
  /** Name of the state, or empty where the whole machine is meant. */
  readonly state: string;
  /** Stable name of the rule, in kebab case. */
  readonly rule: string;
  /** What is wrong, where in the state, and what to write instead. */
  readonly message: string;
}

/** Shorthand for rules: findings of one rule. */
export type Report = (state: string, message: string) => Finding;

/** A {@link Report} for the rule of this name. */
export function reporter(rule: string): Report {
  return (state, message) => ({ state, rule, message });
}
