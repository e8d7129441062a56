import { isEqual, isMore, ratioOfMeans, welch } from '../../../lib/results/statistics/welch';
import { studentT } from '../../../lib/results/statistics/student';

describe('welch', () => {
  it('is what Welch reckons, worked by hand', () => {
    // q = 1/3 and 1/12: SE² = 5/12; ν = (5/12)² ÷ (1/18 + 1/288) = (25/144) ÷ (17/288) = 50/17.
    const ratio = welch({ n: 3, mean: 2, deviation: 1 }, { n: 3, mean: 0.5, deviation: 0.5 })!;
    expect(ratio.ratio).toBeCloseTo(Math.exp(1.5), 9);
    const half = studentT(0.975, 50 / 17) * Math.sqrt(5 / 12);
    expect(ratio.low).toBeCloseTo(Math.exp(1.5 - half), 9);
    expect(ratio.high).toBeCloseTo(Math.exp(1.5 + half), 9);
  });

  it('takes the degrees of freedom of the fewer where the other has many more', () => {
    const few = { n: 3, mean: 0, deviation: 0.001 };
    const many = { n: 10, mean: 0.1, deviation: 0.05 };
    const { low, ratio } = welch(many, few)!;
    expect(Math.log(ratio / low)).toBeCloseTo(studentT(0.975, 2) * Math.sqrt(0.05 ** 2 / 10 + 0.001 ** 2 / 3), 9);
  });

  it('does not exist where one side has a single unit', () => {
    expect(welch({ n: 3, mean: 2, deviation: 1 }, { n: 1, mean: 2, deviation: null })).toBeNull();
  });
});

describe('isMore and isEqual', () => {
  const of = (difference: number, deviation: number, n = 5) =>
    welch({ n, mean: difference, deviation }, { n, mean: 0, deviation })!;

  it('takes a difference that is certain, and as large as matters', () => {
    // SE = 0.01·√(2/5) = 0.00632, ν = 8, t = 2.306: half an interval is 0.0146.
    expect(isMore(of(0.03, 0.01), 0.02)).toBe(true);
    expect(isMore(of(0.014, 0.01), 0)).toBe(false);
    expect(isMore(of(0.015, 0.01), 0)).toBe(true);
    // Certain, but 1.5 % of 2 %.
    expect(isMore(of(0.015, 0.001), 0.02)).toBe(false);
  });

  it('decides by the margin alone where nothing scatters', () => {
    expect(isMore(of(0.03, 0), 0.02)).toBe(true);
    expect(isMore(of(0.01, 0), 0.02)).toBe(false);
    expect(isEqual(of(0.01, 0), 0.02)).toBe(true);
    expect(isEqual(of(0.021, 0), 0.02)).toBe(false);
  });

  it('calls equal what surely lies within the margin on both sides', () => {
    // t(0.95, 8) = 1.8595: half of the interval of both one-sided tests is 0.01176, ln 1.02 = 0.0198.
    expect(isEqual(of(0.008, 0.01), 0.02)).toBe(true);
    expect(isEqual(of(-0.008, 0.01), 0.02)).toBe(true);
    expect(isEqual(of(0.0081, 0.01), 0.02)).toBe(false);
    // Not known to differ is not known to be equal.
    expect(isEqual(of(0, 0.1), 0.02)).toBe(false);
  });
});

describe('ratioOfMeans', () => {
  it('compares what lies above the middle of values that scatter', () => {
    const wide = { n: 5, mean: 0, deviation: 0.5 };
    const narrow = { n: 5, mean: 0.125, deviation: 0 };
    const ratio = ratioOfMeans(wide, narrow)!;
    expect(ratio.ratio).toBeCloseTo(1, 9);
    expect(ratio.low).toBeLessThan(1);
    expect(ratio.within.low).toBeGreaterThan(ratio.low);
    expect(ratio.within.high).toBeLessThan(ratio.high);
    expect(ratioOfMeans(wide, { n: 1, mean: 0, deviation: null })).toBeNull();
  });

  it('is that of the middles where nothing scatters', () => {
    const ratio = ratioOfMeans({ n: 3, mean: 1, deviation: 0 }, { n: 3, mean: 0, deviation: 0 })!;
    expect([ratio.low, ratio.ratio, ratio.high]).toEqual([Math.E, Math.E, Math.E]);
  });
});
