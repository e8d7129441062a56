/**
 * Plans rounds that contain every item once (trials of a rig, or rigs of blocks), with balanced positions and
 * neighbors.
 */
import { getOrMake } from '../../../shapes/collections';
import { type Random, shuffle } from '../../../shapes/random';

/** Rounds in order, each with its items in order. */
export type RoundPlan<T> = readonly (readonly T[])[];

/** Number of candidate plans. The best of 40 has about as balanced neighbors as the best of 400. */
const PLAN_COUNT = 40;

/**
 * Candidate plans. Half of the rounds are random, the other half are their reverses, and all are shuffled. With an even
 * number of rounds, the mean position of each item is equal, so position effects favor no item. Plans of two items are
 * special, see {@link alternateRounds}.
 * @param drawRound gives all items in random order
 * @param first these rounds are balanced by themselves, and so is each pair of later ones: the rig may end after any
 */
export function drawPlans<T>(
  drawRound: () => readonly T[],
  rounds: number,
  random: Random,
  first = rounds,
): RoundPlan<T>[] {
  const pairs = Array.from({ length: Math.ceil(Math.max(0, rounds - first) / 2) }, (_, nth) =>
    Math.min(2, rounds - first - 2 * nth),
  );
  const parts = [Math.min(first, rounds), ...pairs];
  return Array.from({ length: PLAN_COUNT }, () => parts.flatMap((count) => drawBalanced(drawRound, count, random)));
}

function drawBalanced<T>(drawRound: () => readonly T[], rounds: number, random: Random): RoundPlan<T> {
  const first = drawRound();
  if (first.length === 2) return alternateRounds(first, rounds, random);
  const half = [first, ...Array.from({ length: Math.ceil(rounds / 2) - 1 }, drawRound)];
  const both = [...half, ...half.map((round) => round.toReversed())];
  return shuffle(both.slice(0, rounds), random);
}

/**
 * Two items swap their order from round to round, so that carry-over affects both equally. At one random round they do
 * not swap. Without that, an effect on every fourth trial would hit only one item.
 */
function alternateRounds<T>(round: readonly T[], rounds: number, random: Random): RoundPlan<T> {
  // With an even number of rounds, only every second one keeps the mean positions equal.
  const step = rounds % 2 === 0 ? 2 : 1;
  const repeated = step * (1 + Math.floor(random() * Math.max(1, rounds / step - 1)));
  const turned = round.toReversed();
  return Array.from({ length: rounds }, (_, nth) => ((nth + Number(nth >= repeated)) % 2 === 0 ? round : turned));
}

/**
 * The plan in which each item follows every item (and itself) most equally often, so carry-over affects all equally.
 */
export function choosePlan<T>(plans: readonly RoundPlan<T>[]): RoundPlan<T> {
  const found = plans.map((plan) => ({ plan, unevenness: measureUnevenness(plan) }));
  return found.reduce(
    (best, one) => (one.unevenness < best.unevenness ? one : best),
    found[0] ?? { plan: [], unevenness: 0 },
  ).plan;
}

/** Sum of squares of how often each item follows each: for a given number of pairs, minimal if all counts are equal. */
function measureUnevenness<T>(plan: RoundPlan<T>): number {
  const follows = new Map<T, Map<T, number>>();
  const all = plan.flat();
  let squares = 0;
  for (const [place, item] of all.slice(1).entries()) {
    const after = getOrMake(follows, all[place] as T, () => new Map<T, number>());
    const count = after.get(item) ?? 0;
    after.set(item, count + 1);
    squares += 2 * count + 1;
  }
  return squares;
}
