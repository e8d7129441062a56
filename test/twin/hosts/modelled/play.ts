/** A bucket with a hand-made plan, and simulated hosts that use it in virtual time, for tests of the driver. */
import { CONTRACT_VERSION } from '../../../../lib/shapes/contract-version';
import { createHash } from 'node:crypto';
import { formatHosts } from '../../../../lib/aws/hosts';
import { layout } from '../../../../lib/shapes/layout';
import type { PlannedStep, Plan, TrialPlan } from '../../../../lib/shapes/plan';
import { mergeLevels, type Observation } from '../../../../lib/shapes/observation';
import { judgeTrial } from '../../../../lib/results/trial/judge-trial';
import type { TrialRow } from '../../../../lib/shapes/verdict';
import type { TargetModel } from '../../../../lib/targets/model';
import type { Clock } from '../../../../lib/asl/clock/clock';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import { makeMemoryStore, type ObjectStore } from '../../../../lib/twin/cloud/s3/store';
import type { CommandResult, HostDriver } from '../../../../lib/twin/hosts/driver';
import { makeModelledHosts, type ModelledHostsOptions } from '../../../../lib/twin/hosts/modelled/hosts';
import { fio } from '../../../../lib/workloads/fio/workload';
import type { FioParams } from '../../../../lib/workloads/fio/schema';
import type { HostStatus } from '../../../../lib/workloads/contract';

export const KEYS = layout('play', 'e1');
/** 2026-01-01T00:00:00Z */
export const BEGINNING = 1_767_225_600;
const SCRIPT = 'true\n';
const SHA256 = createHash('sha256').update(SCRIPT).digest('hex');
const MB = 1e6;

/** A small file system: 500 MB/s, 20,000 IOPS, a burst of twice that for a minute. */
export const SMALL: TargetModel = {
  read: { baseline: 500 * MB, burst: 1000 * MB, burstSeconds: 60 },
  write: { baseline: 400 * MB, burst: 800 * MB, burstSeconds: 60 },
  readIops: { baseline: 20_000, burst: 20_000, burstSeconds: 0 },
  writeIops: { baseline: 10_000, burst: 10_000, burstSeconds: 0 },
  latencyUs: { read: 400, write: 600, metadata: 300 },
  cacheBytes: 8e9,
  cacheRead: 3000 * MB,
  hostBytes: 1200 * MB,
  metadata: { create: 3000, delete: 4000, stat: 12_000, open: 6000, mkdir: 3000, rmdir: 4000, rename: 0 },
};

/** Without bursts and caches. */
export const PLAIN: TargetModel = {
  ...SMALL,
  read: { baseline: 500 * MB, burst: 500 * MB, burstSeconds: 0 },
  write: { baseline: 400 * MB, burst: 400 * MB, burstSeconds: 0 },
  cacheBytes: 0,
};

export interface Play {
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly driver: HostDriver;
  readonly plan: Plan;
}

export interface PlayOptions extends Partial<Omit<ModelledHostsOptions, 'clock' | 'store'>> {
  readonly cells?: readonly Readonly<Record<string, unknown>>[];
  readonly replicates?: number;
  readonly hosts?: number;
  readonly instanceType?: string;
  readonly model?: TargetModel | null;
  /** Changes the plan before it is written. */
  readonly amend?: (plan: Plan) => Plan;
}

type Parameters = Readonly<Record<string, string>>;

const TIMES = { ramp_time: '5s', runtime: '30s' };
/** Parameters of fio as a spec may have them. */
export const RANDREAD = { kind: 'fio', rw: 'randread', bs: '4k', iodepth: 16, size: '32 GiB', ...TIMES };

/** A plan with one rig with launched hosts: instances `i-0`, `i-1`, … are `client-0`, `client-1`, … */
export async function play(options: PlayOptions = {}): Promise<Play> {
  const { cells = [RANDREAD], replicates = 1, hosts = 2, instanceType = 'c5n.2xlarge', ...others } = options;
  const { model = PLAIN, amend = (plan) => plan, ...rest } = others;
  const clock = makeVirtualClock(BEGINNING * 1000);
  const store = makeMemoryStore(clock);
  const plan = amend(makePlan(cells, replicates, hosts, instanceType));
  const lines = makeHostNames(hosts).map((host, index) => {
    return { host, role: 'client', index, privateIp: '10.0.0.1', instanceId: `i-${index}` };
  });
  await store.put(KEYS.plan, JSON.stringify(plan), true);
  await store.put(KEYS.hosts('r1'), formatHosts(lines), true);
  await store.put(KEYS.script(SHA256), SCRIPT, true);
  const driver = makeModelledHosts({ clock, store, seed: 's', bootSeconds: () => 1, modelOf: () => model, ...rest });
  await Promise.all(
    lines.map(({ instanceId, privateIp }) =>
      driver.launch({ instanceId, tags: {}, userData: '', privateIp, instanceType, launchedAt: clock.now() }),
    ),
  );
  return { clock, store, driver, plan };
}

/** Sends one command to one host. */
export function send({ driver }: Play, index: number, parameters: Parameters, executionTimeoutSeconds = 600) {
  return driver.run(`i-${index}`, {
    commandId: `c-${index}`,
    executionTimeoutSeconds,
    parameters: {
      ScriptKey: KEYS.script(SHA256),
      ScriptSha256: SHA256,
      HostsKey: KEYS.hosts('r1'),
      StartAt: '0',
      ExecutionTimeout: String(executionTimeoutSeconds),
      ...parameters,
    },
  });
}

/** Parameters of the measuring command of a trial that begins 60 s from now. */
export function makeParameters({ clock }: Play, trial: string, attempt = 1): Parameters {
  return {
    OutputPrefix: KEYS.attempt('r1', trial, attempt),
    Attempt: `${trial}.a${attempt}`,
    Step: 'measure',
    StartAt: String(clock.now() / 1000 + 60),
  };
}

/** Runs one trial on all hosts, closes its attempt as the machines do, and judges it as the results do. */
export async function runModelledTrial(
  on: Play,
  trial: string,
  timeoutSeconds?: number,
): Promise<{ results: CommandResult[]; row: TrialRow; observations: readonly Observation[] }> {
  const { store, plan, clock } = on;
  const folder = KEYS.attempt('r1', trial, 1);
  const startedAt = new Date(clock.now()).toISOString();
  await store.put(`${folder}started.json`, JSON.stringify({ trial, attempt: 1, startedAt }), true);
  const parameters = makeParameters(on, trial);
  const hosts = makeHostNames(plan.rigs[0]?.hosts ?? 0);
  const results = await Promise.all(hosts.map((_, index) => send(on, index, parameters, timeoutSeconds).done));
  const endedAt = new Date(clock.now()).toISOString();
  const steps = [{ name: 'measure', status: 'SUCCEEDED', failed: [] }];
  await store.put(`${folder}ended.json`, JSON.stringify({ trial, attempt: 1, endedAt, steps }), true);
  const found = await store.list(KEYS.trial('r1', trial));
  const objects = await Promise.all(found.map(async ({ key }) => ({ key, text: (await store.get(key))?.text ?? '' })));
  const planned = plan.trials.find((one) => one.trial === trial) as TrialPlan;
  const cell = plan.cells.find(({ cellId }) => cellId === planned.cell);
  const judged = judgeTrial({
    plan,
    trial: planned,
    levels: mergeLevels(cell!),
    workload: fio,
    params: cell?.params as unknown as FioParams,
    objects,
    rigOutcome: null,
    executionEnded: null,
    now: clock.now(),
  });
  return { results, ...judged };
}

/** The aggregate figure of a trial. */
export function findFigure(observations: readonly Observation[], metric: string, operation?: string): number {
  const all = observations.filter((one) => one.scope === 'aggregate' && one.metric === metric);
  return all.find((one) => (operation ?? one.operation) === one.operation)?.value ?? Number.NaN;
}

/** An object in the folder of client-0 for the measuring command of an attempt; undefined where there is none. */
export async function readLeft({ store }: Play, name: string, attempt = 1, trial = 't0001') {
  return (await store.get(`${KEYS.attempt('r1', trial, attempt)}client-0/${name}`))?.text;
}

/** status.json of client-0. */
export async function readStatus(on: Play, attempt: number, step = 'measure', trial = 't0001'): Promise<HostStatus> {
  return JSON.parse((await readLeft(on, `${step}/status.json`, attempt, trial)) ?? '{}') as HostStatus;
}

function makeHostNames(hosts: number): string[] {
  return Array.from({ length: hosts }, (_, index) => `client-${index}`);
}

function makePlan(cells: readonly object[], replicates: number, hosts: number, instanceType: string): Plan {
  const command = (name: string, expectedSeconds: number): PlannedStep => ({
    name,
    roles: ['client'],
    hosts,
    scriptKey: KEYS.script(SHA256),
    scriptSha256: SHA256,
    barrier: name === 'measure',
    measures: name === 'measure',
    expectedSeconds,
    timeoutSeconds: 600,
    pollSeconds: 5,
  });
  const place = { rig: 'r1', block: 1 };
  const target = { target: 'store', targetConfig: {} };
  const roles = [{ role: 'client', count: hosts, instanceType, userData: '' }];
  const prepare = [command('target', 3), command('fill', 100)];
  const trial = { ...place, period: 1, copy: 'c1', stage: null, steps: [command('measure', 40)], expectedSeconds: 100 };
  const names = cells.flatMap((_, index) =>
    Array.from({ length: replicates }, (__, nth) => ({ cell: `c${index}`, replicate: nth + 1 })),
  );
  const plan = {
    schemaVersion: CONTRACT_VERSION,
    experiment: 'play',
    executionId: 'e1',
    spec: { workloads: { load: { kind: 'fio' } } },
    cells: cells.map((params, index) => ({
      cellId: `c${index}`,
      levels: {},
      ...target,
      stage: null,
      workload: 'load',
      params: fio.schema.parse(params),
      provisioned: {},
      limitedRates: [],
      storageUsdPerHour: 0,
      externalUsdPerHour: null,
      hostsUsdPerHour: 0,
    })),
    rigs: [{ ...place, hosts, roles, copies: [{ copy: 'c1', ...target, kind: 'modelled-store', prepare }] }],
    trials: names.map(({ cell, replicate }, index) => {
      const name = `t${String(index + 1).padStart(4, '0')}`;
      return { ...trial, trial: name, cell, replicate, round: replicate, plot: replicate };
    }),
  };
  return plan as unknown as Plan;
}
