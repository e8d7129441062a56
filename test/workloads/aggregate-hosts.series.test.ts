import type { Series } from '../../lib/shapes/series';
import { IO_METRICS } from '../../lib/workloads/tools/io-metrics';
import { combineSeries } from '../../lib/workloads/aggregate-hosts';

const makeSeries = (host: string, from: number, values: readonly number[]): Series => {
  return { metric: 'iops', operation: 'read', unit: 'ops/s', host, from, step: 1, values };
};

const combine = (series: readonly Series[], hosts: number) => combineSeries(series, hosts, IO_METRICS);

describe('combineSeries', () => {
  it('averages latencies of hosts, which cannot be added', () => {
    const latency = (host: string, values: readonly number[]) => ({
      ...makeSeries(host, 0, values),
      metric: 'latency_mean',
    });
    expect(combine([latency('a', [100, 900]), latency('b', [300, 1100])], 2)[0]?.values).toEqual([200, 1000]);
  });

  it('adds rates of hosts step by step, up to the last step that all of them have', () => {
    expect(combine([makeSeries('a', 100, [1, 2, 3]), makeSeries('b', 100.004, [10, 20])], 2)).toEqual([
      { ...makeSeries('', 100.004, [11, 22]), host: null },
    ]);
  });

  it('adds values of the same second when one host began 2 s earlier', () => {
    expect(combine([makeSeries('a', 98, [1, 2, 3, 4]), makeSeries('b', 100, [10, 20, 30])], 2)[0]?.values).toEqual([
      13, 24,
    ]);
  });

  it('returns no sum when a host is missing or the times of hosts do not overlap', () => {
    expect(combine([makeSeries('a', 0, [1])], 2)).toEqual([]);
    expect(combine([makeSeries('a', 0, [1]), makeSeries('b', 5, [1])], 2)).toEqual([]);
  });
});
