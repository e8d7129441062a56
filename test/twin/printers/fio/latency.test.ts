import { binValue, latencyFigures } from '../../../../lib/twin/printers/fio/latency';
import { recorded } from '../../../workloads/fio/recorded';

describe('latencyFigures', () => {
  it.each([
    [400_000, 0.22, 100_000],
    [9_000_000, 0.6, 1_234_567],
    [3000, 0.4, 977],
    [500_000, 0.3, 1],
  ])('counts every I/O, and has the mean that was asked (%d ns, spread %d, %d I/Os)', (mean, spread, count) => {
    const figures = latencyFigures(mean, spread, count);
    expect(figures.bins.reduce((sum, [, n]) => sum + n, 0)).toBe(count);
    expect(figures.bins.every(([, n]) => n > 0)).toBe(true);
    expect(Math.abs(figures.mean / mean - 1)).toBeLessThan(count === 1 ? 0.3 : 0.03);
    expect(figures.percentile(50)).toBeLessThanOrEqual(figures.percentile(99));
    expect(figures.min).toBeLessThanOrEqual(figures.percentile(50));
    expect(figures.max).toBeGreaterThanOrEqual(figures.percentile(99.9));
  });

  it('has the tail of its spread', () => {
    const figures = latencyFigures(1e6, 0.5, 1e6);
    // Quantiles of the standard normal distribution: 2.326 at 99 %, 3.090 at 99.9 %.
    expect(figures.percentile(99) / figures.percentile(50)).toBeCloseTo(Math.exp(0.5 * 2.326), 0);
    expect(figures.percentile(99.9) / figures.percentile(50)).toBeCloseTo(Math.exp(0.5 * 3.09), 0);
  });
});

describe('binValue', () => {
  it('gives the values that fio itself prints for its bins', () => {
    const { jobs } = JSON.parse(recorded('host-a.json')) as {
      jobs: { read: { clat_ns: { bins: Record<string, number> } } }[];
    };
    const printed = Object.keys(jobs[0]?.read.clat_ns.bins ?? {}).map(Number);
    expect(printed.length).toBeGreaterThan(100);
    expect(printed.map(binValue)).toEqual(printed);
  });

  it('keeps small latencies as they are, and puts others into the bin that holds them', () => {
    expect([0, 50, 100, 1020, 1024, 1045].map(binValue)).toEqual([0, 50, 100, 1020, 1032, 1048]);
  });
});
