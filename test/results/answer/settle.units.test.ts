import { countUnitsToCompare } from '../../../lib/results/answer/settle';

it('counts the fewest units that find a difference', () => {
  // Of 5 % between trials, with 5 degrees of freedom.
  expect(countUnitsToCompare(0.1, 0.05, 5)).toBe(9);
  expect(countUnitsToCompare(0.1, 0.025, 5)).toBeLessThan(9);
  expect(countUnitsToCompare(0.001, 0.05, 5)).toBeNull();
});
