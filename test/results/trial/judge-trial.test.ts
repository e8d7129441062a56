import type { RawObject } from '../../../lib/results/trial/attempt';
import type { RigOutcome } from '../../../lib/shapes/outcomes';
import { judgeTrial } from '../../../lib/results/trial/judge-trial';
import {
  makeRecords,
  listCodes,
  counter,
  makeGoodAttempt,
  HOSTS,
  makeInput,
  makeHostFiles,
  makeObject,
  makeStartRecord,
  makeStatus,
  T0,
} from '../raw-objects';
import { getAnswerFile, QUERIES_FILE } from '../../../lib/results/servers/prometheus';
import type { Telemetry } from '../../../lib/shapes/telemetry';
import cases from './judge-trial.telemetry.cases.json';

describe('judgeTrial of a successful trial', () => {
  const { row, observations } = judgeTrial(makeInput(makeGoodAttempt(1)));

  it('is VALID, with window, overlap and facts', () => {
    expect(row).toMatchObject({ trial: 't0001', cell: 'c1', replicate: 2, attempt: 1, attempts: 1, verdict: 'VALID' });
    expect(row).toMatchObject({ reasons: [], overlap: 1, simulated: false });
    expect(row.started).toBe(new Date(T0 * 1000).toISOString());
    expect(row.ended).toBe(new Date((T0 + 4) * 1000).toISOString());
    expect(row.facts).toEqual({
      tool: 'counter 1.0',
      kernel: '6.1',
      mount: 'ext4 on /dev/a (rw)',
      command: String.raw`counter --name 'it'\''s'`,
      direct: '1',
    });
  });

  it('returns observations of each host and their sum, with all columns', () => {
    expect(observations.map(({ host, value }) => [host, value])).toEqual([
      ['client-0', 100],
      ['client-1', 110],
      [null, 210],
    ]);
    expect(observations.map(({ scope }) => scope)).toEqual(['host', 'host', 'aggregate']);
    expect(observations[2]).toMatchObject({
      experiment: 'exp',
      execution: 'e1',
      cell: 'c1',
      levels: { target: 'disk', workload: 'w', bs: '4k' },
      rig: 'r1',
      block: 1,
      period: 1,
      copy: 'c1',
      trial: 't0001',
      attempt: 1,
      replicate: 2,
      verdict: 'VALID',
      counts: true,
      workload: 'counter',
      started: row.started,
      ended: row.ended,
      simulated: false,
      source: 'raw/r1/t0001/a1/',
    });
  });

  it('returns series of each host, and their sum only when hosts overlapped', () => {
    const readHost: typeof counter.readHost = (raw, params) => {
      const series = { metric: 'rate', operation: null, unit: 'ops/s', from: T0, step: 1, values: [1, 2] } as const;
      return { ...counter.readHost(raw, params), series: [series] };
    };
    const readSeries = (objects: readonly RawObject[]) =>
      judgeTrial(makeInput(objects, { workload: { ...counter, readHost } })).series;
    expect(readSeries(makeGoodAttempt(1)).map(({ host, values }) => [host, values])).toEqual([
      ['client-0', [1, 2]],
      ['client-1', [1, 2]],
      [null, [2, 4]],
    ]);
    expect(readSeries(makeGoodAttempt(1))[2]).toMatchObject({ trial: 't0001', attempt: 1, from: T0, simulated: false });
    const apart = makeRecords(...makeHostFiles(1, 'client-0', 100), ...makeHostFiles(1, 'client-1', 110, 3));
    expect(readSeries(apart).map(({ host }) => host)).toEqual(['client-0', 'client-1']);
  });

  it('is SUSPECT when the workload reports a reason (TooSlow)', () => {
    expect(judgeTrial(makeInput(makeGoodAttempt(1), { params: { least: 500 } })).row).toMatchObject({
      verdict: 'SUSPECT',
      reasons: [{ code: 'TooSlow', text: '210 is below 500' }],
    });
    const doubted = judgeTrial(makeInput(makeGoodAttempt(1), { params: { least: 500 } })).observations;
    expect(new Set(doubted.map(({ verdict, counts }) => `${verdict} ${counts}`))).toEqual(new Set(['SUSPECT false']));
  });
});

describe('judgeTrial of an unfinished trial', () => {
  const makeOutcome = (outcome: Partial<RigOutcome>): RigOutcome => ({
    rig: 'r1',
    status: 'STOPPED',
    reason: null,
    marks: [],
    ...outcome,
  });

  it.each([
    [
      makeOutcome({ reason: { code: 'DeadlineReached', text: 'time is over' } }),
      null,
      'DeadlineReached',
      'time is over',
    ],
    [makeOutcome({ status: 'FAILED' }), null, 'RigFailed', 'rig r1 failed'],
    [makeOutcome({ status: 'SUCCEEDED' }), null, 'NeverStarted', 'without results of this trial'],
    [null, 'ABORTED', 'ExecutionStopped', 'ended as ABORTED before this trial started'],
    [null, null, 'ExecutionStopped', 'the execution stopped before'],
  ])('is NOT_RUN with the reason of its rig or execution', (rigOutcome, executionEnded, code, text) => {
    const { row, observations } = judgeTrial(makeInput([], { rigOutcome, executionEnded }));
    expect(row).toMatchObject({ verdict: 'NOT_RUN', attempt: 0, attempts: 0, started: null, overlap: null });
    expect(row.reasons).toHaveLength(1);
    expect(row.reasons[0]?.code).toBe(code);
    expect(row.reasons[0]?.text).toContain(text);
    expect(observations).toEqual([]);
  });

  it('is INVALID (Interrupted, ResultLost) when it started but its end and results are missing', () => {
    const result = judgeTrial(makeInput([makeStartRecord(1)], { executionEnded: 'ABORTED' }));
    expect(result.row.verdict).toBe('INVALID');
    expect(listCodes(result)).toEqual(['Interrupted', 'ResultLost']);
    expect(result.row.reasons[0]?.text).toContain('ended as ABORTED');
  });

  it('is SUSPECT (EndNotRecorded) when its end is missing but every host left results', () => {
    const result = judgeTrial(makeInput([makeStartRecord(1), ...HOSTS.flatMap((host) => makeHostFiles(1, host, 7))]));
    expect(result.row.verdict).toBe('SUSPECT');
    expect(listCodes(result)).toEqual(['EndNotRecorded']);
  });
});

describe('judgeTrial of damaged files', () => {
  const broken: [string, readonly RawObject[]][] = [
    ['no JSON in start and end records', [makeObject('a1/started.json', '{'), makeObject('a1/ended.json', 'null')]],
    ['an empty file', makeRecords(makeObject('a1/client-0/measure/raw/out.json', ''))],
    [
      'files at unknown paths',
      [makeObject('a1/x', 'y'), makeObject('b/c', 'd'), makeObject('a1/client-0/status.json', '1')],
    ],
    ['no commands in ended.json', [makeStartRecord(1), makeObject('a1/ended.json', { commands: 5 })]],
    [
      'an end before the measuring command',
      [
        makeStartRecord(1),
        makeObject('a1/ended.json', {
          trial: 't0001',
          attempt: 1,
          endedAt: 'x',
          commands: [{ name: 'fill', status: 'SUCCEEDED' }],
        }),
      ],
    ],
    [
      'a window without numbers',
      makeRecords(
        makeObject('a1/client-0/measure/status.json', makeStatus('client-0')),
        makeObject('a1/client-0/measure/raw/out.json', { rate: null, from: 'a', to: {} }),
      ),
    ],
    [
      'times beyond any date',
      makeRecords(
        ...HOSTS.flatMap((host) => [
          makeObject(`a1/${host}/measure/status.json`, makeStatus(host)),
          makeObject(`a1/${host}/measure/raw/out.json`, { rate: 1, from: 1e300, to: 2e300 }),
        ]),
      ),
    ],
  ];

  it.each(broken)('returns an INVALID row instead of throwing: %s', (_name, objects) => {
    const { row } = judgeTrial(makeInput(objects));
    expect(row.trial).toBe('t0001');
    expect(row.verdict).toBe('INVALID');
    expect(row.reasons.every(({ text }) => text.length > 0)).toBe(true);
  });

  it('returns reason Unreadable when the parser of the workload throws', () => {
    const objects = makeRecords(
      ...HOSTS.flatMap((host) => [
        ...makeHostFiles(1, host, 1).slice(0, 1),
        makeObject(`a1/${host}/measure/raw/out.json`, 'no json'),
      ]),
    );
    const result = judgeTrial(makeInput(objects));
    expect(listCodes(result)).toContain('Unreadable');
    expect(result.row.verdict).toBe('INVALID');
  });

  it('treats status.json without exit code as missing (ResultLost)', () => {
    const objects = [
      ...makeGoodAttempt(1).filter(({ key }) => !key.includes('client-0/measure/status')),
      makeObject('a1/client-0/measure/status.json', { host: 'client-0' }),
    ];
    expect(listCodes(judgeTrial(makeInput(objects)))).toEqual(['ResultLost']);
  });
});

it('marks row and observations as simulated when hosts were', () => {
  const objects = makeRecords(...HOSTS.flatMap((host) => makeHostFiles(1, host, 1, 0, { facts: { simulated: '1' } })));
  const { row, observations } = judgeTrial(makeInput(objects));
  expect(row.simulated).toBe(true);
  expect(observations.every(({ simulated }) => simulated)).toBe(true);
  expect(row.facts).not.toHaveProperty('simulated');
});

it('lists differing facts with the host names', () => {
  const objects = makeRecords(
    ...makeHostFiles(1, 'client-0', 1),
    ...makeHostFiles(1, 'client-1', 1, 0, { kernel: '6.6' }),
  );
  expect(judgeTrial(makeInput(objects)).row.facts['kernel']).toBe('6.1 (client-0); 6.6 (client-1)');
});

it('is INVALID (NoWindow) when no host reports a measurement window', () => {
  const mute: typeof counter = {
    ...counter,
    readHost: () => ({ source: null, figures: [], window: null, reasons: [] }),
  };
  const { row } = judgeTrial(makeInput(makeGoodAttempt(1), { workload: mute }));
  expect(row).toMatchObject({ verdict: 'INVALID', overlap: null, started: null, reasons: [{ code: 'NoWindow' }] });
});

const TELEMETRY = cases.telemetry as Telemetry;
const makeFile = (name: string, value: unknown) => makeObject(`a1/client-0/measure/${name}`, value);
const values = [0, 1, 2, 3, 4].map((second) => [T0 + second, String(10 * second)]);
const objects = [
  ...makeGoodAttempt(1),
  makeFile(QUERIES_FILE, { version: 1, from: T0, to: T0 + 4, step: 1, problem: '', answers: {} }),
  makeFile(getAnswerFile('server_cpu'), {
    status: 'success',
    data: { resultType: 'matrix', result: [{ metric: {}, values }] },
  }),
];

it('adds Prometheus metrics to the observations, and notes missing ones without changing the verdict', () => {
  const plain = judgeTrial(makeInput(makeGoodAttempt(1)));
  const { row, observations, series } = judgeTrial(makeInput(objects, { telemetry: TELEMETRY }));
  expect(observations.slice(0, -1)).toEqual(plain.observations);
  expect(observations.at(-1)).toEqual({
    ...plain.observations.at(-1),
    metric: 'server_cpu',
    operation: null,
    statistic: 'mean',
    unit: '%',
    value: 25,
    source: 'raw/r1/t0001/a1/client-0/measure/raw/server_cpu.json',
  });
  expect(series).toMatchObject([{ trial: 't0001', metric: 'server_cpu', from: T0, step: 1, values: [10, 20, 30, 40] }]);
  expect([row.verdict, row.reasons]).toEqual(cases.verdict);
});

it('ignores Prometheus files when the plan has no telemetry', () => {
  expect(judgeTrial(makeInput(objects))).toEqual(judgeTrial(makeInput(makeGoodAttempt(1))));
});
