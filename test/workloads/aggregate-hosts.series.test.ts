import type { Series } from '../../lib/shapes/series';
import { IO_METRICS } from '../../lib/workloads/tools/io-metrics';
import { combineSeries } from '../../lib/workloads/aggregate-hosts';

const makeSeries = (host: string, from: number, values: readonly number[], metric = 'iops'): Series => {
  return { metric, operation: 'read', unit: 'ops/s', host, from, step: 1, values };
};

const combine = (series: readonly Series[], hosts = 2) => combineSeries(series, hosts, IO_METRICS);

describe('combineSeries', () => {
  it('averages latencies of hosts, which cannot be added', () => {
    const latencies = [makeSeries('a', 0, [100, 900], 'latency_mean'), makeSeries('b', 0, [300, 1100], 'latency_mean')];
    expect(combine(latencies)).toMatchObject([{ values: [200, 1000] }]);
  });

  it('adds rates of hosts step by step, up to the last step that all of them have', () => {
    expect(combine([makeSeries('a', 100, [1, 2, 3]), makeSeries('b', 100.004, [10, 20])])).toEqual([
      { ...makeSeries('', 100.004, [11, 22]), host: null },
    ]);
  });

  it('adds values of the same second when one host began 2 s earlier', () => {
    const series = [makeSeries('a', 98, [1, 2, 3, 4]), makeSeries('b', 100, [10, 20, 30])];
    expect(combine(series)).toMatchObject([{ values: [13, 24] }]);
  });

  it('returns no sum when a host is missing or the times of hosts do not overlap', () => {
    expect(combine([makeSeries('a', 0, [1])])).toEqual([]);
    expect(combine([makeSeries('a', 0, [1]), makeSeries('b', 5, [1])])).toEqual([]);
  });
});
