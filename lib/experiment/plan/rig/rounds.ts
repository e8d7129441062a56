/** Rounds, each of which has every item once: trials of a rig, or rigs of blocks. Places and neighbours balance. */
import { getOrMake } from '../../../shapes/group';
import { type Random, shuffled } from '../../../shapes/random';

/** Rounds in their order, each with its items in theirs. */
export type Plan<T> = readonly (readonly T[])[];

/** Plans of which one is chosen; the neighbours of the most even one of 40 are about as even as those of 400. */
const PLANS = 40;

/** From so many rounds on, two items may have their order repeated twice. */
const ROUNDS_TO_REPEAT_TWICE = 5;

/**
 * Plans to choose from. Half of the rounds are random, the other half their reverses, and all are shuffled. Where the
 * number of rounds is even, the mean place of each item is the same: what depends on the place favours none.
 * @param drawRound gives all items in random order
 */
export function drawPlans<T>(drawRound: () => readonly T[], rounds: number, random: Random): Plan<T>[] {
  return Array.from({ length: PLANS }, () => {
    const half = Array.from({ length: Math.ceil(rounds / 2) }, drawRound);
    const both = [...half, ...half.map((round) => round.toReversed())];
    return shuffled(both.slice(0, rounds), random);
  });
}

/**
 * The plan in which each item follows each, itself included, most evenly: what one leaves behind strikes all alike. Of
 * two items the first plan in which their order is repeated from one round to the next once (of five rounds or more:
 * once or twice): seldom for the same reason, and not never, lest what comes with every fourth trial strikes one alone.
 */
export function choosePlan<T>(plans: readonly Plan<T>[]): Plan<T> {
  const [first = []] = plans;
  const most = first.length >= ROUNDS_TO_REPEAT_TWICE ? 2 : 1;
  const isOfTwo = Math.max(0, ...first.map((round) => round.length)) === 2;
  if (isOfTwo) return plans.find((plan) => countRepeats(plan) >= 1 && countRepeats(plan) <= most) ?? first;
  const found = plans.map((plan) => ({ plan, unevenness: measureUnevenness(plan) }));
  return found.reduce(
    (best, one) => (one.unevenness < best.unevenness ? one : best),
    found[0] ?? { plan: [], unevenness: 0 },
  ).plan;
}

/** Rounds that begin as the round before does. */
function countRepeats<T>(plan: Plan<T>): number {
  return plan.filter((round, nth) => nth > 0 && round[0] === plan[nth - 1]?.[0]).length;
}

/** The sum of squares of how often each item follows each: of equally many pairs it is least where all are alike. */
function measureUnevenness<T>(plan: Plan<T>): number {
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
