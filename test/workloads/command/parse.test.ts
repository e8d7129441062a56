import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';
import { parseMetrics } from '../../../lib/workloads/command/declared-metrics';
import { judgeReading, parseOutput, readHost, readResults } from '../../../lib/workloads/command/parse';
import { commandSchema } from '../../../lib/workloads/command/schema';
import { command } from '../../../lib/workloads/command/workload';
import { readHosts } from '../../../lib/workloads/read-hosts';
import cases from './parse.cases.json';

const PARAMS = commandSchema.parse({
  kind: 'command',
  script: 'true',
  runtime: 10,
  metrics: { rate: { unit: 'ops/s', better: 'higher' } },
});
const STATUS = cases.status as HostStatus;
const raw = (text: string | null, status: Partial<HostStatus> | null = {}): HostRaw => ({
  host: 'client-0',
  command: 'measure',
  status: status === null ? null : { ...STATUS, ...status },
  files: text === null ? [] : [{ name: 'raw/results.txt', source: 'raw/x', text }],
});
const listReasons = (one: HostRaw) => readHost(one, PARAMS).reasons.map(({ level, text }) => `${level} ${text}`);

it('reports ErrorLines as suspect when stderr has "No space left on device" but the script exits with 0', () => {
  const stderr = { name: 'raw/stderr.txt', source: 'raw/e', text: 'dd: error writing: No space left on device\n' };
  const one = raw('rate 5');
  const judge = (host: HostRaw) =>
    command.judge(readHosts(command, [host], PARAMS), [host], PARAMS).map(({ level, code }) => `${level} ${code}`);
  expect(judge({ ...one, files: [...one.files, stderr] })).toEqual(['suspect ErrorLines']);
  expect(judge({ ...one, files: [...one.files, { ...stderr, text: 'ls: No such file or directory\n' }] })).toEqual([]);
});

it('reads the metrics of a host with the window from start to end of its script', () => {
  expect(readHost(raw('rate 5'), PARAMS)).toEqual({
    source: 'raw/x',
    figures: [{ operation: null, values: { rate: 5 }, weight: 1, histograms: {} }],
    window: { from: 100, to: 110 },
    reasons: [],
  });
});

it('adds up rates of hosts that ran for different times without rescaling them, and notes DurationsDiffer', () => {
  const hosts = [30, 60].map((seconds, index) => {
    const host = `client-${index}`;
    return { ...raw('rate 100', { host, ended: STATUS.started + seconds }), host };
  });
  const { observations, windows } = readHosts(command, hosts, PARAMS);
  expect(observations.find(({ host }) => host === 'aggregate')).toMatchObject({ metric: 'rate', value: 200 });
  expect(command.judge({ observations, windows, series: [], reasons: [] }, hosts, PARAMS)).toMatchObject([
    { level: 'note', code: 'DurationsDiffer' },
  ]);
});

it.each([
  [raw(null, null), ['invalid client-0 has no readable status.json: its script was killed, or its results were lost']],
  [raw(null), ['invalid client-0 has no raw/results.txt']],
  [raw('rate'), ['invalid client-0: raw/results.txt: line 1 is not `NAME VALUE`: rate']],
  [raw('', { rc: 3 }), []],
])('returns no figures when status.json or raw/results.txt is missing, invalid or empty: case %#', (one, reasons) => {
  expect(listReasons(one)).toEqual(reasons);
  expect(readHost(one, PARAMS).figures).toEqual([]);
});

it('reports MetricsUnreadable for the metric value 1e400', () =>
  expect(readHost(raw('rate 1e400'), PARAMS).reasons.map(({ code }) => code)).toEqual(['MetricsUnreadable']));

it('reports a note for a metric in raw/results.txt that the spec does not declare', () =>
  expect(listReasons(raw('rate 5\nother 6'))).toEqual([
    'note client-0: raw/results.txt contains other, which `metrics` does not declare',
  ]));

it('parses lines of name and number, and fails for an empty file or JSON', () => {
  expect(parseOutput('rate 5\nwait 2.5').runs[0]?.observations.map(({ metric, value }) => [metric, value])).toEqual([
    ['rate', 5],
    ['wait', 2.5],
  ]);
  expect(parseOutput('')).toMatchObject({ status: 'failed', problems: ['it contains no metric'], runs: [] });
  expect(parseOutput('{"a": 1}')).toMatchObject({ status: 'failed' });
});

const NOTHING = { observations: [], windows: [], series: [], reasons: [] };
const judgeStatus = (status: Partial<HostStatus> | null, stderr = '') => {
  const one = raw(null, status);
  const files = [{ name: 'raw/stderr.txt', source: 'x', text: stderr }];
  return judgeReading(NOTHING, [{ ...one, files }], { metrics: {} }).map(
    ({ level, code, text }) => `${level} ${code}: ${text}`,
  );
};

it.each([
  ['exit code 0', {}, []],
  ['no status', null, []],
  ['exit code 2', { rc: 2 }, ['invalid ToolFailed: client-0: the script ended with exit code 2: no such disk']],
  ['its time limit', { rc: 124, facts: { problem: 'x' } }, ['invalid TimedOut: client-0: x']],
  [
    'the end after 250 ms',
    { ended: 100.25 },
    ['suspect ShortRun: client-0: the script took 250ms (minimum 1s). Give the script more work'],
  ],
])('judges a script by its status: %s', (_, status, reasons) =>
  expect(judgeStatus(status, 'one\nno such disk\n')).toEqual(reasons),
);

describe('judgeReading of hosts that ended at different times', () => {
  const builds = { unit: 'ops/s', better: 'higher', modelled: 1 } as const;
  const judge = (ends: readonly number[], metrics: Parameters<typeof judgeReading>[2]['metrics']) => {
    const windows = ends.map((to, index) => ({ host: `client-${index}`, from: 0, to }));
    return judgeReading({ ...NOTHING, windows }, [], { metrics });
  };

  it('notes DurationsDiffer for a metric that is the sum of rates over hosts', () => {
    expect(judge([30, 60], { builds, done: { ...builds, unit: 'count' } })).toEqual(cases.saidBesideRates);
  });

  it.each([
    ['nearly equal times', [30, 31], builds],
    ['times that differ by less than a second', [1.01, 1.6], builds],
    ['means over hosts', [30, 60], { ...builds, overHosts: 'mean' }],
    ['metrics in seconds', [30, 60], { ...builds, unit: 's' }],
  ] as const)('returns no reasons for %s', (_, ends, metric) => expect(judge(ends, { builds: metric })).toEqual([]));
});

const METRICS = parseMetrics({
  metrics: { rate: { unit: 'ops/s', better: 'higher' }, wait: { unit: 's', better: 'lower' } },
});
const read = (text: string) => readResults(text, METRICS);

describe('readResults', () => {
  it.each([
    ['rate 5\nwait 2', { rate: 5, wait: 2 }],
    ['# of this host\r\nrate = 1.5e3\r\n\r\nwait: 20 ms\r\n', { rate: 1500, wait: 0.02 }],
    ['wait\t0\nrate 12k ops/s', { wait: 0, rate: 12_000 }],
  ])('reads lines of a name and a value with an optional unit: %j', (text, values) =>
    expect(read(text)).toEqual({ values, problems: [], others: [] }),
  );

  it.each(cases.wholeOrNot as [string, string[]][])(
    'reports missing, repeated and invalid lines: %j',
    (text, problems) => expect(read(text).problems).toEqual(problems),
  );

  it('lists undeclared names, limits its messages, and refuses a file of more than 100,000 characters', () => {
    expect(read('rate 5\nwait 1\ntoString 7\n__proto__ 8')).toMatchObject({ others: ['toString', '__proto__'] });
    expect(read('x'.repeat(200_000)).problems).toEqual(['the file has 200000 characters (limit 100000)']);
    expect(read('{\n'.repeat(500)).problems).toEqual([
      'line 1 is not `NAME VALUE`: {',
      'line 2 is not `NAME VALUE`: {',
      'line 3 is not `NAME VALUE`: {',
      'and 497 more such lines',
    ]);
    expect(read('rate 5\nwait 1\na 1\nb 1\nc 1\nd 1\ne 1').others).toEqual(['a', 'b', 'c', 'and 2 more names']);
    expect(read(`rate ${'9'.repeat(200)}x\nwait 1`).problems[0]).toHaveLength(108);
  });
});
