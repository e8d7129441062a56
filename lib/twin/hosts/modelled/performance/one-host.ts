/** From the work of a fleet to the view of one of its hosts. */
import type { Random } from '../../../../shapes/random';
import type { Demand } from '../../../../workloads/demand';
import { mapLevels, type SimulatedFlow, type SimulatedPerformance } from '../../../printers/contract';
import { type FleetWork, type WorkPhase, IDLE_LATENCY_SPREAD } from './fleet-work';
import type { Fleet } from './limits';
import { drawUniform, HOST_NOISE, FIXED_WORK_HOST_NOISE } from './noise';

/** Standard deviation of the rate over half seconds, relative to its mean. Assumed: as on an idle machine. */
const INTERVAL_NOISE_RANGE = { least: 0.01, most: 0.04 };
/** Distance of the minimum and maximum of some dozens of intervals from the mean, in standard deviations. */
const EXTREME_DEVIATIONS = 2.5;
/** Share of the kernel in the CPU time of a unit. Assumed. */
const KERNEL_CPU_SHARE = 0.8;

/** Common values of all hosts of a fleet in one trial, before noise. */
interface FleetFlows {
  readonly units: FleetFlow;
  readonly operations: readonly { readonly name: string; readonly flow: FleetFlow }[];
  /** The target kept up with an open loop all the time: every host did exactly the offered work. */
  readonly keptUp: boolean;
}

/** Rate, mean latency (us) and spread, of the whole fleet. */
interface FleetFlow {
  readonly rate: number;
  readonly latencyUs: number;
  readonly spread: number;
  /** The rate in its phases, for the spread over intervals. */
  readonly deviation: number;
  readonly levels: NonNullable<SimulatedFlow['levels']>;
  readonly least: number;
  readonly most: number;
}

/** Joins phases: rates weighted by time, latencies by operations. */
export function toFleetFlows({ needs, phases }: Pick<FleetWork, 'needs' | 'phases'>): FleetFlows {
  const unitUs = ({ waitUs }: WorkPhase): number =>
    needs.operations.reduce(
      (sum, { count, lonelyUs, inMemory }) => sum + count * (lonelyUs + (inMemory === true ? 0 : waitUs)),
      0,
    );
  return {
    units: mergePhases(phases, 1, unitUs),
    operations: needs.operations.map(({ name, count, lonelyUs, inMemory }) => ({
      name,
      flow: mergePhases(inMemory === true ? toCachePhases(phases) : phases, count, ({ waitUs }) => lonelyUs + waitUs),
    })),
    keptUp: phases.every(({ keepsUp }) => keepsUp),
  };
}

/** Phases for operations in the memory of the host: without queue, and with the spread of an idle target. */
function toCachePhases(phases: readonly WorkPhase[]): readonly WorkPhase[] {
  return phases.map((phase) => ({ ...phase, waitUs: 0, spread: IDLE_LATENCY_SPREAD }));
}

/** @param count operations in one unit */
function mergePhases(phases: readonly WorkPhase[], count: number, latency: (phase: WorkPhase) => number): FleetFlow {
  const seconds = sumPhases(phases, (phase) => phase.seconds);
  const units = sumPhases(phases, (phase) => phase.seconds * phase.rate);
  const rate = units / seconds;
  const weighted = (value: (phase: WorkPhase) => number): number =>
    sumPhases(phases, (phase) => phase.seconds * phase.rate * value(phase)) / units;
  const latencyUs = weighted(latency);
  // The second moment of a log-normal distribution is its squared mean times exp of its squared spread.
  const second = weighted((phase) => latency(phase) ** 2 * Math.exp(phase.spread ** 2));
  const rates = phases.map((phase) => phase.rate * count);
  return {
    rate: rate * count,
    latencyUs,
    spread: Math.sqrt(Math.log(second / latencyUs ** 2)),
    deviation: count * Math.sqrt(sumPhases(phases, (phase) => phase.seconds * (phase.rate - rate) ** 2) / seconds),
    levels: phases.map((one) => ({ seconds: one.seconds, rate: one.rate * count, latencyUs: latency(one) })),
    least: Math.min(...rates),
    most: Math.max(...rates),
  };
}

/** One host of a fleet; with fixed work, faster hosts end earlier. @param luck factor on the rate of the trial */
export function computePerformance(
  { units, operations, keptUp }: FleetFlows,
  { unit, threads, extent }: Demand,
  { hosts }: Fleet,
  luck: number,
  random: Random,
): SimulatedPerformance {
  const width = extent.until === 'done' ? FIXED_WORK_HOST_NOISE : HOST_NOISE;
  const noise = luck * (1 + drawUniform(random, -width, width));
  const scale = (keptUp ? 1 : noise) / hosts;
  const own = (flow: FleetFlow, jitter: number): SimulatedFlow => {
    const rate = flow.rate * scale;
    const swing = jitter * rate;
    return {
      rate,
      // A higher rate with the same number in flight means a lower latency (Little's law).
      latencyUs: flow.latencyUs / noise,
      spread: flow.spread,
      ...mapLevels(flow.levels.length < 2 ? {} : flow, (level) => ({
        rate: level.rate * scale,
        latencyUs: level.latencyUs / noise,
      })),
      intervals: {
        mean: rate,
        stddev: Math.hypot(flow.deviation * scale, swing),
        min: Math.max(0, flow.least * scale - EXTREME_DEVIATIONS * swing),
        max: flow.most * scale + EXTREME_DEVIATIONS * swing,
      },
    };
  };
  const swinging = operations.map((one) => ({
    ...one,
    jitter: drawUniform(random, INTERVAL_NOISE_RANGE.least, INTERVAL_NOISE_RANGE.most),
  }));
  const whole = own(units, Math.max(...swinging.map(({ jitter }) => jitter)));
  return {
    seconds: extent.until === 'done' ? extent.units / whole.rate : extent.measuredSeconds,
    units: whole,
    operations: Object.fromEntries(swinging.map(({ name, flow, jitter }) => [name, own(flow, jitter)])),
    cpu: splitCpu((whole.rate * unit.cpuSeconds) / threads),
  };
}

function splitCpu(share: number): SimulatedPerformance['cpu'] {
  const used = Math.min(1, share);
  return { system: used * KERNEL_CPU_SHARE, user: used * (1 - KERNEL_CPU_SHARE) };
}

function sumPhases(phases: readonly WorkPhase[], value: (phase: WorkPhase) => number): number {
  return phases.reduce((sum, phase) => sum + value(phase), 0);
}
