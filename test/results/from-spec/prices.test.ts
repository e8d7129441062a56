import { cellRows } from '../../../lib/results/tables/cell-rows';
import { questionOf } from '../../../lib/results/answer/question';
import { summarize } from '../../../lib/results/summary';
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
