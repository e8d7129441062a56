import { choosePlan, drawPlans, type RoundPlan } from '../../../../lib/experiment/plan/rig/rounds';
import { makeRandom, shuffle } from '../../../../lib/shapes/random';

const SEEDS = Array.from({ length: 20 }, (_, seed) => String(seed));
const plansOf = (items: number, rounds: number, seed: string): RoundPlan<number>[] => {
  const random = makeRandom(`${items} ${rounds} ${seed}`);
  return drawPlans(() => shuffle([...Array(items).keys()], random), rounds, random);
};
const repeats = (plan: RoundPlan<number>): number =>
  plan.filter((round, nth) => nth > 0 && round.join() === plan[nth - 1]?.join()).length;

/** Sum over all pairs of the squared distance of how often one follows the other from how often it would on average. */
function computeUnevenness(plan: RoundPlan<number>, items: number): number {
  const all = plan.flat();
  const pairs = Array.from({ length: items ** 2 }, (_, pair) => {
    const [one, other] = [Math.floor(pair / items), pair % items];
    return all.filter((item, place) => item === other && all[place - 1] === one).length;
  });
  return pairs.reduce((sum, count) => sum + (count - all.length / items ** 2) ** 2, 0);
}

describe.each([2, 3, 4, 8])('choosePlan for %d items', (items) => {
  it.each([1, 2, 3, 4, 5, 6, 10])(
    'includes each item once in each of %d rounds, and pairs rounds with their reverses',
    (rounds) => {
      for (const seed of SEEDS) {
        const plan = choosePlan(plansOf(items, rounds, seed));
        expect(plan).toHaveLength(rounds);
        for (const round of plan) expect(round.toSorted((a, b) => a - b)).toEqual([...Array(items).keys()]);
        const texts = plan.map((round) => round.join());
        const reverses = plan.map((round) => round.toReversed().join());
        const unpaired = reverses.reduce((left, text) => {
          const at = left.indexOf(text);
          return at < 0 ? left : left.toSpliced(at, 1);
        }, texts);
        // Of an odd number one has no partner.
        expect(unpaired).toHaveLength(rounds % 2);
        if (rounds % 2 > 0) continue;
        for (const item of Array(items).keys())
          expect(plan.reduce((sum, round) => sum + round.indexOf(item), 0) / rounds).toBe((items - 1) / 2);
      }
    },
  );
});

it('chooses the drawn plan in which items follow each other most evenly', () => {
  for (const [items, rounds] of [
    [3, 4],
    [4, 6],
    [4, 5],
    [8, 10],
  ] as const)
    for (const seed of SEEDS.slice(0, 15)) {
      const all = plansOf(items, rounds, seed);
      expect(all).toHaveLength(40);
      const least = Math.min(...all.map((plan) => computeUnevenness(plan, items)));
      expect(computeUnevenness(choosePlan(all), items)).toBeCloseTo(least, 6);
    }
});

it('repeats the order of two items in consecutive rounds once, from three rounds on', () => {
  for (const rounds of [3, 4, 5, 6, 7, 10])
    for (const seed of SEEDS) {
      expect(repeats(choosePlan(plansOf(2, rounds, seed)))).toBe(1);
    }
  // Of two rounds one is the reverse of the other.
  for (const seed of SEEDS) expect(repeats(choosePlan(plansOf(2, 2, seed)))).toBe(0);
});

it('returns the same plan for the same seed', () => {
  expect(choosePlan(plansOf(4, 6, 'x'))).toEqual(choosePlan(plansOf(4, 6, 'x')));
  expect(new Set(SEEDS.map((seed) => JSON.stringify(choosePlan(plansOf(4, 6, seed))))).size).toBe(SEEDS.length);
});
