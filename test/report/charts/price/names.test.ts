import { limitLine, type PlacedName, placeNames } from '../../../../lib/report/charts/price/names';
import { boxesOf, crosses, meet, placer, type Segment, type Spot } from '../../../../lib/report/charts/price/place';
import { textWidth } from '../../../../lib/report/charts/labels';

const SCALE = { factor: 1, unit: 'ops/s', log: false, min: 0, max: 400 };
const PLACE = placer({ width: 900, height: 400 }, { min: 0, max: 10, step: 2 }, SCALE);
const spot = (usd: number, value: number, high = value): Spot => ({
  x: PLACE.x(usd),
  y: PLACE.y(value),
  upper: PLACE.y(high),
  lower: PLACE.y(value),
});
const positionAt = (value: number, ...spots: readonly Spot[]) =>
  (limitLine(value, SCALE, PLACE, spots).line as { label: { position: string } }).label.position;
const place = (spots: readonly Spot[], names: readonly string[]) =>
  placeNames(spots, names, { plot: PLACE.plot, lines: [], names: [] });
const boxOf = ({ text, x, y, align }: PlacedName) => {
  const width = textWidth(text);
  const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - 6, bottom: y + 6 };
};
const meeting = (placed: readonly PlacedName[]) =>
  placed.flatMap((one, index) =>
    placed.slice(index + 1).filter((other) => {
      const [a, b] = [boxOf(one), boxOf(other)];
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    }),
  );

describe('placeNames', () => {
  it('puts a name beside its dot where nothing is in the way', () => {
    expect(place([spot(2, 200)], ['disk'])).toMatchObject([{ text: 'disk', y: PLACE.y(200), align: 'left' }]);
  });

  it('puts it to the other side at the edge of the plot', () => {
    expect(place([spot(10, 200)], ['a-long-name'])).toMatchObject([{ align: 'right' }]);
  });

  it('keeps names apart of dots that lie in one place, and leaves out those that would stand far away', () => {
    const many = Array.from({ length: 12 }, (_, index) => spot(5 + index / 100, 200));
    const labels = many.map((_, index) => `persistent-${index}`);
    const placed = place(many, labels).flatMap((one) => one ?? []);
    expect(meeting(placed)).toEqual([]);
    expect(placed.length).toBeGreaterThan(5);
    expect(placed.length).toBeLessThan(12);
    expect(Math.max(...placed.map(({ y }) => Math.abs(y - PLACE.y(200))))).toBeLessThan(60);
  });

  it('keeps clear of other dots and of lines', () => {
    const lines: Segment[] = [[spot(0, 200), spot(10, 200)]];
    const spots = [spot(5, 200), spot(5.3, 200)];
    const all = placeNames(spots, ['one', 'two'], { plot: PLACE.plot, names: [], lines });
    expect(all).not.toContain(null);
    for (const placed of all.flatMap((one) => one ?? [])) {
      const box = boxOf(placed);
      expect(lines.filter((line) => crosses(line, box))).toEqual([]);
      expect(spots.flatMap(boxesOf).filter((other) => meet(other, box))).toEqual([]);
    }
  });

  it('ends where there is no room for all', () => {
    const many = Array.from({ length: 200 }, () => spot(5, 200));
    const all = place(
      many,
      many.map(() => 'x'.repeat(99)),
    );
    expect(all).toHaveLength(200);
    expect(all.filter((one) => one !== null).length).toBeLessThan(20);
  });
});

it('names a line at an end, above or below it, where the fewest dots lie', () => {
  expect(positionAt(200)).toBe('insideStartTop');
  expect(positionAt(200, spot(0.2, 200))).toBe('insideEndTop');
  expect(positionAt(200, spot(0.2, 210), spot(9.8, 210))).toBe('insideStartBottom');
});
