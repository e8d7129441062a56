import { drawPrice, frontier } from '../../../lib/report/charts/price';
import type { PricePoint } from '../../../lib/report/charts/price-point';
import type { Contender } from '../../../lib/results/answer/contender';

const point = (label: string, usdPerHour: number, value: number): PricePoint => ({
  usdPerHour,
  ink: { colour: 'var(--c1)', symbol: 'circle' },
  contender: {
    cell: label,
    label,
    value,
    unit: 'ops/s',
    n: 3,
    interval: { low: value, high: value, level: 0.75, method: 'order-statistics' },
  } as Contender,
});
const names = (points: readonly PricePoint[]) => points.map(({ contender }) => contender.label);
const POINTS = [point('a', 1, 100), point('b', 2, 90), point('c', 3, 300), point('d', 3, 310), point('e', 5, 305)];

describe('frontier', () => {
  it('keeps what nothing else beats in both price and value', () => {
    expect(names(frontier(POINTS, 'higher'))).toEqual(['a', 'd']);
    expect(names(frontier(POINTS, 'lower'))).toEqual(['a', 'b']);
  });
});

it('draws a dot with its name for each, and the level that was asked for', () => {
  const svg = drawPrice(POINTS, 'higher', [200], { width: 900, height: 400 }, 'price').text;
  for (const name of ['a', 'b', 'c', 'd', 'e']) expect(svg).toContain(`>${name}</text>`);
  expect(svg).toContain('asked: 200 ops/s');
  expect(svg).toContain('$ an hour');
  expect([...svg.matchAll(/fill="var\(--c1\)"/g)]).toHaveLength(5);
});

describe('the name of the level that was asked for', () => {
  const place = (points: readonly PricePoint[]) => {
    const svg = drawPrice(points, 'higher', [200], { width: 900, height: 400 }, 'price').text;
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
  const svg = drawPrice(close, 'higher', [], { width: 380, height: 340 }, 'price').text;
  const [first = 0, second = 0] = [...svg.matchAll(/translate\([\d.]+ ([\d.]+)\)"[^>]*>persistent/g)].map(([, y]) =>
    Number(y),
  );
  expect(Math.abs(first - second)).toBeGreaterThan(10);
});
