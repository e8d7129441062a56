import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAnswerFile, QUERIES_FILE, readPrometheus } from '../../../lib/results/servers/prometheus';
import { findMissingCause } from '../../../lib/results/servers/rows';
import type { QueriedMetric, Telemetry } from '../../../lib/shapes/telemetry';
import { LIKE } from './lustre-and-volumes';
import type { Unit } from '../../../lib/shapes/observation';
import cases from './prometheus.cases.json';

const [FROM, TO, STEP] = [1795525665, 1795525740, 15];
/** Hosts measured all of the time between the first point and the last. */
const WINDOW = { from: FROM, to: TO + 1 };
const makeMetric = (name: `server_${string}`, more: Partial<QueriedMetric> = {}): QueriedMetric => ({
  name,
  query: 'sum(x)',
  unit: 'count',
  better: 'higher',
  words: 'x of its servers',
  reachSeconds: 0,
  ...more,
});
const makeTelemetry = (...metrics: QueriedMetric[]): Telemetry => ({
  prometheus: 'http://p:9090',
  stepSeconds: STEP,
  metrics,
});
const readRecording = (name: string): string =>
  readFileSync(join(__dirname, '../../recorded/prometheus', `${name}.json`), 'utf8');
const formatRecord = (more: object = {}): string =>
  JSON.stringify({ version: 1, from: FROM, to: TO, step: STEP, problem: '', answers: {}, ...more });
const formatMatrix = (values: unknown): string =>
  JSON.stringify({ status: 'success', data: { resultType: 'matrix', result: [{ metric: {}, values }] } });
const formatPoints = (...values: string[]): string =>
  formatMatrix(values.map((value, index) => [FROM + STEP * index, value]));

/** What is told of `server_x` by some answer. */
function readAnswer(
  answer: string | undefined,
  one: Partial<QueriedMetric> = {},
  how = formatRecord(),
  window = WINDOW,
) {
  const makeFile = (name: string, text: string) => ({ name, source: `raw/r1/t0001/a1/client-0/measure/${name}`, text });
  const files = [
    makeFile(QUERIES_FILE, how),
    ...(answer === undefined ? [] : [makeFile(getAnswerFile('server_x'), answer)]),
  ];
  return readPrometheus(makeTelemetry(makeMetric('server_x', one)), [{ files: [] }, { files }], window, LIKE);
}
const findCause = (...given: Parameters<typeof readAnswer>): string => {
  const { observations, series, reasons } = readAnswer(...given);
  expect([observations, series]).toEqual([[], []]);
  expect(reasons).toMatchObject([{ level: 'note', code: 'ServerMetricsMissing' }]);
  return findMissingCause([{ reasons }]);
};

describe('an answer of Prometheus 2.42', () => {
  it('returns the mean over the whole steps of the trial, and a series', () => {
    const { observations, series, reasons } = readAnswer(readRecording('one'));
    expect(reasons).toEqual([]);
    expect(observations).toMatchObject([
      {
        metric: 'server_x',
        operation: null,
        statistic: 'mean',
        unit: 'count',
        value: 924,
        // The first point is that of the step before the trial began.
        started: new Date(FROM * 1000).toISOString(),
        ended: new Date(TO * 1000).toISOString(),
        source: 'raw/r1/t0001/a1/client-0/measure/raw/server_x.json',
      },
    ]);
    expect(series).toMatchObject([
      { metric: 'server_x', host: null, from: FROM, step: STEP, values: [924, 924, 924, 924, 924] },
    ]);
  });

  it.each(cases.nothingKnown)('reports for case "%s" why there is no value: %s', (name, text) =>
    expect(findCause(readRecording(name))).toBe(text),
  );
});

describe('steps of a Prometheus query', () => {
  const ten = formatPoints('1', '2', '3', '4', '5', '6');
  it('uses steps within the window in which all hosts measured, and requires three', () => {
    const { observations, series } = readAnswer(ten, {}, formatRecord(), { from: FROM + 1, to: TO - 1 });
    expect(observations).toMatchObject([{ value: 4, started: new Date((FROM + 15) * 1000).toISOString() }]);
    expect(series).toMatchObject([{ from: FROM + STEP, values: [3, 4, 5] }]);
    expect(findCause(ten, {}, formatRecord(), { from: FROM + 1, to: TO - 16 })).toBe(
      'fewer than 3 whole steps of 15 s fit in the trial',
    );
  });

  it('excludes steps whose query range (reachSeconds) begins before the window', () => {
    expect(readAnswer(ten, { reachSeconds: 30 }).observations).toMatchObject([{ value: 4.5 }]);
    expect(findCause(ten, { reachSeconds: 60 })).toBe(
      'fewer than 3 whole steps of 15 s fit in the trial; each looks back 60 s by its query',
    );
  });

  it('returns a mean without series when 1 in 10 points is missing, and nothing when more are', () => {
    const all = Array.from({ length: 21 }, (_, index) => String(index));
    const [how, window] = [formatRecord({ to: FROM + 20 * STEP }), { ...WINDOW, to: FROM + 20 * STEP + 1 }];
    const omitPoints = (...lost: readonly number[]): string =>
      formatPoints(...all.map((value, index) => (lost.includes(index) ? 'NaN' : value)));
    const { observations, series } = readAnswer(omitPoints(19, 20), {}, how, window);
    expect([observations[0]?.value, series]).toEqual([9.5, []]);
    expect(findCause(omitPoints(18, 19, 20), {}, how, window)).toBe(
      'it has 17 of 20 points of the trial, but 18 are needed',
    );
    expect(findCause(formatPoints('0', '2', 'NaN', '-Inf', '', '6'))).toBe(
      'it has 2 of 5 points of the trial, but 5 are needed',
    );
  });

  it('accepts points in any order, and ignores those between steps', () => {
    const values = [5, 4, 3, 2, 1, 0].map((index) => [FROM + STEP * index, String(index)]);
    expect(readAnswer(formatMatrix([...values, [FROM + 7, '100']])).series[0]?.values).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('a malformed answer of Prometheus', () => {
  it.each([
    ['cut off', readRecording('one').slice(0, 150)],
    ['a page', '<html>log in</html>'],
    ['nothing', ''],
    ['another type', '{"status":"success","data":{"resultType":"vector","result":[]}}'],
    ['numbers as values', formatMatrix([[FROM + STEP, 5]])],
    ['texts as times', formatMatrix([['now', '5']])],
    ['no list', '{"status":"success","data":{"resultType":"matrix","result":{"values":[]}}}'],
    ['null', 'null'],
    ['deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['too long', JSON.stringify({ ...(JSON.parse(readRecording('one')) as object), more: 'x'.repeat(2 ** 20) })],
    ['missing', undefined],
  ])('reports that the answer is not that of a range query: %s', (_, text) =>
    expect(findCause(text)).toBe('its answer is not that of a range query'),
  );

  it.each(['0x10', 'Infinity', '1e999', ' 5', '1_000', '--5', 'true'])(
    'ignores a value that is not a finite decimal number: %p',
    (text) => {
      expect(findCause(formatPoints('0', text, text, text, text, text))).toMatch(/^it has 0 of 5 points/);
    },
  );

  it('reports the cause when the record of the host is unreadable, has a problem or a curl error', () => {
    for (const how of [
      '',
      '{',
      '{}',
      formatRecord({ step: 0 }),
      formatRecord({ step: null }),
      formatRecord({ from: 'x' }),
    ])
      expect(findCause(readRecording('one'), {}, how)).toBe('the first host left no readable record of the queries');
    expect(findCause(readRecording('one'), {}, formatRecord({ problem: 'curl is not installed on this host' }))).toBe(
      'curl is not installed on this host',
    );
    const problem = `curl: (28)\n${'x'.repeat(300)}`;
    const text = findCause(undefined, {}, formatRecord({ answers: { server_x: { status: 0, problem } } }));
    expect(text).toMatch(/^curl: \(28\) x+…$/);
  });

  it.each([
    [{ from: -1e300 }, 'fewer than 3 whole steps of 15 s fit in the trial'],
    [{ to: 1e300 }, 'fewer than 3 whole steps of 15 s fit in the trial'],
    [{ to: FROM - 100 }, 'fewer than 3 whole steps of 15 s fit in the trial'],
    [{ step: 1e-9 }, 'fewer than 3 whole steps of 0 s fit in the trial'],
  ])('reports too few steps for an impossible range: %j', (more, text) =>
    expect(findCause(readRecording('one'), {}, formatRecord(more))).toBe(text),
  );
});

it('reports each metric separately, and combines missing metrics with the same cause', () => {
  const names = ['server_x', 'server_y', 'server_z'] as const;
  const texts = [readRecording('one'), readRecording('empty'), readRecording('empty')];
  const files = [
    { name: QUERIES_FILE, source: QUERIES_FILE, text: formatRecord() },
    ...names.map((name, index) => ({ name: getAnswerFile(name), source: '', text: texts[index] ?? '' })),
  ];
  const { observations, reasons } = readPrometheus(
    makeTelemetry(...names.map((name) => makeMetric(name))),
    [{ files }],
    WINDOW,
    LIKE,
  );
  expect(observations.map(({ metric: name }) => name)).toEqual(['server_x']);
  expect(reasons.map(({ text }) => text)).toEqual([
    'Prometheus has no data for server_y, server_z: the answer is empty: no series matches the query',
  ]);
});

it('returns nothing without telemetry, without a window, or without a figure of all hosts', () => {
  const files = [{ name: QUERIES_FILE, source: '', text: formatRecord() }];
  const nothing = { observations: [], series: [], reasons: [] };
  expect(readPrometheus(null, [{ files }], WINDOW, LIKE)).toEqual(nothing);
  expect(readPrometheus(makeTelemetry(makeMetric('server_x')), [{ files }], null, LIKE)).toEqual(nothing);
  expect(readPrometheus(makeTelemetry(makeMetric('server_x')), [{ files }], WINDOW, undefined)).toEqual(nothing);
});

it.each(cases.impossible as [Unit, string][])('ignores an impossible value: %s %s', (unit, value) => {
  const to = FROM + 25 * STEP;
  const values = Array.from({ length: 26 }, (_, index) => (index === 7 ? value : '5'));
  const window = { from: FROM, to: to + 1 };
  expect(readAnswer(formatPoints(...values), { unit }, formatRecord({ to }), window).observations).toMatchObject([
    { value: 5 },
  ]);
  const reason = findCause(formatPoints(...values.map(() => value)), { unit }, formatRecord({ to }), window);
  expect(reason).toMatch(/^25 of its points are impossible, e\.g\. .*: `rate` needs a counter/);
});
