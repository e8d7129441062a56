/** Where the numbers of an execution come from, and how to reproduce them. */
import { layout } from '../shapes/layout';
import type { Plan } from '../shapes/plan';
import { quoteIfNeeded } from '../shapes/shell-quote';
import type { TrialRow } from '../shapes/verdict';

export interface HostFact {
  readonly name: string;
  /** Most frequent values first; at most {@link FACT_VALUES_MAX}. */
  readonly values: readonly { readonly value: string; readonly trials: number; readonly targets: readonly string[] }[];
  readonly distinct: number;
}

export interface Provenance {
  readonly seed: string;
  readonly replicates: number;
  readonly blocks: number;
  readonly order: string;
  /** Trials whose hosts reported facts. */
  readonly reporting: number;
  readonly facts: readonly HostFact[];
  /** AWS Region of the prices; null if nothing has a price. */
  readonly region: string | null;
  /** Sources and dates of the prices, each once; empty if nothing has a price. */
  readonly prices: readonly string[];
  /**
   * Commands that repeat the execution and its report; for local executions, from the working directory of `run`.
   * Rehearsals keep neither spec nor raw files: `SPEC` is a placeholder, and there is no report command.
   */
  readonly repeat: readonly string[];
  /** The spec as written; null if not available. */
  readonly spec: string | null;
}

const FACT_VALUES_MAX = 6;

/** Facts that differ by trial, so the list over all trials omits them. */
const TRIAL_FACTS = ['command', 'began', 'lateSeconds', 'spareSeconds', 'killedSlot'];

export function collectProvenance(plan: Plan, rows: readonly TrialRow[], spec?: string): Provenance {
  const targetOfCell = new Map(plan.cells.map(({ cellId, target }) => [cellId, target]));
  const targetOf = new Map(plan.trials.map(({ trial, cell }) => [trial, targetOfCell.get(cell)]));
  const facts = new Map<string, Map<string, { trials: number; targets: Set<string> }>>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row.facts)) {
      if (TRIAL_FACTS.includes(name)) continue;
      const values = facts.get(name) ?? new Map<string, { trials: number; targets: Set<string> }>();
      facts.set(name, values);
      const entry = values.get(value) ?? { trials: 0, targets: new Set<string>() };
      values.set(value, entry);
      entry.trials += 1;
      entry.targets.add(targetOf.get(row.trial) ?? row.rig);
    }
  }
  const simulated = plan.simulated || rows.some((row) => row.simulated);
  const { blocks, order, replicates } = plan.spec.design;
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
        .slice(0, FACT_VALUES_MAX),
      distinct: values.size,
    })),
    region: plan.region,
    prices: [...new Set(plan.estimate.lines.map(({ source }) => source))].sort(),
    repeat: simulated ? [formatRehearseCommand(plan)] : listRunCommands(plan),
    spec: spec === undefined || spec === '' ? null : spec,
  };
}

function listRunCommands({ experiment, executionId, local, seed }: Plan): readonly string[] {
  const { root } = layout(experiment, executionId);
  const folder = local ? `.fsxbench/bucket/${root}` : root;
  return [`npx fsxbench run ${folder}spec.yaml --seed ${quoteIfNeeded(seed)}`, `npx fsxbench report ${folder}`];
}

function formatRehearseCommand({ seed, region }: Plan): string {
  const command = `npx fsxbench rehearse SPEC --seed ${quoteIfNeeded(seed)}`;
  return region === null ? command : `${command} --region ${region}`;
}
