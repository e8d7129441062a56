/** Two competing configurations, `a` and `b`, for tests of their comparison. */
import { contest, type Entry, type How } from '../../checks/statistics/contest';

/** Three values with this distance between the outer ones and the middle, as logarithms: their standard deviation. */
export const spread = (mean: number, by = 0.01) => [mean * Math.exp(-by), mean, mean * Math.exp(by)];

/** Candidates and circumstances of the two. */
export function contestPair(a: Partial<Entry>, b: Partial<Entry>, how: How): ReturnType<typeof contest> {
  return contest(
    [
      { name: 'a', turns: [], ...a },
      { name: 'b', turns: [], ...b },
    ],
    how,
  );
}
