import { cellRows } from '../../../lib/results/tables/cell-rows';
import { questionOf } from '../../../lib/results/answer/question';
import { summarize } from '../../../lib/results/summary';
import { movedUsdPerHour } from '../../../lib/results/from-spec/prices';
import type { Measure } from '../../../lib/results/measures';
import { execution } from '../fixture';

const LIMIT = { metric: 'iops', where: { op: 'randread', bs: '4k' }, atLeast: 1000, prefer: 'cheapest' } as const;

describe('prices of storage that somebody else made', () => {
  const input = execution({ decide: LIMIT, elsewhere: { disk: 0.07, memory: 0.02 }, question: null });
  const summary = summarize(input);

  it('are those of its cells, and say which is the cheapest that passes', () => {
    expect(summary.cells.map(({ target, usdPerHour }) => [target, usdPerHour])).toEqual(
      summary.cells.map(({ target }) => [target, target === 'disk' ? 0.07 : 0.02]),
    );
    expect(summary.answer.text).toContain('memory');
    expect(summary.answer.text).toContain('$0.0200 an hour');
    expect(questionOf(input.plan)).toContain('cheapest');
  });

  it('are in no money that was spent or estimated, and in the table of cells by the month', () => {
    expect(summary.cost).toMatchObject({ estimateUsd: 0, spendUsd: 0, maxUsd: null, lines: [] });
    const rows = cellRows(input.plan, input.rows, summary);
    expect(new Set(rows.map(({ usd_per_month }) => usd_per_month))).toEqual(new Set([51.1, 14.6]));
  });

  it('leave the price of a target unknown that the spec does not give', () => {
    const half = summarize(execution({ decide: LIMIT, elsewhere: { disk: 0.07 } }));
    expect(new Set(half.cells.filter(({ target }) => target === 'memory').map(({ usdPerHour }) => usdPerHour))).toEqual(
      new Set([null]),
    );
    const free = summarize(execution({ decide: LIMIT }));
    expect(new Set(free.cells.map(({ usdPerHour }) => usdPerHour))).toEqual(new Set([0]));
  });
});

describe('what is moved, where bytes are paid for', () => {
  const held = [{ of: ['read'], bytes: { metric: 'bandwidth', limit: 'bandwidth' as const }, operations: null }];
  const measure = (operation: string | null, median: number | null, metric = 'bandwidth'): Measure => ({
    metric,
    operation,
    statistic: 'value',
    unit: 'bytes/s',
    statistics: median === null ? null : ({ median } as Measure['statistics']),
    values: [],
  });
  const of = (...measures: Measure[]) =>
    movedUsdPerHour({ held, movedUsdPerGiB: { read: 0.03, written: 0.06 } }, measures);

  it('costs an hour of it at the rate that was measured', () => {
    const GIB = 1024 ** 3;
    // 1 GiB/s is 3,600 GiB an hour, at $0.03.
    expect(of(measure('read', GIB))).toBe(108);
    expect(of(measure('write', GIB), measure('read', GIB / 2))).toBe(270);
    // What is neither is both: a copy.
    expect(of(measure(null, GIB))).toBe(324);
    expect(of(measure('read', GIB), measure('read', 9 * GIB, 'other'))).toBe(108);
  });

  it('is not known where nothing says how much it was, and nothing where time alone is paid for', () => {
    expect(of(measure('read', null))).toBeNull();
    expect(of()).toBeNull();
    expect(movedUsdPerHour({ held }, [measure('read', 1)])).toBe(0);
  });
});
