import { formatHistory } from '../../../lib/cli/text/history-text';
import { makeHistory } from '../../../lib/results/history/experiment-history';
import { drawNights } from '../../results/history/nights';

describe('formatHistory', () => {
  it('prints the latest eight changes, and the number of earlier ones', () => {
    const rows = drawNights({ nights: 132, cells: 4 }).map((row) => {
      const isLow = row.cell === 'cell-0' && Math.floor(Number(row.execution.slice(1)) / 12) % 2 === 1;
      return isLow ? { ...row, log_mean: (row.log_mean ?? 0) - 0.5 } : row;
    });
    const shown = { experiment: 'nightly', metric: 'iops', words: {}, simulated: false, causes: {} };
    const text = formatHistory({ ...shown, history: makeHistory(rows) }, 100);
    expect(text).toContain('\n2 earlier changes: see --json or --html. The latest 8:\n');
    expect(text.match(/\nSince /g)).toHaveLength(8);
    expect(text.match(/c0, read, without the others: [−+]\d\d% /g)).toHaveLength(8);
  });
});
