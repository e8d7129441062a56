import { overlapOf } from '../../../lib/results/trial/overlap';

describe('overlapOf', () => {
  it('divides the intersection by the longest window', () => {
    const overlap = overlapOf([
      { host: 'a', from: 100, to: 110 },
      { host: 'b', from: 100.2, to: 110.2 },
    ]);
    expect(overlap?.share).toBeCloseTo(0.98, 10);
    expect(overlap?.common).toEqual({ from: 100.2, to: 110 });
    expect(overlap?.reason).toBeNull();
  });

  it('says in numbers why rates are not added up', () => {
    const overlap = overlapOf([
      { host: 'client-0', from: 100, to: 104 },
      { host: 'client-1', from: 100.9, to: 104.9 },
    ]);
    expect(overlap?.share).toBeCloseTo(0.775, 10);
    expect(overlap?.reason).toMatchObject({ level: 'invalid', code: 'NoOverlap' });
    expect(overlap?.reason?.text).toContain('3.10 s of 4.00 s (77.5 %');
    expect(overlap?.reason?.text).toContain('client-1 began 0.90 s after client-0');
  });

  it('counts a short window against the longest one', () => {
    const windows = [
      { host: 'a', from: 0, to: 100 },
      { host: 'b', from: 0, to: 90 },
    ];
    expect(overlapOf(windows)?.share).toBeCloseTo(0.9, 10);
  });

  it('finds nothing in common of windows one after the other', () => {
    const windows = [
      { host: 'a', from: 0, to: 4 },
      { host: 'b', from: 5, to: 9 },
    ];
    expect(overlapOf(windows)).toMatchObject({ share: 0, common: null, reason: { code: 'NoOverlap' } });
  });

  it('lets one host overlap with itself, and nothing with nothing', () => {
    expect(overlapOf([{ host: 'a', from: 3, to: 7 }])).toMatchObject({ share: 1, reason: null });
    expect(overlapOf([{ host: 'a', from: 3, to: 3 }])?.share).toBe(0);
    expect(overlapOf([])).toBeNull();
  });
});
