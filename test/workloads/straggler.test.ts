import type { RawObservation } from '../../lib/shapes/observation';
import { judgeSlowHosts, judgeStragglers } from '../../lib/workloads/straggler';

const makeObservation = (host: string, value: number, operation = 'read'): RawObservation => {
  return { host, metric: 'iops', operation, statistic: 'value', unit: 'ops/s', value, source: 'x' };
};
const hosts = (...values: readonly number[]) => values.map((value, index) => makeObservation(`client-${index}`, value));

describe('judgeStragglers', () => {
  it('names the one of eight hosts that reached 1% of the fastest', () => {
    expect(judgeStragglers(hosts(100, 101, 1, 99, 100, 100, 102, 100))).toEqual([
      { level: 'suspect', code: 'Straggler', text: 'client-2 reached 1% of client-6, the fastest host, in read iops' },
    ]);
  });

  it.each([
    ['no reason for a single host', [5], 0],
    ['no reason for 70% of the fastest', [100, 100, 70], 0],
    ['one reason for 69.9% of the fastest', [100, 100, 69.9], 1],
    ['one reason for 50% of the fastest of two', [100, 50], 1],
    ['one reason for 60% of the fastest of two', [100, 60], 1],
    ['one reason for two of four hosts at 60%', [100, 100, 60, 60], 1],
    ['no reason for 71% of the fastest of two', [100, 71], 0],
  ])('returns one reason or none for the slowest host: %s', (_, values, count) =>
    expect(judgeStragglers(hosts(...values))).toHaveLength(count),
  );

  it('reports the number of further slow hosts', () => {
    expect(judgeStragglers(hosts(100, 100, 100, 100, 1, 2)).map(({ text }) => text)).toEqual([
      'client-4 reached 1% of client-3, the fastest host, in read iops (and 1 more of 6 hosts)',
    ]);
  });
});

describe('judgeSlowHosts', () => {
  const latencies = (...values: readonly number[]) =>
    hosts(...values).map((one) => ({ ...one, metric: 'latency_mean' }));

  it('names the one of four hosts with ten times the latency', () => {
    expect(judgeSlowHosts(latencies(100, 1000, 110, 105), ['latency_p99'])).toEqual([
      {
        level: 'suspect',
        code: 'Straggler',
        text: 'client-1 had 10 times the read latency_mean of client-0, the fastest host',
        metrics: ['latency_p99'],
      },
    ]);
  });

  it.each([
    ['a single host', [5]],
    ['hosts that differ by less than a factor of three', [100, 150, 290]],
  ])('returns no reason for %s', (_, values) => expect(judgeSlowHosts(latencies(...values), [])).toEqual([]));
});
