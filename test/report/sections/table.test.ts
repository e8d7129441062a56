import { renderReport } from '../../../lib/report/render';
import { summarize } from '../../../lib/results/summary';
import { execution, type Options } from '../../results/fixture';

const page = (options: Options) => renderReport(summarize(execution(options)));

it('shows each configuration as a ratio to its own reference, and says what differs there', () => {
  const text = page({ reference: 0 });
  expect(text).toContain('÷ reference</th>');
  expect(text).toContain('<td class="num" data-v="1">reference</td>');
  expect(text).toContain('<small class="to">÷ disk</small>');
  expect(text).toContain('<small class="to">÷ disk, bs 4k</small>');
  expect(page({})).not.toContain('÷ reference');
});

describe('what limited a configuration', () => {
  const busy = { role: 'client', cpu: [0.97], network: null, held: null };
  const input = execution();
  const [first] = input.plan.cells;
  const rows = input.rows.map((row) => (row.cell === first?.cellId ? { ...row, uses: [busy] } : row));
  const text = renderReport(summarize({ ...input, rows }));

  it('stands in its row, and says where it is not known', () => {
    expect(text).toContain('<td class="bound"><div>host CPU: 97 % busy on 1 of 1 hosts</div></td>');
    const others = text.split('<td class="bound sub">not known</td>').length - 1;
    expect(others).toBe(input.plan.cells.length - 1);
  });

  it('stands with it in full, with what was looked at and what lacks', () => {
    expect(text).toContain(': host CPU: 97 % busy on 1 of 1 hosts.</p>');
    expect(text).toContain('<p class="sub">Not known: what the storage is entitled to.</p>');
    expect(text).toContain(
      ': not known: lacking: what the storage is entitled to, what hosts did (no evidence of theirs).</p>',
    );
  });
});

it('shows the nearest limit of each resource, and how many more of it there were', () => {
  const summary = summarize(execution());
  const limit = (resource: string, text: string) => ({ resource, share: 1, text: `${resource}: ${text}` });
  const reached = [limit('metadata', '100 creates'), limit('host CPU', '97 %'), limit('metadata', '90 deletes')];
  const cells = summary.cells.map((cell) => ({ ...cell, bottleneck: { ...cell.bottleneck, reached } }));
  expect(renderReport({ ...summary, cells })).toContain(
    '<td class="bound"><div>metadata: 100 creates <span class="sub">and 1 more</span></div>' +
      '<div>host CPU: 97 %</div></td>',
  );
});

it('takes for a row what its workload gives, and says which, where it never gives the main metric', () => {
  const summary = summarize(execution({ decide: { metric: 'iops' }, reference: 0 }));
  const [, second] = summary.cells;
  const without = summary.cells.map((cell) =>
    cell === second ? { ...cell, measures: cell.measures.filter(({ metric }) => metric === 'bandwidth') } : cell,
  );
  const text = renderReport({ ...summary, cells: without });
  expect(text).toContain('<td class="num" data-v="3">3<small>bandwidth</small></td>');
  expect(text).not.toContain('<td class="num" data-v="0">0</td>');
  expect(text).toMatch(/are those of (<[^>]*>)?IOPS(<[^>]*>)?, or of what stands below them\./);
  expect(renderReport(summary)).not.toContain('or of what stands below them');
});
