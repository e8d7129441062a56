/** Rounds, each of which has every item once: trials of a rig, or rigs of blocks. Places and neighbours balance. */
import { getOrMake } from '../../../shapes/collections';
import { type Random, shuffle } from '../../../shapes/random';

/** Rounds in their order, each with its items in theirs. */
export type RoundPlan<T> = readonly (readonly T[])[];

/** Plans of which one is chosen; the neighbours of the most even one of 40 are about as even as those of 400. */
const PLAN_COUNT = 40;

/**
 * Plans to choose from. Half of the rounds are random, the other half their reverses, and all are shuffled. Where the
 * number of rounds is even, the mean place of each item is the same: what depends on the place favours none. Two items
 * have plans of their own, see {@link alternateRounds}.
 * @param drawRound gives all items in random order
 */
export function drawPlans<T>(drawRound: () => readonly T[], rounds: number, random: Random): RoundPlan<T>[] {
  return Array.from({ length: PLAN_COUNT }, () => {
    const first = drawRound();
    if (first.length === 2) return alternateRounds(first, rounds, random);
    const half = [first, ...Array.from({ length: Math.ceil(rounds / 2) - 1 }, drawRound)];
    const both = [...half, ...half.map((round) => round.toReversed())];
    return shuffle(both.slice(0, rounds), random);
  });
}

/**
 * Two items change their order from each round to the next, so that what one leaves behind strikes both alike. Once,
 * at a round that is drawn, they do not, lest what comes with every fourth trial strikes one alone.
 */
function alternateRounds<T>(round: readonly T[], rounds: number, random: Random): RoundPlan<T> {
  // Of an even number of rounds only every second one keeps the mean places equal.
  const step = rounds % 2 === 0 ? 2 : 1;
  const repeated = step * (1 + Math.floor(random() * Math.max(1, rounds / step - 1)));
  const turned = round.toReversed();
  return Array.from({ length: rounds }, (_, nth) => ((nth + Number(nth >= repeated)) % 2 === 0 ? round : turned));
}

/** The plan in which each item follows each, itself included, most evenly: what one leaves behind strikes all alike. */
export function choosePlan<T>(plans: readonly RoundPlan<T>[]): RoundPlan<T> {
  const found = plans.map((plan) => ({ plan, unevenness: measureUnevenness(plan) }));
  return found.reduce(
    (best, one) => (one.unevenness < best.unevenness ? one : best),
    found[0] ?? { plan: [], unevenness: 0 },
  ).plan;
}

/** The sum of squares of how often each item follows each: of equally many pairs it is least where all are alike. */
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
