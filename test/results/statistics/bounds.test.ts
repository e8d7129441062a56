import { boundsOf, standingOf } from '../../../lib/results/statistics/bounds';

// 100 with a deviation of 5 %, five times: t(0.95, 4) = 2.1318, half = 2.1318 · 0.05 ÷ √5 = 0.04767.
const bounds = boundsOf({ n: 5, mean: Math.log(100), deviation: 0.05 })!;

it('is one-sided at 95 % on each side', () => {
  expect(bounds.low).toBeCloseTo(100 * Math.exp(-0.04767), 2);
  expect(bounds.high).toBeCloseTo(100 * Math.exp(0.04767), 2);
  expect(boundsOf({ n: 1, mean: 1, deviation: null })).toBeNull();
});

it('passes where the lower end does, fails where the upper end does, and is open between', () => {
  expect(standingOf(bounds, 100, { atLeast: 95 })).toBe('yes');
  expect(standingOf(bounds, 100, { atLeast: 96 })).toBe('open');
  expect(standingOf(bounds, 100, { atLeast: 104 })).toBe('open');
  expect(standingOf(bounds, 100, { atLeast: 105 })).toBe('no');
  expect(standingOf(bounds, 100, { atMost: 105 })).toBe('yes');
  expect(standingOf(bounds, 100, { atMost: 100 })).toBe('open');
  expect(standingOf(bounds, 100, { atMost: 95 })).toBe('no');
  expect(standingOf(bounds, 100, { atLeast: 95, atMost: 105 })).toBe('yes');
  expect(standingOf(bounds, 100, { atLeast: 95, atMost: 101 })).toBe('open');
  expect(standingOf(bounds, 100, { atLeast: 106, atMost: 120 })).toBe('no');
});

it('is open for what has too few units, and where the value that is shown says otherwise', () => {
  expect(standingOf(null, 900, { atLeast: 95 })).toBe('open');
  expect(standingOf(bounds, 94, { atLeast: 95 })).toBe('open');
  expect(standingOf(bounds, 105, { atLeast: 105 })).toBe('open');
});
