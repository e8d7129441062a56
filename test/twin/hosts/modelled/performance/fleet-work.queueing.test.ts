import {
  solveClosedLoop,
  getCreditRates,
  computeDrainRate,
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
  expect([Infinity, 0].map((limit) => computeThroughput(4, 1000, limit))).toEqual([4000, 0]);
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
    // A quarter too much for 40 s: the last unit that is served came 8 s before, one in the middle waited for 4 s.
    expect(of(25_000, 40)).toBeCloseTo(4e6 + 1000 / 0.01);
    expect(of(1e9, 40)).toBeLessThan(40e6 / 2 + 1e6);
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

it.each([
  ['empties at the burst rate in the given time', 1, 4, 30, 0.5],
  ['empties at the burst rate in the given time', 1, 4, 60, 0],
  ['empties later at a lower rate', 1, 2.5, 60, 0.5],
  ['stays empty at the baseline', 0, 1, 1000, 0],
  ['refills below the baseline', 0, 0.5, 90, 0.25],
  ['refills faster at lower use', 0, 0, 90, 0.5],
  ['refills up to full', 0, 0, 1e6, 1],
  ['is unchanged by a time in the past', 0.5, 0, -50, 0.5],
])('updates the burst balance: it %s (level %d, use %d, after %d s: %d)', (_, level, use, seconds, expected) => {
  const { level: found, at } = updateBalance({ level, at: 100 }, CREDITS, use, 100 + seconds);
  expect(found).toBeCloseTo(expected);
  expect(at).toBe(Math.max(100, 100 + seconds));
});

it('returns a drain rate of 0 when there is no burst', () => {
  expect(computeDrainRate({ ratio: 1, seconds: 0 }, 3)).toBe(0);
});
