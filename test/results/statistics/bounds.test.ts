import {
  boundsOf,
  decidingBounds,
  type Limits,
  standingOf,
  trialsForOrder,
} from '../../../lib/results/statistics/bounds';

// 100 with a deviation of 5 %, five times: t(0.95, 4) = 2.1318, half = 2.1318 · 0.05 ÷ √5 = 0.04767.
const logs = { n: 5, mean: Math.log(100), deviation: 0.05 };
const bounds = boundsOf(logs)!;
const standing = (limits: Limits, shown = 100, among = 1) =>
  standingOf({ logs, shown, of: 'middle', values: [] }, limits, { among });

it('is one-sided at 95 % on each side', () => {
  expect(bounds.low).toBeCloseTo(100 * Math.exp(-0.04767), 2);
  expect(bounds.high).toBeCloseTo(100 * Math.exp(0.04767), 2);
  expect(boundsOf({ n: 1, mean: 1, deviation: null })).toBeNull();
});

it('passes where the lower end does, fails where the upper end does, and is open between', () => {
  expect(standing({ atLeast: 95 })).toBe('yes');
  expect(standing({ atLeast: 96 })).toBe('open');
  expect(standing({ atLeast: 104 })).toBe('open');
  expect(standing({ atLeast: 105 })).toBe('no');
  expect(standing({ atMost: 105 })).toBe('yes');
  expect(standing({ atMost: 100 })).toBe('open');
  expect(standing({ atMost: 95 })).toBe('no');
  expect(standing({ atLeast: 95, atMost: 105 })).toBe('yes');
  expect(standing({ atLeast: 95, atMost: 101 })).toBe('open');
  expect(standing({ atLeast: 106, atMost: 120 })).toBe('no');
});

it('is open for what has too few units, and where the value that is shown says otherwise', () => {
  expect(standingOf({ logs: null, shown: 900, of: 'middle', values: [] }, { atLeast: 95 })).toBe('open');
  expect(standing({ atLeast: 95 }, 94)).toBe('open');
  expect(standing({ atLeast: 105 }, 105)).toBe('open');
});

it('has to be the surer that it keeps to the limit, the more are tried, and not that it misses it', () => {
  // t(0.9875, 4) = 3.4954: half = 0.07816 among four.
  expect(standing({ atLeast: 93 }, 100, 4)).toBe('open');
  expect(standing({ atLeast: 92.4 }, 100, 4)).toBe('yes');
  expect(standing({ atMost: 107 }, 100, 4)).toBe('open');
  expect(standing({ atLeast: 105 }, 100, 4)).toBe('no');
});

it('knows that the mean of values that scatter by factors lies above their middle', () => {
  // s = 0.5, n = 5: x̄ + s²/2 = ln 100 + 0.125, half = 2.1318 · 0.5 ÷ √5 = 0.47668. χ² of four degrees by Wilson and
  // Hilferty: 0.68895 and 9.4638, so σ²/2 lies by 0.60075 higher and 0.07217 lower at most: with half 0.76689
  // and 0.48212.
  const wide = { ...logs, deviation: 0.5 };
  const mean = boundsOf(wide, 'mean')!;
  expect(mean.low).toBeCloseTo(100 * Math.exp(0.125 - 0.48212), 1);
  expect(mean.high / (100 * Math.exp(0.125 + 0.76689))).toBeCloseTo(1, 2);
  // By the true χ², 0.7107: 0.74961.
  expect(mean.high).toBeGreaterThan(100 * Math.exp(0.125 + 0.74961));
  expect(boundsOf({ ...wide, deviation: 0 }, 'mean')).toEqual(boundsOf({ ...wide, deviation: 0 }));
  const at = { atMost: 175 };
  expect(standingOf({ logs: wide, shown: 113, of: 'middle', values: [] }, at)).toBe('yes');
  expect(standingOf({ logs: wide, shown: 113, of: 'mean', values: [] }, at)).toBe('open');
});

it('asks of a median from five trials on what holds of any distribution, too', () => {
  const tested = { logs, shown: 100, of: 'middle', values: [100, 98, 104, 101, 90] } as const;
  // The least of five lies above the median in 0.5⁵ = 3.1 %.
  expect(decidingBounds(tested, 0.05)).toEqual({ low: 90, high: bounds.high });
  expect(standingOf(tested, { atLeast: 95 })).toBe('open');
  expect(standingOf(tested, { atLeast: 90 })).toBe('yes');
  const four = { ...tested, values: [100, 98, 104, 90] };
  expect(decidingBounds(four, 0.05)).toEqual(bounds);
  expect(decidingBounds({ ...tested, of: 'mean' }, 0.05)).toEqual(boundsOf(logs, 'mean'));
  // Of ten the second: 11 ÷ 1024 = 1.1 %, the third 5.5 %; at 1 % the first.
  const ten = { ...tested, values: [80, 85, 91, 92, 93, 94, 95, 96, 97, 98] };
  expect(decidingBounds(ten, 0.05)?.low).toBe(85);
  expect(decidingBounds(ten, 0.01)?.low).toBe(80);
});

it('takes one of several to scatter no less than all of them, where its own order cannot say so', () => {
  // t(0.95, 12) = 1.7823: half = 1.7823 · 0.1 ÷ √5 = 0.0797, more than the 0.04767 of its own.
  const pooled = { deviation: 0.1, freedom: 12 };
  const tested = { logs, shown: 100, of: 'middle', values: [], pooled } as const;
  expect(boundsOf(logs, 'middle', 0.05, pooled)!.low).toBeCloseTo(100 * Math.exp(-0.0797), 2);
  expect(boundsOf(logs, 'middle', 0.05, { ...pooled, deviation: 0.01 })).toEqual(bounds);
  expect(standingOf(tested, { atLeast: 95 })).toBe('open');
  expect(standingOf(tested, { atLeast: 92 })).toBe('yes');
  // That it misses it is said of it alone; and of a mean its own spread is a part.
  expect(standingOf(tested, { atLeast: 105 })).toBe('no');
  expect(decidingBounds({ ...tested, of: 'mean' }, 0.05)).toEqual(boundsOf(logs, 'mean'));
  // Five are enough at 5 %, not at 1 %, which takes seven.
  const five = { ...tested, values: [99, 100, 101, 100, 100] };
  expect(decidingBounds(five, 0.05)).toEqual(bounds);
  expect(decidingBounds(five, 0.01)).toEqual(boundsOf(logs, 'middle', 0.01, pooled));
  expect([0.05, 0.0125, 0.01, 0.00625, 0.5 ** 5].map(trialsForOrder)).toEqual([5, 7, 7, 8, 5]);
});

it('has to be the surer that it misses one of several conditions, and not that it keeps to it', () => {
  // As among four above: half = 0.07816.
  const tested = { logs, shown: 100, of: 'middle', values: [] } as const;
  expect(standingOf(tested, { atLeast: 105 }, { conditions: 1 })).toBe('no');
  expect(standingOf(tested, { atLeast: 105 }, { conditions: 4 })).toBe('open');
  expect(standingOf(tested, { atLeast: 108.2 }, { conditions: 4 })).toBe('no');
  expect(standingOf(tested, { atLeast: 95 }, { conditions: 4 })).toBe('yes');
});
