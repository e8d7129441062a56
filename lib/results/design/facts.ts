/** Facts on the design: target instances, interleaving, periods and blocks. Decision, texts and report use these. */
import { groupBy } from '../../shapes/collections';
import type { Plan } from '../../shapes/plan';
import type { TrialStatus } from '../trial-status';
import { type Interleaving, judgeInterleaving } from './interleaving';

/** Design facts from the counted trials. */
export interface DesignFacts {
  /** Each rig had new hosts; if false, the same machines measured everything. */
  readonly fleets: boolean;
  /** Some storage was created, so each target instance is a sample of possible instances. */
  readonly made: boolean;
  /** Some storage existed before. Blocks do not vary it, as there is only one instance. */
  readonly given: boolean;
  /** Several blocks, each a complete repeat: statistics compare blocks, not repeats. */
  readonly several: boolean;
  /** Number of target instances that were created and measured. */
  readonly copies: number;
  /** Whether configurations alternated; null with fewer than two. */
  readonly turns: Interleaving | null;
  /** A block had several rigs, each in another hour, and with other hosts if hosts were created. */
  readonly apart: boolean;
  /** Maximum number of periods of a rig; target instances change stage between periods. */
  readonly periods: number;
}

type DesignTrial = Pick<TrialStatus, 'cell' | 'rig' | 'block' | 'copy' | 'given' | 'period' | 'out'>;

/** @param fleets see {@link DesignFacts.fleets} @param several the plan has several blocks */
export function getDesignFacts(fleets: boolean, several: boolean, trials: Iterable<DesignTrial>): DesignFacts {
  const measured = [...trials].filter(({ out }) => out === null);
  const rigs = [...groupBy(measured, ({ rig }) => rig).values()];
  const blocks = [...groupBy(measured, ({ block }) => block).values()];
  const made = measured.filter(({ given }) => given !== true);
  return {
    fleets,
    made: made.length > 0,
    given: made.length < measured.length,
    several,
    copies: countDistinct(made, ({ copy }) => copy),
    turns: judgeInterleaving(measured),
    apart: blocks.some((own) => countDistinct(own, ({ rig }) => rig) > 1),
    periods: Math.max(1, ...rigs.map((own) => countDistinct(own, ({ period }) => period))),
  };
}

/** Whether a plan creates hosts for each rig: not for local plans, nor with existing (managed) hosts. */
export function hasOwnFleets({ local, rigs }: Pick<Plan, 'local' | 'rigs'>): boolean {
  return !local && !rigs.some(({ roles }) => roles.some(({ managed }) => managed !== undefined));
}

function countDistinct<T, K>(values: readonly T[], keyOf: (value: T) => K): number {
  return new Set(values.map(keyOf)).size;
}

export function describeBlocks({ made, given, fleets }: Pick<DesignFacts, 'made' | 'given' | 'fleets'>): string {
  const own = fleets ? 'hosts and an hour of its own' : 'an hour of its own';
  if (!given) return 'new instances in each block';
  return made
    ? `blocks (each with ${own}, and fresh copies of what was made)`
    : `blocks of the same storage (each with ${own})`;
}
