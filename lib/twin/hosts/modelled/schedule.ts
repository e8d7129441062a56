/** How long a command takes on one host, and what it leaves. */
import type { Host } from '../../../aws/hosts';
import type { Random } from '../../../shapes/random';
import { type Evidence, EVIDENCE_FILE, type EvidenceSample } from '../../../results/trial/evidence';
import type { ModelledOutput, ModelledPerformance } from '../../printers/contract';
import type { Asked, Parameters } from './find-command';
import { startAtOf } from './store-results';
import { type Telemetry, telemetryOfCell } from '../../../shapes/telemetry';
import { shared } from './performance/limits';
import { between, factor } from './performance/noise';
import type { Trials, WorkingMachine } from './trials';
import type { MovedBytes } from '../../../shapes/price';
import { ASKED_FILE } from '../../../results/servers/prometheus';

export interface Scheduled {
  /** Epoch seconds at which its tool begins, and at which the script ends. */
  readonly began: number;
  readonly ends: number;
  readonly output: ModelledOutput | null;
}

/** Where hosts keep the data under test, as on EC2. */
const DATA = '/var/lib/fsxbench/volumes';
/** Lengths of scripts that do not measure, standard deviation of the logarithm. Assumed. */
const SCRIPT_NOISE = 0.05;
/**
 * Seconds before the agreed instant in which a script looks around, and in which it ends. Assumed: as measured here.
 */
const LOOK_AROUND = { least: 0.2, most: 0.6 };
const CLOSE_DOWN = { least: 0.1, most: 0.4 };
/** Hosts wake up late by up to so many seconds. Assumed: a sleeping process on an idle host. */
const WAKE_UP = 0.003;

/**
 * @param time epoch seconds by the host's own clock, and by how many seconds that is ahead of the true time
 * @param others commands of other attempts that work beside it
 * @throws Error where a kind cannot be rehearsed
 */
export function schedule(
  asked: Asked,
  parameters: Parameters,
  host: Host,
  trials: Trials,
  { now, skew }: { readonly now: number; readonly skew: number },
  random: Random,
  others: number,
): Scheduled {
  const { trial, command } = asked;
  if (trial === null || !command.measures) {
    const ready = Math.max(now, startAtOf(parameters) ?? now);
    // What a trial lays out takes as long as the target lets it.
    const working = trial === null ? 0 : trials.seconds(asked, now - skew);
    const seconds = Math.max(working, command.expectedSeconds * factor(random, SCRIPT_NOISE));
    return { began: now, ends: ready + seconds, output: null };
  }
  const startAt = startAtOf(parameters);
  const modelled = trials.measured(asked, Math.max(now, startAt ?? now) - skew);
  const set = now + between(random, LOOK_AROUND.least, LOOK_AROUND.most);
  const began = micro(Math.max(set, startAt ?? set) + between(random, 0, WAKE_UP));
  const performance = shared(modelled.performance(host.index), 1 + others);
  const printed = modelled.print(performance, {
    host: host.host,
    index: host.index,
    hosts: asked.rig.roles.find(({ role }) => role === host.role)?.count ?? 1,
    began,
    lateSeconds: startAt === null ? 0 : micro(began - startAt),
    memoryBytes: modelled.machine.memoryBytes,
    folder: `${DATA}/${asked.copy.copy}/${host.host}`,
    barrier: startAt !== null,
  });
  const begins = micro(began + modelled.warmUpSeconds);
  const evidence = quietEvidence(host.instanceId, performance, begins, modelled.machine);
  const done = began + modelled.warmUpSeconds + performance.seconds;
  const telemetry = leads(asked, host) ? telemetryOfCell(asked.plan.telemetry, trial.cell) : null;
  const told = telemetry === null ? {} : askNobody(telemetry, began, done);
  const output = { ...printed, files: { ...printed.files, [EVIDENCE_FILE]: evidence, ...told } };
  const ends = done + between(random, CLOSE_DOWN.least, CLOSE_DOWN.most);
  return { began, ends, output };
}

/** The one host of a trial that asks a Prometheus. */
function leads({ command }: Asked, { role, index }: Host): boolean {
  return role === command.roles[0] && index === 0;
}

/** A script that looks what stands on its host, and has nothing else to do. */
export function looked(now: number, random: Random): Scheduled {
  return { began: now, ends: now + between(random, LOOK_AROUND.least, LOOK_AROUND.most), output: null };
}

/** Hosts tell the time in microseconds. */
function micro(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

// What a modelled host says of its machine: nothing runs beside its tool.

/** Memory in use while nothing but the tool runs, of all: an idle Amazon Linux takes some hundred MiB. */
const USED = 0.05;
const NOTHING = { user: 0, system: 0, read: 0, write: 0 };

function secondsOf(phases: readonly ModelledPerformance[]): number {
  return phases.reduce((sum, { seconds }) => sum + seconds, 0);
}

/**
 * Text of `raw/evidence.json`.
 * @param begins epoch seconds at which the measured window begins
 */
export function quietEvidence(
  instanceId: string,
  performance: ModelledPerformance,
  begins: number,
  { memoryBytes, threadsPerCpu, moved }: WorkingMachine,
): string {
  const { cpu } = performance;
  const phases = (performance.phases ?? [performance]).slice(0, moved.length);
  const seconds = performance.phases?.length === phases.length ? performance.seconds : secondsOf(phases);
  // As if the machine had one CPU: only shares of its time are looked at.
  const ticks = Math.max(1, Math.round(seconds * 100));
  const ticksOf = (share: number): number => Math.round(Math.min(1, share * threadsPerCpu) * ticks);
  const system = ticksOf(cpu.system);
  const user = ticksOf(cpu.system + cpu.user) - system;
  const memory = { total: memoryBytes, available: Math.round(memoryBytes * (1 - USED)), swappedIn: 0, killed: 0 };
  const from: EvidenceSample = {
    at: begins,
    uptime: 0,
    cpu: [0, 0, 0, 0, 0, 0, 0, 0],
    kernel: null,
    load: 0,
    running: 1,
    own: NOTHING,
    others: NOTHING,
    hidden: 0,
    disk: { read: 0, write: 0, reads: 0, writes: 0, elsewhere: 0 },
    memory,
    stalled: { cpu: 0, io: 0, memory: 0 },
    limits: [],
    thermalMs: 0,
    network: null,
    traffic: { in: 0, out: 0 },
    nfs: null,
  };
  const idle = Math.max(0, ticks - user - system);
  const bytes = (of: keyof MovedBytes): number =>
    Math.round(phases.reduce((sum, one, index) => sum + (moved[index]?.[of] ?? 0) * one.units.rate * one.seconds, 0));
  const traffic = { in: bytes('read'), out: bytes('written') };
  const to = { ...from, at: begins + seconds, uptime: seconds, cpu: [user, 0, system, idle, 0, 0, 0, 0], traffic };
  const seen: Evidence = {
    version: 1,
    machine: instanceId,
    device: '',
    clock: null,
    samples: [from, { ...to, own: { ...NOTHING, user, system } }],
  };
  return `${JSON.stringify(seen)}\n`;
}

/** What the first host leaves of asking a Prometheus of others: nobody knows what its queries would give. */
function askNobody({ stepSeconds: step }: Telemetry, from: number, to: number): Readonly<Record<string, string>> {
  const asked = { version: 1, from, to, step, problem: 'a rehearsal asks no Prometheus', answers: {} };
  return { [ASKED_FILE]: `${JSON.stringify(asked)}\n` };
}
