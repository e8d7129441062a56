/** How long a step takes on a fleet, when it is given up, and how often it is looked at. Pure: nothing is stored. */
import { ensure } from '../../shapes/errors';
import { sumAll } from '../../shapes/collections';
import { FILE_OPERATIONS, type StepWork } from '../../shapes/file-operation';
import type { PlannedStep, Timing } from '../../shapes/plan';
import { diskOperations, scaleToHosts, ROUND_TRIPS, SEQUENTIAL_LATENCY, type TargetModel } from '../../targets/model';
import type { Step } from '../../workloads/contract';

/** Looks at a command after its expected end, so that its history stays under 20,000 events. */
const COMMAND_LOOKS = 2000;
/** Of a command's time a tenth, at most a minute, is kept for ending the script and storing its results. */
const STORE_MARGIN = { share: 0.1, mostSeconds: 60 };

/**
 * Credits for so many seconds of bursting outlast the trials of an experiment: a new file system of EFS has them for
 * six hours. Those of the others are for minutes, and each trial finds fewer.
 */
const CREDITS_FOR_ALL = 4 * 3600;

/** Instances of what is provisioned are assumed to differ by 5 % (docs/statistics.md): estimates are for a slow one. */
const SLOW_INSTANCE = 1.05;

/** Who executes a step. */
export interface StepHosts {
  /** Hosts of each role of the rig. */
  readonly counts: ReadonlyMap<string, number>;
  /** What the storage that they share allows, where it is known. */
  readonly model: TargetModel | null;
  /** Bytes a second of the network of a host, of the one that has least; null where there is none between. */
  readonly network: number | null;
  /** Copies that its hosts work on at once: they share the network of each. */
  readonly copies: number;
}

type StepTimes = Pick<PlannedStep, 'hosts' | 'expectedSeconds' | 'timeoutSeconds' | 'pollSeconds'>;

/** Hosts of a step and its seconds: modelled length, time-out, pause between two looks. */
export function timeStep(step: Omit<Step, 'script'>, fleet: StepHosts, timing: Timing): StepTimes {
  const { timeoutSeconds: asked, work } = step;
  const timeoutSeconds = Math.ceil(Math.min(asked / (1 - STORE_MARGIN.share), asked + STORE_MARGIN.mostSeconds));
  const { barrierLeadSeconds, deliverySeconds, pollSeconds } = timing;
  const hosts = step.roles.reduce((sum, role) => sum + ensure(fleet.counts.get(role), `hosts of role ${role}`), 0);
  const atWork = Math.max(0, ...(work === undefined ? [] : workSeconds(work, hosts, fleet)));
  const modelled = Math.max(step.expectedSeconds, atWork === 0 ? 0 : (step.idleSeconds ?? 0) + atWork);
  const afterExpected = timeoutSeconds + barrierLeadSeconds + deliverySeconds - modelled;
  return {
    hosts,
    expectedSeconds: roundToMs(modelled),
    timeoutSeconds,
    pollSeconds: Math.max(pollSeconds, Math.ceil((1000 * afterExpected) / COMMAND_LOOKS) / 1000),
  };
}

/** Seconds that a fixed amount of work takes at least, for each that limits it: storage, waiting for it, network. */
function workSeconds(work: StepWork, hosts: number, { model: one, network, copies }: StepHosts): number[] {
  const model = one === null ? null : scaleToHosts(one, hosts);
  const moved = work.writtenBytes + (work.reads?.bytes ?? 0);
  const bytes = work.ofAll === true ? moved / hosts : moved;
  const onNetwork = network === null || model?.eachHost === true ? 0 : (copies * bytes) / network;
  const times = work.ofAll === true ? 1 : hosts;
  if (model === null) return [onNetwork];
  const ofStorage = [storageSeconds(work, times, model), diskSeconds(work, times, model), waitingSeconds(work, model)];
  return [onNetwork, ...ofStorage.map((seconds) => SLOW_INSTANCE * seconds)];
}

/** Time that the disks need for the writes of small files, which reach them merged. */
function diskSeconds(
  { writtenBytes, writes = 0 }: StepWork,
  times: number,
  { writeIops, closesEarly }: TargetModel,
): number {
  if (writes === 0 || closesEarly === true) return 0;
  return (times * writes * diskOperations(writtenBytes / writes, true)) / sustainedRate(writeIops);
}

/** Time that the storage needs for such work so many times, at rates that it keeps up as long as anyone measures. */
function storageSeconds(work: StepWork, times: number, model: TargetModel): number {
  const { reads } = work;
  const inCache = reads !== undefined && reads.workingBytes <= model.cacheBytes;
  const read = reads === undefined ? 0 : reads.bytes / (inCache ? model.cacheRead : sustainedRate(model.read));
  const data = work.writtenBytes / sustainedRate(model.write) + read;
  const operations = FILE_OPERATIONS.map((kind) => {
    const count = work.operations[kind] ?? 0;
    return count === 0 ? 0 : count / model.metadata[kind];
  });
  return times * sumAll([data, ...operations]);
}

function sustainedRate({ baseline, burst, burstSeconds }: TargetModel['write']): number {
  return burstSeconds < CREDITS_FOR_ALL ? baseline : burst;
}

/** Time that one host waits for answers, however idle the storage is: so many of them at once. */
function waitingSeconds(
  { operations, writes: atClose = 0, inFlight }: StepWork,
  { latencyUs, closesEarly }: TargetModel,
): number {
  if (inFlight === undefined) return 0;
  const writes = closesEarly === true ? 0 : atClose;
  const trips = FILE_OPERATIONS.map((kind) => (operations[kind] ?? 0) * (ROUND_TRIPS[kind] ?? 1));
  const metadata = latencyUs.metadata * sumAll(trips);
  return (metadata + latencyUs.write * SEQUENTIAL_LATENCY * writes) / inFlight / 1e6;
}

/** Whether its hosts begin at a common instant: one alone has nobody to wait for, and is paid for meanwhile. */
export function usesBarrier({ barrier, hosts }: Pick<PlannedStep, 'barrier' | 'hosts'>): boolean {
  return barrier && hosts > 1;
}

/** Expected length of steps that run one after the other, their barriers included. */
export function sumStepSeconds(
  steps: readonly Pick<PlannedStep, 'expectedSeconds' | 'barrier'>[],
  timing: Timing,
): number {
  return roundToMs(sumAll(steps.map((one) => one.expectedSeconds + (one.barrier ? timing.barrierLeadSeconds : 0))));
}

/** Milliseconds are enough: more digits would be noise in every document. */
export function roundToMs(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
