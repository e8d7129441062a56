import { LISTS, readList } from '../../../checks/walks/lists';
import { rateWalks } from '../../../checks/walks/rates';
import { drawWorld, makeLadder, runWalk, SHIPPED } from '../../../checks/walks/walk';
import { makeStreams } from '../../../lib/shapes/random';

/** Worlds of each list. */
const WORLDS = 250;

async function rate(kind: 'documented' | 'undocumented') {
  const lists = await Promise.all(LISTS.map(readList));
  const records = lists.flatMap((list) =>
    Array.from({ length: WORLDS }, (_, nth) => {
      const random = makeStreams(`walk ${kind} ${list.name} ${nth}`)('');
      const world = drawWorld(list.candidates, kind, random);
      return { list, world, outcome: runWalk(world, random) };
    }),
  );
  return rateWalks(records);
}

it('answers 94% of documented lists for a quarter of the dollars of the grid', async () => {
  const { answered, falsePass, dollars, dollarsOfInterleaved, wall } = await rate('documented');
  expect(answered).toBeGreaterThanOrEqual(0.94);
  expect(falsePass).toBeLessThanOrEqual(0.005);
  expect(dollars).toBeLessThanOrEqual(0.28);
  expect(dollarsOfInterleaved).toBeLessThanOrEqual(0.18);
  expect(wall).toBeLessThanOrEqual(0.25);
});

it('answers 65% of lists without documented rates for half of the dollars of the grid', async () => {
  const { answered, wrong, dollars, wall } = await rate('undocumented');
  expect(answered).toBeGreaterThanOrEqual(0.65);
  expect(wrong).toBeLessThanOrEqual(0.01);
  expect(dollars).toBeLessThanOrEqual(0.52);
  expect(wall).toBeLessThanOrEqual(0.9);
});

it.each([0.01, 0.03, 0.05, 0.08])(
  'passes none of 12 candidates that miss by 1% in 94% of walks: trials of %s',
  (trials) => {
    const runs = 1000;
    const passed = Array.from({ length: runs }, (_, nth) =>
      runWalk(makeLadder(trials), makeStreams(`ladder ${trials} ${nth}`)(''), SHIPPED),
    ).filter(({ winner }) => winner !== null);
    expect(passed.length / runs).toBeLessThanOrEqual(0.06);
  },
);
