/** Where the numbers of an execution come from, and how to get them again. */
import { layout } from '../experiment/layout';
import type { Plan } from '../experiment/plan';
import type { TrialRow } from './verdict';

/** One fact that hosts reported, and for which trials it holds. */
export interface Fact {
  readonly name: string;
  /** The most frequent first; at most {@link VALUES_MAX}. */
  readonly values: readonly { readonly value: string; readonly trials: number; readonly targets: readonly string[] }[];
  /** Different values in all. */
  readonly distinct: number;
}

export interface Provenance {
  readonly seed: string;
  readonly replicates: number;
  readonly blocks: number;
  readonly order: string;
  /** Trials with facts: those in which a host left a status. */
  readonly reporting: number;
  readonly facts: readonly Fact[];
  /**
   * Commands that repeat the execution, and that make its report again; local ones from the working directory of `run`.
   */
  readonly repeat: readonly string[];
  /** The spec as it was written; null where it is not at hand. */
  readonly spec: string | null;
}

const VALUES_MAX = 6;

/** Facts of one trial, of which a list over all trials tells nothing: they stand with the trial. */
const OF_A_TRIAL = ['command', 'began', 'lateSeconds'];

/** Facts over all trials. */
export function provenanceOf(plan: Plan, rows: readonly TrialRow[], spec?: string): Provenance {
  const targetOf = new Map(plan.rigs.map(({ rig, target }) => [rig, target]));
  const facts = new Map<string, Map<string, { trials: number; targets: Set<string> }>>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row.facts)) {
      if (OF_A_TRIAL.includes(name)) continue;
      const values = facts.get(name) ?? new Map<string, { trials: number; targets: Set<string> }>();
      facts.set(name, values);
      const entry = values.get(value) ?? { trials: 0, targets: new Set<string>() };
      values.set(value, entry);
      entry.trials += 1;
      entry.targets.add(targetOf.get(row.rig) ?? row.rig);
    }
  }
  const { root } = layout(plan.experiment, plan.executionId);
  const folder = plan.local ? `.fsxbench/bucket/${root}` : root;
  const { replicates, blocks, order } = plan.spec.design;
  return {
    seed: plan.seed,
    replicates,
    blocks,
    order,
    reporting: rows.filter((row) => Object.keys(row.facts).length > 0).length,
    facts: [...facts].map(([name, values]) => ({
      name,
      values: [...values]
        .map(([value, { trials, targets }]) => ({ value, trials, targets: [...targets] }))
        .toSorted((a, b) => b.trials - a.trials)
        .slice(0, VALUES_MAX),
      distinct: values.size,
    })),
    repeat: [`fsxbench run ${folder}spec.yaml --seed ${quoted(plan.seed)}`, `fsxbench report ${folder}`],
    spec: spec === undefined || spec === '' ? null : spec,
  };
}

function quoted(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
