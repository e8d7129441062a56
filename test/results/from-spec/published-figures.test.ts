import { findPublished } from '../../../lib/results/from-spec/published-figures';
import { summarize } from '../../../lib/results/summary';
import type { PublishedStudy, PublishedFigure } from '../../../lib/shapes/published-study';
import { toCsv } from '../../../lib/report/csv';
import { renderReport } from '../../../lib/report/render';
import { formatEndLines } from '../../../lib/report/terminal-text';
import pc from 'picocolors';
import { execution } from '../fixture';

function makeFigure(
  row: number,
  where: PublishedFigure['where'],
  more: Partial<PublishedFigure> = {},
): PublishedFigure {
  const value = { kind: 'value', low: row, high: row, unit: 's', to: null, note: null } as const;
  return { row, where, metric: 'elapsed', operation: null, statistic: null, host: null, ...value, ...more };
}
const cell = { levels: { workers: '1', nfsvers: '3' }, target: 'zfs', stage: null, workload: 'copy' };
const makeStudy = (...figures: PublishedFigure[]): PublishedStudy => ({ study: 'Somebody, 2023', figures });

describe('findPublished', () => {
  it('returns the most specific of several rows, the first of equals', () => {
    const found = findPublished(
      cell,
      makeStudy(
        makeFigure(1, {}),
        makeFigure(2, { target: ['zfs'], workers: ['1'], nfsvers: ['3'] }),
        makeFigure(3, { target: ['zfs'], workers: ['1'] }),
        makeFigure(4, { target: ['zfs'], workers: ['1'], nfsvers: ['3', '4'] }),
        makeFigure(5, { target: ['ebs'], workers: ['1'], nfsvers: ['3'], workload: ['copy'] }),
      ),
    );
    expect(found.map(({ row, text }) => [row, text])).toEqual([[2, '2s']]);
  });

  it('returns separate figures for metrics, operations, statistics and single hosts', () => {
    const found = findPublished(
      cell,
      makeStudy(
        makeFigure(1, {}),
        makeFigure(2, {}, { operation: 'copy' }),
        makeFigure(3, {}, { statistic: 'peak' }),
        makeFigure(4, {}, { host: 'each', metric: 'iops', unit: 'ops/s', low: 1000, high: 1000 }),
        makeFigure(5, {}, { metric: 'iops', kind: 'ratio', low: 0.8, high: 0.9, unit: null, to: { target: 'ebs' } }),
        makeFigure(6, {}, { metric: 'rate', kind: 'ratio', low: 2, high: 2, unit: null }),
      ),
    );
    expect(found.map(({ text }) => text)).toEqual([
      '1s',
      '2s',
      '3s',
      '1,000 ops/s per host',
      '0.800–0.900 × target ebs',
      '2.00 × reference',
    ]);
  });

  it('ignores figures that name a factor or stage which the cell does not have', () => {
    expect(findPublished(cell, makeStudy(makeFigure(1, { sync: ['true'] }), makeFigure(2, { stage: ['a'] })))).toEqual(
      [],
    );
    expect(findPublished(cell, null)).toEqual([]);
  });
});

describe('an execution with published figures of a study', () => {
  const figures = [
    makeFigure(
      1,
      { target: ['disk'], bs: ['4k'] },
      { metric: 'iops', unit: 'ops/s', low: 12, high: 34, note: 'a <note>' },
    ),
    makeFigure(2, { target: ['memory'] }, { metric: 'server_iops', unit: 'ops/s' }),
  ];
  const cited = summarize(execution({ published: makeStudy(...figures) }));
  const plain = summarize(execution());

  it('lists the figures with the cells of the summary, without effect on measures and answer', () => {
    expect(cited.published).toEqual({ study: 'Somebody, 2023' });
    expect(cited.cells.map(({ published }) => published.map(({ text }) => text))).toEqual(
      cited.cells.map(({ levels }) =>
        levels['target'] === 'memory' ? ['2 ops/s'] : levels['bs'] === '4k' ? ['12 ops/s–34 ops/s'] : [],
      ),
    );
    const pickNumbers = ({ cells, answer }: typeof cited) => ({
      answer,
      measures: cells.map(({ measures }) => measures),
    });
    expect(pickNumbers(cited)).toEqual(pickNumbers(plain));
  });

  it('shows the figures in a separate report table, the CSV and the terminal, and omits them without a study', () => {
    const html = renderReport(cited);
    const cell =
      /12 ops\/s–34 ops\/s\s*<small>a &lt;note&gt;<\/small><\/td><td class="num">[\d.k]+ ops\/s<\/td><td>([^<]*)</;
    const beside = cell.exec(html)?.[1];
    expect(beside).toMatch(
      /^measured \+[\d,]+% from the upper end \(published: outside the measured 90% interval [\d.k–]+ ops\/s\)$/,
    );
    expect(html).toContain('<summary>Next to published figures</summary>');
    expect(html).toContain('Somebody, 2023. fsxbench did not measure these figures');
    const formatEnd = (summary: typeof cited) =>
      formatEndLines(summary, { colours: pc.createColors(false), reportPath: 'r' }).join('\n');
    expect(formatEnd(cited)).toContain('published Somebody, 2023: figures for 6 of 8 configurations in the report');
    // A version that does not tell of it wrote this one.
    const bare = cited.cells.map((one) => ({
      ...one,
      published: one.published.map(({ deviation: _, ...rest }) => rest),
    }));
    const old = { ...cited, cells: bare };
    expect(renderReport(old)).toMatch(
      /12 ops\/s–34 ops\/s\s*<small>a &lt;note&gt;<\/small><\/td><td class="num">–<\/td><td>–<\/td>/,
    );
    expect([formatEnd(old), toCsv(old)].join('')).not.toMatch(/ours [+-]|undefined/);
    expect([renderReport(plain), toCsv(plain), formatEnd(plain)].join('')).not.toContain('published');
  });

  it('computes the deviation of a ratio to another cell', () => {
    const to = { target: 'disk' };
    const twice = { metric: 'iops', kind: 'ratio', low: 2, high: 2, unit: null, to } as const;
    const base = { prices: { memory: 1, disk: 1 }, reference: 0 };
    const found = summarize(
      execution({ ...base, published: makeStudy(makeFigure(1, { target: ['memory'] }, twice)) }),
    ).cells;
    const [first] = found.flatMap(({ target, published }) => (target === 'memory' ? published : []));
    expect(first?.deviation).toMatchObject({ notComparable: null, modelled: false });
    const { ours = null, share = null, interval = null } = first?.deviation ?? {};
    expect(share).toBeCloseTo(ours! / 2 - 1, 12);
    expect(interval!.low).toBeLessThan(ours!);
    expect(interval!.high).toBeGreaterThan(ours!);
  });

  it('labels values as simulated in a rehearsal, and compares with no interval', () => {
    const rehearsed = summarize(execution({ simulated: true, published: makeStudy(...figures) }));
    const html = renderReport(rehearsed);
    expect(html).toContain('The values here are simulated, so a small deviation confirms nothing.');
    expect(html).toContain('<th scope="col" class="num">Simulated</th>');
    expect(html).toMatch(/<td>simulated \+[\d,]+% from the upper end: no evidence of agreement<\/td>/);
    for (const told of [html, toCsv(rehearsed)])
      expect(told).not.toMatch(/published: (within|outside|partly)|ours [+-]/);
  });
});
