import type { RawObservation } from '../../lib/shapes/observation';
import { judgeStragglers } from '../../lib/workloads/straggler';

const of = (host: string, value: number, operation = 'read'): RawObservation => {
  return { host, metric: 'iops', operation, statistic: 'value', unit: 'ops/s', value, source: 'x' };
};
const hosts = (...values: readonly number[]) => [
  ...values.map((value, index) => of(`client-${index}`, value)),
  of(
    'aggregate',
    values.reduce((sum, value) => sum + value, 0),
  ),
];

describe('judgeStragglers', () => {
  it('names the one of eight hosts that did 1%', () => {
    expect(judgeStragglers(hosts(100, 101, 1, 99, 100, 100, 102, 100), 'iops')).toEqual([
      { level: 'suspect', code: 'Straggler', text: 'client-2 reached 1% of client-6, the fastest host, in read iops' },
    ]);
  });

  it.each([
    ['a single host', [5], 0],
    ['0.7 of the fastest', [100, 100, 70], 0],
    ['a little less', [100, 100, 69.9], 1],
    ['two hosts, one far behind', [100, 50], 1],
    ['two, of which a median hides the slow one', [100, 60], 1],
    ['a slow half of a fleet', [100, 100, 60, 60], 1],
    ['two that are alike', [100, 71], 0],
  ])('%s', (_, values, count) => expect(judgeStragglers(hosts(...values), 'iops')).toHaveLength(count));

  it('compares each operation for itself, and counts the others that lag', () => {
    const reads = hosts(100, 100, 100, 100, 1, 2);
    const writes = [of('client-0', 1, 'write'), of('client-1', 1, 'write')];
    expect(judgeStragglers([...reads, ...writes], 'iops').map(({ text }) => text)).toEqual([
      'client-4 reached 1% of client-3, the fastest host, in read iops (and 1 more of 6 hosts)',
    ]);
    expect(judgeStragglers(reads, 'bandwidth')).toEqual([]);
  });
});
