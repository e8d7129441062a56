import type { PricePoint } from '../../../lib/report/charts/price-point';
import { distances, limitLine, spotOf } from '../../../lib/report/charts/spots';

const SIZE = { width: 900, height: 400 };
const SCALE = { factor: 1, unit: 'ops/s', log: false, min: 0, max: 400 };
const spot = (usdPerHour: number, value: number, high = value) => {
  const contender = { label: 'a-long-name', value, interval: { low: value, high, level: 0.75 } };
  return spotOf({ usdPerHour, contender } as PricePoint, SCALE, 10, SIZE);
};
const positionAt = (value: number, ...spots: readonly ReturnType<typeof spot>[]) =>
  (limitLine(value, SCALE, SIZE, spots) as { label: { position: string } }).label.position;

describe('distances', () => {
  it('puts a name above its interval', () => {
    const [plain = 0, wide = 0] = distances([spot(2, 200), spot(8, 200, 300)]);
    expect(wide - plain).toBeCloseTo(((300 - 200) / 400) * (400 - 78));
  });

  it('lifts the higher of two names that would meet, and leaves others', () => {
    const [low = 0, high = 0, far = 0] = distances([spot(5, 200), spot(5.01, 202), spot(1, 201)]);
    expect(high).toBeGreaterThan(low + 10);
    expect(far).toBe(low);
  });

  it('ends with many dots in one place', () => {
    const found = distances(Array.from({ length: 30 }, () => spot(5, 200)));
    expect(new Set(found).size).toBe(30);
  });
});

it('names a line at an end, above or below it, where the fewest dots lie', () => {
  expect(positionAt(200)).toBe('insideStartTop');
  expect(positionAt(200, spot(0.2, 200))).toBe('insideEndTop');
  expect(positionAt(200, spot(0.2, 210), spot(9.8, 210))).toBe('insideStartBottom');
});
