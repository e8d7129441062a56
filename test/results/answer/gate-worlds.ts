/** Simulated gates: pairs of a configuration and its reference, answered by the real decision. */
import { contest, decide, type Entry, FOLDERS, type How } from '../../../checks/statistics/contest';
import { normal } from '../../../checks/statistics/noise';
import { BASE } from '../../../checks/statistics/world';
import type { Decision } from '../../../lib/results/answer/answer';
import type { Candidate } from '../../../lib/results/answer/contender';
import { makeDecision } from '../../../lib/results/answer/decision';
import { makeStreams, shuffle } from '../../../lib/shapes/random';
import { METRICS } from '../../../lib/workloads/fio/cell/metrics';

/** Makes every second candidate the reference of the one before it. */
export function pairUp(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.map((one, at) => {
    const next = candidates[at + 1];
    return at % 2 === 1 || next === undefined ? one : { ...one, reference: { cell: next.cell } };
  });
}

export function judgePairs(entries: readonly Entry[], noWorse: number, how: How = FOLDERS): Decision {
  const [candidates, circumstances] = contest(entries, how);
  return makeDecision(decide({ noWorse }), pairUp(candidates), METRICS, circumstances);
}

export interface GateWorld {
  readonly pairs: number;
  readonly replicates: number;
  /** True loss of all pairs, or of the first one only. */
  readonly loss?: number;
  readonly isFirstOnly?: boolean;
  readonly allowed: number;
  readonly how?: How;
  readonly instances?: number;
}

/** Trials in rounds of random order; every second round reverses the one before it, as in a plan. */
export function makeEntries(
  { pairs, replicates, loss = 0, isFirstOnly = false, instances = 0 }: GateWorld,
  name: string,
) {
  const random = makeStreams(name)('');
  const truth = Array.from({ length: 2 * pairs }, (_, nth) => {
    const isWorse = nth % 2 === 0 && (nth === 0 || !isFirstOnly);
    return (isWorse ? Math.log1p(-loss) : 0) + instances * normal(random);
  });
  let order = [...truth.keys()];
  const rounds = Array.from({ length: replicates }, (_, nth) => {
    order = nth % 2 === 0 ? [...shuffle(order, random)] : order.toReversed();
    return order;
  });
  return truth.map((log, nth): Entry => {
    const turns = rounds.map((own, round) => {
      return { value: BASE * Math.exp(log + 0.05 * normal(random)), round: round + 1, place: own.indexOf(nth) };
    });
    return { name: `x${nth}`, turns };
  });
}

/** Percentages of executions by exit code. Trials have a standard deviation of 5%. */
export function countGates(world: GateWorld, runs: number): { readonly [K in 'yes' | 'no' | 'open']: number } {
  const { pairs, loss = 0, allowed, how = FOLDERS } = world;
  const counts = { yes: 0, no: 0, open: 0 };
  for (let run = 0; run < runs; run += 1)
    counts[judgePairs(makeEntries(world, `gate ${pairs} ${loss} ${run}`), allowed, how).met ?? 'open'] += 1;
  const share = (hits: number): number => (100 * hits) / runs;
  return { yes: share(counts.yes), no: share(counts.no), open: share(counts.open) };
}
