import { drawPrice, frontier } from '../../../../lib/report/charts/price/picture';
import type { PricePoint } from '../../../../lib/report/charts/price/point';
import type { Contender } from '../../../../lib/results/answer/contender';

const point = (label: string, usdPerHour: number, value: number): PricePoint => ({
  usdPerHour,
  ink: { colour: 'var(--c1)', symbol: 'circle' },
  contender: {
    cell: label,
    label,
    value,
    unit: 'ops/s',
    n: 3,
    interval: { low: value, high: value, level: 0.9 },
  } as unknown as Contender,
});
const WORDS = { label: 'price', axis: '$ an hour' };
const names = (points: readonly PricePoint[]) => points.map(({ contender }) => contender.label);
const POINTS = [point('a', 1, 100), point('b', 2, 90), point('c', 3, 300), point('d', 3, 310), point('e', 5, 305)];

describe('frontier', () => {
  it('keeps what nothing else beats in both price and value', () => {
    expect(names(frontier(POINTS, 'higher'))).toEqual(['a', 'd']);
    expect(names(frontier(POINTS, 'lower'))).toEqual(['a', 'b']);
  });
});

it('draws a dot with its name for each, and the level that was asked for', () => {
  const svg = drawPrice(POINTS, 'higher', [200], { width: 900, height: 400 }, WORDS).text;
  for (const name of ['a', 'b', 'c', 'd', 'e']) expect(svg).toContain(`>${name}</text>`);
  expect(svg).toContain('asked: 200 ops/s');
  expect(svg).toContain('$ an hour');
  expect([...svg.matchAll(/fill="var\(--c1\)"/g)]).toHaveLength(5);
});

describe('the name of the level that was asked for', () => {
  const place = (points: readonly PricePoint[]) => {
    const svg = drawPrice(points, 'higher', [200], { width: 900, height: 400 }, WORDS).text;
    const [, x] = /translate\(([\d.]+) [\d.]+\)"[^>]*>asked: 200 ops\/s</.exec(svg) ?? [];
    return Number(x);
  };

  it('stands at the end of its line where no dot lies', () => {
    expect(place([point('dear', 9, 200), point('dearer', 10, 205)])).toBeLessThan(300);
    expect(place([point('cheap', 0.1, 200), point('cheaper', 0.3, 205)])).toBeLessThan(300);
    expect(place([point('cheap', 0.1, 190), point('dear', 10, 400)])).toBeGreaterThan(600);
  });
});

it('keeps names of dots apart that lie close together', () => {
  const close = [point('persistent-125', 1, 300), point('persistent-500', 1.01, 301)];
  const svg = drawPrice(close, 'higher', [], { width: 380, height: 340 }, WORDS).text;
  const places = [...svg.matchAll(/<text ([^>]*)translate\(([\d.]+) ([\d.]+)\)"[^>]*>persistent/g)];
  const [first, second] = places.map(([, anchor = '', x, y]) => ({
    end: anchor.includes('end'),
    x: Number(x),
    y: Number(y),
  }));
  if (first === undefined || second === undefined) throw new Error('two names are drawn');
  // One to the left and one to the right of the dots, or one above the other.
  expect(first.end !== second.end || Math.abs(first.y - second.y) > 10).toBe(true);
});

it('stands on a logarithmic axis where values span more than a line of dots could show', () => {
  const svg = drawPrice(
    [point('a', 1, 20), point('b', 2, 400_000)],
    'higher',
    [],
    { width: 900, height: 400 },
    WORDS,
  ).text;
  const heightOf = (name: string) =>
    Number(new RegExp(`translate\\([\\d.]+ ([\\d.]+)\\)"[^>]*>${name}<`).exec(svg)?.[1]);
  // From zero the dot of 20 would lie on the axis, 350 pixels down.
  expect(heightOf('a')).toBeLessThan(335);
  expect(svg).toContain('>0.01</text>');
});
