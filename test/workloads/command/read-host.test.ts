import { command } from '../../../lib/workloads/command/workload';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { parseOutput, readHost } from '../../../lib/workloads/command/read-host';
import { schema } from '../../../lib/workloads/command/schema';
import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';

const PARAMS = schema.parse({
  kind: 'command',
  script: 'true',
  runtime: 10,
  metrics: { rate: { unit: 'ops/s', better: 'higher' } },
});
const STATUS: HostStatus = {
  host: 'client-0',
  role: 'client',
  tool: 'command',
  version: '',
  argv: [],
  rc: 0,
  started: 100,
  ended: 110,
  startAt: 100,
  kernel: '6.1',
  mount: { source: '', type: 'nfs4', options: '' },
  facts: {},
};
const raw = (text: string | null, status: Partial<HostStatus> | null = {}): HostRaw => ({
  host: 'client-0',
  command: 'measure',
  status: status === null ? null : { ...STATUS, ...status },
  files: text === null ? [] : [{ name: 'raw/results.txt', source: 'raw/x', text }],
});
const said = (one: HostRaw) => readHost(one, PARAMS).reasons.map(({ level, text }) => `${level} ${text}`);

it('reads what a host told, in its window', () => {
  expect(readHost(raw('rate 5'), PARAMS)).toEqual({
    source: 'raw/x',
    figures: [{ operation: null, values: { rate: 5 }, weight: 1, histograms: {} }],
    window: { from: 100, to: 110 },
    reasons: [],
  });
});

it('adds declared rates up as they stand, however long each host took', () => {
  const hosts = [30, 60].map((seconds, index) => {
    const host = `client-${index}`;
    return { ...raw('rate 100', { host, ended: STATUS.started + seconds }), host };
  });
  const { observations, windows } = readHosts(command, hosts, PARAMS);
  expect(observations.find(({ host }) => host === 'aggregate')).toMatchObject({ metric: 'rate', value: 200 });
  expect(command.judge({ observations, windows, series: [], reasons: [] }, hosts, PARAMS)).toMatchObject([
    { level: 'note', code: 'EndedApart' },
  ]);
});

it.each([
  [raw(null, null), ['invalid client-0 left no readable status.json: its script was killed, or its results were lost']],
  [raw(null), ['invalid client-0 left no raw/results.txt']],
  [raw('rate'), ['invalid client-0: raw/results.txt: line 1 is no `NAME VALUE`: rate']],
  [raw('', { rc: 3 }), []],
])('says what is not there: %#', (one, reasons) => {
  expect(said(one)).toEqual(reasons);
  expect(readHost(one, PARAMS).figures).toEqual([]);
});

it('blames the script for figures that cannot be', () =>
  expect(readHost(raw('rate 1e400'), PARAMS).reasons.map(({ code }) => code)).toEqual(['BadFigures']));

it('notes what nobody declared', () =>
  expect(said(raw('rate 5\nother 6'))).toEqual([
    'note client-0: raw/results.txt tells other, which `metrics` does not declare',
  ]));

it('parses names and numbers of any file', () => {
  expect(parseOutput('rate 5\nwait 2.5').runs[0]?.observations.map(({ metric, value }) => [metric, value])).toEqual([
    ['rate', 5],
    ['wait', 2.5],
  ]);
  expect(parseOutput('')).toMatchObject({ status: 'failed', problems: ['it tells no metric'], runs: [] });
  expect(parseOutput('{"a": 1}')).toMatchObject({ status: 'failed' });
});
