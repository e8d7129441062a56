/** Raw files of one trial, and a small workload that reads them, for tests of verdicts. */
import * as z from 'zod';
import type { PlannedStep, TrialPlan } from '../../lib/shapes/plan';
import type { RawObject } from '../../lib/results/trial/attempt';
import type { StepOutcome } from '../../lib/shapes/outcomes';
import type { judgeTrial, TrialInput } from '../../lib/results/trial/judge-trial';
import type { Workload } from '../../lib/workloads/contract';

/** Reads `raw/out.json` ({ rate, from, to }) of each host and adds the rates. */
export const counter: Workload<{ least: number }> = {
  kind: 'counter',
  summary: 'counts',
  schema: z.object({ least: z.number() }),
  metrics: { rate: { unit: 'ops/s', better: 'higher', words: 'rate', column: true, overHosts: 'sum' } },
  factWords: {},
  listMetrics: () => [{ operation: null, metrics: ['rate'] }],
  roles: () => [{ role: 'client', mounts: true, measures: true }],
  check: () => [],
  fixtures: () => [],
  script: () => [],
  duration: () => ({ total: 4, warmUp: 0, measured: 4, until: 'time' }),
  traffic: { limits: () => [] },
  demand: () => ({}),
  parse: () => ({ tool: 'counter', toolVersion: null, status: 'ok', problems: [], runs: [] }),
  readHost: ({ files }) => {
    const file = files.find(({ name }) => name === 'raw/out.json');
    if (file === undefined) return { source: null, figures: [], window: null, reasons: [] };
    const { rate, from, to } = JSON.parse(file.text) as { rate: number; from: number; to: number };
    const figures = [{ operation: null, values: { rate }, weight: 1, histograms: {} }];
    return { source: file.source, figures, window: { from, to }, reasons: [] };
  },
  judge: (reading, _hosts, { least }) => {
    const total = reading.observations.find(({ host }) => host === 'aggregate')?.value ?? 0;
    return total < least ? [{ level: 'suspect', code: 'TooSlow', text: `${total} is below ${least}` }] : [];
  },
};

export const makeStep = (name: string): PlannedStep => ({
  name,
  roles: ['client'],
  hosts: 2,
  scriptKey: 's',
  scriptSha256: 's',
  barrier: true,
  measures: name === 'measure',
  expectedSeconds: 5,
  timeoutSeconds: 60,
  pollSeconds: 1,
});
export const trial: TrialPlan = {
  trial: 't0001',
  rig: 'r1',
  block: 1,
  period: 1,
  copy: 'c1',
  stage: null,
  cell: 'c1',
  replicate: 2,
  round: 2,
  plot: 2,
  steps: [makeStep('fill'), makeStep('measure')],
  expectedSeconds: 6,
};
export const ROOT = 'executions/exp/e1/';
export const HOSTS = ['client-0', 'client-1'];
export const T0 = 1_772_442_000;

export const makeInput = (objects: readonly RawObject[], more: Partial<TrialInput<{ least: number }>> = {}) => ({
  plan: { experiment: 'exp', executionId: 'e1', rigs: [{ rig: 'r1', roles: [{ role: 'client', count: 2 }] }] },
  trial,
  levels: { target: 'disk', workload: 'w', bs: '4k' },
  workload: counter,
  params: { least: 0 },
  objects,
  rigOutcome: null,
  executionEnded: null,
  now: T0 * 1000,
  ...more,
});
export const makeObject = (path: string, value: unknown): RawObject => ({
  key: `${ROOT}raw/r1/t0001/${path}`,
  text: typeof value === 'string' ? value : JSON.stringify(value),
});
export const makeStartRecord = (attempt: number) =>
  makeObject(`a${attempt}/started.json`, { trial: 't0001', attempt, startedAt: '2026-03-02T09:00:00.000Z' });
export const makeEndRecord = (
  attempt: number,
  outcomes: Partial<Record<string, StepOutcome['status']>> = {},
  failed: string[] = [],
) =>
  makeObject(`a${attempt}/ended.json`, {
    trial: 't0001',
    attempt,
    endedAt: '2026-03-02T09:00:09.000Z',
    steps: ['fill', 'measure'].map((name) => ({
      name,
      status: outcomes[name] ?? 'SUCCEEDED',
      failed: outcomes[name] === undefined ? [] : failed,
    })),
  });
/** Files of an attempt that ended well. */
export const makeRecords = (...files: readonly RawObject[]) => [makeStartRecord(1), makeEndRecord(1), ...files];
export const makeStatus = (host: string, more: object = {}) => ({
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
/** Attempts follow one another. */
const getStart = (attempt: number): number => T0 + 100 * (attempt - 1);
export const makeHostFiles = (attempt: number, host: string, rate: number, late = 0, more: object = {}) => [
  makeObject(`a${attempt}/${host}/measure/status.json`, {
    ...makeStatus(host, { started: getStart(attempt), ended: getStart(attempt) + 5, startAt: getStart(attempt) }),
    ...more,
  }),
  makeObject(`a${attempt}/${host}/measure/raw/out.json`, {
    rate,
    from: getStart(attempt) + late,
    to: getStart(attempt) + late + 4,
  }),
];
export const makeGoodAttempt = (attempt: number, rates = [100, 110]) => [
  makeStartRecord(attempt),
  makeEndRecord(attempt),
  ...HOSTS.flatMap((host, index) => makeHostFiles(attempt, host, rates[index] ?? 0)),
];
export const listCodes = (result: ReturnType<typeof judgeTrial>) => result.row.reasons.map(({ code }) => code);
