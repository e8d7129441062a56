import { renderReport } from '../../../lib/report/render';
import { summarize } from '../../../lib/results/summary';
import { execution } from '../../results/fixture';
import { READ_AND_WRITE } from '../../../lib/shapes/metric';

const busy = { role: 'client', cpu: [0.97], network: null, delayedHosts: null };
const idle = { ...busy, cpu: [0.05] };
const input = execution();
const [first] = input.plan.cells;
const rows = input.rows.map((row) => ({ ...row, usage: [row.cell === first?.cellId ? busy : idle] }));

function page(provisioned: object): string {
  const bytes = { metric: 'bandwidth', limit: 'bandwidth' as const, moves: READ_AND_WRITE };
  const limitedRates = [{ of: null, bytes, operations: null }];
  const cells = input.plan.cells.map((cell) => ({ ...cell, provisioned, limitedRates }));
  return renderReport(summarize({ ...input, rows, plan: { ...input.plan, cells } }));
}
const findSection = (text: string): string => /<section id="limits">.*?<\/section>/s.exec(text)?.[0] ?? '';

describe('table of limits', () => {
  const section = findSection(page({ bandwidth: 1e12 }));

  it('shows a column for each checked limit, and which limits were reached', () => {
    expect(section).toMatch(/<th scope="col" class="num">throughput<\/th>/);
    expect(section).toMatch(/<th scope="col" class="num">host CPU<\/th>/);
    expect(section).toContain('<strong>97%</strong>');
    expect(section.split('">host CPU</span></td>').length - 1).toBe(1);
    expect(section.split('>not known</span></td>').length - 1).toBe(input.plan.cells.length - 1);
  });

  it('shows an allowance that delayed packets as throttling, not as a share of the network', () => {
    const held = { resource: 'client network', share: null, text: 'delayed packets', client: true } as const;
    const summary = summarize(input);
    const bottleneck = { text: '', missing: [], reached: [held], below: [{ ...held, share: 0.38 }] };
    const text = findSection(renderReport({ ...summary, cells: summary.cells.map((one) => ({ ...one, bottleneck })) }));
    expect(text).toContain('title="delayed packets">throttled</strong>');
    expect(text).not.toContain('38%');
  });

  it('names what limited some trials when the middle one shows no limit', () => {
    const summary = summarize(input);
    const bound = [{ code: 'NetworkBound', trials: 2 }];
    const bottleneck = {
      text: '',
      missing: [],
      reached: [],
      below: [{ resource: 'throughput', share: 0.4, text: '' }],
    };
    const cells = summary.cells.map((one) => ({ ...one, bottleneck, caveats: { trials: 4, bound, remarks: [] } }));
    expect(findSection(renderReport({ ...summary, cells }))).toContain('<span class="sub">NetworkBound in 2 trials<');
  });

  it('shows the evidence as a tooltip, and is omitted without limit data', () => {
    expect(section).toContain('title="host CPU: 97% busy on 1 of 1 hosts"');
    expect(findSection(renderReport(summarize(input)))).toBe('');
  });

  it('shows what the servers answered to queries of the spec', () => {
    const summary = summarize(input);
    const queried = { unit: '%', better: 'higher', words: 'cache hits', column: false, overHosts: 'mean' } as const;
    const metrics = { ...summary.metrics, server_hits: { ...queried, ofServers: true as const } };
    const [one] = summary.cells[0]?.measures ?? [];
    const hits = { ...one!, metric: 'server_hits', unit: '%' as const, operation: null };
    const [top, ...rest] = summary.cells;
    const cells = [{ ...top!, measures: [...top!.measures, hits] }, ...rest];
    const text = findSection(renderReport({ ...summary, metrics, cells }));
    expect(text).toContain('<th scope="col" class="num">cache hits</th>');
    expect(text.match(/<td class="num">[\d.,]+%<\/td>/g)).toHaveLength(1);
    expect(findSection(renderReport({ ...summary, metrics }))).toBe('');
  });

  it('shows a column per operation when a resource has several limits', () => {
    const measures = [
      { metric: 'file_create', limit: 'metadataCreates' as const },
      { metric: 'file_remove', limit: 'metadataDeletes' as const },
    ];
    const rows = input.rows.map((row) => ({ ...row, usage: [] }));
    const observations = input.observations.flatMap((one) =>
      one.metric === 'iops' ? measures.map(({ metric }) => ({ ...one, metric })) : [],
    );
    const limitedRates = measures.map((operations) => ({ of: null, bytes: null, operations }));
    const provisioned = { metadataCreates: 1e12, metadataDeletes: 1 };
    const cells = input.plan.cells.map((cell) => ({ ...cell, provisioned, limitedRates }));
    const added = measures.map(({ metric }) => [metric, input.plan.metrics['iops']!] as const);
    const metrics = { ...input.plan.metrics, ...Object.fromEntries(added) };
    const plan = { ...input.plan, cells, metrics, decide: null };
    const section = findSection(renderReport(summarize({ ...input, rows, observations, plan })));
    expect(section).toContain('<th scope="col" class="num">metadata: creates</th>');
    expect(section).toContain('<th scope="col" class="num">metadata: deletes</th>');
  });
});
