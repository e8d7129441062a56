/** Duration and output of a command on one host. */
import type { Host } from '../../../aws/hosts';
import type { Random } from '../../../shapes/random';
import { type Evidence, EVIDENCE_FILE, type EvidenceSample } from '../../../workloads/evidence';
import type { SimulatedOutput, SimulatedPerformance } from '../../printers/contract';
import { type CommandParameters, computeLoadShare, type HostTask } from './host-task';
import { estimateTransportSeconds } from '../../../shapes/timing';
import { parseStartTime } from './store-results';
import { type Telemetry, findTelemetry } from '../../../shapes/telemetry';
import { splitHostPerformance } from './performance/limits';
import { drawUniform, drawLogNormal } from './performance/noise';
import type { SimulatedTrials, WorkingMachine } from './trials';
import type { TransferBytes } from '../../../shapes/price';
import { QUERIES_FILE } from '../../../results/servers/prometheus';

export interface ScheduledRun {
  /** Start of the tool, and end of the script, epoch seconds. */
  readonly began: number;
  readonly ends: number;
  readonly output: SimulatedOutput | null;
}

/** Folder of the data under test, as on EC2. */
const DATA_FOLDER = '/var/lib/fsxbench/volumes';
/** Durations of scripts that do not measure, standard deviation of the logarithm. Assumed. */
const SCRIPT_NOISE = 0.05;
/** Seconds for checks before the agreed start, and for the end of a script. Assumed: as measured here. */
const CHECK_SECONDS_RANGE = { least: 0.2, most: 0.6 };
const CLOSE_SECONDS_RANGE = { least: 0.1, most: 0.4 };
/** Maximum wake-up delay of hosts, seconds. Assumed: a sleeping process on an idle host. */
const MAX_WAKE_UP_SECONDS = 0.003;

/**
 * @param time epoch seconds by the host's clock, and the seconds by which the clock is ahead of the true time
 * @param others running commands of other attempts @throws Error if a kind cannot be rehearsed
 */
export function scheduleCommand(
  task: HostTask,
  parameters: CommandParameters,
  host: Host,
  trials: SimulatedTrials,
  { now, skew }: { readonly now: number; readonly skew: number },
  random: Random,
  others: number,
): ScheduledRun {
  const { trial, command } = task;
  if (trial === null || !command.measures) {
    const ready = Math.max(now, parseStartTime(parameters) ?? now);
    // The target determines how long the layout of data takes.
    const working = trial === null ? 0 : trials.seconds(task, now - skew);
    const seconds = Math.max(working, command.expectedSeconds * drawLogNormal(random, SCRIPT_NOISE));
    return { began: now, ends: ready + seconds, output: null };
  }
  const startAt = parseStartTime(parameters);
  const { events = [] } = trial.plan;
  const modelled = trials.measured(task, Math.max(now, startAt ?? now) - skew);
  const set = now + drawUniform(random, CHECK_SECONDS_RANGE.least, CHECK_SECONDS_RANGE.most);
  const began = roundToMicroseconds(Math.max(set, startAt ?? set) + drawUniform(random, 0, MAX_WAKE_UP_SECONDS));
  const hosts = task.rig.roles.find(({ role }) => role === host.role)?.count ?? 1;
  const performance = splitHostPerformance(modelled.performance(host.index), 1 + others);
  const printed = modelled.print(performance, {
    host: host.host,
    index: host.index,
    hosts,
    began,
    lateSeconds: startAt === null ? 0 : roundToMicroseconds(began - startAt),
    spareSeconds: Math.max(0, roundToMicroseconds((startAt ?? set) - set - estimateTransportSeconds(hosts))),
    memoryBytes: modelled.machine.memoryBytes,
    folder: `${DATA_FOLDER}/${task.copy.copy}/${host.host}`,
    barrier: startAt !== null,
    place: { role: host.role, roles: modelled.loading, copy: task.copy.copy, events },
  });
  const begins = roundToMicroseconds(began + modelled.warmUpSeconds);
  const isLoading = Object.hasOwn(modelled.loading, host.role);
  const share = computeLoadShare(isLoading, host, events, performance.seconds);
  // Without a share, the model does not know what the host moves.
  const scale = ({ read, written }: TransferBytes): TransferBytes => ({ read: share * read, written: share * written });
  const moved = share === 0 ? [] : modelled.machine.moved.map(scale);
  const evidence = formatEvidence(host.instanceId, performance, begins, { ...modelled.machine, moved });
  const done = began + modelled.warmUpSeconds + performance.seconds;
  const telemetry = isPrometheusLeader(task, host) ? findTelemetry(task.plan.telemetry, trial.cell) : null;
  const telemetryFile = telemetry === null ? {} : makeTelemetryFile(telemetry, began, done);
  const output = { ...printed, files: { ...printed.files, [EVIDENCE_FILE]: evidence, ...telemetryFile } };
  const ends = done + drawUniform(random, CLOSE_SECONDS_RANGE.least, CLOSE_SECONDS_RANGE.most);
  return { began, ends, output };
}

/** The one host of a trial that queries a Prometheus. */
function isPrometheusLeader({ command }: HostTask, { role, index }: Host): boolean {
  return role === command.roles[0] && index === 0;
}

/** A script that only checks the fixtures of its host. */
export function scheduleFixtureCheck(now: number, random: Random): ScheduledRun {
  return {
    began: now,
    ends: now + drawUniform(random, CHECK_SECONDS_RANGE.least, CHECK_SECONDS_RANGE.most),
    output: null,
  };
}

/** Hosts report times in microseconds. */
function roundToMicroseconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

// Evidence of a simulated host: no other process runs.

/** Memory in use apart from the tool, relative: an idle Amazon Linux takes some hundred MiB. */
const MEMORY_USED_SHARE = 0.05;
const NO_CPU_USAGE = { user: 0, system: 0, read: 0, write: 0 };

function sumSeconds(phases: readonly SimulatedPerformance[]): number {
  return phases.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Text of `raw/evidence.json`. @param begins start of the measured window, epoch seconds */
export function formatEvidence(
  instanceId: string,
  performance: SimulatedPerformance,
  begins: number,
  { memoryBytes, threadsPerCpu, moved, delayedSeconds }: WorkingMachine,
): string {
  const used = performance.cpu;
  const phases = (performance.phases ?? [performance]).slice(0, moved.length);
  const seconds = performance.phases?.length === phases.length ? performance.seconds : sumSeconds(phases);
  // As for a machine with one CPU: only shares of its time are used.
  const ticks = Math.max(1, Math.round(seconds * 100));
  const ticksOf = (share: number): number => Math.round(Math.min(1, share * threadsPerCpu) * ticks);
  const system = ticksOf(used.system);
  const user = ticksOf(used.system + used.user) - system;
  const memory = {
    total: memoryBytes,
    available: Math.round(memoryBytes * (1 - MEMORY_USED_SHARE)),
    swappedIn: 0,
    killed: 0,
  };
  const from: EvidenceSample = {
    at: begins,
    uptime: 0,
    cpu: [0, 0, 0, 0, 0, 0, 0, 0],
    kernel: null,
    load: 0,
    running: 1,
    own: NO_CPU_USAGE,
    others: NO_CPU_USAGE,
    hidden: 0,
    disk: { read: 0, write: 0, reads: 0, writes: 0, elsewhere: 0 },
    memory,
    stalled: { cpu: 0, io: 0, memory: 0 },
    limits: [],
    thermalMs: 0,
    network: delayedSeconds === null ? null : 0,
    traffic: { in: 0, out: 0 },
    nfs: null,
  };
  const idle = Math.max(0, ticks - user - system);
  const bytes = (of: keyof TransferBytes): number =>
    Math.round(phases.reduce((sum, one, index) => sum + (moved[index]?.[of] ?? 0) * one.units.rate * one.seconds, 0));
  const traffic = { in: bytes('read'), out: bytes('written') };
  // One packet a second: only whether some waited is used.
  const network = delayedSeconds === null ? null : Math.ceil(delayedSeconds);
  const cpu: EvidenceSample['cpu'] = [user, 0, system, idle, 0, 0, 0, 0];
  const to = { ...from, at: begins + seconds, uptime: seconds, cpu, traffic, network };
  const evidence: Evidence = {
    version: 1,
    machine: instanceId,
    device: '',
    clock: null,
    clockBound: null,
    samples: [from, { ...to, own: { ...NO_CPU_USAGE, user, system } }],
  };
  return `${JSON.stringify(evidence)}\n`;
}

/** Telemetry of the first host: the answers of an external Prometheus are unknown. */
function makeTelemetryFile(
  { stepSeconds: step }: Telemetry,
  from: number,
  to: number,
): Readonly<Record<string, string>> {
  const answers = { version: 1, from, to, step, problem: 'a rehearsal queries no Prometheus', answers: {} };
  return { [QUERIES_FILE]: `${JSON.stringify(answers)}\n` };
}
