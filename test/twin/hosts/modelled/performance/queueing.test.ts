import { littleUs, spreadAt, throughput } from '../../../../../lib/twin/hosts/modelled/performance/queueing';

it('stays under both asymptotes, and near them far from the bend', () => {
  for (const inFlight of [1, 10, 20, 50, 1000]) {
    const rate = throughput(inFlight, 1000, 20_000);
    expect(rate).toBeLessThan(Math.min(inFlight * 1000, 20_000));
    expect(littleUs(inFlight, rate)).toBeGreaterThan(1000);
  }
  expect(throughput(1, 1000, 20_000)).toBeCloseTo(1000, 1);
  expect(throughput(1000, 1000, 20_000)).toBeCloseTo(20_000, -1);
  expect(throughput(20, 1000, 20_000)).toBeCloseTo(0.84 * 20_000, -2);
});

it('knows no limit and no target', () => {
  expect(throughput(4, 1000, Number.POSITIVE_INFINITY)).toBe(4000);
  expect(throughput(4, 1000, 0)).toBe(0);
});

it('has longer tails the more of the target is used', () => {
  const spreads = [0, 0.3, 0.6, 0.9, 1].map(spreadAt);
  expect(spreads.toSorted((a, b) => a - b)).toEqual(spreads);
  expect(spreadAt(7)).toBe(spreadAt(1));
});
