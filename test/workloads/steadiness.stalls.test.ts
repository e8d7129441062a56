import { judgeStalls } from '../../lib/workloads/steadiness';

describe('judgeStalls', () => {
  /** Most operations in the bin at 1 ms, and some in the bin at 1 s. */
  const judge = (fast: number, slow: number) =>
    judgeStalls(
      [
        {
          of: 'latency',
          operation: 'read',
          unit: 'us',
          first: 24,
          counts: [fast, ...Array.from({ length: 23 }, () => 0), slow],
        },
      ],
      ['latency_p99'],
    );

  it('finds stalls that hold a tenth of all latency, and that p99.9 hides', () => {
    const [reason] = judge(100_000, 10);
    expect(reason).toMatchObject({ code: 'LatencyUnsteady', metrics: ['latency_p99'] });
    expect(reason?.text).toContain('10 of 100010 reads took 0.1 s or more, and 9% of all latency');
  });

  it('accepts single slow operations, and storage that is always slow', () => {
    expect(judge(100_000, 2)).toEqual([]);
    expect(judge(0, 100)).toEqual([]);
  });
});
