import { lackWords, pointsNeeded } from '../../../lib/results/servers/enough';

it.each([
  [0, 3],
  [3, 3],
  [4, 4],
  [10, 9],
  [20, 18],
  [30, 27],
])('of %i points it takes nine in ten, and three at least: %i', (expected, needed) =>
  expect(pointsNeeded(expected)).toBe(needed),
);

it('says how many there are', () =>
  expect(lackWords(3, 20, 'minutes')).toBe('it has 3 of 20 minutes of the trial, and 18 are needed'));
