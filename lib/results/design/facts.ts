/**
 * What was done to compare: copies, turns, periods, blocks. Decision, words and report ask these, so that they cannot
 * say different things of one execution.
 */
import { groupBy } from '../../shapes/collections';
import type { Plan } from '../../shapes/plan';
import type { TrialStatus } from '../trial-status';
import { type Interleaving, judgeInterleaving } from './interleaving';

/** Of the trials that count. */
export interface DesignFacts {
  /** Hosts were made for each rig; else the same machines measured all of it. */
  readonly fleets: boolean;
  /** Storage was made for it: each is one copy of many that could have been made. */
  readonly made: boolean;
  /** Storage that was there before was measured: it is the thing itself, and no block makes another. */
  readonly given: boolean;
  /** Everything was done anew, block by block: blocks, and not their repeats, are what is compared. */
  readonly several: boolean;
  /** Copies that were made and measured. */
  readonly copies: number;
  /** Whether configurations took turns; null where there are no two. */
  readonly turns: Interleaving | null;
  /** A block had several rigs: each had an hour of its own, and hosts where they were made. */
  readonly apart: boolean;
  /** The most that a rig had: in each, copies stood in other stages. */
  readonly periods: number;
}

type DesignTrial = Pick<TrialStatus, 'cell' | 'rig' | 'block' | 'copy' | 'given' | 'period' | 'out'>;

/** @param fleets see {@link DesignFacts.fleets}; @param several the plan has several blocks */
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

/** Hosts were made for each rig of a plan: it runs neither here nor on machines that are there already. */
export function hasOwnFleets({ local, rigs }: Pick<Plan, 'local' | 'rigs'>): boolean {
  return !local && !rigs.some(({ roles }) => roles.some(({ managed }) => managed !== undefined));
}

function countDistinct<T, K>(values: readonly T[], keyOf: (value: T) => K): number {
  return new Set(values.map(keyOf)).size;
}

/** What blocks are, where figures are of these: what each of them drew anew. */
export function describeBlocks({ made, given, fleets }: Pick<DesignFacts, 'made' | 'given' | 'fleets'>): string {
  const own = fleets ? 'hosts and an hour of its own' : 'an hour of its own';
  if (!given) return 'new instances in each block';
  return made
    ? `blocks (each with ${own}, and fresh copies of what was made)`
    : `blocks of the same storage (each with ${own})`;
}
