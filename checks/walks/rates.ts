/** What many walks answer, how often they are wrong, and what they cost against the grid. */
import type { CandidateList } from './lists';
import type { WalkOutcome, WalkWorld } from './walk';

export interface WalkRecord {
  readonly list: CandidateList;
  readonly world: WalkWorld;
  readonly outcome: WalkOutcome;
}

/** Shares, 0–1; dollars and time against the grid of 6 replicates, three rigs at once. */
export interface WalkRates {
  /** Of the worlds in which a candidate meets the threshold. */
  readonly answered: number;
  readonly falsePass: number;
  /** The answer misses the threshold, or a cheaper candidate was wrongly called a miss. */
  readonly wrong: number;
  /** The answer is the cheapest that meets it, where no candidate that matters is within 20% of the threshold. */
  readonly cheapestIfFar: number;
  readonly dollars: number;
  readonly dollarsOfInterleaved: number;
  readonly wall: number;
  readonly measured: number;
}

const REPLICATES = 6;
const RIGS_AT_ONCE = 3;

export function rateWalks(records: readonly WalkRecord[]): WalkRates {
  const share = (all: readonly WalkRecord[], is: (one: WalkRecord) => boolean): number =>
    all.filter(is).length / all.length;
  const meets = ({ world: { truth, limit } }: WalkRecord, at: number): boolean => (truth[at] ?? 0) >= limit;
  const best = (one: WalkRecord): number => one.world.truth.findIndex((_, at) => meets(one, at));
  const solvable = records.filter((one) => best(one) >= 0);
  const far = solvable.filter((one) =>
    one.world.truth.slice(0, best(one) + 1).every((log) => Math.abs(log - one.world.limit) > Math.log(1.2)),
  );
  const isFalse = (one: WalkRecord): boolean => one.outcome.winner !== null && !meets(one, one.outcome.winner);
  const isMissed = (one: WalkRecord): boolean =>
    one.outcome.missed.some((at) => meets(one, at) && at < (one.outcome.winner ?? Infinity));
  const sum = (of: (one: WalkRecord) => number): number => records.reduce((all, one) => all + of(one), 0);
  const spent = sum(({ outcome }) => outcome.usd);
  const walls = records
    .map(({ list, outcome }) => outcome.seconds / computeGrid(list).seconds)
    .toSorted((a, b) => a - b);
  return {
    answered: share(solvable, ({ outcome }) => outcome.winner !== null),
    falsePass: share(records, isFalse),
    wrong: share(records, (one) => isFalse(one) || isMissed(one)),
    cheapestIfFar: share(far, (one) => one.outcome.winner === best(one)),
    dollars: spent / sum(({ list }) => computeGrid(list).usd),
    dollarsOfInterleaved: spent / sum(({ list }) => list.interleavedUsd),
    wall: walls[Math.floor(walls.length / 2)] ?? 0,
    measured: sum(({ outcome }) => outcome.measured.length) / records.length,
  };
}

/** The sequential grid: all candidates, in the order of prices. */
export function computeGrid({ candidates }: CandidateList): { readonly usd: number; readonly seconds: number } {
  const free = Array.from({ length: RIGS_AT_ONCE }, () => 0);
  let usd = 0;
  for (const { fixedUsd, trialUsd, before, trialSeconds, after } of candidates) {
    usd += fixedUsd + REPLICATES * trialUsd;
    const first = free.indexOf(Math.min(...free));
    free[first] = (free[first] ?? 0) + before + REPLICATES * trialSeconds + after;
  }
  return { usd, seconds: Math.max(...free) };
}
