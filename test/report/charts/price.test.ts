import { drawPrice, frontier, isFromZero, type PricePoint } from '../../../lib/report/charts/price';
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
    interval: { low: value, high: value, level: 0.9 },
  } as unknown as Contender,
});
const WORDS = { label: 'price', axis: '$ an hour' };
const names = (points: readonly PricePoint[]) => points.map(({ contender }) => contender.label);
const POINTS = [point('a', 1, 100), point('b', 2, 90), point('c', 3, 300), point('d', 3, 350), point('e', 5, 305)];

describe('frontier', () => {
  it('keeps what nothing else beats in both price and value', () => {
    expect(names(frontier(POINTS, 'higher'))).toEqual(['a', 'd']);
    expect(names(frontier(POINTS, 'lower'))).toEqual(['a', 'b']);
  });
});

it('draws a dot with its name for each, and the level that was asked for', () => {
  const svg = drawPrice(POINTS, 'higher', [200], { width: 900, height: 400 }, WORDS).text;
  for (const name of ['a', 'b', 'c', 'd', 'e']) expect(svg).toContain(`>${name}</text>`);
  expect(svg).toContain('d="M48 190.5L872 190.5" fill="none" stroke="var(--fg)"');
  expect(svg).toContain('$ an hour');
  expect([...svg.matchAll(/fill="var\(--c1\)"/g)]).toHaveLength(5);
});

it('leaves out names that would lie on others, and names no dot twice', () => {
  const close = [1, 1.01, 1.02].map((usd, index) => point(`persistent-${index}`, usd, 300 + index));
  const svg = drawPrice([...close, point('scratch', 9, 20)], 'higher', [], { width: 380, height: 340 }, WORDS).text;
  expect([...svg.matchAll(/>(persistent|scratch)[^<]*</g)].map(([, name]) => name)).toEqual([
    'persistent',
    'persistent',
    'scratch',
  ]);
});

it('begins at zero where prices differ much', () => {
  const from = (prices: readonly [number, number]) => isFromZero(prices.map((usd) => point('a', usd, 1)));
  expect([from([1, 9]), from([1, 1.2])]).toEqual([true, false]);
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
