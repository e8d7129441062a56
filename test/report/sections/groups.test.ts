import { makePage } from '../../../lib/report/page/context';
import { drawGroupsSection } from '../../../lib/report/sections/groups';
import { renderReport } from '../../../lib/report/render';
import { buildFirstScreen } from '../../../lib/report/first-screen/screen';
import { summarize, type Summary } from '../../../lib/results/summary';
import { execution, type Options } from '../../results/fixture';

const GRID: Options = {
  factors: { target: ['disk', 'memory'], driver: ['sync', 'throughput'], rf: ['1', '3'] },
  decide: { metric: 'iops' },
};
function draw(given: Options | Summary): string {
  const summary = 'cells' in given ? given : summarize(execution(given));
  const page = makePage(summary);
  return drawGroupsSection(page, buildFirstScreen(page)).text;
}
const countBars = (text: string): number => text.match(/<rect class="(no)?"/g)?.length ?? 0;

describe('drawGroupsSection', () => {
  it('draws a bar with its interval for each configuration, grouped by two factors of the spec, in panels', () => {
    const text = draw(GRID);
    expect(text).toContain('<h2>All configurations by driver and rf</h2>');
    expect(countBars(text)).toBe(8);
    expect(text.match(/<line class="rng"/g)).toHaveLength(8);
    expect(text.match(/<figcaption><b>(disk|memory)<\/b>/g)).toHaveLength(2);
    expect(text.match(/>rf [13]<\/text>/g)).toHaveLength(4);
    expect(text.match(/<li>/g)).toHaveLength(2);
  });

  it('draws all bars from zero on one scale', () => {
    const tops = [...draw(GRID).matchAll(/<rect class="" x="[^"]*" y="([\d.]+)%" width="[^"]*" height="([\d.]+)%"/g)];
    expect(tops).toHaveLength(8);
    for (const [, top, height] of tops) expect(Number(top) + Number(height)).toBeCloseTo(100, 1);
  });

  it('outlines configurations of which only excluded trials have values', () => {
    const text = draw({ ...GRID, reasons: () => [{ level: 'suspect', code: 'HostBusy', text: 'x' }] });
    expect(text.match(/<rect class="no"/g)).toHaveLength(8);
    expect(text).not.toContain('class="rng"');
    expect(text).toMatch(/>\([\d.]+k\)<\/text>/);
  });

  it('marks published figures of the same metric', () => {
    const where = { target: ['disk'], rf: ['3'] };
    const plain = {
      row: 1,
      metric: 'iops',
      operation: null,
      statistic: null,
      host: null,
      to: null,
      note: null,
    } as const;
    const figure = { ...plain, where, kind: 'value', low: 900, high: 1100, unit: 'ops/s' } as const;
    const published = { study: 'S', figures: [figure] };
    expect(draw({ ...GRID, published }).match(/<line class="thr"/g)).toHaveLength(2);
    const peak = { study: 'S', figures: [{ ...figure, statistic: 'peak' }] };
    expect(draw({ ...GRID, published: peak })).not.toContain('class="thr"');
  });

  it('draws operations of one unit by target, also with one factor', () => {
    const input = execution({ factors: { target: ['disk', 'memory'] }, decide: { metric: 'iops' } });
    const observations = input.observations.flatMap((one) =>
      one.metric === 'iops' ? [one, { ...one, metric: 'removes', value: one.value / 2 }] : [one],
    );
    const metrics = { ...input.plan.metrics, removes: { ...input.plan.metrics['iops']!, words: 'removes' } };
    const text = draw(summarize({ ...input, observations, plan: { ...input.plan, metrics } }));
    expect(text).toContain('<h2>All configurations by target</h2>');
    expect(text.match(/<h3>/g)).toHaveLength(2);
    expect(countBars(text)).toBe(4);
  });

  it('draws rows where factors vary one at a time, and more than twelve configurations exist', () => {
    const names = Array.from({ length: 14 }, (_, index) => `name-${index}x`);
    const summary = summarize(execution({ factors: { target: names } }));
    expect(draw(summary)).toContain('all configurations');
    expect(draw(summary).match(/name-\d+x/g)?.length).toBeGreaterThan(14);
    expect(renderReport(summary).match(/<pattern id="hatch"/g)).toHaveLength(1);
  });

  it('returns an empty text where the first screen or curves show all configurations', () => {
    expect(draw({ factors: { target: ['disk', 'memory'] } })).toBe('');
    expect(draw({ factors: { target: ['disk', 'memory'], bs: ['4k', '16k', '64k'] } })).toBe('');
    expect(draw({ ...GRID, reasons: () => [{ level: 'invalid', code: 'ZeroIo', text: 'x' }] })).not.toContain('NaN');
  });
});
