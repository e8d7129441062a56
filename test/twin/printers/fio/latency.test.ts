import { toBinValue, toLatencyFigures, formatSeries } from '../../../../lib/twin/printers/fio/latency';
import { makeFlow } from '../performances';
import { dataParams, readRecorded } from '../../../workloads/fio/recorded-outputs';
import { parseSeries } from '../../../../lib/workloads/fio/cell/series';
import type { SimulatedFlow } from '../../../../lib/twin/printers/contract';
import { getBlockBytes } from '../../../../lib/workloads/fio/schema';

describe('toLatencyFigures', () => {
  it.each([
    [400_000, 0.22, 100_000],
    [9_000_000, 0.6, 1_234_567],
    [3000, 0.4, 977],
    [500_000, 0.3, 1],
  ])('counts every I/O, and keeps the mean (%d ns, spread %d, %d I/Os)', (mean, spread, count) => {
    const figures = toLatencyFigures(mean, spread, count);
    expect(figures.bins.reduce((sum, [, n]) => sum + n, 0)).toBe(count);
    expect(figures.bins.every(([, n]) => n > 0)).toBe(true);
    expect(Math.abs(figures.mean / mean - 1)).toBeLessThan(count === 1 ? 0.3 : 0.03);
    expect(figures.percentile(50)).toBeLessThanOrEqual(figures.percentile(99));
    expect(figures.min).toBeLessThanOrEqual(figures.percentile(50));
    expect(figures.max).toBeGreaterThanOrEqual(figures.percentile(99.9));
  });

  it('has the p99 and p99.9 of a log-normal distribution', () => {
    const figures = toLatencyFigures(1e6, 0.5, 1e6);
    // Quantiles of the standard normal distribution: 2.326 at 99%, 3.090 at 99.9%.
    expect(figures.percentile(99) / figures.percentile(50)).toBeCloseTo(Math.exp(0.5 * 2.326), 0);
    expect(figures.percentile(99.9) / figures.percentile(50)).toBeCloseTo(Math.exp(0.5 * 3.09), 0);
  });
});

describe('toBinValue', () => {
  it('returns the bin values that fio prints', () => {
    const { jobs } = JSON.parse(readRecorded('host-a.json')) as {
      jobs: { read: { clat_ns: { bins: Record<string, number> } } }[];
    };
    const printed = Object.keys(jobs[0]?.read.clat_ns.bins ?? {}).map(Number);
    expect(printed.length).toBeGreaterThan(100);
    expect(printed.map(toBinValue)).toEqual(printed);
  });

  it('keeps small latencies exact, and rounds larger ones to their bin', () => {
    expect([0, 50, 100, 1020, 1024, 1045].map(toBinValue)).toEqual([0, 50, 100, 1020, 1032, 1048]);
  });
});

const flow = (rate: number, stddev: number, more: Pick<SimulatedFlow, 'levels'> = {}): SimulatedFlow => ({
  ...makeFlow(rate, 100, stddev),
  intervals: { mean: rate, stddev, min: 0, max: rate * 2 },
  ...more,
});
const PARAMS = dataParams({ rw: 'randrw' });
const iops = (read: SimulatedFlow, seconds: number): readonly number[] => {
  const kib = getBlockBytes(PARAMS) / 1024;
  const text = formatSeries({ read, write: null }, seconds, { read: kib, write: kib });
  return parseSeries(text, PARAMS, { from: 0, seconds }, ['read', 'write'])[0]?.values ?? [];
};
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('formatSeries', () => {
  it('has the mean of the model, and half the variance of its half-second intervals', () => {
    const values = iops(flow(10_000, 500), 41);
    expect(values).toHaveLength(40);
    expect(mean(values)).toBeCloseTo(10_000, -1);
    const variance = mean(values.map((value) => (value - 10_000) ** 2));
    expect(Math.sqrt(variance)).toBeCloseTo(500 / Math.sqrt(2), -1);
  });

  it('follows the rate levels of the model in turn, and averages a second in which they change', () => {
    const levels = [
      { seconds: 5.5, rate: 1000, latencyUs: 1 },
      { seconds: 5.5, rate: 200, latencyUs: 1 },
    ];
    // All that deviates are the levels.
    expect(iops(flow(600, 400, { levels }), 11)).toEqual([1000, 1000, 1000, 1000, 1000, 600, 200, 200, 200, 200]);
  });

  it('prints one line per second for each direction', () => {
    const text = formatSeries({ read: flow(10, 0), write: flow(5, 0) }, 3, { read: 4, write: 16 });
    expect(text).toBe('1000, 40, 0, 0, 0\n2000, 40, 0, 0, 0\n1000, 80, 1, 0, 0\n2000, 80, 1, 0, 0\n');
    expect(formatSeries({ read: null, write: flow(5, 0) }, 1, { read: 4, write: 4 })).toBe('');
  });
});
