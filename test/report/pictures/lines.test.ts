import { drawLegend, drawPanels, shareAxis, spreadLevels, spreadSeconds } from '../../../lib/report/pictures/lines';

const ink = (colour: string) => ({ colour, symbol: '●' });
const line = (values: readonly (number | null)[]) => ({
  name: 'a',
  ink: ink('var(--c1)'),
  points: values.map((value, index) =>
    value === null ? null : { x: index / 4, value, low: value - 1, high: value + 1 },
  ),
});
const panel = (...all: readonly (readonly (number | null)[])[]) => ({ title: 'p', lines: all.map(line) });
const draw = (...all: readonly ReturnType<typeof panel>[]) =>
  drawPanels(all, { ticks: spreadLevels(['1', '2']), y: shareAxis(all, 'ops/s') }, 'IOPS').text;

it('draws a line from left to right, higher values higher, with a mark at each point', () => {
  const text = draw(panel([10, 50, 100]));
  const [, points = ''] = /<polyline points="([^"]*)"/.exec(text) ?? [];
  const places = points.split(' ').map((one) => one.split(',').map(Number));
  expect(places).toHaveLength(3);
  for (const [index, [x = 0, y = 0]] of places.slice(1).entries()) {
    expect(x).toBeGreaterThan(places[index]?.[0] ?? 0);
    expect(y).toBeLessThan(places[index]?.[1] ?? 0);
  }
  expect(text.match(/>●<\/text>/g)).toHaveLength(3);
});

it('interrupts a line at missing values', () => {
  expect(draw(panel([10, 20, null, 30, 40])).match(/<polyline/g)).toHaveLength(2);
  expect(draw(panel([10, null, 30])).match(/<polyline/g)).toBeNull();
});

it('draws intervals only when there are few lines, and no marks on long lines', () => {
  const bars = (text: string) => text.match(/<line class="iv"/g)?.length ?? 0;
  expect(bars(draw(panel([10, 20])))).toBe(2);
  expect(bars(draw(panel(...Array.from({ length: 5 }, () => [10, 20]))))).toBe(0);
  expect(draw(panel(Array.from({ length: 20 }, (_, index) => index + 1)))).not.toContain('●');
});

it('keeps long texts at the ends of an axis below their panel, and both of two on narrow pages', () => {
  const dates = ['2026-09-01', '2026-09-24'].map((text, place) => ({ place, text }));
  const all = [panel([1, 2])];
  const { text } = drawPanels(all, { ticks: dates, y: shareAxis(all, 'ops/s') }, 'IOPS');
  expect(text).toMatch(/<text class="" x="0%"[^>]*>2026-09-01</);
  expect(text).toMatch(/<text class="e" x="100%"[^>]*>2026-09-24</);
  expect(draw(panel([1, 2]))).toMatch(/<text class="m" x="75%"[^>]*>2</);
});

it('omits the legend for one line, and states how many panels were left out', () => {
  expect(drawLegend([{ name: 'a', ink: ink('red') }], 'x').text).toBe('');
  const two = ['<a>', 'b'].map((name) => ({ name, ink: ink('red') }));
  expect(drawLegend(two, 'x').text).toContain('&lt;a&gt;');
  expect(draw(...Array.from({ length: 10 }, () => panel([1])))).toContain('2 more panels');
});

it('ends the time axis at the duration of the longest trial', () => {
  const ticks = spreadSeconds(60);
  expect(ticks[0]).toEqual({ place: 0, text: '0' });
  expect(ticks.at(-1)?.place).toBeCloseTo(1);
});
