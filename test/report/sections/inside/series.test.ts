import { drawOverTime, POINTS_MAX, thinned } from '../../../../lib/report/charts/over-time';
import { pageOf } from '../../../../lib/report/page/context';
import { renderReport } from '../../../../lib/report/render';
import { seriesSection } from '../../../../lib/report/sections/inside/series';
import { summarize } from '../../../../lib/results/summary';
import type { SeriesLine } from '../../../../lib/shapes/series';
import { execution } from '../../../results/fixture';

const LATE = { level: 'suspect' as const, code: 'HostBusy', text: 'busy' };
const summary = summarize(execution({ reasons: (trial) => (trial === 2 ? [LATE] : []) }));
const line = (trial: string, values: readonly number[], more: Partial<SeriesLine> = {}): SeriesLine => ({
  trial,
  attempt: 1,
  metric: 'iops',
  operation: 'read',
  unit: 'ops/s',
  host: null,
  from: 0,
  step: 1,
  values,
  simulated: false,
  ...more,
});
const section = (...lines: readonly SeriesLine[]) => seriesSection(pageOf(summary), lines).text;

describe('the section on the time inside of trials', () => {
  it('is none without rates over time, or where they are too short to show anything', () => {
    expect(section()).toBe('');
    expect(section(line('t0001', [1, 2]))).toBe('');
    expect(section(line('t0001', [1, 2, 3], { host: 'client-0' }))).toBe('');
    expect(renderReport(summary)).not.toContain('Inside the trials');
  });

  it('says when operations of a trial began that came one after the other', () => {
    const second = { operation: 'write', from: 7.2 };
    const text = section(line('t0001', [100, 120, 90]), line('t0001', [1, 2, 3], second));
    expect(text).toContain('begun after, s');
    expect(text).toContain('<td>t0001</td><td>write</td><td class="num">7</td><td class="num">3</td>');
    const beside = section(line('t0001', [100, 120, 90]), line('t0001', [1, 2, 3], { ...second, from: 0.2 }));
    expect(beside).not.toContain('begun after, s');
  });

  it('draws one line a trial, dashed where it does not count, and gives the numbers', () => {
    const text = section(line('t0001', [100, 120, 90]), line('t0002', [10, 20, 30]), line('t9999', [1, 1, 1]));
    expect(text.match(/<svg /g)).toHaveLength(2);
    expect(text.match(/stroke-dasharray/g)).toHaveLength(1);
    expect(text).toContain('<td>t0001</td><td>read</td><td class="num">3</td><td class="num">90.0 ops/s</td>');
    expect(renderReport(summary, { series: [line('t0001', [1, 2, 3])] })).toContain('<h2>Inside the trials</h2>');
  });

  it('leaves out what an attempt gave that does not count', () => {
    expect(section(line('t0001', [1, 2, 3]), line('t0003', [1, 2, 3], { attempt: 2 })).match(/<svg /g)).toHaveLength(1);
  });
});

it('draws lines from the left to the right, higher values higher', () => {
  const scale = { factor: 1, unit: 'ops/s', log: false, min: 0, max: 100 };
  const lines = [{ values: [0, 50, 100], step: 1, colour: 'var(--c1)', out: false }];
  const [, path = ''] =
    /<path d="M([^"]*)" fill="none" stroke="var\(--c1\)"/.exec(drawOverTime(lines, scale, 3, 'x').text) ?? [];
  const points = path.split('L').map((point) => point.split(' ').map(Number));
  expect(points).toHaveLength(3);
  for (const [index, [x = 0, y = 0]] of points.slice(1).entries()) {
    expect(x).toBeGreaterThan(points[index]?.[0] ?? 0);
    expect(y).toBeLessThan(points[index]?.[1] ?? 0);
  }
});

it('thins long series to means, and leaves short ones', () => {
  expect(thinned([1, 2, 3])).toEqual([1, 2, 3]);
  const long = thinned(Array.from({ length: 10 * POINTS_MAX }, (_, index) => index));
  expect(long).toHaveLength(POINTS_MAX);
  expect(long[0]).toBe(4.5);
});
