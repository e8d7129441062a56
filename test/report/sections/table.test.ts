import { renderReport } from '../../../lib/report/render';
import { summarize } from '../../../lib/results/summary';
import { execution, type Options } from '../../results/fixture';

const page = (options: Options) => renderReport(summarize(execution(options)));
const listHeads = (text: string): readonly string[] => {
  const [, head = ''] = /<thead>(.*?)<\/thead>/s.exec(text.slice(text.indexOf('id="configurations"'))) ?? [];
  return [...head.matchAll(/<th[^>]*>(.*?)<\/th>/gs)].map(([, name = '']) => name.replace(/<[^>]*>/g, ''));
};
const listRows = (text: string) => {
  const [, body = ''] = /<tbody>(.*?)<\/tbody>/s.exec(text.slice(text.indexOf('id="configurations"'))) ?? [];
  return body.split('<tr').slice(1);
};
const FACTORS = { target: ['disk', 'memory', 'other'] };
const ASKED: Options = {
  factors: FACTORS,
  replicates: 6,
  prices: { disk: 3, memory: 1, other: 1 },
  decide: { atLeast: 1000, prefer: 'cheapest' },
};

describe('table of configurations', () => {
  it('shows result, price, value, interval, share of the threshold and valid trials', () => {
    const text = page(ASKED);
    const expected = ['Configuration', 'Result', 'Storage per month', 'IOPS', '90% interval', 'Share of threshold'];
    expect(listHeads(text).slice(0, 6)).toEqual(expected);
    expect(listHeads(text).at(-1)).toBe('Valid trials');
    const [first = ''] = listRows(text);
    expect(first).toMatch(/class="chosen meets"/);
    expect(first).toContain('✓ meets');
    expect(first).toMatch(/>\$730<\/td>/);
    expect(first).toMatch(/>6 of 6<\/td>/);
    expect(first).toMatch(/>[\d.,]+%<\/td>/);
  });

  it('states which metric is tested, and that others are exploratory', () => {
    const summary = summarize(execution(ASKED));
    expect(renderReport(summary)).toMatch(/Tested: .*IOPS\. All else is exploratory: some intervals miss by chance\./);
    const measures = summary.cells.map((cell) => ({ ...cell, measures: cell.measures.slice(0, 1) }));
    expect(renderReport({ ...summary, cells: measures })).not.toContain('exploratory');
  });

  it('computes the share of the threshold from the sustained value', () => {
    const { answer, ...summary } = summarize(execution(ASKED));
    const sustained = { provisioned: 2000, lasting: 2000 };
    const ranking = answer.ranking.map((one) => ({ ...one, ...sustained, ofProvisioned: one.value / 2000 }));
    const text = renderReport({ ...summary, answer: { ...answer, ranking } });
    expect(listRows(text)[0]).toContain('>200% sustained</td>');
    expect(text).toContain('>2.00k<small> IOPS</small>');
  });

  it('orders candidates of a walk by price after the chosen one, with prices of those without a rig', () => {
    const summary = summarize(execution(ASKED));
    const cells = summary.cells.map((cell, at) => ({
      ...cell,
      ...(at === 0 ? { storageUsdPerHour: 3 } : { storageUsdPerHour: null, usdPerHour: null }),
    }));
    const [disk, memory, other] = cells.map(({ cellId: cell }, at) => {
      const plain = { rig: null, mostUsd: 0, provisioned: null, pruned: null, estimateUsd: null };
      return { ...plain, cell, usdPerHour: 3 - at, state: 'waiting' as const };
    });
    const steps = [other, memory, disk].flatMap((one) => one ?? []);
    const rows = listRows(renderReport({ ...summary, cells, walk: { steps, batches: [], end: null, gridUsd: null } }));
    expect(rows.map((row) => /\$[\d,]+(?=<)/.exec(row)?.[0])).toEqual(['$1,460', '$730', '$2,190']);
  });

  it('omits columns without values', () => {
    const heads = listHeads(page({ factors: FACTORS, decide: null }));
    for (const name of ['Result', 'Storage per month', 'Share of threshold', 'Operation'])
      expect(heads).not.toContain(name);
    expect(new Set(heads).size).toBe(heads.length);
  });

  it('omits a column that repeats the main metric', () => {
    const input = execution({ factors: FACTORS, decide: null });
    const same = input.observations.flatMap((one) =>
      one.metric === 'bandwidth' ? [one, { ...one, metric: 'again' }] : [],
    );
    const metrics = { ...input.plan.metrics, again: { ...input.plan.metrics['bandwidth']!, words: 'again' } };
    const text = renderReport(summarize({ ...input, observations: same, plan: { ...input.plan, metrics } }));
    expect(listHeads(text)).not.toContain('Again');
  });

  it('shows one unit per column, in the header', () => {
    const text = page({ ...ASKED, decide: { metric: 'bandwidth', atLeast: 1e6 } });
    const heads = listHeads(text);
    expect(heads[heads.indexOf('90% interval') - 1]).toMatch(/^Bandwidth \([kMG]B\/s\)$/);
    expect(heads.find((name) => name.startsWith('Mean latency'))).toMatch(/\((µs|ms)\)$/);
    for (const row of listRows(text)) expect(row).not.toMatch(/>[\d.]+ [µkMG]?[Bms]/);
  });

  it('adds a column for rows without the main metric, e.g. the elapsed time of phases', () => {
    const input = execution({ factors: { target: ['disk', 'memory'] }, decide: { metric: 'iops' } });
    const [first] = input.plan.cells;
    const observations = input.observations.map((one) =>
      one.cell === first?.cellId || one.metric !== 'iops'
        ? one
        : { ...one, metric: 'elapsed', operation: 'copy', unit: 's' as const },
    );
    const elapsed = { ...input.plan.metrics['iops']!, words: 'time', unit: 's' as const };
    const plan = { ...input.plan, metrics: { ...input.plan.metrics, elapsed } };
    const kept = observations.filter(({ metric }) => metric === 'iops' || metric === 'elapsed');
    const text = renderReport(summarize({ ...input, plan, observations: kept }));
    expect(listHeads(text).join()).toContain('Time');
    expect(listRows(text).every((row) => />[\d.,]+k?<\/td>/.test(row))).toBe(true);
  });

  it('shows values of excluded trials in brackets with the reason, in all columns, and sorts them as missing', () => {
    const text = page({ factors: FACTORS, reasons: () => [{ level: 'suspect', code: 'HostBusy', text: 'x' }] });
    const shown =
      /<td class="num" data-v="" title="of excluded trials"><i class="out">\([\d.]+k\)<small>excluded: HostBusy/;
    expect(text).toMatch(shown);
    const [first = ''] = listRows(text);
    expect(first.match(/excluded: HostBusy<\/small>/g)?.length).toBeGreaterThan(1);
    expect(listRows(page({ factors: FACTORS })).join()).not.toContain('class="out"');
  });

  it('shows a figure that a reason excludes alone, next to figures that count', () => {
    const metrics = ['latency_mean'];
    const cached = { level: 'suspect', code: 'CacheServed', text: 'x', metrics } as const;
    const [first = ''] = listRows(page({ factors: FACTORS, reasons: () => [cached] }));
    expect(first.match(/<small>excluded: \w+/g)).toEqual(['<small>excluded: CacheServed']);
    expect(first).toContain('3 of 3');
  });

  it('shows the rates of all operations with the unit of the main metric, also beyond three', () => {
    const input = execution({ factors: FACTORS, decide: { metric: 'iops' } });
    const rates = ['stat', 'open', 'read', 'remove', 'rename', 'mkdir', 'list', 'rmdir', 'link'];
    const words = { ...input.plan.metrics['iops']!, column: true };
    const observations = input.observations.flatMap((one) =>
      one.metric === 'iops'
        ? [one, ...rates.map((metric, at) => ({ ...one, metric, value: one.value * (at + 2) }))]
        : [one],
    );
    const more = Object.fromEntries(rates.map((name) => [name, { ...words, words: name }]));
    const plan = { ...input.plan, metrics: { ...input.plan.metrics, ...more } };
    const heads = listHeads(renderReport(summarize({ ...input, observations, plan })));
    expect(heads.filter((name) => /^(Stat|Open|Read|Remove|Rename|Mkdir|List|Rmdir|Link) \(/.test(name))).toHaveLength(
      rates.length,
    );
  });

  it('shows each configuration as a ratio to its reference, with the reference as a tooltip', () => {
    const text = page({ reference: 0 });
    expect(listHeads(text)).toContain('÷ reference (more is better)');
    expect(text).toContain('data-v="1">reference</td>');
    expect(text).toMatch(/title="to disk, bs 4k[^"]*">[\d.]+×<\/td>/);
    expect(listHeads(page({})).join()).not.toContain('÷ reference');
  });

  it('keeps the best rows of each workload and operation where rows do not fit', () => {
    const levels = Array.from({ length: 50 }, (_, index) => `level${index}`);
    const input = execution({ factors: { target: ['disk'], name: levels }, replicates: 1, decide: null });
    const slow = new Set(input.plan.cells.slice(48).map(({ cellId }) => cellId));
    const plan = {
      ...input.plan,
      cells: input.plan.cells.map((cell) => (slow.has(cell.cellId) ? { ...cell, workload: 'copy' } : cell)),
    };
    const observations = input.observations.map((one) => ({ ...one, operation: slow.has(one.cell) ? 'copy' : 'read' }));
    const rows = listRows(renderReport(summarize({ ...input, plan, observations })));
    expect(rows).toHaveLength(40);
    expect(rows.filter((row) => row.includes('>name level4')).length).toBeGreaterThan(0);
    for (const name of ['level48', 'level49']) expect(rows.join()).toContain(name);
  });

  it('shows at most 40 rows, with all rows in the embedded CSV', () => {
    const levels = Array.from({ length: 50 }, (_, index) => `level${index}`);
    const text = page({ factors: { target: ['disk'], name: levels }, replicates: 1, decide: null });
    expect(listRows(text)).toHaveLength(40);
    expect(text).toContain('10 more rows are in the CSV.');
    const [, csv = ''] = /download="local-disk.csv" href="data:text\/csv;charset=utf-8,([^"]*)"/.exec(text) ?? [];
    expect(decodeURIComponent(csv)).toContain('level49');
  });
});
