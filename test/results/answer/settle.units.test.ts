import { countUnitsToCompare } from '../../../lib/results/answer/settle';

it('counts the fewest replicates that show a 10% difference, or returns null for one too small', () => {
  // Of 5 % between trials, with 5 degrees of freedom.
  expect(countUnitsToCompare(0.1, 0.05, 5)).toBe(9);
  expect(countUnitsToCompare(0.1, 0.025, 5)).toBeLessThan(9);
  expect(countUnitsToCompare(0.001, 0.05, 5)).toBeNull();
});
