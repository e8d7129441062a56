import { renderHistoryPage } from '../../lib/report/history-page';
import { makeHistory, nameStep } from '../../lib/results/history/experiment-history';
import { drawNights } from '../results/history/nights';

describe('renderHistoryPage', () => {
  const history = makeHistory(drawNights({ nights: 24, cells: 9, step: { from: 18, ratio: 0.8 } }));
  const [change] = history.measures[0]?.cells[0]?.changes ?? [];
  const causes = { [nameStep(change!)]: ['kernel: <1> → 2'] };
  const shown = { experiment: 'nightly', metric: 'iops', words: {}, simulated: false, history, causes };
  const page = renderHistoryPage(shown);

  it('shows a panel for each configuration, those that changed first, with the moment of the change', () => {
    const titles = [...page.matchAll(/<figcaption><b>(.*?)<\/b>/g)].map(([, title]) => title);
    expect(titles).toHaveLength(9);
    expect(titles[0]).toMatch(/^c0, [\d.]+k ops\/s$/);
    expect(page).toContain('Last change: c0 −20% (10.0k ops/s → 8.00k ops/s) since 2026-09-19');
    expect(page).toMatch(/<text[^>]*>−20%<\/text>/);
  });

  it('has percent on the axis, and says the smallest change that it would show', () => {
    expect(page).toMatch(/<text class="e"[^>]*>100%<\/text>/);
    expect(page).toMatch(
      /One execution shows changes from [\d.]+%.* on\. Several in a row show smaller ones, down to\s2%/,
    );
    const { smallestChange } = makeHistory(drawNights({ nights: 6, cells: 2 })).measures[0]!.cells[0]!;
    for (const [share, isShown] of [
      [0.7, false],
      [1.6, true],
    ] as const) {
      const ratio = 1 + share * smallestChange!;
      const [cell] = makeHistory(drawNights({ nights: 6, cells: 2, step: { from: 5, ratio } })).measures[0]!.cells;
      expect(cell!.changes.length > 0).toBe(isShown);
    }
    const none = makeHistory(drawNights({ nights: 2, cells: 2 }));
    expect(renderHistoryPage({ ...shown, history: none })).toContain('Too few executions to show changes.');
  });

  it('lists what else differs where a level begins, as text', () => {
    expect(page).toContain('kernel: &lt;1&gt; → 2');
    expect(renderHistoryPage({ ...shown, causes: {} })).toContain('<td>unknown</td>');
  });

  it('needs no script, and names simulations in the title', () => {
    expect(page).not.toContain('<script>');
    expect(page).not.toContain('script-src');
    expect(renderHistoryPage({ ...shown, simulated: true })).toContain('<title>SIMULATED: nightly: history</title>');
  });
});
