/** Where the numbers of an execution come from, and how to get them again. */
import { layout } from '../experiment/layout';
import type { LineItem, Plan } from '../experiment/plan';
import { bookOf, PRICED_REGIONS } from '../pricing/aws';
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
   * The AWS Region: where a host reported it in its mount. Else those whose prices the plan was reckoned with: several
   * where these are equal there. None for local executions, and where the program no longer knows the prices.
   */
  readonly regions: readonly string[];
  /** Where the prices come from and of which day, each once; none where nothing has a price. */
  readonly prices: readonly string[];
  /**
   * Commands that repeat the execution, and that make its report again; local ones from the working directory of `run`.
   * A rehearsal keeps neither its spec nor raw files: `SPEC` stands for the file, and the report is not made again.
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
  const regions = regionsOf(plan.estimate.lines, [...(facts.get('mount')?.keys() ?? [])]);
  const simulated = plan.simulated || rows.some((row) => row.simulated);
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
    regions,
    prices: [...new Set(plan.estimate.lines.map(({ source }) => source))].sort(),
    repeat: simulated ? [rehearseCommand(plan, regions)] : runCommands(plan),
    spec: spec === undefined || spec === '' ? null : spec,
  };
}

function runCommands({ experiment, executionId, local, seed }: Plan): readonly string[] {
  const { root } = layout(experiment, executionId);
  const folder = local ? `.fsxbench/bucket/${root}` : root;
  return [`fsxbench run ${folder}spec.yaml --seed ${quoted(seed)}`, `fsxbench report ${folder}`];
}

/** Where several Regions have these prices, any of them gives the same rehearsal. */
function rehearseCommand({ seed }: Plan, [region]: readonly string[]): string {
  const command = `fsxbench rehearse SPEC --seed ${quoted(seed)}`;
  return region === undefined ? command : `${command} --region ${region}`;
}

/** DNS name of a file system: https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/mount-openzfs-cli.html */
const DNS_NAME = /\.fsx\.([a-z]+(?:-[a-z]+)+-\d+)\.amazonaws\.com/;

/**
 * Regions that an execution may have been in, in alphabetical order.
 * @param lines line items of its estimate
 * @param mounts mounts as its hosts reported them
 */
function regionsOf(lines: readonly LineItem[], mounts: readonly string[]): readonly string[] {
  const named = new Set(mounts.flatMap((mount) => DNS_NAME.exec(mount)?.[1] ?? []));
  if (named.size > 0) return [...named].sort();
  if (lines.length === 0) return [];
  return PRICED_REGIONS.filter((region) => {
    const { prices } = bookOf(region);
    return lines.every((line) =>
      prices.some(({ unit, usd, source }) => unit === line.unit && usd === line.usdPerUnit && source === line.source),
    );
  });
}

function quoted(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
