/**
 * Reads and writes of a whole fleet over the time of one trial: at the burst rates as long as the reserves last, then
 * at the baselines.
 */
import type { TargetModel } from '../../../../targets/model';
import type { DataLoad } from '../../../../workloads/modelled';
import { BURSTABLE, type Burstable, type Demand, demandOf, type Fleet } from './limits';
import { littleUs, spreadAt, throughput } from './queueing';
import { type Credits, creditsOf, drain, type Reserve, used } from './reserve';

/** Reserves of a target and of the hosts that load it. */
export type Reserves = Readonly<Record<Burstable, Reserve>>;

/** A time in which nothing changes. */
export interface Phase {
  readonly seconds: number;
  /** ops/s of the fleet, reads and writes together. */
  readonly rate: number;
  /** Mean latency of reads and of writes, microseconds. */
  readonly readUs: number;
  readonly writeUs: number;
  readonly spread: number;
}

export interface FleetData {
  /** Phases of the measured time. */
  readonly phases: readonly Phase[];
  /** What the reserves hold at the end. */
  readonly reserves: Reserves;
}

/** Below this a reserve is empty: the rest is rounding. */
const EMPTY = 1e-9;

/**
 * @param reserves as they stood at any earlier time: what was saved since is counted
 * @param began epoch seconds at which the warm-up begins
 */
export function fleetData(
  model: TargetModel,
  load: DataLoad,
  fleet: Fleet,
  reserves: Reserves,
  began: number,
): FleetData {
  const demand = demandOf(model, load, fleet);
  const saving = creditsOfAll(model, fleet);
  // Of two rates that share a reserve, what this load makes of them is spent.
  const spending = mapped((resource) => {
    const [slow, quick] = [demand.cost(resource, false), demand.cost(resource, true)];
    return { ratio: quick > 0 ? slow / quick : 1, seconds: saving[resource].seconds };
  });
  const end = began + load.warmUpSeconds + load.measureSeconds;
  const measured = began + load.warmUpSeconds;
  const creditsFor = (resource: Burstable, use: number): Credits => (use > 1 ? spending : saving)[resource];
  let now = began;
  let held = mapped((resource) => used(reserves[resource], saving[resource], 0, began));
  // A reserve that was emptied stays so to the end: what trickles in is used at once, which is the baseline.
  const empty = new Set(BURSTABLE.filter((resource) => held[resource].level <= EMPTY));
  const phases: Phase[] = [];
  while (now < end) {
    const bursting = (resource: Burstable): boolean => !empty.has(resource);
    const phase = phaseOf(demand, load, fleet, bursting);
    const uses = mapped((resource) => phase.rate * demand.cost(resource, false));
    const lasting = BURSTABLE.filter(bursting).map((resource) => {
      const loss = drain(creditsFor(resource, uses[resource]), uses[resource]);
      return { resource, seconds: loss > 0 ? held[resource].level / loss : Number.POSITIVE_INFINITY };
    });
    const first = lasting.reduce((least, one) => (one.seconds < least.seconds ? one : least), {
      resource: null as Burstable | null,
      seconds: end - now,
    });
    const then = first.resource === null ? end : Math.min(end, now + first.seconds);
    const seconds = then - Math.max(now, measured);
    if (seconds > 0) phases.push({ ...phase, seconds });
    held = mapped((resource) => used(held[resource], creditsFor(resource, uses[resource]), uses[resource], then));
    if (first.resource !== null) empty.add(first.resource);
    now = then;
  }
  return { phases, reserves: held };
}

/** What the fleet does while the limits are these. */
function phaseOf(
  demand: Demand,
  load: DataLoad,
  fleet: Fleet,
  bursting: (resource: Burstable) => boolean,
): Omit<Phase, 'seconds'> {
  const costs = BURSTABLE.map((resource) => demand.cost(resource, bursting(resource)));
  const capacity = 1 / Math.max(demand.fixedCost(bursting('bandwidth')), ...costs);
  const inFlight = fleet.hosts * load.threads * load.depth;
  const lonelyUs = load.readShare * demand.readUs + (1 - load.readShare) * demand.writeUs;
  const rate = throughput(inFlight, lonelyUs, capacity);
  const waitUs = Math.max(0, littleUs(inFlight, rate) - lonelyUs);
  return {
    rate,
    readUs: demand.readUs + waitUs,
    writeUs: demand.writeUs + waitUs,
    spread: spreadAt(rate / capacity),
  };
}

function creditsOfAll(model: TargetModel, { machine }: Fleet): Readonly<Record<Burstable, Credits>> {
  return {
    bandwidth: creditsOf([model.read, model.write]),
    iops: creditsOf([model.readIops, model.writeIops]),
    network: creditsOf([machine.network]),
  };
}

function mapped<T>(value: (resource: Burstable) => T): Readonly<Record<Burstable, T>> {
  return { bandwidth: value('bandwidth'), iops: value('iops'), network: value('network') };
}
