import { KINDS } from '../../lib/experiment/kinds';
import { ensure } from '../../lib/shapes/errors';
import type { RecordedEvent } from '../../lib/shapes/recorded-events';
import { resolveMetrics } from '../../lib/shapes/metric';
import { makeRandom } from '../../lib/shapes/random';
import { isOutcome } from '../../lib/shapes/reason-effects';
import type { Series } from '../../lib/shapes/series';
import type { Reading } from '../../lib/workloads/contract';
import { judgeLatency, judgeStalls } from '../../lib/workloads/steadiness';
import { makeSeries, seconds } from './steady-series';

describe('judgeLatency', () => {
  const metrics = ['latency_mean', 'latency_p99'];
  const judge = (values: readonly number[], changes: Partial<Series> = {}) =>
    judgeLatency({ series: [makeSeries(values, { metric: 'latency_mean', unit: 'us', ...changes })] }, metrics);

  it('returns LatencyUnsteady, which does not exclude the trial, when the latency rises tenfold', () => {
    expect(judge(seconds(60, (at) => (at < 30 ? 500 : 5000)))).toEqual([
      {
        level: 'suspect',
        code: 'LatencyUnsteady',
        text:
          'the read latency was not steady from 0 to 60 s at a fixed offered rate: the medians of its fifths were ' +
          '500, 500, 5,000, 5,000, 5,000 us, a ratio of 10 (limit 3)',
        metrics: ['latency_mean', 'latency_p99'],
      },
    ]);
    expect(isOutcome('LatencyUnsteady')).toBe(true);
  });

  it.each([
    ['one reason for a peak of a fifth of the time', seconds(60, (at) => (at >= 24 && at < 36 ? 1600 : 400)), 1],
    ['one reason for a slow rise to five times the latency', seconds(60, (at) => 100 + 7 * at), 1],
    ['no reason for one slow second', seconds(60, (at) => (at === 20 ? 90_000 : 400)), 0],
    ['no reason for a rise to twice the latency', seconds(60, (at) => (at < 30 ? 400 : 800)), 0],
    ['no reason for nine seconds', seconds(9, (at) => (at < 5 ? 1 : 100)), 0],
    ['no reason for a latency of 0', seconds(60, () => 0), 0],
  ])('returns one reason or none: %s', (_, values, count) => expect(judge(values)).toHaveLength(count));

  it.each([
    [10, 15],
    [20, 2],
  ])('judges of 500 steady trials of %d s (log-normal noise 0.3) at most %d as unsteady', (count, most) => {
    const random = makeRandom('latency');
    // The logarithm of each deviates by 0.3.
    const makeNoisySeconds = () => seconds(count, () => 500 * Math.exp(0.6 * (random() + random() + random() - 1.5)));
    const all = Array.from({ length: 500 }, () => judge(makeNoisySeconds()).length);
    expect(all.filter((one) => one > 0).length).toBeLessThanOrEqual(most);
  });

  it('accepts a rise of the latency that an event explains', () => {
    const latency = makeSeries(
      seconds(80, (at) => (at < 35 ? 100 : 900)),
      { metric: 'latency_mean', unit: 'us' },
    );
    const change: RecordedEvent = { action: 'change', stage: 'x', requested: 30, acted: 31, ready: 40, problem: null };
    expect(judgeLatency({ series: [latency] }, ['latency'])).toHaveLength(1);
    expect(judgeLatency({ series: [latency], happened: [change] }, ['latency'])).toEqual([]);
  });

  it('judges only latency series of all hosts together', () => {
    const risen = seconds(20, (at) => (at < 10 ? 1 : 10));
    expect(judge(risen, { host: 'client-0' })).toEqual([]);
    expect(judge(risen, { metric: 'iops', unit: 'ops/s' })).toEqual([]);
  });
});

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
