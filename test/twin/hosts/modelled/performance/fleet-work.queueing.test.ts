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

it('keeps closed-loop throughput below both asymptotes, and close to them far from the knee', () => {
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

it('divides I/Os in flight by latency without a limit, and returns throughput 0 for a limit of 0', () => {
  expect(computeThroughput(4, 1000, Number.POSITIVE_INFINITY)).toBe(4000);
  expect(computeThroughput(4, 1000, 0)).toBe(0);
});

it('widens the latency spread as utilization increases', () => {
  const spreads = [0, 0.3, 0.6, 0.9, 1].map(computeLatencySpread);
  expect(spreads.toSorted((a, b) => a - b)).toEqual(spreads);
  expect(computeLatencySpread(7)).toBe(computeLatencySpread(1));
});

describe('solveOpenLoop', () => {
  it('returns the offered rate up to the limit of the target', () => {
    const rates = [100, 10_000, 20_000, 50_000].map((offered) => solveOpenLoop(offered, 1000, 20_000, 30).rate);
    expect(rates).toEqual([100, 10_000, 20_000, 20_000]);
  });

  it('increases latency as the offered rate nears the limit, and with duration beyond the limit', () => {
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

it('returns the burst ratio and seconds of the limit with a burst, or ratio 1 without one', () => {
  expect(CREDITS).toEqual({ ratio: 4, seconds: 60 });
  expect(getCreditRates([{ baseline: 100, burst: 400, burstSeconds: 0 }])).toEqual({ ratio: 1, seconds: 0 });
});

it('empties the burst balance in the given time at the burst rate, and later at a lower rate', () => {
  expect(updateBalance(makeFullBalance(0), CREDITS, 4, 30).level).toBeCloseTo(0.5);
  expect(updateBalance(makeFullBalance(0), CREDITS, 4, 60).level).toBeCloseTo(0);
  expect(updateBalance(makeFullBalance(0), CREDITS, 2.5, 60).level).toBeCloseTo(0.5);
});

it('refills the burst balance below the baseline, faster at lower use, up to full', () => {
  const empty = { level: 0, at: 0 };
  expect(updateBalance(empty, CREDITS, 1, 1000).level).toBe(0);
  expect(updateBalance(empty, CREDITS, 0.5, 90).level).toBeCloseTo(0.25);
  expect(updateBalance(empty, CREDITS, 0, 90).level).toBeCloseTo(0.5);
  expect(updateBalance(empty, CREDITS, 0, 1e6)).toEqual({ level: 1, at: 1e6 });
});

it('leaves the burst balance unchanged for a time in the past', () => {
  expect(updateBalance({ level: 0.5, at: 100 }, CREDITS, 0, 50)).toEqual({ level: 0.5, at: 100 });
});

it('returns a drain rate of 0 when there is no burst', () => {
  expect(computeDrainRate({ ratio: 1, seconds: 0 }, 3)).toBe(0);
});
