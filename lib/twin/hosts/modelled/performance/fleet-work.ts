/** The work of a whole fleet during one step: burst rates as long as credits last, then baselines. */
import { FsxbenchError } from '../../../../shapes/errors';
import type { ModelledRate, TargetModel } from '../../../../targets/model';
import type { Demand, Extent } from '../../../../workloads/demand';
import {
  BURSTABLE_RESOURCES,
  type BurstableResource,
  type Fleet,
  type ResourceNeeds,
  computeResourceNeeds,
} from './limits';

/** Credits of a target and of the hosts that load it. */
export type CreditBalances = Readonly<Record<BurstableResource, CreditBalance>>;

export interface WorkPhase {
  readonly seconds: number;
  /** Units of work per second of the fleet. */
  readonly rate: number;
  /** Wait of each operation of a unit on top of its latency without load, except in memory, microseconds. */
  readonly waitUs: number;
  readonly spread: number;
  /** Whether the target keeps up: its rate is then the offered rate. */
  readonly keepsUp: boolean;
  /** Whether the hosts used their present network rate so far that some packets waited. */
  readonly delaysPackets: boolean;
}

/** Mean use of the network rate from which some packets wait. Assumed: traffic is uneven. */
const DELAYING_USE = 0.9;

/** A time span with a constant rate, including warm-up. */
interface RateSpan {
  /** Epoch seconds. */
  readonly from: number;
  readonly until: number;
  /** Units of work per second of the fleet. */
  readonly rate: number;
  /** Credit levels at the start and the end, 0–1. */
  readonly before: CreditLevels;
  readonly after: CreditLevels;
}

export type CreditLevels = Readonly<Record<BurstableResource, number>>;

export interface FleetWork {
  readonly needs: ResourceNeeds;
  /** All spans, from the start of the warm-up. */
  readonly spans: readonly RateSpan[];
  /** Phases of the measured time. */
  readonly phases: readonly WorkPhase[];
  /** Credits at the end. */
  readonly reserves: CreditBalances;
}

/** Credit level that counts as empty: lower values are rounding errors. */
export const MIN_CREDIT_LEVEL = 1e-9;

/** @param reserves at an earlier time @param began warm-up, epoch seconds @throws Error if operations lack a model */
export function simulateFleet(
  model: TargetModel,
  demand: Demand,
  fleet: Fleet,
  reserves: CreditBalances,
  began: number,
): FleetWork {
  const needs = computeResourceNeeds(model, demand, fleet);
  const saving = getAllCreditRates(model, fleet);
  // If reads and writes share credits, the mix of this work determines the use.
  const spending = mapBurstableResources((resource) => {
    const [slow, quick] = [needs.cost(resource, false), needs.cost(resource, true)];
    return { ratio: quick > 0 ? slow / quick : 1, seconds: saving[resource].seconds };
  });
  const { warmUp, end, units } = getStepEnd(demand.extent, fleet, began);
  const measured = began + warmUp;
  const creditsFor = (resource: BurstableResource, use: number): CreditRates => (use > 1 ? spending : saving)[resource];
  let now = began;
  let left = units;
  let held = mapBurstableResources((resource) => updateBalance(reserves[resource], saving[resource], 0, began));
  // Exhausted credits stay exhausted: earned credits are spent immediately, so the rate is the baseline.
  const empty = new Set(BURSTABLE_RESOURCES.filter((resource) => held[resource].level <= MIN_CREDIT_LEVEL));
  const phases: WorkPhase[] = [];
  const spans: RateSpan[] = [];
  while (now < end && left > 0) {
    const bursting = (resource: BurstableResource): boolean => !empty.has(resource);
    const phase = computePhase(needs, demand, fleet, bursting);
    const uses = mapBurstableResources((resource) => phase.rate * needs.cost(resource, false));
    const lasting = BURSTABLE_RESOURCES.filter(bursting).map((resource) => {
      const loss = computeDrainRate(creditsFor(resource, uses[resource]), uses[resource]);
      return { resource, seconds: loss > 0 ? held[resource].level / loss : Number.POSITIVE_INFINITY };
    });
    const whole = Math.min(end - now, left / phase.rate);
    const first = lasting.reduce((least, one) => (one.seconds < least.seconds ? one : least), {
      resource: null as BurstableResource | null,
      seconds: whole,
    });
    const then = first.resource === null && end !== Infinity ? end : Math.min(end, now + first.seconds);
    if (then === Infinity)
      throw new FsxbenchError('NotModelled', 'the model of the target has a rate of 0 for this work');
    const seconds = end === Infinity ? first.seconds : then - Math.max(now, measured);
    if (seconds > 0) phases.push({ ...phase, seconds });
    const before = held;
    held = mapBurstableResources((resource) =>
      updateBalance(before[resource], creditsFor(resource, uses[resource]), uses[resource], then),
    );
    const until = end === Infinity ? now + first.seconds : then;
    spans.push({ from: now, until, rate: phase.rate, before: toCreditLevels(before), after: toCreditLevels(held) });
    left = first.resource === null ? 0 : left - phase.rate * first.seconds;
    if (first.resource !== null) empty.add(first.resource);
    now = then;
  }
  return { needs, spans, phases, reserves: held };
}

/** The model after a change, and its moment: expected seconds after the warm-up. */
export interface LaterModel {
  readonly model: TargetModel;
  readonly atSeconds: number;
}

/**
 * Like {@link simulateFleet}. Assumed: rates change at once, and the change itself does not slow the work. Fixed work
 * keeps its old rates, because its end is unknown before.
 */
export function simulateChange(
  model: TargetModel,
  later: LaterModel | undefined,
  demand: Demand,
  fleet: Fleet,
  before: CreditBalances,
  began: number,
): FleetWork {
  const { extent } = demand;
  if (later === undefined || extent.until === 'done' || later.atSeconds >= extent.measuredSeconds)
    return simulateFleet(model, demand, fleet, before, began);
  const { atSeconds } = later;
  const first = { ...extent, measuredSeconds: atSeconds };
  const rest = { ...extent, warmUpSeconds: 0, measuredSeconds: extent.measuredSeconds - atSeconds };
  const old = simulateFleet(model, { ...demand, extent: first }, fleet, before, began);
  const changedAt = began + extent.warmUpSeconds + atSeconds;
  const fresh = simulateFleet(later.model, { ...demand, extent: rest }, fleet, old.reserves, changedAt);
  return { ...fresh, spans: [...old.spans, ...fresh.spans], phases: [...old.phases, ...fresh.phases] };
}

function toCreditLevels(reserves: CreditBalances): CreditLevels {
  return mapBurstableResources((resource) => reserves[resource].level);
}

/** The end of a step: a moment, or a number of units of the fleet. */
function getStepEnd(
  extent: Extent,
  { hosts }: Fleet,
  began: number,
): { readonly warmUp: number; readonly end: number; readonly units: number } {
  if (extent.until === 'done') return { warmUp: 0, end: Infinity, units: extent.units * hosts };
  const { warmUpSeconds: warmUp, measuredSeconds } = extent;
  return { warmUp, end: began + warmUp + measuredSeconds, units: Infinity };
}

/** The work of the fleet under constant limits. */
function computePhase(
  needs: ResourceNeeds,
  { threads, pace, extent }: Demand,
  { hosts }: Fleet,
  bursting: (resource: BurstableResource) => boolean,
): Omit<WorkPhase, 'seconds'> {
  const costs = BURSTABLE_RESOURCES.map((resource) => needs.cost(resource, bursting(resource)));
  const capacity = 1 / Math.max(needs.fixedCost(bursting('bandwidth')), ...costs);
  const lonelyUs = needs.operations.reduce((sum, one) => sum + one.count * one.lonelyUs, 0);
  if (needs.operations.length === 0)
    throw new FsxbenchError('NotModelled', 'a unit of work has no operation on the storage');
  const inUnit = needs.operations.reduce((sum, { count, inMemory }) => sum + (inMemory === true ? 0 : count), 0);
  const { rate, latencyUs } =
    pace.loop === 'closed'
      ? solveClosedLoop(hosts * threads * pace.depth, lonelyUs, capacity)
      : solveOpenLoop(hosts * pace.rate, lonelyUs, capacity, extent.until === 'time' ? extent.measuredSeconds : 0);
  return {
    rate,
    waitUs: Math.max(0, latencyUs - lonelyUs) / inUnit,
    spread: hasBacklog(pace, hosts, capacity) ? BACKLOG_SPREAD : computeLatencySpread(rate / capacity),
    keepsUp: pace.loop === 'open' && rate === hosts * pace.rate,
    delaysPackets: rate * needs.cost('network', bursting('network')) >= DELAYING_USE,
  };
}

function hasBacklog(pace: Demand['pace'], hosts: number, capacity: number): boolean {
  return pace.loop === 'open' && hosts * pace.rate > BACKLOG_RATIO * capacity;
}

function getAllCreditRates(model: TargetModel, { machine }: Fleet): Readonly<Record<BurstableResource, CreditRates>> {
  return {
    bandwidth: getCreditRates([model.read, model.write]),
    iops: getCreditRates([model.readIops, model.writeIops]),
    network: getCreditRates([machine.network]),
  };
}

function mapBurstableResources<T>(value: (resource: BurstableResource) => T): Readonly<Record<BurstableResource, T>> {
  return { bandwidth: value('bandwidth'), iops: value('iops'), network: value('network') };
}

/** Work against one bottleneck: a closed loop of N units in flight, or an open loop with an offered rate. */

/** Sharpness of the throughput bend: factor 2^(-1/4) = 0.84. Assumed: between random (softer) and constant service. */
const KNEE_SHARPNESS = 4;
/** Standard deviation of log latency, idle and saturated. Assumed: p99 ÷ p50 of 1.7 and of 4. */
export const IDLE_LATENCY_SPREAD = 0.22;
const SATURATED_LATENCY_SPREAD = 0.6;
/** Where a backlog grows, waits lie between 0 and twice their mean. Below this overload, the queue decides. Assumed. */
const BACKLOG_SPREAD = 0.3;
const BACKLOG_RATIO = 1.05;

/**
 * Throughput, ops/s, under its bounds N ÷ latency and capacity (Denning and Buzen, The Operational Analysis of Queueing
 * Network Models, ACM Computing Surveys 10, 1978), with a soft bend between the two: never at either.
 * @param inFlight constant units in flight @param latencyUs of one without load, microseconds @param capacity ops/s
 */
export function computeThroughput(inFlight: number, latencyUs: number, capacity: number): number {
  const free = (inFlight / latencyUs) * 1e6;
  if (!(free > 0) || !(capacity > 0)) return 0;
  if (capacity === Number.POSITIVE_INFINITY) return free;
  const [low, high] = free < capacity ? [free, capacity] : [capacity, free];
  return low / (1 + (low / high) ** KNEE_SHARPNESS) ** (1 / KNEE_SHARPNESS);
}

/** Operations per second, and mean latency in microseconds. */
interface LoopResult {
  readonly rate: number;
  readonly latencyUs: number;
}

/** Latency by Little's law: units in flight wait or are served. */
export function solveClosedLoop(inFlight: number, latencyUs: number, capacity: number): LoopResult {
  const rate = computeThroughput(inFlight, latencyUs, capacity);
  return { rate, latencyUs: (inFlight / rate) * 1e6 };
}

/** Maximum utilization for the length of a queue with random arrivals. Assumed. */
const MAX_QUEUE_UTILIZATION = 0.99;

/**
 * Units arrive at a rate, whether or not earlier ones have ended. Below the capacity, each waits as in an M/M/1 queue
 * (Kleinrock, Queueing Systems I, 1975, section 3.2). Above, the backlog grows, and of the units that are served in
 * that time, the mean wait is half of that of the last one, which is shorter than that time.
 * @param offered units per second @param seconds duration of the arrivals
 */
export function solveOpenLoop(offered: number, latencyUs: number, capacity: number, seconds: number): LoopResult {
  const rate = Math.min(offered, capacity);
  const share = Math.min(MAX_QUEUE_UTILIZATION, offered / capacity);
  const backlog = Math.max(0, offered - capacity) * seconds;
  return { rate, latencyUs: latencyUs / (1 - share) + (backlog / 2 / offered) * 1e6 };
}

/** Spread of the latencies at a utilization, 0–1: the tail grows with the queue. */
export function computeLatencySpread(utilisation: number): number {
  const share = Math.max(0, Math.min(1, utilisation));
  return IDLE_LATENCY_SPREAD + (SATURATED_LATENCY_SPREAD - IDLE_LATENCY_SPREAD) * share ** 3;
}

// Credits of a burst limit: use below the baseline earns, use above it spends. Reads and writes share the credits, as
// in FSx and EC2 (https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance.html,
// https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-network-bandwidth.html).

export interface CreditBalance {
  /** Remaining share, 0–1. */
  readonly level: number;
  /** Epoch seconds of that level. */
  readonly at: number;
}

/** How fast credits are earned and spent. */
export interface CreditRates {
  /** Burst rate ÷ baseline; 1 without a burst. */
  readonly ratio: number;
  /** Seconds that full credits last at the burst rate. */
  readonly seconds: number;
}

/** Full credits of new file systems and hosts. Assumed: undocumented. */
export function makeFullBalance(at: number): CreditBalance {
  return { level: 1, at };
}

/** Credits of the rate with the largest burst among rates that share them. */
export function getCreditRates(rates: readonly ModelledRate[]): CreditRates {
  const all = rates.map(({ baseline, burst, burstSeconds }) => ({ ratio: burst / baseline, seconds: burstSeconds }));
  const bursting = all.filter(({ ratio, seconds }) => ratio > 1 && seconds > 0);
  return bursting.reduce((best, one) => (one.ratio > best.ratio ? one : best), { ratio: 1, seconds: 0 });
}

/** Share of full credits spent per second; negative if credits grow. @param use rate ÷ baseline */
export function computeDrainRate({ ratio, seconds }: CreditRates, use: number): number {
  return ratio > 1 ? (use - 1) / ((ratio - 1) * seconds) : 0;
}

/** The credits after constant use until a later moment. */
export function updateBalance(reserve: CreditBalance, credits: CreditRates, use: number, at: number): CreditBalance {
  const level = reserve.level - computeDrainRate(credits, use) * Math.max(0, at - reserve.at);
  return { level: Math.max(0, Math.min(1, level)), at: Math.max(at, reserve.at) };
}
