import { KINDS } from '../../lib/experiment/kinds';
import { ensure } from '../../lib/shapes/errors';
import type { RecordedEvent } from '../../lib/shapes/events';
import { resolveMetrics } from '../../lib/shapes/metric';
import type { Reading } from '../../lib/workloads/contract';
import { judgeStalls } from '../../lib/workloads/steadiness';

describe('judgeStalls', () => {
  /** Most operations in the bin at 1 ms, and some in the bin at 1 s. */
  const judge = (fast: number, slow: number, changes: Partial<Reading> = {}, of = 'latency') => {
    const counts = [fast, ...Array.from({ length: 23 }, () => 0), slow];
    const distributions = [{ of, operation: 'read', unit: 'us' as const, first: 24, counts }];
    const reading: Reading = { observations: [], windows: [], series: [], reasons: [], distributions, ...changes };
    const metrics = resolveMetrics(ensure(KINDS.workloadOf('kafka'), 'kafka'), {});
    return judgeStalls(reading, metrics);
  };

  it('returns LatencyUnsteady for stalls with 9% of all latency that p99.9 does not show', () => {
    const [reason] = judge(100_000, 10, {}, 'publish_latency');
    expect(reason).toMatchObject({ code: 'LatencyUnsteady', metrics: expect.arrayContaining(['publish_latency_p99']) });
    const share = '10 of 100010 took 0.1 s or more, and 9% of all latency';
    expect(reason?.text).toBe(`the read publish_latency shows stalls that percentiles hide: ${share}`);
  });

  it('compares stalls with the highest percentile that the latency metric has', () => {
    expect(judge(100_000, 500, {}, 'publish_latency')).toEqual([]);
    expect(judge(100_000, 500, {}, 'end_to_end_latency')).toHaveLength(1);
    expect(judge(100_000, 1500, {}, 'end_to_end_latency')).toEqual([]);
  });

  it('accepts stalls after an event that happened, but not after one that was only planned', () => {
    const makeEvents = (acted: number | null) => ({ happened: [{ requested: 10, acted, ready: 20 } as RecordedEvent] });
    expect(judge(100_000, 10, makeEvents(10), 'publish_latency')).toEqual([]);
    expect(judge(100_000, 10, makeEvents(null), 'publish_latency')).toHaveLength(1);
  });

  it('accepts single slow operations, and storage that is always slow', () => {
    expect(judge(100_000, 2, {}, 'publish_latency')).toEqual([]);
    expect(judge(0, 100, {}, 'publish_latency')).toEqual([]);
  });
});
