import { type Kind, scaleFor } from '../../../lib/report/charts/axes';
import { drawPanel } from '../../../lib/report/charts/panel';
import type { Line } from '../../../lib/report/charts/line';
import { shapeOf } from '../../../lib/report/charts/shape';

const line = (name: string, values: readonly (number | null)[], colour: string): Line => ({
  name,
  ink: { colour, symbol: 'circle' },
  points: values.map((value) => (value === null ? null : { value, low: value * 0.9, high: value * 1.1 })),
});
const draw = (kind: Kind, lines: readonly Line[], levels = ['4k', '16k', '64k'], width = 320) =>
  drawPanel({
    shape: shapeOf({ levels, lines: lines.length, names: lines.map(({ name }) => name), kind, longest: '800' }, width),
    lines,
    scale: scaleFor(
      lines.flatMap(({ points }) => points.map((point) => point?.value ?? 0)),
      'ops/s',
      kind !== 'bars',
    ),
    kind,
    label: 'IOPS "over" <bs>',
  }).text;
/** Heights of the bars in a colour, from `M x y l w 0 l 0 h …`. */
const heights = (svg: string, colour: string) =>
  [...svg.matchAll(/<path d="M[\d.]+ [\d.]+l[\d.]+ 0l0 ([\d.]+)[^"]*" fill="([^"]*)"/g)]
    .filter(([, , fill]) => fill === colour)
    .map(([, height]) => Number(height));

describe('drawPanel', () => {
  it('draws bars as high as their values, from zero', () => {
    const svg = draw('bars', [
      line('disk', [100, 200, 400], 'var(--c1)'),
      line('memory', [800, null, 400], 'var(--c2)'),
    ]);
    const [first = 0, second = 0, third = 0] = heights(svg, 'var(--c1)');
    expect(second / first).toBeCloseTo(2, 1);
    expect(third / first).toBeCloseTo(4, 1);
    expect(heights(svg, 'var(--c2)')).toHaveLength(2);
    // The numbers stand above the bars.
    for (const text of ['100', '200', '400', '800']) expect(svg).toContain(`>${text}</text>`);
  });

  it('draws dots on a logarithmic axis: small ones can be read, equal ratios are equally far', () => {
    const svg = draw('dots', [line('disk', [1, 10, 1000], 'var(--c1)')]);
    const [low = 0, middle = 0, high = 0] = [...svg.matchAll(/<circle cx="[\d.]+" cy="([\d.]+)"/g)].map(([, y]) =>
      Number(y),
    );
    expect(low - middle).toBeCloseTo((middle - high) / 2, 0);
    expect(low - middle).toBeGreaterThan(40);
    expect(heights(svg, 'var(--c1)')).toEqual([]);
    for (const text of ['1.00', '10.0', '1,000']) expect(svg).toContain(`>${text}</text>`);
  });

  it('tells dots of several levels apart by their shapes', () => {
    const triangle: Line = { ...line('b', [5], 'var(--c2)'), ink: { colour: 'var(--c2)', symbol: 'emptyTriangle' } };
    const svg = draw('dots', [line('a', [1], 'var(--c1)'), triangle], ['4k']);
    expect(svg).toMatch(/<polygon points="[^"]*" fill="var\(--bg\)" stroke="var\(--c2\)"/);
    expect(svg).toMatch(/<circle [^>]*fill="var\(--c1\)"/);
  });

  it('draws lines that end with their names, and a gap where nothing was measured', () => {
    const svg = draw('lines', [line('depth 1', [1, 2, 3], 'var(--s1)'), line('depth 16', [4, null, 9], 'var(--s8)')]);
    expect(svg).toContain('>depth 1</text>');
    expect(svg).toContain('>depth 16</text>');
    const [path] = /<path d="[^"]*" fill="none" stroke="var\(--s8\)" stroke-width="2"[^>]*>/.exec(svg) ?? [''];
    expect(path).not.toMatch(/d="M[^"]*L/);
  });

  it('names all levels of several settings, by what differs, over several lines', () => {
    const levels = ['op=randread,bs=4k,direct=1', 'op=randread,bs=64k,direct=1', 'op=write,bs=1m,direct=1'];
    const svg = draw('bars', [line('disk', [1, 2, 3], 'var(--c1)')], levels);
    for (const text of ['op=randread', 'bs=4k', 'bs=64k', 'op=write', 'bs=1m']) expect(svg).toContain(text);
    expect(svg).not.toContain('direct=1');
    expect(svg).not.toContain('…');
  });

  it('keeps the names of lines apart that end at one place', () => {
    const ends = ['scratch', 'persistent-125', 'persistent-500'].map((name) => line(name, [1, 2, 5], 'var(--c1)'));
    const svg = draw('lines', ends);
    const places = [...svg.matchAll(/translate\([\d.]+ ([\d.]+)\)"[^>]*>(scratch|per…[^<]*)<\/text>/g)];
    expect(new Set(places.map(([, , name]) => name)).size).toBe(3);
    const heights = places.map(([, y]) => Number(y)).toSorted((a, b) => a - b);
    for (const [index, y] of heights.slice(1).entries()) expect(y - (heights[index] ?? 0)).toBeGreaterThanOrEqual(12);
  });

  it('writes numbers above bars upright where they have no room, and not where that has none', () => {
    const three = ['a', 'b', 'c'].map((name) => line(name, [100, 200, 400], 'var(--c1)'));
    expect(draw('bars', three, undefined, 960)).not.toMatch(/matrix\(|rotate\(/);
    expect(draw('bars', three, undefined, 260)).toMatch(/(matrix|rotate)\([^)]*\)"[^>]*>400</);
    expect(draw('bars', [...three, ...three, ...three, ...three], undefined, 260)).not.toContain('>400<');
  });

  it('is one picture for every theme and reader: variables for colours, a name, nothing from outside', () => {
    const svg = draw('lines', [line('a', [1, 2, 3], 'var(--c1)')]);
    expect(svg).toMatch(/^<svg viewBox="0 0 \d+ \d+" role="img" aria-label="IOPS &quot;over&quot; &lt;bs&gt;">/);
    expect(svg).not.toMatch(/<style|<script|class=|ecmeta|http|#[0-9a-f]{3,6}"/);
    for (const [, colour] of svg.matchAll(/(?:fill|stroke)="([^"]*)"/g))
      expect(colour).toMatch(/^(none|var\(--[a-z0-9]+\))$/);
  });

  it('escapes levels and names', () => {
    const svg = draw(
      'lines',
      [line('<b>', [1, 2], 'var(--c1)'), line('c', [1, 3], 'var(--c2)')],
      ['<script>', '&amp;'],
    );
    expect(svg).toContain('&lt;script&gt;');
    expect(svg).toContain('&lt;b&gt;');
    expect(svg).toContain('&amp;amp;');
  });

  it('gives the same bytes again', () => {
    const lines = [line('a', [1, 2, 3], 'var(--c1)')];
    expect(draw('lines', lines)).toBe(draw('lines', lines));
  });
});
