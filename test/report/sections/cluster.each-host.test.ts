import { makePage } from '../../../lib/report/page/context';
import { drawHostsSection } from '../../../lib/report/sections/cluster';
import type { HostFigures } from '../../../lib/results/host-figures';
import { summarize } from '../../../lib/results/summary';
import { execution } from '../../results/fixture';

const summary = summarize(execution());
const [first, second] = summary.cells.map(({ cellId }) => cellId);
const makeFigures = (values: readonly number[], more: Partial<HostFigures> = {}): HostFigures => ({
  cell: first ?? '',
  metric: 'iops',
  operation: 'read',
  unit: 'ops/s',
  count: values.length,
  hosts: values.map((value, at) => ({ host: `client-${at}`, value })),
  ...more,
});
const draw = (...hosts: readonly HostFigures[]) => drawHostsSection(makePage({ ...summary, hosts })).text;

describe('drawHostsSection', () => {
  it('draws a column for each host, and opens where hosts differ by 10% or more', () => {
    const text = draw(makeFigures([1000, 1200]));
    expect(text).toContain('<details id="hosts" open><summary>IOPS, by host that measured</summary>');
    expect(text).toContain('<th scope="col" class="num">client-1</th>');
    expect(text).toMatch(/1\.00k ops\/s.*1\.20k ops\/s.*>2<.*1\.20×/s);
    expect(text).toContain('in 1 of 1 rows');
  });

  it('stays closed where hosts are alike', () => {
    expect(draw(makeFigures([1000, 1050]))).toContain('<details id="hosts"><summary>');
  });

  it('lists the configuration with the largest difference first', () => {
    const text = draw(makeFigures([1, 2]), makeFigures([1, 9], { cell: second ?? '' }));
    expect(text.indexOf('9.00×')).toBeLessThan(text.indexOf('2.00×'));
  });

  it('names the lowest and the highest of many hosts', () => {
    const text = draw(makeFigures([900, 1800], { count: 200 }));
    expect(text).toContain('900 ops/s (client-0)');
    expect(text).toContain('1.80k ops/s (client-1)');
    expect(text).toContain('>200<');
  });

  it('returns an empty text without figures of hosts', () => {
    expect(draw()).toBe('');
    expect(drawHostsSection(makePage(summary)).text).toBe('');
  });
});
