import * as z from 'zod';
import type { HostCommandPlan, TrialPlan } from '../../lib/experiment/plan';
import type { RawObject } from '../../lib/results/attempt';
import type { CommandOutcome, RigOutcome } from '../../lib/results/marks';
import { judgeTrial, type TrialInput } from '../../lib/results/trial';
import type { Workload } from '../../lib/workloads/contract';

/** Reads `raw/out.json` ({ rate, from, to }) of each host and adds the rates. */
const counter: Workload<{ least: number }> = {
  kind: 'counter',
  summary: 'counts',
  schema: z.object({ least: z.number() }),
  metrics: { rate: { unit: 'ops/s', better: 'higher' } },
  roles: () => ['client'],
  check: () => [],
  prepare: () => [],
  script: () => [],
  duration: () => ({ warmUpSeconds: 0, measureSeconds: 4 }),
  parse: () => ({ tool: 'counter', toolVersion: null, status: 'ok', problems: [], runs: [] }),
  read: (hosts) => {
    const found = hosts.flatMap(({ host, files }) =>
      files.map(({ text, source }) => ({
        host,
        source,
        ...(JSON.parse(text) as { rate: number; from: number; to: number }),
      })),
    );
    const shared = { metric: 'rate', operation: null, statistic: 'value', unit: 'ops/s' as const };
    const total = found.reduce((sum, { rate }) => sum + rate, 0);
    return {
      observations: [
        ...found.map(({ host, rate, source }) => ({ ...shared, host, value: rate, source })),
        { ...shared, host: 'aggregate', value: total, source: found[0]?.source ?? '' },
      ],
      windows: found.map(({ host, from, to }) => ({ host, from, to })),
      reasons: [],
    };
  },
  judge: (reading, _hosts, { least }) => {
    const total = reading.observations.find(({ host }) => host === 'aggregate')?.value ?? 0;
    return total < least ? [{ level: 'suspect', code: 'TooSlow', text: `${total} is below ${least}` }] : [];
  },
};

const command = (name: string): HostCommandPlan => ({
  name,
  roles: ['client'],
  hosts: 2,
  scriptKey: 's',
  scriptSha256: 's',
  barrier: true,
  expectedSeconds: 5,
  timeoutSeconds: 60,
  pollSeconds: 1,
});
const trial: TrialPlan = {
  trial: 't0001',
  rig: 'r1',
  block: 1,
  stage: null,
  cell: 'c1',
  replicate: 2,
  commands: [command('fill'), command('measure')],
  expectedSeconds: 6,
};
const ROOT = 'executions/exp/e1/';
const HOSTS = ['client-0', 'client-1'];
const T0 = 1_772_442_000;

const input = (objects: readonly RawObject[], more: Partial<TrialInput<{ least: number }>> = {}) => ({
  plan: { experiment: 'exp', executionId: 'e1', rigs: [{ rig: 'r1', roles: [{ role: 'client', count: 2 }] }] },
  trial,
  workload: counter,
  params: { least: 0 },
  objects,
  rigOutcome: null,
  executionEnded: null,
  now: T0 * 1000,
  ...more,
});
const object = (path: string, value: unknown): RawObject => ({
  key: `${ROOT}raw/r1/t0001/${path}`,
  text: typeof value === 'string' ? value : JSON.stringify(value),
});
const started = (attempt: number) =>
  object(`a${attempt}/started.json`, { trial: 't0001', attempt, startedAt: '2026-03-02T09:00:00.000Z' });
const ended = (
  attempt: number,
  outcomes: Partial<Record<string, CommandOutcome['status']>> = {},
  failed: string[] = [],
) =>
  object(`a${attempt}/ended.json`, {
    trial: 't0001',
    attempt,
    endedAt: '2026-03-02T09:00:09.000Z',
    commands: ['fill', 'measure'].map((name) => ({
      name,
      status: outcomes[name] ?? 'SUCCEEDED',
      failed: outcomes[name] === undefined ? [] : failed,
    })),
  });
const status = (host: string, more: object = {}) => ({
  host,
  role: 'client',
  tool: 'counter',
  version: '1.0',
  argv: ['counter', '--name', "it's"],
  rc: 0,
  started: T0,
  ended: T0 + 5,
  startAt: T0,
  kernel: '6.1',
  mount: { source: '/dev/a', type: 'ext4', options: 'rw' },
  facts: { direct: '1' },
  ...more,
});
const left = (attempt: number, host: string, rate: number, late = 0, more: object = {}) => [
  object(`a${attempt}/${host}/measure/status.json`, status(host, more)),
  object(`a${attempt}/${host}/measure/raw/out.json`, { rate, from: T0 + late, to: T0 + late + 4 }),
];
const good = (attempt: number, rates = [100, 110]) => [
  started(attempt),
  ended(attempt),
  ...HOSTS.flatMap((host, index) => left(attempt, host, rates[index] ?? 0)),
];
const codes = (result: ReturnType<typeof judgeTrial>) => result.row.reasons.map(({ code }) => code);

describe('a trial that went well', () => {
  const { row, observations } = judgeTrial(input(good(1)));

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

  it('gives observations of hosts and of all of them, with the whole flat schema', () => {
    expect(observations.map(({ host, value }) => [host, value])).toEqual([
      ['client-0', 100],
      ['client-1', 110],
      ['aggregate', 210],
    ]);
    expect(observations[2]).toMatchObject({
      experiment: 'exp',
      execution: 'e1',
      cell: 'c1',
      rig: 'r1',
      trial: 't0001',
      attempt: 1,
      replicate: 2,
      workload: 'counter',
      started: row.started,
      ended: row.ended,
      simulated: false,
      source: 'raw/r1/t0001/a1/client-0/measure/raw/out.json',
    });
  });

  it('is SUSPECT where the workload says so', () => {
    expect(judgeTrial(input(good(1), { params: { least: 500 } })).row).toMatchObject({
      verdict: 'SUSPECT',
      reasons: [{ code: 'TooSlow', text: '210 is below 500' }],
    });
  });
});

describe('which attempt counts', () => {
  it('is the last that succeeded, and the others are noted', () => {
    const objects = [
      ...good(1, [1, 1]),
      started(2),
      ended(2, { measure: 'LOST' }, ['client-1: gone']),
      ...good(3, [5, 6]),
    ];
    const { row, observations } = judgeTrial(input(objects));
    expect(row).toMatchObject({ attempt: 3, attempts: 3, verdict: 'VALID' });
    expect(row.reasons).toEqual([
      {
        level: 'note',
        code: 'Retried',
        text: 'attempt 3 counts; others: 1 succeeded earlier, 2 ended as LOST in measure',
      },
    ]);
    expect(observations.at(-1)).toMatchObject({ attempt: 3, value: 11 });
  });

  it('goes back to an earlier success', () => {
    const { row } = judgeTrial(
      input([...good(1), started(2), ended(2, { measure: 'FAILED' }, ['client-0: exit code 1'])]),
    );
    expect(row).toMatchObject({ attempt: 1, verdict: 'VALID' });
  });

  it('is the last one where none succeeded', () => {
    const result = judgeTrial(
      input([
        started(1),
        ended(1, { measure: 'LOST' }, ['client-0: gone']),
        started(2),
        ended(2, { fill: 'FAILED' }, ['client-0: exit code 3']),
      ]),
    );
    expect(result.row).toMatchObject({ attempt: 2, attempts: 2, verdict: 'INVALID' });
    expect(result.row.reasons[0]).toMatchObject({
      code: 'HostFailed',
      text: 'command fill ended as FAILED: client-0: exit code 3',
    });
  });
});

describe('hosts that did not do their part', () => {
  it('are not added up where they did not overlap; their own numbers stay', () => {
    const objects = [started(1), ended(1), ...left(1, 'client-0', 100), ...left(1, 'client-1', 100, 0.9)];
    const { row, observations } = judgeTrial(input(objects));
    expect(row.verdict).toBe('INVALID');
    expect(row.overlap).toBeCloseTo(0.775, 6);
    expect(row.reasons[0]).toMatchObject({ code: 'NoOverlap' });
    expect(row.reasons[0]?.text).toContain('3.10 s of 4.00 s (77.5 %');
    expect(observations.map(({ host }) => host)).toEqual(['client-0', 'client-1']);
  });

  it('are named where their results are lost', () => {
    const result = judgeTrial(input([started(1), ended(1), ...left(1, 'client-1', 100)]));
    expect(result.row).toMatchObject({ verdict: 'INVALID', overlap: 1 });
    expect(result.row.reasons).toEqual([
      {
        level: 'invalid',
        code: 'ResultLost',
        text: '1 of 2 hosts left no readable result of command measure: client-0',
      },
    ]);
    expect(result.observations.map(({ host }) => host)).toEqual(['client-1']);
  });

  it('are HostLost or HostFailed where their command says so, and nothing is said twice', () => {
    const lost = judgeTrial(
      input([started(1), ended(1, { measure: 'LOST' }, ['client-0: no answer']), ...left(1, 'client-1', 100)]),
    );
    expect(codes(lost)).toEqual(['HostLost']);
    const failed = judgeTrial(
      input([started(1), ended(1, { measure: 'FAILED' }, ['client-0: exit code 1']), ...left(1, 'client-1', 100)]),
    );
    expect(codes(failed)).toEqual(['HostFailed']);
    expect(failed.row.verdict).toBe('INVALID');
  });

  it('cannot hide a tool that failed behind a command that succeeded', () => {
    const objects = [started(1), ended(1), ...left(1, 'client-0', 100, 0, { rc: 1 }), ...left(1, 'client-1', 100)];
    const result = judgeTrial(input(objects));
    expect(codes(result)).toEqual(['ToolFailed']);
    expect(result.row.reasons[0]?.text).toBe('client-0: counter ended with exit code 1');
  });
});

describe('a trial that was not finished', () => {
  const rig = (outcome: Partial<RigOutcome>): RigOutcome => ({
    rig: 'r1',
    status: 'STOPPED',
    reason: null,
    phases: [],
    ...outcome,
  });

  it.each([
    [rig({ reason: { code: 'DeadlineReached', text: 'time is over' } }), null, 'DeadlineReached', 'time is over'],
    [rig({ status: 'FAILED' }), null, 'RigFailed', 'rig r1 failed'],
    [rig({ status: 'SUCCEEDED' }), null, 'NeverStarted', 'left nothing'],
    [null, 'ABORTED', 'ExecutionStopped', 'ended as ABORTED before this trial started'],
    [null, null, 'ExecutionStopped', 'the execution stopped before'],
  ])('is NOT_RUN with the reason of its rig or execution', (rigOutcome, executionEnded, code, text) => {
    const { row, observations } = judgeTrial(input([], { rigOutcome, executionEnded }));
    expect(row).toMatchObject({ verdict: 'NOT_RUN', attempt: 0, attempts: 0, started: null, overlap: null });
    expect(row.reasons).toHaveLength(1);
    expect(row.reasons[0]?.code).toBe(code);
    expect(row.reasons[0]?.text).toContain(text);
    expect(observations).toEqual([]);
  });

  it('is INVALID where it was started and never closed', () => {
    const result = judgeTrial(input([started(1)], { executionEnded: 'ABORTED' }));
    expect(result.row.verdict).toBe('INVALID');
    expect(codes(result)).toEqual(['Interrupted', 'ResultLost']);
    expect(result.row.reasons[0]?.text).toContain('ended as ABORTED');
  });

  it('is SUSPECT where every host left its results all the same', () => {
    const result = judgeTrial(input([started(1), ...HOSTS.flatMap((host) => left(1, host, 7))]));
    expect(result.row.verdict).toBe('SUSPECT');
    expect(codes(result)).toEqual(['NotClosed']);
  });
});

describe('bad content', () => {
  const broken: [string, readonly RawObject[]][] = [
    ['no JSON in the marks', [object('a1/started.json', '{'), object('a1/ended.json', 'null')]],
    ['an empty file', [started(1), ended(1), object('a1/client-0/measure/raw/out.json', '')]],
    ['a file at an odd place', [object('a1/x', 'y'), object('b/c', 'd'), object('a1/client-0/status.json', '1')]],
    ['no commands in ended.json', [started(1), object('a1/ended.json', { commands: 5 })]],
    [
      'ended before the measuring command',
      [
        started(1),
        object('a1/ended.json', {
          trial: 't0001',
          attempt: 1,
          endedAt: 'x',
          commands: [{ name: 'fill', status: 'SUCCEEDED' }],
        }),
      ],
    ],
    [
      'a window that is no number',
      [
        started(1),
        ended(1),
        object('a1/client-0/measure/status.json', status('client-0')),
        object('a1/client-0/measure/raw/out.json', { rate: null, from: 'a', to: {} }),
      ],
    ],
    [
      'times beyond any date',
      [
        started(1),
        ended(1),
        ...HOSTS.flatMap((host) => [
          object(`a1/${host}/measure/status.json`, status(host)),
          object(`a1/${host}/measure/raw/out.json`, { rate: 1, from: 1e300, to: 2e300 }),
        ]),
      ],
    ],
  ];

  it.each(broken)('never throws, and always gives exactly one row that does not count: %s', (_name, objects) => {
    const { row } = judgeTrial(input(objects));
    expect(row.trial).toBe('t0001');
    expect(row.verdict).toBe('INVALID');
    expect(row.reasons.every(({ text }) => text.length > 0)).toBe(true);
  });

  it('makes a workload that throws a reason', () => {
    const objects = [
      started(1),
      ended(1),
      ...HOSTS.flatMap((host) => [
        ...left(1, host, 1).slice(0, 1),
        object(`a1/${host}/measure/raw/out.json`, 'no json'),
      ]),
    ];
    const result = judgeTrial(input(objects));
    expect(codes(result)).toContain('Unreadable');
    expect(result.row.verdict).toBe('INVALID');
  });

  it('takes a status without exit code for none', () => {
    const objects = [
      ...good(1).filter(({ key }) => !key.includes('client-0/measure/status')),
      object('a1/client-0/measure/status.json', { host: 'client-0' }),
    ];
    expect(codes(judgeTrial(input(objects)))).toEqual(['ResultLost']);
  });
});

it('passes on that a host was modelled', () => {
  const objects = [
    started(1),
    ended(1),
    ...HOSTS.flatMap((host) => left(1, host, 1, 0, { facts: { simulated: '1' } })),
  ];
  const { row, observations } = judgeTrial(input(objects));
  expect(row.simulated).toBe(true);
  expect(observations.every(({ simulated }) => simulated)).toBe(true);
  expect(row.facts).not.toHaveProperty('simulated');
});

it('lists facts in which hosts differ', () => {
  const objects = [started(1), ended(1), ...left(1, 'client-0', 1), ...left(1, 'client-1', 1, 0, { kernel: '6.6' })];
  expect(judgeTrial(input(objects)).row.facts['kernel']).toBe('6.1 (client-0); 6.6 (client-1)');
});

it('says that a measurement without any window measured nothing', () => {
  const mute: typeof counter = { ...counter, read: () => ({ observations: [], windows: [], reasons: [] }) };
  const { row } = judgeTrial(input(good(1), { workload: mute }));
  expect(row).toMatchObject({ verdict: 'INVALID', overlap: null, started: null, reasons: [{ code: 'NoWindow' }] });
});
