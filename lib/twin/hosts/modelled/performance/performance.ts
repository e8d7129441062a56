/** From what a fleet does to what one of its hosts sees. */
import type { Random } from '../../../../shapes/random';
import type { DataLoad, MetadataLoad, ModelledFlow, ModelledPerformance } from '../../../../workloads/modelled';
import type { Phase } from './fleet-data';
import { type FleetMetadata, METADATA_OPS_PER_CPU } from './fleet-metadata';
import { type Fleet, IOS_PER_CPU } from './limits';
import { between, HOST_NOISE, HOST_NOISE_METADATA } from './noise';

/** Standard deviation of the rate over half seconds, relative to its mean. Assumed: as on a quiet machine. */
const INTERVAL_NOISE = { least: 0.01, most: 0.04 };
/** The lowest and the highest of some dozens of intervals are about so many standard deviations away. */
const EXTREMES = 2.5;
/** Of the processor time of an I/O, the part in the kernel. Assumed. */
const KERNEL_SHARE = 0.8;

/** What all hosts of a fleet have in common in one trial. */
export interface Flows {
  /** All reads and writes of the fleet, before noise. */
  readonly seconds: number;
  /** ops/s, mean latency (us) and spread of one kind of operation, of the whole fleet. */
  readonly read: FleetFlow | null;
  readonly write: FleetFlow | null;
}

interface FleetFlow {
  readonly rate: number;
  readonly latencyUs: number;
  readonly spread: number;
  /** The rate in its phases, for the spread over intervals. */
  readonly deviation: number;
  readonly least: number;
  readonly most: number;
}

/** Phases as one: rates weighted by time, latencies by operations. */
export function flowsOf(load: DataLoad, phases: readonly Phase[]): Flows {
  const one = (share: number, latency: (phase: Phase) => number): FleetFlow | null =>
    share === 0 ? null : merged(phases, share, latency);
  return {
    seconds: load.measureSeconds,
    read: one(load.readShare, ({ readUs }) => readUs),
    write: one(1 - load.readShare, ({ writeUs }) => writeUs),
  };
}

function merged(phases: readonly Phase[], share: number, latency: (phase: Phase) => number): FleetFlow {
  const seconds = total(phases, (phase) => phase.seconds);
  const operations = total(phases, (phase) => phase.seconds * phase.rate);
  const rate = operations / seconds;
  const weighted = (value: (phase: Phase) => number): number =>
    total(phases, (phase) => phase.seconds * phase.rate * value(phase)) / operations;
  const latencyUs = weighted(latency);
  // The second moment of a log-normal distribution is its squared mean times exp of its squared spread.
  const second = weighted((phase) => latency(phase) ** 2 * Math.exp(phase.spread ** 2));
  const rates = phases.map((phase) => phase.rate * share);
  return {
    rate: rate * share,
    latencyUs,
    spread: Math.sqrt(Math.log(second / latencyUs ** 2)),
    deviation: share * Math.sqrt(total(phases, (phase) => phase.seconds * (phase.rate - rate) ** 2) / seconds),
    least: Math.min(...rates),
    most: Math.max(...rates),
  };
}

/**
 * One host of a fleet that reads and writes.
 * @param luck factor on the rate of the whole trial
 */
export function dataPerformance(
  flows: Flows,
  load: DataLoad,
  { hosts }: Fleet,
  luck: number,
  random: Random,
): ModelledPerformance {
  const noise = luck * (1 + between(random, -HOST_NOISE, HOST_NOISE));
  const own = (flow: FleetFlow | null): ModelledFlow | null => {
    if (flow === null) return null;
    const scale = noise / hosts;
    const rate = flow.rate * scale;
    const own = between(random, INTERVAL_NOISE.least, INTERVAL_NOISE.most) * rate;
    return {
      rate,
      // More operations of the same number in flight: each is quicker (Little's law).
      latencyUs: flow.latencyUs / noise,
      spread: flow.spread,
      intervals: {
        mean: rate,
        stddev: Math.hypot(flow.deviation * scale, own),
        min: Math.max(0, flow.least * scale - EXTREMES * own),
        max: flow.most * scale + EXTREMES * own,
      },
    };
  };
  const read = own(flows.read);
  const write = own(flows.write);
  const cpu = ((read?.rate ?? 0) + (write?.rate ?? 0)) / (load.threads * IOS_PER_CPU);
  return { seconds: flows.seconds, read, write, metadata: null, cpu: cpuOf(cpu) };
}

/** One host of a fleet that works on files until it is done: a quicker one is done earlier. */
export function metadataPerformance(
  fleetFlow: FleetMetadata,
  load: MetadataLoad,
  { hosts }: Fleet,
  luck: number,
  random: Random,
): ModelledPerformance {
  const noise = luck * (1 + between(random, -HOST_NOISE_METADATA, HOST_NOISE_METADATA));
  const rate = (fleetFlow.rate / hosts) * noise;
  const own = between(random, INTERVAL_NOISE.least, INTERVAL_NOISE.most) * rate;
  const metadata: ModelledFlow = {
    rate,
    latencyUs: fleetFlow.latencyUs / noise,
    spread: fleetFlow.spread,
    intervals: { mean: rate, stddev: own, min: rate - EXTREMES * own, max: rate + EXTREMES * own },
  };
  const cpu = cpuOf(rate / (load.threads * METADATA_OPS_PER_CPU));
  return { seconds: load.operations / rate, read: null, write: null, metadata, cpu };
}

function cpuOf(share: number): ModelledPerformance['cpu'] {
  const used = Math.min(1, share);
  return { system: used * KERNEL_SHARE, user: used * (1 - KERNEL_SHARE) };
}

function total(phases: readonly Phase[], value: (phase: Phase) => number): number {
  return phases.reduce((sum, phase) => sum + value(phase), 0);
}
