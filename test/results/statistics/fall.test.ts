import { makeStreams } from '../../../lib/shapes/random';
import { measureFalls, projectDrifts } from '../../../lib/results/statistics/fall';
import { normal } from '../../../checks/statistics/noise';

/** Configurations that take turns: each falls by its own share until the end of the rig. */
function makeRig(falls: readonly number[], n: number, sigma: number, seed = 'a') {
  const random = makeStreams(seed)('');
  return falls.map((fall, nth) =>
    Array.from({ length: n }, (_, round) => {
      const at = round * falls.length + (round % 2 === 0 ? nth : falls.length - 1 - nth);
      return { at, log: (-fall * at) / (n * falls.length - 1) + sigma * normal(random) };
    }),
  );
}

it('returns half of the change from first to last trial: 0.125 for a fall of 25%', () => {
  expect(measureFalls(makeRig([0.25], 6, 0.001), 0.02)[0]).toBeCloseTo(0.125, 2);
  expect(measureFalls(makeRig([-0.25], 6, 0.001), 0.02)[0]).toBeCloseTo(-0.125, 2);
});

it('returns 0 for a change explained by chance, below the margin, or of three trials', () => {
  expect(measureFalls([[0, 0.1, -0.1, 0.05, 0, -0.02].map((log, at) => ({ at, log }))], 0.02)).toEqual([0]);
  expect(measureFalls(makeRig([0.01], 6, 0.0001), 0.02)).toEqual([0]);
  expect(measureFalls(makeRig([0.25], 3, 0.001), 0.02)).toEqual([0]);
});

it('detects a common fall of four configurations in over 90% of 200 runs, and of one alone in under 70%', () => {
  const runs = Array.from({ length: 200 }, (_, nth) => `common ${nth}`);
  const countFalls = (k: number) =>
    runs.filter((seed) => (measureFalls(makeRig(Array<number>(k).fill(0.1), 5, 0.03, seed), 0.02)[0] ?? 0) > 0).length;
  expect(countFalls(1)).toBeLessThan(140);
  expect(countFalls(4)).toBeGreaterThan(180);
});

it('detects the fall of one of four configurations, and of the others in under 15% of 200 runs', () => {
  const others = Array.from({ length: 200 }, (_, nth) =>
    measureFalls(makeRig([0.2, 0, 0, 0], 6, 0.01, `one ${nth}`), 0.02),
  );
  expect(others.filter(([first = 0]) => first > 0.05).length).toBeGreaterThan(180);
  expect(others.filter(([, ...rest]) => rest.some((fall) => fall > 0)).length).toBeLessThan(30);
});

it('projects the steeper of own and mean slope over the trials that are left', () => {
  const line = (slope: number, from: number) => [0, 2, 4, 6].map((at) => ({ at: at + from, log: slope * at }));
  const [falling, rising] = projectDrifts([line(-0.02, 0), line(0.01, 1)], 0.5);
  // Of twelve planned trials the last is 8 trials after the mean of the first, and 7 after that of the second.
  expect(falling?.down).toBeCloseTo(8 * 0.02, 9);
  expect(falling?.up).toBe(0);
  // The mean slope is -0.005.
  expect(rising?.down).toBeCloseTo(7 * 0.005, 9);
  expect(rising?.up).toBeCloseTo(7 * 0.01, 9);
  expect(projectDrifts([line(-0.02, 0).slice(1)], 0.5)).toEqual([{ down: 0, up: 0 }]);
});
