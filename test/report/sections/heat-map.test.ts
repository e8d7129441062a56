import { renderReport } from '../../../lib/report/render';
import { HEAT_STEPS } from '../../../lib/report/page/style';
import type { Summary } from '../../../lib/results/summary';
import { summarize } from '../../../lib/results/summary';
import { execution } from '../../results/fixture';

const base = summarize(execution());

/** An experiment with these levels: one cell a pair, whose main metric is what `value` says; null: nothing counts. */
function pageOf(
  factors: Readonly<Record<string, readonly string[]>>,
  value: (levels: Readonly<Record<string, string>>) => number | null,
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
    return { ...first, cellId: `c${index}`, label: Object.values(levels).join(' '), levels, measures };
  });
  const summary: Summary = {
    ...base,
    cells,
    factors: Object.entries(factors).map(([name, levels]) => ({ name, levels: [...levels] })),
    decide: null,
  };
  return renderReport(summary);
}
const section = (text: string): string => /<section id="heat">.*?<\/section>/s.exec(text)?.[0] ?? '';
const FACTORS = { bs: ['64k', '4k', '1m', '16k'], iodepth: ['1', '16', '128'] };

describe('the heat map', () => {
  it('has a field for each pair of levels, in their order, and the darkest for the largest', () => {
    const values: Record<string, number> = { '4k': 4000, '16k': 3000, '64k': 2000, '1m': 1000 };
    const text = section(pageOf(FACTORS, ({ bs = '' }) => values[bs] ?? 0));
    expect([...text.matchAll(/<th scope="col" class="num">(\w+)</g)].map(([, level]) => level)).toEqual([
      '4k',
      '16k',
      '64k',
      '1m',
    ]);
    expect([...text.matchAll(/<th scope="row" class="num">(\w+)</g)].map(([, level]) => level)).toEqual([
      '1',
      '16',
      '128',
    ]);
    const shades = [...text.matchAll(/class="num h(\d)"/g)].map(([, step]) => Number(step));
    expect(shades.slice(0, 4)).toEqual([HEAT_STEPS - 1, 6, 3, 0]);
    expect(text).not.toContain('logarithmic');
  });

  it('has a logarithmic scale where values lie far apart, and says so', () => {
    const values: Record<string, number> = { '4k': 100_000, '16k': 10_000, '64k': 1000, '1m': 100 };
    const text = section(pageOf(FACTORS, ({ bs = '' }) => values[bs] ?? 0));
    expect(text).toContain('on a logarithmic scale');
    expect([...text.matchAll(/class="num h(\d)"/g)].slice(0, 4).map(([, step]) => Number(step))).toEqual([9, 6, 3, 0]);
  });

  it('leaves a field empty where nothing counts', () => {
    const text = section(pageOf(FACTORS, ({ bs }) => (bs === '4k' ? null : 1000)));
    expect(text.match(/<td class="num sub">–<\/td>/g)).toHaveLength(3);
  });

  it('has a map for each combination of the others, and is not there without two factors in an order', () => {
    const three = pageOf({ target: ['a', 'b'], ...FACTORS }, () => 5);
    expect(section(three).match(/<table class="heat">/g)).toHaveLength(2);
    expect(section(pageOf({ bs: FACTORS.bs, iodepth: ['1', '16'] }, () => 5))).toBe('');
    expect(section(pageOf({ bs: FACTORS.bs, rw: ['read', 'write', 'randread'] }, () => 5))).toBe('');
  });
});
