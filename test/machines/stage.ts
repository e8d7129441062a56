/** A stage for scenarios of the machines: a deployment in virtual time with scripted hosts, and its observations. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { layout } from '../../lib/shapes/layout';
import type { Plan } from '../../lib/shapes/plan';
import { makeStreams } from '../../lib/shapes/random';
import { checkExecution } from '../../checks/oracles/check-execution';
import { gatherFacts, formatComplaint } from '../../lib/twin/checkers/facts';
import { makeVirtualClock } from '../../lib/asl/clock/virtual';
import type { CloudOptions } from '../../lib/twin/cloud/cloud';
import { makeMemoryStore, type ObjectStore } from '../../lib/twin/cloud/s3/store';
import type { CallRecord } from '../../lib/twin/cloud/service';
import type { PublishedMessage, PutEvent } from '../../lib/twin/cloud/messages';
import type { Clock } from '../../lib/asl/clock/clock';
import {
  makeSimulatedDeployment,
  type SimulatedDeployment,
  type SimulatedDeploymentOptions,
} from '../../lib/twin/simulated-deployment';
import type { ChildExecution } from '../../lib/asl/interpreter/child-execution';
import { type ScriptedHosts, scriptedHosts, type ScriptedOptions } from './scripted-hosts';

/** Text of a machine file by name; one of them may be a mutant. */
export type Load = (machine: string) => string;

/** Two targets, three hosts in two roles, two configurations each, two replicates: eight trials in two rigs. */
export const SPEC = `
experiment: play
question: Do the machines keep their promises?
factors: { op: [randread, randwrite] }
targets:
  first: { kind: directory, path: /data/first }
  second: { kind: directory, path: /data/second }
fleet: { client: { count: 2 }, watcher: { count: 1 } }
workloads:
  fio: { kind: fio, rw: $op, bs: 4k, iodepth: 4, size: 16 MiB, ramp_time: 1s, runtime: 4s }
design: { replicates: 2, comparison: sequential }
decide: { metric: iops, where: { op: randread }, prefer: highest }
`;

/** The same eight trials in one rig: each round has all configurations of both targets. */
export const RIVALS = SPEC.replace(', comparison: sequential', '');

export const EXECUTION = 'play-1';
export const KEYS = layout('play', EXECUTION);
/** 2026-01-01T00:00:00Z */
const EPOCH = 1_767_225_600_000;
const SCRIPTS = texts('workloads');

function texts(folder: string): Record<string, string> {
  const root = join(process.cwd(), folder);
  const files: Record<string, string> = {};
  for (const kind of readdirSync(root)) {
    for (const name of readdirSync(join(root, kind))) {
      if (/\.(?:sh|java|py)$/.test(name)) files[`${kind}/${name}`] = readFileSync(join(root, kind, name), 'utf8');
    }
  }
  return files;
}

export interface StageOptions {
  readonly hosts?: Omit<ScriptedOptions, 'clock' | 'store'>;
  readonly fault?: NonNullable<CloudOptions['fault']>;
  readonly aroundTasks?: NonNullable<SimulatedDeploymentOptions['aroundTasks']>;
  readonly ec2?: NonNullable<SimulatedDeploymentOptions['ec2']>;
  readonly deafRule?: boolean;
  /** Hosts are processes of this machine. Default: true. In an account, the janitor checks pointers too. */
  readonly local?: boolean;
}

export interface Stage {
  readonly clock: Clock;
  readonly deployment: SimulatedDeployment;
  readonly store: ObjectStore;
  readonly hosts: ScriptedHosts;
  readonly calls: readonly CallRecord[];
  /** Messages to people and programs. */
  readonly messages: readonly PublishedMessage[];
  readonly events: readonly PutEvent[];
}

/** A further listener for the calls of each stage. */
export const audience: { enter: (() => (call: CallRecord) => void) | null } = { enter: null };

export function stage(load: Load, options: StageOptions = {}): Stage {
  const clock = makeVirtualClock(EPOCH);
  const store = makeMemoryStore(clock);
  const hosts = scriptedHosts({ clock, store, ...options.hosts });
  const calls: CallRecord[] = [];
  const messages: PublishedMessage[] = [];
  const events: PutEvent[] = [];
  const tell = audience.enter?.();
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const deployment = makeSimulatedDeployment({
    clock,
    store,
    hosts,
    random: makeStreams('play'),
    machineText: load,
    scripts: SCRIPTS,
    log: quiet,
    local: options.local ?? true,
    record: (call) => {
      calls.push(call);
      tell?.(call);
    },
    onMessage: (message) => messages.push(message),
    onEvent: (event) => events.push(event),
    ...(options.fault === undefined ? {} : { fault: options.fault }),
    ...(options.aroundTasks === undefined ? {} : { aroundTasks: options.aroundTasks }),
    ...(options.deafRule === true ? { deliveries: () => [] } : {}),
    // Short, so that a scenario has few polls; but never 0.
    ec2: { timing: { pendingMs: 500, visibleMs: 100 }, ...options.ec2 },
  });
  return { clock, deployment, store, hosts, calls, messages, events };
}

/** Starts the experiment of {@link SPEC} and waits until nothing runs any more. */
export async function play(on: Stage, spec: string = SPEC): Promise<ChildExecution> {
  const execution = await on.deployment.start('experiment', EXECUTION, { spec });
  await on.deployment.settled();
  return execution;
}

/** Stops the experiment (or another execution) at a time of the virtual clock. */
export async function stopAfter(on: Stage, milliseconds: number, arn: string): Promise<void> {
  await on.clock.sleep(milliseconds);
  const caller = { execution: '', state: '', role: 'person' };
  await on.deployment.account.cloud.call('sfn', 'StopExecution', { executionArn: arn }, caller).catch(() => undefined);
}

/** All complaints of the checkers, and hosts that still live. */
export async function broken(on: Stage): Promise<string[]> {
  const facts = await gatherFacts(on.deployment, { experiment: 'play', executionId: EXECUTION }, on.calls, null);
  const alive = [...on.hosts.alive].map((id) => `host ${id} still lives`);
  return [...checkExecution(facts).map(formatComplaint), ...alive];
}

/** The plan that admit wrote. */
export async function readPlan(on: Stage): Promise<Plan> {
  return (await json<Plan>(on, KEYS.plan)) as Plan;
}

/** An object of the bucket as JSON; null where there is none. */
export async function json<T>(on: Stage, key: string): Promise<T | null> {
  const found = await on.store.get(key);
  return found === undefined ? null : (JSON.parse(found.text) as T);
}

/** Problems found by a scenario, one text each. */
export type Complaints = AsyncGenerator<string, void>;

/** All of them as a list. */
export async function gather(found: Complaints): Promise<string[]> {
  const complaints: string[] = [];
  for await (const complaint of found) complaints.push(complaint);
  return complaints;
}

export async function* prefixComplaints(prefix: string, found: Complaints): Complaints {
  for await (const complaint of found) yield `${prefix}: ${complaint}`;
}

/** One line where two values differ as JSON. */
export function same(what: string, found: unknown, expected: unknown): string[] {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  return a === b ? [] : [`${what}: found ${a?.slice(0, 400)}, expected ${b?.slice(0, 400)}`];
}

/** One target, one host, one configuration, one replicate: the smallest execution that uses every machine. */
export const SMALL = `
experiment: play
question: Do the machines keep their promises?
targets: { first: { kind: directory, path: /data/first } }
fleet: { client: { count: 1 } }
workloads: { fio: { kind: fio, rw: randread, bs: 4k, iodepth: 4, size: 16 MiB, ramp_time: 1s, runtime: 4s } }
design: { replicates: 1 }
decide: { metric: iops, prefer: highest }
`;

/** Runs the janitor every 15 minutes, as its schedule does, until a time of the virtual clock. */
export async function janitorUntil(on: Stage, hours: number): Promise<void> {
  const end = EPOCH + hours * 3_600_000;
  for (let pass = 1; on.clock.now() < end; pass += 1) {
    await on.clock.sleep(900_000);
    await on.deployment.start('janitor', `janitor-${pass}`, {});
    await on.deployment.settled();
  }
}

/** Start of every run, epoch milliseconds. */
export const BEGINNING = EPOCH;
