import { computeOverlap as overlapUntil } from '../../../../lib/results/trial/together/overlap';
import type { Window } from '../../../../lib/workloads/contract';

const computeTimed = (windows: readonly Window[]) => overlapUntil(windows, 'time');

describe('computeOverlap', () => {
  it('divides the intersection of windows by the longest window', () => {
    const overlap = computeTimed([
      { host: 'a', from: 100, to: 110 },
      { host: 'b', from: 100.2, to: 110.2 },
    ]);
    expect(overlap?.share).toBeCloseTo(0.98, 10);
    expect(overlap?.common).toEqual({ from: 100.2, to: 110 });
    expect(overlap?.reason).toBeNull();
  });

  it('reports NoOverlap with the shared seconds and the late host when windows share 77.5%', () => {
    const overlap = computeTimed([
      { host: 'client-0', from: 100, to: 104 },
      { host: 'client-1', from: 100.9, to: 104.9 },
    ]);
    expect(overlap?.share).toBeCloseTo(0.775, 10);
    expect(overlap?.reason).toMatchObject({ level: 'invalid', code: 'NoOverlap' });
    expect(overlap?.reason?.text).toContain('3.10 s of 4.00 s (77.5%');
    expect(overlap?.reason?.text).toContain('client-1 began 0.90 s after client-0');
  });

  it('computes a share of 90% for a shorter window within the longest one', () => {
    const windows = [
      { host: 'a', from: 0, to: 100 },
      { host: 'b', from: 0, to: 90 },
    ];
    expect(computeTimed(windows)?.share).toBeCloseTo(0.9, 10);
  });

  it('returns share 0 and NoOverlap for windows one after the other', () => {
    const windows = [
      { host: 'a', from: 0, to: 4 },
      { host: 'b', from: 5, to: 9 },
    ];
    expect(computeTimed(windows)).toMatchObject({ share: 0, common: null, reason: { code: 'NoOverlap' } });
  });

  it('reports EndedLate when a host took longer, and NoOverlap when hosts began apart or ended early', () => {
    const computeCode = (...all: readonly (readonly [number, number])[]) =>
      computeTimed(all.map(([from, to], index) => ({ host: `h${index}`, from, to })))?.reason?.code;
    expect(computeCode([0, 10], [0, 10.7])).toBe('EndedLate');
    expect(computeCode([0, 10], [0.1, 10], [0, 13])).toBe('EndedLate');
    // One that ended too soon is said by its workload.
    expect(computeCode([0, 10], [0, 10], [0, 8])).toBe('NoOverlap');
    expect(computeCode([0, 10], [2, 12])).toBe('NoOverlap');
    expect(computeCode([0, 10], [0, 10.3])).toBeUndefined();
  });

  it('returns share 1 for one host, 0 for an empty window, and null without windows', () => {
    expect(computeTimed([{ host: 'a', from: 3, to: 7 }])).toMatchObject({ share: 1, reason: null });
    expect(computeTimed([{ host: 'a', from: 3, to: 3 }])?.share).toBe(0);
    expect(computeTimed([])).toBeNull();
  });
});

describe('computeOverlap for a fixed amount of work', () => {
  const computeDone = (...windows: readonly (readonly [number, number])[]) =>
    overlapUntil(
      windows.map(([from, to], index) => ({ host: `client-${index}`, from, to })),
      'done',
    );

  it('requires only that hosts began together, and computes the share from the fastest host', () => {
    const overlap = computeDone([100, 140], [100.2, 160.2], [100.1, 120]);
    expect(overlap?.reason).toBeNull();
    expect(overlap?.seconds).toBeCloseTo(19.9, 10);
    expect(overlap?.share).toBeCloseTo(1 - 0.2 / 19.9, 10);
    expect(overlap?.common).toEqual({ from: 100, to: 160.2 });
  });

  it('reports NoOverlap when starts differ by more than 5% of the time of the fastest host', () => {
    const overlap = computeDone([100, 110], [100.6, 200]);
    expect(overlap?.reason).toMatchObject({ level: 'invalid', code: 'NoOverlap' });
    expect(overlap?.reason?.text).toContain('client-1 began 0.60 s after client-0');
    expect(overlap?.reason?.text).toContain('the fastest host finished within 10.00 s');
    expect(overlap?.reason?.text).toContain('starts may differ by 5% of that');
  });

  it('returns share 1 for one host, NoOverlap for an empty window, and null without windows', () => {
    expect(computeDone([3, 7])).toMatchObject({ share: 1, common: { from: 3, to: 7 }, reason: null });
    expect(computeDone([3, 3])).toMatchObject({ share: 0, common: null, reason: { code: 'NoOverlap' } });
    expect(overlapUntil([], 'done')).toBeNull();
  });
});
