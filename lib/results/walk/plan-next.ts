/** Decides which rigs a walk by price measures next, and how it ends: docs/statistics.md, rule 14. */
import { type CandidateState, listWalkRigs, type PlannedWalk, type WalkBatch, type WalkRig } from '../../shapes/walk';
import type { Standing } from '../answer/contender';

export interface WalkLimits {
  /** Rigs at once. */
  readonly parallelRigs: number;
  /** Most trials of a candidate. */
  readonly replicates: number;
  readonly leftUsd: number;
  readonly leftSeconds: number;
  /** The most that a rig costs, US dollars, and how long it takes. */
  readonly costOf: (rig: string) => { readonly usd: number; readonly seconds: number };
}

/** Standing of each measured candidate by its cell; null without enough valid trials. */
export type Standings = ReadonlyMap<string, Standing | null>;

const STATES = { yes: 'meets', open: 'open', no: 'misses' } as const satisfies Record<Standing, CandidateState>;

/** State of each candidate, in the order of prices. */
export function listStates({ candidates }: PlannedWalk, standings: Standings): readonly CandidateState[] {
  return candidates.map(({ cell, pruned }) => {
    if (pruned !== null) return 'pruned';
    const standing = standings.get(cell);
    if (standing === undefined) return 'waiting';
    return standing === null ? 'lost' : STATES[standing];
  });
}

/** The batch after these. Each cheaper candidate that is open or lost halves the error, and takes one trial more. */
export function planNext(
  walk: PlannedWalk,
  before: readonly WalkBatch[],
  standings: Standings,
  limits: WalkLimits,
): WalkBatch {
  const { leftUsd, leftSeconds } = limits;
  const states = listStates(walk, standings);
  const decide = (run: readonly WalkRig[], end: WalkBatch['end']): WalkBatch => {
    return { batch: before.length + 1, leftUsd, leftSeconds, run, end };
  };
  let open = 0;
  for (const [at, state] of states.entries()) {
    if (state === 'meets') return decide([], open === 0 ? 'meets' : 'safe-choice');
    if (state === 'waiting') {
      if (walk.trialsMin + open > limits.replicates) return decide([], 'inconclusive');
      const { run, end } = pickRigs(walk, new Set(listWalkRigs(before).map(({ rig }) => rig)), at, open, limits);
      return decide(run, run.length === 0 ? end : null);
    }
    if (state === 'open' || state === 'lost') open += 1;
  }
  return decide([], open === 0 ? 'misses' : 'inconclusive');
}

/** The cheapest candidates that wait, as many as fit. @param from index of the first that waits */
function pickRigs(
  { candidates, trialsMin }: PlannedWalk,
  started: ReadonlySet<string>,
  from: number,
  open: number,
  { parallelRigs, replicates, leftUsd, leftSeconds, costOf }: WalkLimits,
): { readonly run: readonly WalkRig[]; readonly end: 'budget' | 'deadline' } {
  const run: WalkRig[] = [];
  let usd = 0;
  for (const { rig } of candidates.slice(from)) {
    if (rig === null || started.has(rig)) continue;
    if (run.length === parallelRigs) break;
    const cost = costOf(rig);
    if (cost.seconds > leftSeconds) return { run, end: 'deadline' };
    if (usd + cost.usd > leftUsd) break;
    usd += cost.usd;
    run.push({ rig, trials: Math.min(replicates, trialsMin + open + run.length) });
  }
  return { run, end: 'budget' };
}
