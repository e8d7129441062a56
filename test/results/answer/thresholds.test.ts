import type { DecisionRule } from '../../../lib/shapes/decision-rule';
import type { OfferedLoad } from '../../../lib/shapes/metric';
import { computeStatistics } from '../../../lib/results/statistics/statistics';
import { COPIES, type Entry, FOLDERS, type Turn } from '../../../checks/statistics/contest';
import { makeTurns, answer, MB } from './answers';

const how = { atLeast: 250 * MB, prefer: 'cheapest' } as const;
const makeEntry = (name: string, mean: number, usdPerHour = 1, more: readonly Turn[] = []): Entry => ({
  name,
  turns: [...makeTurns(mean, 0.002, 6), ...more],
  usdPerHour,
});

describe('thresholds (atLeast, atMost)', () => {
  it('misses atMost 50 with values near 61 µs, and meets atMost 100, also together with atLeast 10', () => {
    const near: Entry = { name: 'near', turns: [60, 61, 62, 60, 61, 62].map((value) => ({ value })), unit: 'us' };
    expect(answer({ atMost: 50, prefer: 'cheapest' }, [near])).toMatchObject({ outcome: 'misses' });
    expect(answer({ atMost: 100, prefer: 'cheapest' }, [near])).toMatchObject({ met: 'yes' });
    expect(answer({ atLeast: 10, atMost: 100, prefer: 'cheapest' }, [near])).toMatchObject({ met: 'yes' });
  });

  it('requires a 5% margin for the assumed spread of instances when each target was created once', () => {
    expect(answer(how, [makeEntry('A', 260)], FOLDERS).met).toBe('yes');
    expect(answer(how, [makeEntry('A', 260)], COPIES)).toMatchObject({ met: 'open', scope: { assumedInstance: 0.05 } });
    expect(answer(how, [makeEntry('A', 275)], COPIES).met).toBe('yes');
    const own: Entry = { ...makeEntry('A', 260), assumed: { instance: 0 } };
    expect(answer(how, [own], COPIES).met).toBe('yes');
  });

  it('is inconclusive when values fell below the threshold by the end, unless the provisioned rate meets it', () => {
    const fell: Entry = {
      name: 'f',
      usdPerHour: 1,
      turns: [300, 292, 284, 276, 268, 260].map((v) => ({ value: v * MB })),
    };
    const found = answer({ ...how, atLeast: 265 * MB }, [fell]);
    expect(found).toMatchObject({ met: 'open', winner: null });
    expect(found.ranking[0]?.fall).toBeCloseTo(0.07, 2);
    expect(found.cautions.join()).toContain(
      'Values of f, bs 4k seem to get worse. Thresholds count the end: up to 6.9% worse',
    );
    // Beside steady ones it fell as much, and they did not.
    const beside = answer({ ...how, atLeast: 265 * MB }, [makeEntry('A', 268, 2), makeEntry('B', 270, 3), fell]);
    expect(beside).toMatchObject({ outcome: 'meets', winner: { cell: 'cell-A', fall: 0 }, open: ['cell-f'] });
    // What is provisioned does not fall.
    const turns = [400, 350, 300, 250, 200, 150].map((value) => ({ value: value * MB }));
    const credits = { name: 'c', turns, usdPerHour: 1, provisioned: 100 * MB };
    expect(answer({ ...how, atLeast: 95 * MB }, [credits]).met).toBe('yes');
  });

  it('leaves a threshold open when trials excluded for slow or quick results could change it', () => {
    const makeExcludedTurn = (lost: 'slow' | 'quick') => ({ value: 1, out: 'Reason', lost });
    const slow = answer(how, [
      makeEntry('A', 500, 1, [makeExcludedTurn('slow'), makeExcludedTurn('slow')]),
      makeEntry('B', 500, 5),
    ]);
    expect(slow).toMatchObject({ outcome: 'meets', open: ['cell-A'], winner: { cell: 'cell-B' } });
    expect(slow.ranking[0]).toMatchObject({ unbounded: { worse: 2, better: 0 }, qualifies: 'open', reason: 'bound' });
    expect(slow.cautions).toContain(
      'Trials of A are excluded or late because of their results: true values may differ.',
    );
    expect(answer(how, [makeEntry('A', 100, 1, [makeExcludedTurn('quick')])])).toMatchObject({ outcome: 'misses' });
    const most = Array.from({ length: 4 }, () => makeExcludedTurn('quick'));
    expect(answer(how, [makeEntry('A', 100, 1, most)])).toMatchObject({ outcome: 'open', reason: 'bound' });
    expect(answer(how, [makeEntry('A', 100, 1, [makeExcludedTurn('slow')])])).toMatchObject({ outcome: 'misses' });
  });

  it('meets a threshold by a value that the client limited, and is inconclusive when such a value is below it', () => {
    const bound = [{ code: 'ClientBound', trials: 6 }];
    expect(answer(how, [{ ...makeEntry('A', 300), bound }]).met).toBe('yes');
    expect(answer(how, [{ ...makeEntry('A', 200), bound }])).toMatchObject({ outcome: 'open', met: 'open' });
    // A single trial that the client limited leaves the test while four others remain.
    const makeLimitedTurns = (n: number) =>
      makeTurns(101, 0.002, n).map((turn, at) => (at === 0 ? { ...turn, limited: true as const } : turn));
    const lower = { ...how, atLeast: 120 * MB };
    const missed = answer(lower, [{ name: 'A', turns: makeLimitedTurns(5) }]);
    expect(missed).toMatchObject({ outcome: 'misses' });
    expect(missed.headline).toMatch(/does not meet 120 MB\/s: bandwidth of 101 MB\/s/);
    expect(answer(lower, [{ name: 'A', turns: makeLimitedTurns(4) }])).toMatchObject({ outcome: 'open' });
    const time = { metric: 'wait', atMost: 250, prefer: 'cheapest' } as const;
    const late = { ...makeEntry('A', 300e-6), metric: 'wait', unit: 'us', bound } as const;
    expect(answer(time, [late]).met).toBe('open');
    // At a given rate, too, it is the client that is in the way.
    const load: OfferedLoad = { metric: 'iops', rate: 8000, least: 0.95, by: 'rate' };
    const found = answer(time, [late], FOLDERS, (one) => ({ ...one, load }));
    expect(found.settle?.text).toMatch(/^Raise numjobs of A/);
  });
});

it('leaves a latency threshold open when the load exceeded the provisioned rate, unless bursts are allowed', () => {
  const time = { ...makeEntry('A', 100), turns: makeTurns(100e-6, 0.002, 6), metric: 'wait', unit: 'us' as const };
  const answerUnderLoad = (load: number, more: Partial<DecisionRule> = {}) =>
    answer({ metric: 'wait', atMost: 250, prefer: 'cheapest', ...more }, [time], FOLDERS, (one) => {
      const [first] = one.measures;
      const rate = { ...first!, metric: 'bandwidth', provisioned: 1, ofProvisioned: load };
      return { ...one, measures: [...one.measures, rate] };
    });
  expect(answerUnderLoad(1).met).toBe('yes');
  const found = answerUnderLoad(2.7);
  expect(found).toMatchObject({ outcome: 'open', met: 'open' });
  expect(found.settle?.text).toContain('until its credits are used up');
  expect(answerUnderLoad(2.7, { burst: 'allowed' }).met).toBe('yes');
});

it('cautions about a rate above the provisioned one, and assumes no spread of instances for it', () => {
  const found = answer({ ...how, atLeast: 70 * MB }, [{ ...makeEntry('A', 184), provisioned: 72 * MB }], COPIES);
  expect(found).toMatchObject({ met: 'yes', scope: { assumedInstance: 0 } });
  expect(found.cautions).toEqual([
    'Above the provisioned rate, by credits or a cache: A, bs 4k (2.56×). ' +
      'What lasts is what AWS promises, which was not measured.',
  ]);
});

describe('two criteria of a decision (require)', () => {
  const answerWithCriteria = (first: number, second: number) =>
    answer(
      { require: [1, 2].map((nth) => ({ name: `c${nth}`, metric: `m${nth}`, atLeast: 100 * MB })), prefer: 'cheapest' },
      [makeEntry('A', 500)],
      FOLDERS,
      (one) => ({
        ...one,
        measures: [
          ...one.measures,
          ...[first, second].flatMap((times, nth) =>
            times === 0
              ? []
              : one.measures.map((measure) => {
                  const values = measure.values.map((value) => ({ ...value, value: (value.value * times) / 5 }));
                  const statistics = computeStatistics(values.map(({ value }) => ({ value, block: 1 })));
                  return { ...measure, metric: `m${nth + 1}`, values, statistics };
                }),
          ),
        ],
      }),
    );

  it('requires both criteria; one that is missed makes the outcome "misses"', () => {
    expect(answerWithCriteria(2, 2)).toMatchObject({
      outcome: 'meets',
      winner: { criteria: [{ standing: 'yes' }, { standing: 'yes' }] },
    });
    expect(answerWithCriteria(2, 0.5)).toMatchObject({ outcome: 'misses' });
    expect(answerWithCriteria(2, 1)).toMatchObject({ outcome: 'open' });
  });

  it('is inconclusive when the metric of a criterion was not measured', () => {
    const found = answerWithCriteria(2, 0);
    expect(found).toMatchObject({
      outcome: 'open',
      ranking: [{ criteria: [{ standing: 'yes' }, { standing: 'open', value: null }] }],
    });
    expect(found.headline).toContain('may miss c2');
  });
});

describe('latencies at an offered rate', () => {
  const LOAD: OfferedLoad = { metric: 'iops', rate: 8000, least: 0.95, by: 'rate' };
  const makeLatencies = (name: string, usdPerHour: number, middle: number, floors: number, unreached = 0): Entry => ({
    name,
    usdPerHour,
    unit: 'us',
    metric: 'wait',
    turns: [0.98, 0.99, 1, 1.01, 1.02, 1].map((one, at) => ({
      value: middle * (one + 0.0005 * (middle % 7) * at),
      ...(at < floors ? { floor: true } : {}),
      ...(at < unreached ? { despite: ['RateNotReached'] } : {}),
    })),
  });
  const answerAtRate = (
    more: Partial<DecisionRule>,
    made: Readonly<Record<string, number>>,
    ...entries: readonly Entry[]
  ) =>
    answer({ metric: 'wait', prefer: 'cheapest', ...more }, entries, FOLDERS, (one) => ({
      ...one,
      load: LOAD,
      measures: one.measures.flatMap((measure) => {
        const values = measure.values.map((value, at) => ({ ...value, value: (made[one.label] ?? 0) + at }));
        const statistics = computeStatistics(values.map(({ value }) => ({ value, block: 1 })));
        return [measure, { ...measure, metric: 'iops', operation: 'read', unit: 'ops/s' as const, values, statistics }];
      }),
    }));
  const large = makeLatencies('large', 2, 1500, 0);

  it('misses the threshold and cannot win when no trial reached the offered rate', () => {
    const made = { small: 3060, large: 7990 };
    const found = answerAtRate({ atMost: 20_000 }, made, makeLatencies('small', 1, 1000, 6, 6), large);
    expect(found).toMatchObject({ outcome: 'meets', winner: { cell: 'cell-large' } });
    expect(found.evidence.join()).toContain('misses its offered rate');
    const alone = answerAtRate({ atMost: 20_000 }, made, makeLatencies('small', 1, 1000, 6, 6));
    expect(alone).toMatchObject({ outcome: 'misses', met: 'no' });
    expect(alone.headline).toMatch(/^small, bs 4k does not meet its offered rate: /);
    const best = answerAtRate({ prefer: 'lowest' }, made, makeLatencies('small', 1, 1000, 6, 6), large);
    expect(best).toMatchObject({ outcome: 'best', winner: { cell: 'cell-large' } });
  });

  it('is inconclusive (bound) when 1, 3 or 5 of 6 trials did not reach the offered rate', () => {
    const made = { small: 3060, large: 7990 };
    for (const unreached of [1, 3, 5]) {
      const found = answerAtRate(
        { atMost: 20_000 },
        made,
        makeLatencies('small', 1, 1000, unreached, unreached),
        large,
      );
      expect(found).toMatchObject({ outcome: 'meets', open: ['cell-small'], winner: { cell: 'cell-large' } });
    }
    const alone = answerAtRate({ atMost: 20_000 }, made, makeLatencies('small', 1, 2990, 3, 3));
    expect(alone).toMatchObject({ outcome: 'open', reason: 'bound' });
    expect(alone.headline).toMatch(
      /^Inconclusive: small, bs 4k may meet 20 ms or miss it: .*may miss its offered rate\./,
    );
  });

  it('is inconclusive when 2 of 6 latencies are lower bounds, and loses when they are higher anyway', () => {
    const made = { small: 7990, large: 7990 };
    const late = makeLatencies('small', 1, 1000, 2);
    expect(answerAtRate({ atMost: 20_000 }, made, late, large)).toMatchObject({
      outcome: 'meets',
      open: ['cell-small'],
    });
    expect(answerAtRate({ prefer: 'lowest' }, made, late, large)).toMatchObject({ outcome: 'open', reason: 'bound' });
    expect(answerAtRate({ prefer: 'lowest' }, made, makeLatencies('small', 1, 3000, 2), large)).toMatchObject({
      outcome: 'best',
    });
  });

  it('treats rates reached under an offered rate as lower bounds, so that comparing them is inconclusive', () => {
    const found = answerAtRate(
      { metric: 'iops', prefer: 'highest' },
      { small: 7990, large: 7995 },
      makeLatencies('small', 1, 1000, 0),
      large,
    );
    expect(found.ranking.map(({ unbounded }) => unbounded.better)).toEqual([6, 6]);
    expect(found.outcome).toBe('open');
  });
});

describe('a percentile threshold', () => {
  const name = { metric: 'latency_p99', atMost: 5000, prefer: 'cheapest' } as const;
  const slow: Entry = {
    name: 'a',
    turns: [4000, 4010, 4020, 3990, 4000, 4010].map((value) => ({ value })),
    metric: 'latency_p99',
    unit: 'us',
    operation: 'read',
    usdPerHour: 1,
  };
  const withMedians = (medians: readonly number[], atMost = name.atMost) =>
    answer({ ...name, atMost }, [slow], FOLDERS, (one) => ({
      ...one,
      measures: one.measures.flatMap((measure) => [
        measure,
        {
          ...measure,
          metric: 'latency_p50',
          values: measure.values.map((value, nth) => ({ ...value, value: medians[nth] ?? 0 })),
        },
      ]),
    }));

  it('is inconclusive when one stalled trial makes too many operations of all trials exceed it', () => {
    expect(withMedians([400, 400, 400, 400, 400, 400])).toMatchObject({ met: 'yes', ranking: [{ stalled: false }] });
    // Half of the operations of one trial in six are 8%.
    const stalled = withMedians([400, 400, 400, 400, 400, 9000]);
    expect(stalled).toMatchObject({ met: 'open', ranking: [{ stalled: true }] });
    expect(stalled.settle).toMatchObject({ setting: null });
    expect(stalled.cautions.join()).toContain(
      'Some trials of a, bs 4k stalled: over all trials too many operations exceed 5 ms.',
    );
  });
});
