import type { Series } from '../../lib/shapes/series';
import { IO_METRICS } from '../../lib/workloads/tools/io-metrics';
import { combineSeries } from '../../lib/workloads/aggregate-hosts';

const of = (host: string, from: number, values: readonly number[]): Series => {
  return { metric: 'iops', operation: 'read', unit: 'ops/s', host, from, step: 1, values };
};

const addedUp = (series: readonly Series[], hosts: number) => combineSeries(series, hosts, IO_METRICS);

describe('combineSeries', () => {
  it('has the mean of latencies, which have no sum', () => {
    const latency = (host: string, values: readonly number[]) => ({ ...of(host, 0, values), metric: 'latency_mean' });
    expect(addedUp([latency('a', [100, 900]), latency('b', [300, 1100])], 2)[0]?.values).toEqual([200, 1000]);
  });

  it('adds hosts step by step, as far as all of them go', () => {
    expect(addedUp([of('a', 100, [1, 2, 3]), of('b', 100.004, [10, 20])], 2)).toEqual([
      { ...of('', 100.004, [11, 22]), host: null },
    ]);
  });

  it('moves a host that began whole seconds earlier', () => {
    expect(addedUp([of('a', 98, [1, 2, 3, 4]), of('b', 100, [10, 20, 30])], 2)[0]?.values).toEqual([13, 24]);
  });

  it('has no sum where a host is missing, or none was there at the same time', () => {
    expect(addedUp([of('a', 0, [1])], 2)).toEqual([]);
    expect(addedUp([of('a', 0, [1]), of('b', 5, [1])], 2)).toEqual([]);
  });
});
