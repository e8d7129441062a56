import { renderReport } from '../../../lib/report/render';
import type { LimitEvidence } from '../../../lib/shapes/bottleneck';
import { type Summary, summarize } from '../../../lib/results/summary';
import { execution } from '../../results/fixture';

const base = summarize(execution());

type Levels = Readonly<Record<string, string>>;

/** An experiment with these levels: one cell a pair, whose main metric is what `value` says; null: nothing counts. */
function renderPage(
  factors: Readonly<Record<string, readonly string[]>>,
  value: (levels: Levels) => number | null,
  more: { latency?: (levels: Levels) => number; reached?: (levels: Levels) => readonly LimitEvidence[] } = {},
): string {
  const [first] = base.cells;
  if (first === undefined) throw new Error('no cell');
  const all = Object.entries(factors).reduce<Record<string, string>[]>(
    (cells, [name, levels]) => cells.flatMap((cell) => levels.map((level) => ({ ...cell, [name]: level }))),
    [{}],
  );
  const cells = all.map((levels, index) => {
    const centre = value(levels);
    const measures = first.measures.slice(0, 1).map((measure) => ({
      ...measure,
      statistics:
        centre === null || measure.statistics === null ? null : { ...measure.statistics, centre, interval: null },
    }));
    const latency = first.measures.flatMap((measure) =>
      measure.metric !== 'latency_mean' || more.latency === undefined || measure.statistics === null
        ? []
        : [{ ...measure, statistics: { ...measure.statistics, centre: more.latency(levels) } }],
    );
    const bottleneck = { ...first.bottleneck, reached: more.reached?.(levels) ?? [] };
    const label = Object.values(levels).join(' ');
    return { ...first, cellId: `c${index}`, label, levels, bottleneck, measures: [...measures, ...latency] };
  });
  const summary: Summary = {
    ...base,
    cells,
    factors: Object.entries(factors).map(([name, levels]) => ({ name, levels: [...levels] })),
    decide: null,
    answer: { ...base.answer, outcome: null, met: null, ranking: [], winner: null, compared: [], leftOut: [] },
  };
  return renderReport(summary);
}
const FACTORS = { bs: ['64k', '4k', '1m', '16k'], iodepth: ['1', '16', '128'] };
const findMap = (text: string): string => /<div class="plot hm">.*?<\/svg>/s.exec(text)?.[0] ?? '';
const shades = (text: string): number[] => [...text.matchAll(/<rect class="h(\d)"/g)].map(([, step]) => Number(step));

/** Value of the main metric by block size. */
const renderValues = (values: Readonly<Record<string, number>>, more: Parameters<typeof renderPage>[2] = {}): string =>
  renderPage(FACTORS, ({ bs = '' }) => values[bs] ?? 0, more);

describe('heat map', () => {
  it('draws a field per pair of ordered levels, the darkest for the highest value', () => {
    const text = findMap(renderValues({ '4k': 4000, '16k': 3000, '64k': 2000, '1m': 1000 }));
    const listLevels = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, level]) => level);
    expect(listLevels(/y="100%" dx="0" dy="18">(\w+)</g)).toEqual(['4k', '16k', '64k', '1m']);
    expect(listLevels(/class="e" x="0%"[^>]*>(\w+)</g)).toEqual(['128', '16', '1']);
    expect(shades(text).slice(0, 4)).toEqual([5, 3, 2, 0]);
    expect(text).toContain('>4.00k</text>');
    expect(text.match(/★ highest/g)).toHaveLength(1);
  });

  it('marks the knee, and frames configurations that reached a storage limit', () => {
    const reached = [{ resource: 'operations', share: 1, text: '' }];
    const values = { '4k': 4000, '16k': 3900, '64k': 2000, '1m': 1000 };
    const text = renderValues(values, {
      latency: ({ bs = '', iodepth = '' }) => (bs === '16k' ? 10 : 100) * Number(iodepth),
      reached: ({ bs }) => (bs === '4k' ? reached : []),
    });
    expect(text.match(/◆ knee<\/text>/g)).toHaveLength(1);
    expect(text.match(/class="lim storage"/g)).toHaveLength(3);
    expect(text).toContain('Dotted frame: storage limit (operations).');
    expect(text).toContain('◆ Knee: lowest mean latency within 5% of the highest.');
  });

  it('uses logarithmic shades when values differ by orders of magnitude', () => {
    const text = renderValues({ '4k': 100_000, '16k': 10_000, '64k': 1000, '1m': 100 });
    expect(shades(findMap(text)).slice(0, 4)).toEqual([5, 3, 2, 0]);
  });

  it('leaves a field empty when no trial counts', () => {
    expect(shades(findMap(renderPage(FACTORS, ({ bs }) => (bs === '4k' ? null : 1000))))).toHaveLength(9);
  });

  it('draws a map for each combination of other factors, and none without two ordered factors', () => {
    const three = renderPage({ target: ['a', 'b'], ...FACTORS }, () => 5);
    expect(three.match(/class="plot hm"/g)).toHaveLength(3);
    expect(three).toContain('1 more below');
    expect(findMap(renderPage({ bs: FACTORS.bs, iodepth: ['1', '16'] }, () => 5))).toBe('');
    expect(findMap(renderPage({ bs: FACTORS.bs, rw: ['read', 'write', 'randread'] }, () => 5))).toBe('');
  });
});
