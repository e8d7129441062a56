/** One thing that `fsxbench explain` explains. */

/** Kinds of topics, in the order in which they are listed, with the heading of each. */
export const GROUPS = {
  setting: 'Settings of a spec',
  kind: 'Kinds of targets and workloads',
  metric: 'Metrics',
  verdict: 'Verdicts of trials',
  reason: 'Reasons of verdicts',
  error: 'Errors',
  'exit code': 'Exit codes',
  word: 'Words',
} as const;
export type Group = keyof typeof GROUPS;

export interface Topic {
  readonly group: Group;
  readonly name: string;
  /** Kinds of which it is; none where it goes with none. */
  readonly of: readonly string[];
  /** What else it may be called, e.g. `targets.volumes.count`. */
  readonly also: readonly string[];
  /** What it may be set to, by name: who asks for a value is told of the setting. */
  readonly values: readonly string[];
  readonly meaning: string;
  /** More of it, each under its heading, in the order in which it is told. */
  readonly facts: Readonly<Record<string, string>>;
}

/** A topic that says little more than what it means. */
export function topic(group: Group, name: string, meaning: string, more: Partial<Topic> = {}): Topic {
  return { group, name, of: [], also: [], values: [], meaning, facts: {}, ...more };
}

/** Facts without those that say nothing. */
export function told(facts: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}
