/** Operations on files of a whole fleet: one in flight in each thread. */
import type { TargetModel } from '../../../../targets/model';
import type { MetadataLoad } from '../../../../workloads/modelled';
import type { Fleet } from './limits';
import { littleUs, spreadAt, throughput } from './queueing';

export interface FleetMetadata {
  /** ops/s of the fleet. */
  readonly rate: number;
  /** Mean latency, microseconds. */
  readonly latencyUs: number;
  readonly spread: number;
}

/** Operations on files a second that one processor can start and finish. Assumed: about 50 us of kernel and tool. */
export const METADATA_OPS_PER_CPU = 20_000;
/** Round trips of an operation where it has more than one: a file is made, opened and closed. Assumed. */
const ROUND_TRIPS: Readonly<Record<string, number>> = { create: 2 };

/** @throws Error where the model of the target says nothing of the operation. */
export function fleetMetadata(model: TargetModel, load: MetadataLoad, fleet: Fleet): FleetMetadata {
  const limit = model.metadata[load.operation];
  if (limit === undefined) {
    const known = Object.keys(model.metadata).join(', ');
    throw new Error(`the model of the target has no rate of ${load.operation}; it has: ${known || 'none'}`);
  }
  const inFlight = fleet.hosts * load.threads;
  const lonelyUs = model.latencyUs.metadata * (ROUND_TRIPS[load.operation] ?? 1);
  const cpus = fleet.hosts * Math.min(load.threads, fleet.machine.vcpus);
  const capacity = Math.min(limit, cpus * METADATA_OPS_PER_CPU);
  const rate = throughput(inFlight, lonelyUs, capacity);
  return { rate, latencyUs: littleUs(inFlight, rate), spread: spreadAt(rate / capacity) };
}
