/** Duration, timeout and poll interval of a step on a fleet. */
import { ensure } from '../../shapes/errors';
import { sumAll } from '../../shapes/collections';
import { FILE_OPERATIONS, type StepWork } from '../../shapes/file-operation';
import type { PlannedStep, Timing } from '../../shapes/plan';
import { toDiskOperations, scaleToHosts, ROUND_TRIPS, SEQUENTIAL_LATENCY, type TargetModel } from '../../targets/model';
import type { Step } from '../../workloads/contract';

/** Maximum polls of a command after its expected end, so that its history stays under 20,000 events. */
const MAX_COMMAND_POLLS = 2000;
/**
 * Longest step, seconds. Systems Manager ends a command after 172,800 s (`workloads/host/document.json`), with its wait
 * for a common start.
 */
export const MAX_STEP_SECONDS = 172_000;
/** Share of a command's timeout, at most a minute, for stopping the script and storing its results. */
const RESULT_MARGIN = { share: 0.1, mostSeconds: 60 };

/**
 * Burst credits for this many seconds last for a whole experiment: a new EFS file system has credits for six hours.
 * Credits of other kinds last minutes, so later trials have fewer.
 */
const LASTING_CREDIT_SECONDS = 4 * 3600;

/** Provisioned target instances are assumed to differ by 5% (docs/statistics.md): estimates assume a slow instance. */
const SLOW_INSTANCE_FACTOR = 1.05;

export interface StepHosts {
  readonly counts: ReadonlyMap<string, number>;
  /** Model of the shared storage, if known. */
  readonly model: TargetModel | null;
  /** Network rate of the slowest host, bytes/s; null without a network. */
  readonly network: number | null;
  /** Number of target instances that its hosts work on in parallel, sharing their network. */
  readonly copies: number;
  /** Seconds of the measuring step in a published study; absent if unknown. */
  readonly publishedSeconds?: number | undefined;
}

type StepTimes = Pick<PlannedStep, 'hosts' | 'expectedSeconds' | 'fixedWork' | 'timeoutSeconds' | 'pollSeconds'>;

/** Hosts and seconds of a step: estimated duration, timeout, poll interval. */
export function estimateStepTimes(step: Omit<Step, 'script'>, fleet: StepHosts, timing: Timing): StepTimes {
  const { timeoutSeconds: given, work } = step;
  const withResults = Math.min(given / (1 - RESULT_MARGIN.share), given + RESULT_MARGIN.mostSeconds);
  // Time limits assume very slow storage, so that large data sets would exceed what a command may take.
  const timeoutSeconds = Math.ceil(Math.min(withResults, MAX_STEP_SECONDS));
  const { barrierLeadSeconds, deliverySeconds, pollSeconds } = timing;
  const hosts = step.roles.reduce((sum, role) => sum + ensure(fleet.counts.get(role), `hosts of role ${role}`), 0);
  const atWork = Math.max(0, ...(work === undefined ? [] : getWorkSeconds(work, hosts, fleet)));
  const published = step.measures === true ? fleet.publishedSeconds : undefined;
  // Published work that the time limit excludes must have been more.
  const modelled =
    published !== undefined && published <= given
      ? (step.idleSeconds ?? 0) + published
      : Math.max(step.expectedSeconds, atWork === 0 ? 0 : (step.idleSeconds ?? 0) + atWork);
  const afterExpected = timeoutSeconds + barrierLeadSeconds + deliverySeconds - modelled;
  return {
    hosts,
    expectedSeconds: roundToMs(modelled),
    ...(work === undefined ? {} : { fixedWork: true as const }),
    timeoutSeconds,
    pollSeconds: Math.max(pollSeconds, Math.ceil((1000 * afterExpected) / MAX_COMMAND_POLLS) / 1000),
  };
}

/** Minimum seconds for a fixed amount of work, by limit: storage, latency, network. */
function getWorkSeconds(work: StepWork, hosts: number, { model: one, network, copies }: StepHosts): number[] {
  const model = one === null ? null : scaleToHosts(one, hosts);
  const moved = work.writtenBytes + (work.reads?.bytes ?? 0);
  const bytes = work.ofAll === true ? moved / hosts : moved;
  const onNetwork = network === null || model?.eachHost === true ? 0 : (copies * bytes) / network;
  const times = work.ofAll === true ? 1 : hosts;
  if (model === null) return [onNetwork];
  const ofStorage = [
    getStorageSeconds(work, times, model),
    getDiskSeconds(work, times, model),
    getWaitSeconds(work, model),
  ];
  return [onNetwork, ...ofStorage.map((seconds) => SLOW_INSTANCE_FACTOR * seconds)];
}

/** Time of the disks for writes of small files, which arrive merged. */
function getDiskSeconds(
  { writtenBytes, writes = 0 }: StepWork,
  times: number,
  { writeIops, writeback }: TargetModel,
): number {
  if (writes === 0 || writeback === 'late') return 0;
  return (times * writes * toDiskOperations(writtenBytes / writes, writeback !== 'none')) / getSustainedRate(writeIops);
}

/** Time of the storage for this work, at rates that it sustains for a whole experiment. */
function getStorageSeconds(work: StepWork, times: number, model: TargetModel): number {
  const { reads } = work;
  const inCache = reads !== undefined && reads.workingBytes <= model.cacheBytes;
  const read = reads === undefined ? 0 : reads.bytes / (inCache ? model.cacheRead : getSustainedRate(model.read));
  const data = work.writtenBytes / getSustainedRate(model.write) + read;
  const operations = FILE_OPERATIONS.map((kind) => {
    const count = work.operations[kind] ?? 0;
    return count === 0 ? 0 : count / model.metadata[kind];
  });
  return times * sumAll([data, ...operations]);
}

function getSustainedRate({ baseline, burst, burstSeconds }: TargetModel['write']): number {
  return burstSeconds < LASTING_CREDIT_SECONDS ? baseline : burst;
}

/** Time that one host waits for responses of idle storage, with its operations in flight. */
function getWaitSeconds(
  { operations, writes: atClose = 0, inFlight }: StepWork,
  { latencyUs, writeback }: TargetModel,
): number {
  if (inFlight === undefined) return 0;
  const writes = writeback === 'late' ? 0 : atClose;
  const trips = FILE_OPERATIONS.map((kind) => (operations[kind] ?? 0) * (ROUND_TRIPS[kind] ?? 1));
  const metadata = latencyUs.metadata * sumAll(trips);
  const order = writeback === 'none' ? 1 : SEQUENTIAL_LATENCY;
  return (metadata + latencyUs.write * order * writes) / inFlight / 1e6;
}

/** Whether its hosts start at a common time. A single host needs no barrier, whose wait would be billed. */
export function usesBarrier({ barrier, hosts }: Pick<PlannedStep, 'barrier' | 'hosts'>): boolean {
  return barrier && hosts > 1;
}

/** Expected duration of consecutive steps, with their barriers. */
export function sumStepSeconds(
  steps: readonly Pick<PlannedStep, 'expectedSeconds' | 'barrier'>[],
  timing: Timing,
): number {
  return roundToMs(sumAll(steps.map((one) => one.expectedSeconds + (one.barrier ? timing.barrierLeadSeconds : 0))));
}

/** Rounds to milliseconds, which is precise enough for plan documents. */
export function roundToMs(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
