import { barsOrDots, marksOf, scaleFor, shareOf } from '../../../lib/report/charts/axes';

describe('scaleFor', () => {
  it('starts at zero and ends above the largest value, in a unit that fits', () => {
    expect(scaleFor([75_000, 938_000], 'ops/s', false)).toEqual({
      factor: 1e3,
      unit: 'k ops/s',
      log: false,
      min: 0,
      max: 1000,
    });
    expect(scaleFor([428e6, 45.4e9], 'bytes/s', false)).toMatchObject({ unit: 'GB/s', min: 0, max: 60 });
    expect(scaleFor([54, 476], 'us', true)).toMatchObject({ unit: 'µs', log: false, max: 600 });
  });

  it('is logarithmic for lines over a wide range, never for bars', () => {
    expect(scaleFor([15, 2600], 'us', true)).toMatchObject({ unit: 'µs', log: true, min: 10, max: 10_000 });
    expect(scaleFor([15, 2600], 'us', false)).toMatchObject({ log: false, min: 0 });
  });

  it('is not logarithmic where a value is zero: it would have no place', () => {
    expect(scaleFor([0, 15, 2600], 'us', true)).toMatchObject({ log: false, min: 0 });
    expect(barsOrDots([0, 1, 1e5])).toBe('bars');
  });

  it('stands with nothing', () => {
    expect(scaleFor([], 'count', true)).toMatchObject({ min: 0, max: 1, log: false });
    expect(scaleFor([0, 0], 'ops/s', true)).toMatchObject({ min: 0, max: 1, log: false });
  });
});

it('takes dots for bars where the smallest bar would be a line', () => {
  expect(barsOrDots([232, 0.232])).toBe('dots');
  expect(barsOrDots([30, 1])).toBe('bars');
});

it('says where a value and the marks lie', () => {
  const scale = scaleFor([0.5, 200], 'ops/s', true);
  expect(marksOf(scale)).toEqual([0.1, 1, 10, 100, 1000]);
  expect(shareOf(scale, 10)).toBeCloseTo(0.5);
  expect(marksOf(scaleFor([300], 'ops/s', false))).toEqual([0, 80, 160, 240, 320]);
  expect(shareOf(scaleFor([300], 'ops/s', false), 80)).toBeCloseTo(0.25);
});
