import {
  solveClosedLoop,
  getCreditRates,
  computeDrainRate,
  makeFullBalance,
  solveOpenLoop,
  computeLatencySpread,
  computeThroughput,
  updateBalance,
} from '../../../../../lib/twin/hosts/modelled/performance/fleet-work';

it('stays under both asymptotes, and near them far from the bend', () => {
  for (const inFlight of [1, 10, 20, 50, 1000]) {
    const rate = computeThroughput(inFlight, 1000, 20_000);
    expect(rate).toBeLessThan(Math.min(inFlight * 1000, 20_000));
    expect(solveClosedLoop(inFlight, 1000, 20_000)).toEqual({ rate, latencyUs: (inFlight / rate) * 1e6 });
    expect(solveClosedLoop(inFlight, 1000, 20_000).latencyUs).toBeGreaterThan(1000);
  }
  expect(computeThroughput(1, 1000, 20_000)).toBeCloseTo(1000, 1);
  expect(computeThroughput(1000, 1000, 20_000)).toBeCloseTo(20_000, -1);
  expect(computeThroughput(20, 1000, 20_000)).toBeCloseTo(0.84 * 20_000, -2);
});

it('knows no limit and no target', () => {
  expect(computeThroughput(4, 1000, Number.POSITIVE_INFINITY)).toBe(4000);
  expect(computeThroughput(4, 1000, 0)).toBe(0);
});

it('has longer tails the more of the target is used', () => {
  const spreads = [0, 0.3, 0.6, 0.9, 1].map(computeLatencySpread);
  expect(spreads.toSorted((a, b) => a - b)).toEqual(spreads);
  expect(computeLatencySpread(7)).toBe(computeLatencySpread(1));
});

describe('a loop that waits for nobody', () => {
  it('has the rate that is offered, up to what the target does', () => {
    const rates = [100, 10_000, 20_000, 50_000].map((offered) => solveOpenLoop(offered, 1000, 20_000, 30).rate);
    expect(rates).toEqual([100, 10_000, 20_000, 20_000]);
  });

  it('waits the longer the nearer it comes to that, and without end beyond', () => {
    const of = (offered: number, seconds = 30) => solveOpenLoop(offered, 1000, 20_000, seconds).latencyUs;
    expect(of(1)).toBeCloseTo(1000, 0);
    expect(of(10_000)).toBeCloseTo(2000);
    expect(of(19_000)).toBeCloseTo(20_000);
    // A quarter too much for 40 s: in the end 10 s of work are waiting, in the middle 5 s.
    expect(of(25_000, 40)).toBeCloseTo(5e6 + 1000 / 0.01);
    expect(of(25_000, 80)).toBeGreaterThan(of(25_000, 40));
  });
});

const CREDITS = getCreditRates([
  { baseline: 200, burst: 200, burstSeconds: 0 },
  { baseline: 100, burst: 400, burstSeconds: 60 },
]);

it('knows the larger burst of several', () => {
  expect(CREDITS).toEqual({ ratio: 4, seconds: 60 });
  expect(getCreditRates([{ baseline: 100, burst: 400, burstSeconds: 0 }])).toEqual({ ratio: 1, seconds: 0 });
});

it('lasts at the burst rate for as long as it says, and longer below it', () => {
  expect(updateBalance(makeFullBalance(0), CREDITS, 4, 30).level).toBeCloseTo(0.5);
  expect(updateBalance(makeFullBalance(0), CREDITS, 4, 60).level).toBeCloseTo(0);
  expect(updateBalance(makeFullBalance(0), CREDITS, 2.5, 60).level).toBeCloseTo(0.5);
});

it('fills below the baseline, the quicker the less is used, and never over', () => {
  const empty = { level: 0, at: 0 };
  expect(updateBalance(empty, CREDITS, 1, 1000).level).toBe(0);
  expect(updateBalance(empty, CREDITS, 0.5, 90).level).toBeCloseTo(0.25);
  expect(updateBalance(empty, CREDITS, 0, 90).level).toBeCloseTo(0.5);
  expect(updateBalance(empty, CREDITS, 0, 1e6)).toEqual({ level: 1, at: 1e6 });
});

it('does not go back in time', () => {
  expect(updateBalance({ level: 0.5, at: 100 }, CREDITS, 0, 50)).toEqual({ level: 0.5, at: 100 });
});

it('loses nothing where there is no burst', () => {
  expect(computeDrainRate({ ratio: 1, seconds: 0 }, 3)).toBe(0);
});
