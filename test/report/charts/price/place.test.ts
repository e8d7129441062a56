import { crosses, placer, priceAxis } from '../../../../lib/report/charts/price/place';

describe('priceAxis', () => {
  it('starts at zero where prices differ much', () => {
    expect(priceAxis([1, 8])).toMatchObject({ min: 0 });
    expect(priceAxis([1, 8]).max).toBeGreaterThan(8);
  });

  it('shows only the part where they lie close together: hosts cost most of each', () => {
    const { min, max } = priceAxis([22.55, 23.01, 23.91]);
    expect(min).toBeGreaterThan(21);
    expect(min).toBeLessThan(22.55);
    expect(max).toBeGreaterThan(23.91);
    expect(max).toBeLessThan(25);
  });

  it('has a width for one price', () => {
    const { min, max, step } = priceAxis([1.5, 1.5]);
    expect(max).toBeGreaterThan(1.5);
    expect(min).toBeLessThan(1.5);
    expect(step).toBeGreaterThan(0);
  });
});

it('puts equal ratios equally far apart on a logarithmic scale', () => {
  const scale = { factor: 1e3, unit: 'k ops/s', log: true, min: 0.1, max: 1000 };
  const { y, plot } = placer({ width: 900, height: 400 }, { min: 0, max: 1, step: 0.5 }, scale);
  expect(y(100)).toBe(plot.bottom);
  expect(y(1e6)).toBe(plot.top);
  expect(y(100) - y(1000)).toBeCloseTo(y(1e4) - y(1e5));
});

it('knows whether a line runs through a box', () => {
  const box = { left: 10, right: 20, top: 10, bottom: 20 };
  const line = (x1: number, y1: number, x2: number, y2: number) =>
    crosses(
      [
        { x: x1, y: y1 },
        { x: x2, y: y2 },
      ],
      box,
    );
  expect(line(0, 0, 30, 30)).toBe(true);
  expect(line(0, 15, 30, 15)).toBe(true);
  expect(line(0, 5, 30, 5)).toBe(false);
  expect(line(0, 30, 9, 0)).toBe(false);
  expect(line(0, 0, 5, 5)).toBe(false);
});
