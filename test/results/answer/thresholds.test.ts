import type { DecisionRule } from '../../../lib/shapes/decision-rule';
import type { OfferedLoad } from '../../../lib/shapes/metric';
import { COPIES, type Entry, FOLDERS, type How } from '../../../checks/statistics/contest';
import { addMetric, answer, CHEAPEST, makeEntry, makeTurns, makeValues, MB } from './answers';

const LOAD: OfferedLoad = { metric: 'iops', rate: 8000, least: 0.95, by: 'rate' };
const A = makeEntry('A', 260);
const LATE = { atMost: 250, prefer: 'cheapest', metric: 'wait' } as const;
const makeLatency = (mean: number, more: Partial<Entry> = {}): Entry =>
  makeEntry('A', mean / MB, 1, { metric: 'wait', unit: 'us', ...more });
const bound = [{ code: 'ClientBound', trials: 6 }];
/** 101 MB/s, of which the client limited the first trial. */
const makeLimited = (n: number) =>
  makeEntry('A', 101, 0, {
    turns: makeTurns(101, 0.002, n).map((turn, at) => (at === 0 ? { ...turn, limited: true as const } : turn)),
  });
const makeExcluded = (mean: number, lost: 'slow' | 'quick', count = 1): Entry => {
  const out = Array.from({ length: count }, () => ({ value: 1, out: 'Reason', lost }));
  return makeEntry('A', mean, 1, { turns: [...makeTurns(mean), ...out] });
};

describe('thresholds (atLeast, atMost)', () => {
  it.each<[string, expected: object, entry: Entry, how: Partial<DecisionRule>, place?: How]>([
    ['atMost below the values', { outcome: 'misses' }, makeLatency(61), { ...LATE, atMost: 50 }],
    ['atMost above the values', { met: 'yes' }, makeLatency(61), { ...LATE, atMost: 100 }],
    ['a range around the values', { met: 'yes' }, makeLatency(61), { ...LATE, atLeast: 10, atMost: 100 }],
    ['a local folder, 4% above', { met: 'yes' }, A, CHEAPEST],
    ['a target created once, 4% above', { met: 'open', scope: { assumedInstance: 0.05 } }, A, CHEAPEST, COPIES],
    ['a target created once, 10% above', { met: 'yes' }, makeEntry('A', 275), CHEAPEST, COPIES],
    ['a target with no assumed spread', { met: 'yes' }, { ...A, assumed: { instance: 0 } }, CHEAPEST, COPIES],
    [
      'the provisioned rate of falling values',
      { met: 'yes' },
      makeValues('c', [400, 350, 300, 250, 200, 150], { provisioned: 100 * MB }),
      { ...CHEAPEST, atLeast: 95 * MB },
    ],
    ['a miss with one trial too quick', { outcome: 'misses' }, makeExcluded(100, 'quick'), CHEAPEST],
    ['a miss with 4 trials too quick', { outcome: 'open', reason: 'bound' }, makeExcluded(100, 'quick', 4), CHEAPEST],
    ['a miss with one trial too slow', { outcome: 'misses' }, makeExcluded(100, 'slow'), CHEAPEST],
    ['a value above it, limited by the client', { met: 'yes' }, makeEntry('A', 300, 1, { bound }), CHEAPEST],
    [
      'a value below it, limited by the client',
      { outcome: 'open', met: 'open' },
      makeEntry('A', 200, 1, { bound }),
      CHEAPEST,
    ],
    // A single trial that the client limited leaves the test while four others remain.
    [
      'one of 5 trials limited by the client',
      { outcome: 'misses' },
      makeLimited(5),
      { ...CHEAPEST, atLeast: 120 * MB },
    ],
    ['one of 4 trials limited by the client', { outcome: 'open' }, makeLimited(4), { ...CHEAPEST, atLeast: 120 * MB }],
    ['a latency limited by the client', { met: 'open' }, makeLatency(300, { bound }), LATE],
  ])('judges %s: %j', (_, expected, entry, how, place = FOLDERS) => {
    expect(answer(how, [entry], place)).toMatchObject(expected);
  });

  it('is inconclusive when values fell below the threshold by the end, even next to steady ones', () => {
    const how = { ...CHEAPEST, atLeast: 265 * MB };
    const fell = makeValues('f', [300, 292, 284, 276, 268, 260]);
    const found = answer(how, [fell]);
    expect(found).toMatchObject({ met: 'open', winner: null, ranking: [{ fall: expect.closeTo(0.07, 2) as number }] });
    expect(found.cautions.join()).toContain(
      'Values of f, bs 4k seem to get worse. Thresholds count the end: up to 6.9% worse',
    );
    const others = answer(how, [makeEntry('A', 268, 2), makeEntry('B', 270, 3), fell]);
    expect(others).toMatchObject({ outcome: 'meets', winner: { cell: 'cell-A', fall: 0 }, open: ['cell-f'] });
  });

  it('leaves a threshold open when trials excluded for slow results could change it', () => {
    const slow = answer(CHEAPEST, [makeExcluded(500, 'slow', 2), makeEntry('B', 500, 5)]);
    expect(slow).toMatchObject({ outcome: 'meets', open: ['cell-A'], winner: { cell: 'cell-B' } });
    expect(slow.ranking[0]).toMatchObject({ unbounded: { worse: 2, better: 0 }, qualifies: 'open', reason: 'bound' });
    expect(slow.cautions).toContain(
      'Trials of A are excluded or late because of their results: true values may differ.',
    );
  });

  it.each<[OfferedLoad['by'], rate: number, expected: object]>([
    ['rate', 8000, { outcome: 'open', settle: { text: 'Offer A, bs 4k a higher rate.' } }],
    ['pauses', 8000, { outcome: 'open', settle: { text: 'Shorten the pauses of A, bs 4k.' } }],
    // The storage kept jobs from this rate.
    ['pauses', 9000, { outcome: 'misses' }],
  ])('judges a miss of a rate with the load limited by %s to %d a second: %j', (by, rate, expected) => {
    const rates = [8000, 8001, 7999, 8002, 7998, 8000];
    const entry = makeValues('A', rates, { metric: 'iops', unit: 'ops/s' });
    const load = { ...LOAD, rate: rate * MB, least: 0.9, by };
    const how = { metric: 'iops', atLeast: 10_000 * MB, prefer: 'cheapest' } as const;
    const found = answer(how, [entry], FOLDERS, (one) => ({ ...one, load }));
    expect(found).toMatchObject(expected);
  });

  it('advises to raise numjobs when the client limited a latency at an offered rate', () => {
    const found = answer(LATE, [makeLatency(300, { bound })], FOLDERS, (one) => ({ ...one, load: LOAD }));
    expect(found.settle?.text).toMatch(/^Raise numjobs of A/);
  });

  it('leaves a latency open when the load exceeded the provisioned rate, unless bursts are allowed', () => {
    const answerUnderLoad = (ofProvisioned: number, more: Partial<DecisionRule> = {}) =>
      answer({ ...LATE, ...more }, [makeLatency(100)], FOLDERS, (one) =>
        addMetric(one, 'bandwidth', [1], { provisioned: 1, ofProvisioned }),
      );
    expect(answerUnderLoad(1).met).toBe('yes');
    expect(answerUnderLoad(2.7)).toMatchObject({
      outcome: 'open',
      met: 'open',
      settle: { text: expect.stringContaining('until its credits are used up') as string },
    });
    expect(answerUnderLoad(2.7, { burst: 'allowed' }).met).toBe('yes');
  });

  it('assumes no spread of instances for a rate above the provisioned one', () => {
    const exceeding = makeEntry('A', 184, 1, { provisioned: 72 * MB });
    const found = answer({ ...CHEAPEST, atLeast: 70 * MB }, [exceeding], COPIES);
    expect(found).toMatchObject({ met: 'yes', scope: { assumedInstance: 0 } });
    expect(found.cautions).toEqual([expect.stringContaining('A, bs 4k (2.56×)')]);
  });

  it('is inconclusive when one stalled trial makes too many operations exceed a percentile threshold', () => {
    const asked = { metric: 'latency_p99', atMost: 5000, prefer: 'cheapest' } as const;
    const slow = makeLatency(4000, { metric: 'latency_p99', operation: 'read' });
    const answerWithMedian = (last: number) =>
      answer(asked, [slow], FOLDERS, (one) => addMetric(one, 'latency_p50', [400, 400, 400, 400, 400, last]));
    expect(answerWithMedian(400)).toMatchObject({ met: 'yes', ranking: [{ stalled: false }] });
    // Half of the operations of one trial in six are 8%.
    const stalled = answerWithMedian(9000);
    expect(stalled).toMatchObject({ met: 'open', ranking: [{ stalled: true }], settle: { setting: null } });
    expect(stalled.cautions.join()).toContain(
      'Some trials of A, bs 4k stalled: over all trials too many operations exceed 5 ms.',
    );
  });
});

describe('criteria of a decision (require)', () => {
  const DELAYS: Readonly<Record<string, readonly number[]>> = {
    A: [120, 121, 122, 120, 121, 122],
    B: [90, 91, 92, 90, 91, 92],
    C: [80, 100, 125, 80, 100, 125],
    D: [2000, 2010, 2020, 2000, 2010, 2020],
    E: [109, 110, 111, 109, 110, 111],
  };
  const how = { ...CHEAPEST, require: [{ name: 'quick', metric: 'delay', atMost: 100 }] };
  const make = (name: string, usdPerHour: number, mean = 500) => makeEntry(name, mean, usdPerHour);
  const answerWithDelays = (more: Partial<DecisionRule>, ...entries: readonly Entry[]) =>
    answer({ ...how, ...more }, entries, FOLDERS, (one) => addMetric(one, 'delay', DELAYS[one.label] ?? []));

  it('excludes a cheaper configuration that meets the threshold but misses a criterion', () => {
    const found = answerWithDelays({}, make('A', 1), make('B', 5));
    expect(found).toMatchObject({ outcome: 'meets', met: 'yes', winner: { cell: 'cell-B' } });
    expect(found.evidence[1]).toMatch(/^A: 500 MB\/s .*; misses quick \(121 µs\)\.$/);
    expect(answerWithDelays({}, make('A', 1))).toMatchObject({ outcome: 'misses', met: 'no' });
  });

  it('leaves a configuration open when its criterion is uncertain or was not measured', () => {
    const found = answerWithDelays({}, make('C', 1), make('B', 5));
    expect(found).toMatchObject({ outcome: 'meets', open: ['cell-C'], settle: null });
    expect(found.evidence[1]).toMatch(/^C: 500 MB\/s .*; may miss quick \(100 µs\)\.$/);
    expect(answerWithDelays({}, make('unknown', 1), make('B', 5))).toMatchObject({ open: ['cell-unknown'] });
  });

  it('requires criteria also when no threshold is set', () => {
    const found = answer({ require: how.require }, [make('A', 1), make('B', 5)], FOLDERS, (one) =>
      addMetric(one, 'delay', DELAYS[one.label] ?? []),
    );
    expect(found).toMatchObject({ outcome: 'meets', winner: { cell: 'cell-B', qualifies: 'yes' } });
    expect(found.headline).toMatch(
      /^1 of 2 configurations meets criterion quick \(at most 100\)\. B has the highest bandwidth: 500 MB\/s/,
    );
  });

  it('names the best configuration and its missed criterion when no configuration meets them', () => {
    const found = answerWithDelays({ atLeast: 600 * MB }, make('D', 1), make('E', 9, 300));
    expect(found).toMatchObject({ outcome: 'misses', ranking: [{ cell: 'cell-D' }, { cell: 'cell-E' }] });
    expect(found.headline).toMatch(
      /^No configuration meets 600 MB\/s and criterion quick \(at most 100\)\. Best is D: .*; misses quick \(2\.01/,
    );
  });

  it.each([
    [2, 2, { outcome: 'meets', winner: { criteria: [{ standing: 'yes' }, { standing: 'yes' }] } }],
    [2, 0.5, { outcome: 'misses' }],
    [2, 1, { outcome: 'open' }],
    [
      2,
      0,
      {
        outcome: 'open',
        ranking: [{ criteria: [{ standing: 'yes' }, { standing: 'open', value: null }] }],
        headline: expect.stringContaining('may miss c2') as string,
      },
    ],
  ])('requires both of two criteria, at %d and %d times their threshold', (first, second, expected) => {
    const require = [1, 2].map((nth) => ({ name: `c${nth}`, metric: `m${nth}`, atLeast: 100 * MB }));
    const unit = { unit: 'bytes/s' };
    const scale = (times: number) => (times === 0 ? [] : makeTurns(100 * times).map(({ value }) => value));
    const found = answer({ require, prefer: 'cheapest' }, [make('A', 1)], FOLDERS, (one) =>
      addMetric(addMetric(one, 'm1', scale(first), unit), 'm2', scale(second), unit),
    );
    expect(found).toMatchObject(expected);
  });
});

describe('latencies at an offered rate', () => {
  /** With latencies of which the first are lower bounds, and the first missed the offered rate. */
  const makeLatencies = (name: string, middle: number, floors: number, unreached = 0): Entry => ({
    name,
    usdPerHour: name === 'small' ? 1 : 2,
    unit: 'us',
    metric: 'wait',
    turns: [0.98, 0.99, 1, 1.01, 1.02, 1].map((one, at) => ({
      value: middle * (one + 0.0005 * (middle % 7) * at),
      ...(at < floors ? { floor: true } : {}),
      ...(at < unreached ? { despite: ['RateNotReached'] } : {}),
    })),
  });
  const LARGE = makeLatencies('large', 1500, 0);
  const REACH = { atMost: 20_000, prefer: 'cheapest' } as const;
  const LOWEST = { prefer: 'lowest' } as const;
  /** When the small configuration reached this rate. */
  const answerAtRate = (more: Partial<DecisionRule>, rate: number, ...entries: readonly Entry[]) =>
    answer({ metric: 'wait', ...more }, entries, FOLDERS, (one) => {
      const made = one.label === 'small' ? rate : 7990;
      const rates = [0, 1, 2, 3, 4, 5].map((at) => made + at);
      return { ...addMetric(one, 'iops', rates, { operation: 'read', unit: 'ops/s' }), load: LOAD };
    });

  it('misses the threshold and cannot win when no trial reached the offered rate', () => {
    const small = makeLatencies('small', 1000, 6, 6);
    const found = answerAtRate(REACH, 3060, small, LARGE);
    expect(found).toMatchObject({ outcome: 'meets', winner: { cell: 'cell-large' } });
    expect(found.evidence.join()).toContain('misses its offered rate');
    const alone = answerAtRate(REACH, 3060, small);
    expect(alone).toMatchObject({ outcome: 'misses', met: 'no' });
    expect(alone.headline).toMatch(/^small, bs 4k does not meet its offered rate: /);
    const best = answerAtRate(LOWEST, 3060, small, LARGE);
    expect(best).toMatchObject({ outcome: 'best', winner: { cell: 'cell-large' } });
  });

  it.each([1, 3, 5])('is inconclusive when %d of 6 trials did not reach the offered rate', (unreached) => {
    const found = answerAtRate(REACH, 3060, makeLatencies('small', 1000, unreached, unreached), LARGE);
    expect(found).toMatchObject({ outcome: 'meets', open: ['cell-small'], winner: { cell: 'cell-large' } });
  });

  it('names a configuration that may miss its offered rate (bound)', () => {
    const alone = answerAtRate(REACH, 3060, makeLatencies('small', 2990, 3, 3));
    expect(alone).toMatchObject({ outcome: 'open', reason: 'bound' });
    expect(alone.headline).toMatch(
      /^Inconclusive: small, bs 4k may meet 20 ms or miss it: .*may miss its offered rate\./,
    );
  });

  it('is inconclusive when 2 of 6 latencies are lower bounds, and loses when they are higher anyway', () => {
    const late = makeLatencies('small', 1000, 2);
    expect(answerAtRate(REACH, 7990, late, LARGE)).toMatchObject({ outcome: 'meets', open: ['cell-small'] });
    expect(answerAtRate(LOWEST, 7990, late, LARGE)).toMatchObject({ outcome: 'open', reason: 'bound' });
    const later = makeLatencies('small', 3000, 2);
    expect(answerAtRate(LOWEST, 7990, later, LARGE)).toMatchObject({ outcome: 'best' });
  });

  it('treats rates reached under an offered rate as lower bounds, so that comparing them is inconclusive', () => {
    const asked = { metric: 'iops', prefer: 'highest' } as const;
    const found = answerAtRate(asked, 7995, makeLatencies('small', 1000, 0), LARGE);
    expect(found.ranking.map(({ unbounded }) => unbounded.better)).toEqual([6, 6]);
    expect(found.outcome).toBe('open');
  });
});
