import { listMetrics, listRows, listShownMetrics, rankRows } from '../../lib/report/columns';
import { summarize } from '../../lib/results/summary';
import { execution } from '../results/fixture';

describe('listShownMetrics and listRows', () => {
  it('lists the metric of `decide` first, then the standard metrics', () => {
    const summary = summarize(execution({ decide: { metric: 'latency_p95' } }));
    expect(listShownMetrics(listMetrics(summary), summary.metrics)).toEqual([
      'latency_p95',
      'iops',
      'bandwidth',
      'latency_mean',
      'latency_p99',
    ]);
  });

  it('returns a row for each operation of a cell, and one for a cell without values', () => {
    const input = execution({ factors: { target: ['disk'], bs: ['4k', '64k'] } });
    const [first] = input.plan.cells;
    const own = input.observations.filter(({ cell, scope }) => cell === first?.cellId && scope === 'aggregate');
    const rows = listRows(
      summarize({ ...input, observations: [...own, ...own.map((one) => ({ ...one, operation: 'write' }))] }),
    );
    expect(rows.map(({ cell, operation }) => [cell.levels['bs'], operation])).toEqual([
      ['4k', 'read'],
      ['4k', 'write'],
      ['64k', null],
    ]);
  });
});

describe('rankRows', () => {
  it('ranks all operations of the configurations of the question before others', () => {
    const factors = { target: ['disk'], bs: ['4k', '8k', '16k'] };
    const input = execution({ factors, decide: { operation: 'read', where: { bs: '8k' } } });
    const writes = input.observations.map((one) => ({ ...one, operation: 'write', value: one.value / 2 }));
    const ranked = rankRows(summarize({ ...input, observations: [...input.observations, ...writes] }));
    const of8k = ranked.flatMap(({ cell, operation }, at) =>
      cell.levels['bs'] === '8k' ? [`${operation} ${at}`] : [],
    );
    expect(of8k.map((one) => Number(one.split(' ')[1])).every((at) => at < 3)).toBe(true);
    expect(of8k).toHaveLength(2);
  });

  it('ranks the best of each target first, then those of the question, then the others in turn', () => {
    const factors = { target: ['slow', 'fast'], bs: ['4k', '8k', '16k', '64k'] };
    const input = execution({ factors, noise: 0, decide: { where: { bs: '16k' } } });
    const boost = new Map(input.plan.cells.map(({ cellId, levels }) => [cellId, levels['bs'] === '4k' ? 10 : 1]));
    const observations = input.observations.map((one) => ({ ...one, value: one.value * (boost.get(one.cell) ?? 1) }));
    const ranked = rankRows(summarize({ ...input, observations })).map(({ cell: { levels } }) => levels);
    expect(ranked.slice(0, 2).map(({ bs }) => bs)).toEqual(['16k', '16k']);
    expect(ranked.slice(2, 4).map(({ bs }) => bs)).toEqual(['4k', '4k']);
    for (const at of [0, 2, 4, 6])
      expect(new Set(ranked.slice(at, at + 2).map(({ target }) => target))).toEqual(new Set(['slow', 'fast']));
  });
});
