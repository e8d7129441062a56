import { makeLadder, runWalk, SHIPPED } from '../../../checks/walks/walk';
import { makeStreams } from '../../../lib/shapes/random';

/** Share of walks over candidates that all miss the threshold by 1% in which one is called good enough. */
function rateFalsePasses(trials: number, isNaive: boolean): number {
  const runs = 300;
  const walks = Array.from({ length: runs }, (_, nth) =>
    runWalk(makeLadder(trials), makeStreams(`ladder ${trials} ${nth}`)(''), { ...SHIPPED, isNaive }),
  );
  return walks.filter(({ winner }) => winner !== null).length / runs;
}

it('errs less with twelve candidates if each open one halves the error of the next', () => {
  const [all, naive] = [rateFalsePasses(0.01, false), rateFalsePasses(0.01, true)];
  expect(all).toBeLessThan(0.08);
  expect(naive).toBeGreaterThan(1.5 * all);
});
