import {
  formatAnswerName,
  parseAnswers,
  formatRequestName,
  REQUESTS_RECORD,
  isAnswerFile,
  mapTrialTargets,
  parsePoints,
  readProblem,
  nameServerMetrics,
  describeSpan,
  computeServerRows,
} from '../../../lib/results/servers/cloudwatch-answers';
import type { TrialResult } from '../../../lib/results/trial/judge-trial';
import type { Metric } from '../../../lib/shapes/metric';
import type { Plan } from '../../../lib/shapes/plan';
import { LIKE, NINE, RIGS, row, TRIALS } from './lustre-and-volumes';
import cases from './cloudwatch-answers.cases.json';

const PLAN = { rigs: RIGS, trials: TRIALS, metrics: {} } as unknown as Plan;
const RESULT: TrialResult = {
  row: row('t0001', '2026-03-02T09:00:00Z', '2026-03-02T09:04:00Z'),
  observations: [LIKE],
  series: [],
  distributions: [],
};

it('recognizes answer files by name, and no request files, records or backups', () => {
  expect(
    [formatAnswerName(1), formatRequestName(12), REQUESTS_RECORD].map((name) =>
      isAnswerFile(`executions/e/x/servers/${name}.json`),
    ),
  ).toEqual([true, false, false]);
  expect(isAnswerFile('answer-2.json')).toBe(true);
  expect(isAnswerFile('executions/e/x/servers/answer-2.json.bak')).toBe(false);
});

it.each(cases.problems as [object | null | string, string | null][])(
  'reads from the record %j the problem %s',
  (asked, problem) => expect(readProblem(asked)).toBe(problem),
);

it('adds server metrics to the observations of a trial, and their descriptions to the metrics', () => {
  const none = parseAnswers(PLAN, []);
  expect(none.addTo(RESULT)).toBe(RESULT);
  expect(none.metrics).toEqual({});
  const Timestamps = [0, 60, 120, 180].map((seconds) => NINE + seconds);
  const text = JSON.stringify({
    MetricDataResults: [{ Id: 'r1_c1_0_server_metadata_cpu', Timestamps, Values: [10, 20, 30, 40] }],
  });
  const answers = parseAnswers(PLAN, [text]);
  expect(answers.addTo(RESULT).observations.slice(1)).toMatchObject([
    { metric: 'server_metadata_cpu', value: 25, trial: 't0001' },
  ]);
  expect(answers.metrics['server_metadata_cpu']?.unit).toBe('%');
});

it('marks a trial SUSPECT when the volume credits were used up during it', () => {
  const Timestamps = [0, 60, 120, 180].map((seconds) => NINE + seconds);
  const credits = { Id: 'r1_c2_0_server_credits', Timestamps, Values: [50, 20, 0, 0] };
  const answers = parseAnswers(PLAN, [JSON.stringify({ MetricDataResults: [credits] })]);
  const trial: TrialResult = {
    ...RESULT,
    row: { ...RESULT.row, trial: 't0002', reasons: [{ level: 'note', code: 'Retried', text: 'twice' }] },
    observations: [{ ...LIKE, trial: 't0002' }],
  };
  const { verdict, reasons } = answers.addTo(trial).row;
  expect([verdict, reasons.map(({ code }) => code)]).toEqual(['SUSPECT', ['Retried', 'CreditsSpent']]);
});

it('reads rigs and trials of the plan once, however many trials it adds to', () => {
  let looks = 0;
  const counted = {
    metrics: {},
    get rigs() {
      looks += 1;
      return RIGS;
    },
    get trials() {
      looks += 1;
      return TRIALS;
    },
  } as unknown as Plan;
  const answers = parseAnswers(counted, ['{}']);
  const before = looks;
  for (let trial = 0; trial < 3; trial += 1) answers.addTo(RESULT);
  expect(looks).toBe(before);
});

/** An answer of CloudWatch: values of each query from nine o'clock on, a minute each; null where it has none. */
function formatAnswer(values: Readonly<Record<string, readonly (number | null)[]>>): string {
  const MetricDataResults = Object.entries(values).map(([Id, all]) => ({
    Id,
    Label: 'whatever',
    Timestamps: all.flatMap((value, minute) =>
      value === null ? [] : [new Date((NINE + minute * 60) * 1000).toISOString()],
    ),
    Values: all.filter((value) => value !== null),
    StatusCode: 'Complete',
  }));
  return JSON.stringify({ MetricDataResults, Messages: [] });
}

const FIVE = row('t0001', '2026-03-02T09:00:10Z', '2026-03-02T09:05:10Z');

describe('computeServerRows', () => {
  it('averages whole minutes within the window of the trial only', () => {
    const points = parsePoints([formatAnswer({ r1_c1_0_server_read: [9999, 60, 120, 180, 240, 9999] })]);
    const { observations, series } = computeServerRows(mapTrialTargets(PLAN), FIVE, points, LIKE);
    expect(observations).toEqual([
      {
        ...LIKE,
        metric: 'server_read',
        operation: null,
        statistic: 'mean',
        unit: 'bytes/s',
        value: 2.5,
        started: '2026-03-02T09:01:00.000Z',
        ended: '2026-03-02T09:05:00.000Z',
        source: 'servers/',
      },
    ]);
    expect(series).toEqual([
      expect.objectContaining({ metric: 'server_read', from: NINE + 60, step: 60, values: [1, 2, 3, 4] }),
    ]);
  });

  it('returns rates alone with fewer than three whole minutes, and nothing without one', () => {
    const each = [60, 60, 60, 60, 60];
    const points = parsePoints([formatAnswer({ r1_c1_0_server_read: each, r1_c1_0_server_network: each })]);
    const compute = (until: string) =>
      computeServerRows(mapTrialTargets(PLAN), row('t0001', '2026-03-02T09:00:10Z', until), points, LIKE);
    const { observations, reasons } = compute('2026-03-02T09:02:50Z');
    expect(observations).toEqual([expect.objectContaining({ metric: 'server_read', value: 1 })]);
    expect(reasons).toEqual([]);
    expect(compute('2026-03-02T09:01:50Z')).toEqual({ observations: [], series: [], reasons: [] });
    const long = compute('2026-03-02T09:04:50Z').observations.map(({ metric }) => metric);
    expect(long).toEqual(expect.arrayContaining(['server_read', 'server_network']));
  });

  it('returns no observations if the metric lacks minutes of the trial', () => {
    const points = parsePoints([formatAnswer({ r1_c1_0_server_read: [1, 1, 1, 1, 1] })]);
    const late = parsePoints([formatAnswer({ r1_c1_0_server_read: [1, null, null, 1, 1] })]);
    expect(computeServerRows(mapTrialTargets(PLAN), FIVE, late, LIKE)).toEqual(cases.fewer);
    expect(computeServerRows(mapTrialTargets(PLAN), row('t0001', null, null), points, LIKE).observations).toEqual([]);
  });

  it('returns no series when a minute is missing, and omits the mean when over 1 in 10 are missing', () => {
    const twenty = row('t0001', '2026-03-02T09:00:00Z', '2026-03-02T09:20:00Z');
    const computeMissing = (missing: number) => {
      const values = Array.from({ length: 20 }, (_, minute) => (minute < missing ? null : 60));
      return computeServerRows(
        mapTrialTargets(PLAN),
        twenty,
        parsePoints([formatAnswer({ r1_c1_0_server_read: values })]),
        LIKE,
      );
    };
    const { observations, series, reasons } = computeMissing(2);
    expect([observations.length, series, reasons]).toEqual([1, [], []]);
    // Who is overloaded tells nothing: the mean of the rest would be one of quieter times.
    expect(computeMissing(17).observations).toEqual([]);
    expect(computeMissing(17).reasons[0]?.text).toContain('it has 3 of 20 minutes of the trial, but 18 are needed');
    expect(computeMissing(20)).toEqual({ observations: [], series: [], reasons: [] });
  });

  it('adds volumes, and uses the lowest credits of them, for minutes in which each volume has a point', () => {
    const all = Array.from({ length: 11 }, () => 60);
    const trial = row('t0002', '2026-03-02T09:00:00Z', '2026-03-02T09:10:00Z');
    const points = parsePoints([
      formatAnswer({
        r1_c2_0_server_read: all,
        r1_c2_1_server_read: [null, ...Array.from({ length: 9 }, () => 120)],
        r1_c2_0_server_credits: [99, 98, 97, 96, 95, 94, 93, 92, 91, 90],
        r1_c2_1_server_credits: [3, 2, 1, 0, 3, 2, 1, 0, 2, 1],
      }),
    ]);
    const { observations } = computeServerRows(mapTrialTargets(PLAN), trial, points, { ...LIKE, trial: 't0002' });
    expect(observations.map(({ metric, value }) => [metric, value])).toEqual([
      ['server_read', 3],
      ['server_credits', 1.5],
    ]);
  });

  describe('credits of hosts, published every five minutes', () => {
    // Points begin two minutes after nine: nobody knows before.
    const points = parsePoints([
      formatAnswer({
        r1_c2_0_server_host_iops_credits: Array.from({ length: 60 }, (_, at) => (at % 5 === 2 ? 99 - at : null)),
      }),
    ]);
    const computeCredits = (started: string, ended: string) =>
      computeServerRows(
        mapTrialTargets(PLAN),
        row('t0002', `2026-03-02T09:${started}Z`, `2026-03-02T09:${ended}Z`),
        points,
        LIKE,
      );

    it('uses points whose five minutes lie in the window, at least three', () => {
      const { observations, series, reasons } = computeCredits('02:00', '17:00');
      expect(observations).toMatchObject(cases.takesPointsWhose);
      expect(series).toMatchObject([{ from: NINE + 120, step: 300, values: [97, 92, 87] }]);
      expect(reasons).toEqual([]);
      // However they lie: of twenty minutes three points are whole.
      for (const begin of [0, 1, 2, 3, 4])
        expect(computeCredits(`0${begin}:00`, `${begin + 19}:00`).observations).toHaveLength(1);
    });

    it('reports the number of points when there are too few, unless there are none', () => {
      expect(computeCredits('02:01', '17:00')).toEqual(cases.howMany);
      expect(computeCredits('03:00', '11:00').reasons).toEqual([]);
    });
  });

  it('returns no observations for a directory, without a measured figure, or for an unknown trial', () => {
    const points = parsePoints([
      formatAnswer({ r1_c3_0_server_read: [1, 1, 1, 1, 1], r1_c1_0_server_read: [1, 1, 1, 1, 1] }),
    ]);
    const disk = row('t0003', '2026-03-02T09:00:00Z', '2026-03-02T09:05:00Z');
    expect(computeServerRows(mapTrialTargets(PLAN), disk, points, LIKE).observations).toEqual([]);
    expect(computeServerRows(mapTrialTargets(PLAN), FIVE, points, undefined).observations).toEqual([]);
    expect(computeServerRows(mapTrialTargets(PLAN), { ...FIVE, trial: 't0099' }, points, LIKE).observations).toEqual(
      [],
    );
  });
});

describe('parsePoints', () => {
  it('merges pages, and accepts times as text and as numbers', () => {
    const second = JSON.stringify({ MetricDataResults: [{ Id: 'a', Timestamps: [NINE + 60], Values: [2] }] });
    expect([...(parsePoints([formatAnswer({ a: [1] }), second]).get('a') ?? [])]).toEqual([
      [NINE, 1],
      [NINE + 60, 2],
    ]);
  });

  it.each(['', '{', '[]', 'null', '{"MetricDataResults":7}', '{"MetricDataResults":[{"Id":7}]}'])(
    'returns no points for a malformed answer: %s',
    (text) => expect(parsePoints([text]).size).toBe(0),
  );

  it('skips times without a value, and invalid times', () => {
    const text = JSON.stringify({
      MetricDataResults: [{ Id: 'a', Timestamps: ['soon', NINE, NINE + 60], Values: [1, 2] }],
    });
    expect([...(parsePoints([text]).get('a') ?? [])]).toEqual([[NINE, 2]]);
  });
});

it('describes server metrics with unit, direction and words, and without a column', () => {
  const words = nameServerMetrics({ rigs: RIGS });
  expect(words['server_network']).toEqual({
    unit: '%',
    better: 'lower',
    words: 'network of its servers in use',
    column: false,
    overHosts: 'mean',
  });
  expect(words['server_credits']?.words).toBe('credits of its volumes left');
});

it('describes the time over which a server metric is a mean', () => {
  const makePhase = (of: string) => ({ of: [of], bytes: null, operations: null });
  expect(describeSpan({}, 'server_read', [])).toBe('mean over whole minutes');
  expect(describeSpan({}, 'server_host_iops_credits', [])).toBe('mean over whole points of 5 minutes');
  expect(describeSpan({}, 'server_read', [makePhase('create'), makePhase('stat')] as never)).toBe(
    'mean over whole minutes of all phases',
  );
  const own = cases.own as Metric;
  expect(describeSpan({ server_x: own }, 'server_x', [])).toBe('mean over whole steps');
  expect(describeSpan({}, 'iops', [])).toBeNull();
});
