import { contest, APART, COPIES, FOLDERS, turns } from '../../../checks/statistics/contest';
import { locateTrials, makeUnitRow } from '../../../lib/results/answer/units';

const values = turns([1, 2, 3]);

it('uses rounds as units within one block, with places in order of time', () => {
  const [, { trials, several }] = contest(
    [
      { name: 'a', turns: values },
      { name: 'b', turns: values },
    ],
    FOLDERS,
  );
  const places = locateTrials(trials, several);
  expect([...places.values()].map(({ unit, place }) => [unit, place])).toEqual([
    ['r1 1', 0],
    ['r1 1', 1],
    ['r1 2', 0],
    ['r1 2', 1],
    ['r1 3', 0],
    ['r1 3', 1],
  ]);
});

it('uses blocks as units when there are several, and numbers places across rigs that run in sequence', () => {
  const inBlocks = [1, 2].map((block) => ({ value: 1, block }));
  const listPlaces = (how: typeof COPIES) => {
    const [, { trials, several }] = contest(
      [
        { name: 'a', turns: inBlocks },
        { name: 'b', turns: inBlocks },
      ],
      how,
    );
    return [...locateTrials(trials, several)].map(([trial, { unit, place }]) => [trial, unit, place]);
  };
  // The order of rigs is turned round in every second block.
  expect(listPlaces(APART)).toEqual([
    ['a0', '1', 0],
    ['b0', '1', 1],
    ['b1', '2', 0],
    ['a1', '2', 1],
  ]);
  expect(listPlaces(COPIES).map(([, , place]) => place)).toEqual([0, 1, 0, 1]);
});

it('computes the mean logarithm and mean place of each unit, or null without a trial', () => {
  const places = new Map(
    ['t0', 't1', 't2'].map((trial, at) => [trial, { unit: at < 2 ? 'x' : 'y', place: at, series: 'r', at }]),
  );
  const row = makeUnitRow(
    ['x', 'y', 'z'],
    [1, 4, 5].map((value, at) => ({ trial: `t${at}`, log: Math.log(value) })),
    places,
  );
  expect(row).toEqual([{ log: Math.log(2), place: 0.5 }, { log: Math.log(5), place: 2 }, null]);
});
