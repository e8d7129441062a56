import { creditsOf, drain, fullReserve, used } from '../../../../../lib/twin/hosts/modelled/performance/reserve';

const CREDITS = creditsOf([
  { baseline: 200, burst: 200, burstSeconds: 0 },
  { baseline: 100, burst: 400, burstSeconds: 60 },
]);

it('knows the larger burst of several', () => {
  expect(CREDITS).toEqual({ ratio: 4, seconds: 60 });
  expect(creditsOf([{ baseline: 100, burst: 400, burstSeconds: 0 }])).toEqual({ ratio: 1, seconds: 0 });
});

it('lasts at the burst rate for as long as it says, and longer below it', () => {
  expect(used(fullReserve(0), CREDITS, 4, 30).level).toBeCloseTo(0.5);
  expect(used(fullReserve(0), CREDITS, 4, 60).level).toBeCloseTo(0);
  expect(used(fullReserve(0), CREDITS, 2.5, 60).level).toBeCloseTo(0.5);
});

it('fills below the baseline, the quicker the less is used, and never over', () => {
  const empty = { level: 0, at: 0 };
  expect(used(empty, CREDITS, 1, 1000).level).toBe(0);
  expect(used(empty, CREDITS, 0.5, 90).level).toBeCloseTo(0.25);
  expect(used(empty, CREDITS, 0, 90).level).toBeCloseTo(0.5);
  expect(used(empty, CREDITS, 0, 1e6)).toEqual({ level: 1, at: 1e6 });
});

it('does not go back in time', () => {
  expect(used({ level: 0.5, at: 100 }, CREDITS, 0, 50)).toEqual({ level: 0.5, at: 100 });
});

it('loses nothing where there is no burst', () => {
  expect(drain({ ratio: 1, seconds: 0 }, 3)).toBe(0);
});
