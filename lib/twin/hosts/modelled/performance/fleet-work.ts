/**
 * The work of a whole fleet over the time of one step: at the burst rates as long as the reserves last, then at the
 * baselines.
 */
import { FsxbenchError } from '../../../../shapes/errors';
import type { ModelledRate, TargetModel } from '../../../../targets/model';
import type { Demand, Extent } from '../../../../workloads/demand';
import { BURSTABLE, type Burstable, type Fleet, type Needs, computeNeeds } from './limits';

/** Reserves of a target and of the hosts that load it. */
export type Reserves = Readonly<Record<Burstable, Reserve>>;

/** A time in which nothing changes. */
export interface WorkPhase {
  readonly seconds: number;
  /** Units of work a second of the fleet. */
  readonly rate: number;
  /** What each operation of a unit waits on top of its lonely time, those in memory not, microseconds. */
  readonly waitUs: number;
  readonly spread: number;
  /** The target keeps up with whoever asks: the rate is what was offered. */
  readonly keepsUp: boolean;
}

/** A time in which the rate stays, its warm-up included. */
interface RateSpan {
  /** Epoch seconds. */
  readonly from: number;
  readonly until: number;
  /** Units of work a second of the fleet. */
  readonly rate: number;
  /** What the reserves hold at its begin and at its end, 0–1. */
  readonly before: Levels;
  readonly after: Levels;
}

export type Levels = Readonly<Record<Burstable, number>>;

export interface FleetWork {
  readonly needs: Needs;
  /** All of it, from the begin of its warm-up on. */
  readonly spans: readonly RateSpan[];
  /** Phases of the measured time. */
  readonly phases: readonly WorkPhase[];
  /** What the reserves hold at the end. */
  readonly reserves: Reserves;
}

/** Below this a reserve is empty: the rest is rounding. */
const EMPTY = 1e-9;

/**
 * @param reserves as they stood at any earlier time: what was saved since is counted
 * @param began epoch seconds at which the warm-up begins
 * @throws Error where the model of the target says nothing of an operation on files
 */
export function simulateFleet(
  model: TargetModel,
  demand: Demand,
  fleet: Fleet,
  reserves: Reserves,
  began: number,
): FleetWork {
  const needs = computeNeeds(model, demand, fleet);
  const saving = getAllCredits(model, fleet);
  // Of two rates that share a reserve, what this work makes of them is spent.
  const spending = mapBurstable((resource) => {
    const [slow, quick] = [needs.cost(resource, false), needs.cost(resource, true)];
    return { ratio: quick > 0 ? slow / quick : 1, seconds: saving[resource].seconds };
  });
  const { warmUp, end, units } = getBounds(demand.extent, fleet, began);
  const measured = began + warmUp;
  const creditsFor = (resource: Burstable, use: number): Credits => (use > 1 ? spending : saving)[resource];
  let now = began;
  let left = units;
  let held = mapBurstable((resource) => spendReserve(reserves[resource], saving[resource], 0, began));
  // A reserve that was emptied stays so to the end: what trickles in is used at once, which is the baseline.
  const empty = new Set(BURSTABLE.filter((resource) => held[resource].level <= EMPTY));
  const phases: WorkPhase[] = [];
  const spans: RateSpan[] = [];
  while (now < end && left > 0) {
    const bursting = (resource: Burstable): boolean => !empty.has(resource);
    const phase = computePhase(needs, demand, fleet, bursting);
    const uses = mapBurstable((resource) => phase.rate * needs.cost(resource, false));
    const lasting = BURSTABLE.filter(bursting).map((resource) => {
      const loss = computeDrain(creditsFor(resource, uses[resource]), uses[resource]);
      return { resource, seconds: loss > 0 ? held[resource].level / loss : Number.POSITIVE_INFINITY };
    });
    const whole = Math.min(end - now, left / phase.rate);
    const first = lasting.reduce((least, one) => (one.seconds < least.seconds ? one : least), {
      resource: null as Burstable | null,
      seconds: whole,
    });
    const then = first.resource === null && end !== Infinity ? end : Math.min(end, now + first.seconds);
    if (then === Infinity)
      throw new FsxbenchError('NotModelled', 'the model of the target gives this work no rate: it would never be done');
    const seconds = end === Infinity ? first.seconds : then - Math.max(now, measured);
    if (seconds > 0) phases.push({ ...phase, seconds });
    const before = held;
    held = mapBurstable((resource) =>
      spendReserve(before[resource], creditsFor(resource, uses[resource]), uses[resource], then),
    );
    const until = end === Infinity ? now + first.seconds : then;
    spans.push({ from: now, until, rate: phase.rate, before: toLevels(before), after: toLevels(held) });
    left = first.resource === null ? 0 : left - phase.rate * first.seconds;
    if (first.resource !== null) empty.add(first.resource);
    now = then;
  }
  return { needs, spans, phases, reserves: held };
}

function toLevels(reserves: Reserves): Levels {
  return mapBurstable((resource) => reserves[resource].level);
}

/** When it ends: at an instant, or after so many units of the fleet. */
function getBounds(
  extent: Extent,
  { hosts }: Fleet,
  began: number,
): { readonly warmUp: number; readonly end: number; readonly units: number } {
  if (extent.until === 'done') return { warmUp: 0, end: Infinity, units: extent.units * hosts };
  const { warmUpSeconds: warmUp, measuredSeconds } = extent;
  return { warmUp, end: began + warmUp + measuredSeconds, units: Infinity };
}

/** What the fleet does while the limits are these. */
function computePhase(
  needs: Needs,
  { threads, pace, extent }: Demand,
  { hosts }: Fleet,
  bursting: (resource: Burstable) => boolean,
): Omit<WorkPhase, 'seconds'> {
  const costs = BURSTABLE.map((resource) => needs.cost(resource, bursting(resource)));
  const capacity = 1 / Math.max(needs.fixedCost(bursting('bandwidth')), ...costs);
  const lonelyUs = needs.operations.reduce((sum, one) => sum + one.count * one.lonelyUs, 0);
  if (needs.operations.length === 0)
    throw new FsxbenchError('NotModelled', 'a unit of work asks the storage for nothing: expected an operation');
  const inUnit = needs.operations.reduce((sum, { count, inMemory }) => sum + (inMemory === true ? 0 : count), 0);
  const { rate, latencyUs } =
    pace.loop === 'closed'
      ? solveClosedLoop(hosts * threads * pace.depth, lonelyUs, capacity)
      : solveOpenLoop(hosts * pace.rate, lonelyUs, capacity, extent.until === 'time' ? extent.measuredSeconds : 0);
  return {
    rate,
    waitUs: Math.max(0, latencyUs - lonelyUs) / inUnit,
    spread: computeSpread(rate / capacity),
    keepsUp: pace.loop === 'open' && rate === hosts * pace.rate,
  };
}

function getAllCredits(model: TargetModel, { machine }: Fleet): Readonly<Record<Burstable, Credits>> {
  return {
    bandwidth: getCredits([model.read, model.write]),
    iops: getCredits([model.readIops, model.writeIops]),
    network: getCredits([machine.network]),
  };
}

function mapBurstable<T>(value: (resource: Burstable) => T): Readonly<Record<Burstable, T>> {
  return { bandwidth: value('bandwidth'), iops: value('iops'), network: value('network') };
}

/** Work against one bottleneck: a closed loop of N units in flight, or an open one that waits for nobody. */

/**
 * How sharply the throughput bends from the one asymptote to the other: at the bend a factor 2^(-1/4) = 0.84 below
 * both.
 * Assumed: between a queue with random service (softer) and a conveyor belt (a corner).
 */
const KNEE = 4;
/**
 * Spread of latencies of an idle and of a saturated target, standard deviation of the logarithm. Assumed: p99 ÷ p50 of
 * 1.7 and of 4.
 */
export const SPREAD_IDLE = 0.22;
const SPREAD_SATURATED = 0.6;

/**
 * Throughput, ops/s, under its asymptotic bounds N ÷ latency and capacity (Denning and Buzen, The Operational Analysis
 * of Queueing Network Models, ACM Computing Surveys 10, 1978), with a soft bend between them: never at either.
 * @param inFlight units that are always under way
 * @param latencyUs of one unit when nothing waits, microseconds
 * @param capacity ops/s
 */
export function computeThroughput(inFlight: number, latencyUs: number, capacity: number): number {
  const free = (inFlight / latencyUs) * 1e6;
  if (!(free > 0) || !(capacity > 0)) return 0;
  if (capacity === Number.POSITIVE_INFINITY) return free;
  const [low, high] = free < capacity ? [free, capacity] : [capacity, free];
  return low / (1 + (low / high) ** KNEE) ** (1 / KNEE);
}

/** A second, and mean latency, microseconds. */
interface LoopResult {
  readonly rate: number;
  readonly latencyUs: number;
}

/** Latency by Little's law: whoever is in flight waits or is served. */
export function solveClosedLoop(inFlight: number, latencyUs: number, capacity: number): LoopResult {
  const rate = computeThroughput(inFlight, latencyUs, capacity);
  return { rate, latencyUs: (inFlight / rate) * 1e6 };
}

/** Above this share of the capacity a queue of random arrivals is taken to grow no further. Assumed. */
const QUEUE_MOST = 0.99;

/**
 * Units that begin at a rate, whether or not earlier ones have ended. Below the capacity each waits as in a queue with
 * random arrivals and service (M/M/1: Kleinrock, Queueing Systems I, 1975, section 3.2); above it the backlog grows all
 * the time, and the mean of the measured time is half of what it is in the end.
 * @param offered units a second
 * @param seconds for which they come
 */
export function solveOpenLoop(offered: number, latencyUs: number, capacity: number, seconds: number): LoopResult {
  const rate = Math.min(offered, capacity);
  const share = Math.min(QUEUE_MOST, offered / capacity);
  const backlog = Math.max(0, offered - capacity) * seconds;
  return { rate, latencyUs: latencyUs / (1 - share) + (backlog / 2 / capacity) * 1e6 };
}

/** Spread of the latencies where a share of the capacity is used, 0–1: the tail grows as the queue does. */
export function computeSpread(utilisation: number): number {
  const share = Math.max(0, Math.min(1, utilisation));
  return SPREAD_IDLE + (SPREAD_SATURATED - SPREAD_IDLE) * share ** 3;
}

// * * Credits of a limit that may be exceeded for a while: what is used below the baseline is saved, what is used above
// it is spent. One reserve for reads and writes together, as FSx and EC2 keep them
// (https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance.html,
// https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-network-bandwidth.html).

export interface Reserve {
  /** What is left of a full one, 0–1. */
  readonly level: number;
  /** Epoch seconds of that level. */
  readonly at: number;
}

/** How fast a reserve fills and empties. */
export interface Credits {
  /** Burst rate ÷ baseline; 1 where there is no burst. */
  readonly ratio: number;
  /** Seconds that a full reserve lasts at the burst rate. */
  readonly seconds: number;
}

/** A full reserve, as new file systems and hosts have it. Assumed: nothing says that they begin with less. */
export function fillReserve(at: number): Reserve {
  return { level: 1, at };
}

/** Credits of the rate with the larger burst of several that share a reserve. */
export function getCredits(rates: readonly ModelledRate[]): Credits {
  const all = rates.map(({ baseline, burst, burstSeconds }) => ({ ratio: burst / baseline, seconds: burstSeconds }));
  const bursting = all.filter(({ ratio, seconds }) => ratio > 1 && seconds > 0);
  return bursting.reduce((best, one) => (one.ratio > best.ratio ? one : best), { ratio: 1, seconds: 0 });
}

/**
 * How much of a full reserve is lost in a second of use; negative where it fills.
 * @param use rate ÷ baseline
 */
export function computeDrain({ ratio, seconds }: Credits, use: number): number {
  return ratio > 1 ? (use - 1) / ((ratio - 1) * seconds) : 0;
}

/** The reserve after it was used evenly until a later instant. */
export function spendReserve(reserve: Reserve, credits: Credits, use: number, at: number): Reserve {
  const level = reserve.level - computeDrain(credits, use) * Math.max(0, at - reserve.at);
  return { level: Math.max(0, Math.min(1, level)), at: Math.max(at, reserve.at) };
}
