/** Two cells, `a` and `b`, that compete: for tests of what is said of the one against the other. */
import { contest, type Entry, type How } from '../../checks/statistics/contest';

/** Three values, of which the outer ones lie as far from the middle as this, on logarithms: their deviation. */
export const spread = (mean: number, by = 0.01) => [mean * Math.exp(-by), mean, mean * Math.exp(by)];

/** Candidates and circumstances of the two. */
export function pairOf(a: Partial<Entry>, b: Partial<Entry>, how: How): ReturnType<typeof contest> {
  return contest(
    [
      { name: 'a', turns: [], ...a },
      { name: 'b', turns: [], ...b },
    ],
    how,
  );
}
