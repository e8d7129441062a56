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

describe('columns', () => {
  const input = execution({ prices: { disk: 3, memory: 3 } });
  const headOf = (text: string): string =>
    /<thead>.*?<\/thead>/s.exec(text.slice(text.indexOf('id="configurations"')))![0];

  it('begin with what decides, and all other metrics stand behind what limited it', () => {
    const head = headOf(renderReport(summarize(input)));
    const places = ['IOPS<', '>spread<', '>verdicts<', '>price<', 'class="bound"', 'bandwidth<'];
    const found = places.map((place) => head.indexOf(place));
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  it('tell what of a price is storage, where hosts are paid too', () => {
    const summary = summarize(input);
    const of = (storage: number) =>
      renderReport({ ...summary, cells: summary.cells.map((cell) => ({ ...cell, storageUsdPerHour: storage })) });
    expect(of(1)).toContain('$3.00/h<small>storage $1.00</small>');
    expect(of(3)).not.toContain('<small>storage');
  });

  it('leave metrics to the CSV from the thirteenth on, and say how many', () => {
    const names = Array.from({ length: 14 }, (_, index) => `m${index}`);
    const iops = input.observations.find(({ metric, scope }) => metric === 'iops' && scope === 'aggregate');
    const observations = [...input.observations, ...names.map((metric) => ({ ...iops!, metric }))];
    const metrics = { ...input.plan.metrics };
    for (const name of names) metrics[name] = { ...metrics['iops']!, words: name };
    const text = renderReport(summarize({ ...input, observations, plan: { ...input.plan, metrics } }));
    expect(headOf(text).match(/>\s*m\d+</gi)?.length ?? 0).toBeLessThan(12);
    expect(text).toMatch(/ \d more metrics stand in the CSV below\./);
    expect(renderReport(summarize(input))).not.toContain('stand in the CSV below');
  });
});
