/** A walk by price (`design.comparison: cheapestFirst`): the candidates, the batches of rigs, and how it ended. */

/** A configuration in the order of prices. */
export interface WalkCandidate {
  readonly cell: string;
  /** Null if nothing could meet the threshold: no rig is planned. */
  readonly rig: string | null;
  /** US dollars per hour, as in the answer: storage alone, or with hosts where only hosts have a price. */
  readonly usdPerHour: number;
  /** The most that its rig may cost, US dollars; 0 without a rig. */
  readonly mostUsd: number;
  /** Provisioned rate of the decided metric, in its unit; null if none is known. */
  readonly provisioned: number | null;
  /** The provisioned rate that is too low for what is needed, so that no trial could meet it; null if one may. */
  readonly pruned: { readonly metric: string; readonly rate: number; readonly least: number } | null;
}

/** The walk as planned. */
export interface PlannedWalk {
  /** In ascending order of price; equal prices by name. */
  readonly candidates: readonly WalkCandidate[];
  /** Counted trials of the first candidate: several thresholds need more than {@link WALK_TRIALS_MIN}. */
  readonly trialsMin: number;
  /** Rigs that are measured if each candidate reaches its provisioned rate; without known rates, half of all. */
  readonly expectedRigs: number;
  /** Estimate of all rigs, US dollars; that of the plan counts the expected ones. */
  readonly allUsd: number;
}

/**
 * - `meets`: a candidate meets the threshold, and every cheaper one misses it.
 * - `safe-choice`: a candidate meets it, and cheaper ones may.
 * - `misses`: every candidate misses it. `inconclusive`: none meets it, and all were measured, or the next one would
 *   need more trials than `replicates`.
 * - `budget`, `deadline`: the next candidate would not fit into what is left.
 */
export type WalkEnd = 'meets' | 'safe-choice' | 'misses' | 'inconclusive' | 'budget' | 'deadline';

/** A rig of a batch, and the number of counted trials that its candidate needs. */
export interface WalkRig {
  readonly rig: string;
  readonly trials: number;
}

/** Decision before a batch of rigs, `walk/<batch>.json`: written once, never changed. */
export interface WalkBatch {
  /** From 1. */
  readonly batch: number;
  /** Budget and time that were left. */
  readonly leftUsd: number;
  readonly leftSeconds: number;
  /** Rigs to measure now; empty at the end. */
  readonly run: readonly WalkRig[];
  readonly end: WalkEnd | null;
}

export type CandidateState = 'pruned' | 'waiting' | 'lost' | 'misses' | 'open' | 'meets';

/** Fewest counted trials that can meet a threshold at full error; each halving of the error needs one more. */
export const WALK_TRIALS_MIN = 4;

/** Share of a candidate's later trials that estimates count: few of them are needed (an assumption). */
export const WALK_TRIAL_SHARE = 0.25;

/** Rigs of the batches so far. */
export function listWalkRigs(batches: readonly WalkBatch[]): readonly WalkRig[] {
  return batches.flatMap(({ run }) => run);
}

interface WalkedPlan {
  readonly walk?: PlannedWalk;
  readonly rigs: readonly { readonly rig: string }[];
  readonly trials: readonly { readonly rig: string }[];
}

/** The plan with only the rigs and trials of the batches; unchanged without a walk. */
export function narrowToWalk<P extends WalkedPlan>(plan: P, batches: readonly WalkBatch[] = []): P {
  return narrowToRigs(plan, new Set(listWalkRigs(batches).map(({ rig }) => rig)));
}

/** The plan with only the rigs that a walk is expected to start, as in its estimate; unchanged without a walk. */
export function narrowToExpected<P extends WalkedPlan>(plan: P): P {
  return narrowToRigs(plan, new Set(plan.rigs.slice(0, plan.walk?.expectedRigs).map(({ rig }) => rig)));
}

function narrowToRigs<P extends WalkedPlan>(plan: P, started: ReadonlySet<string>): P {
  if (plan.walk === undefined) return plan;
  const isStarted = ({ rig }: { readonly rig: string }): boolean => started.has(rig);
  return { ...plan, rigs: plan.rigs.filter(isStarted), trials: plan.trials.filter(isStarted) };
}
