/** What limits reads and writes: how long one operation occupies each resource. */
import type { ModelledRate, TargetModel } from '../../../../targets/model';
import type { DataLoad } from '../../../../workloads/modelled';
import { hitShare, pageCacheShare } from './cache';
import type { Machine } from './instance-types';

/** Equal hosts that load one target together. */
export interface Fleet {
  readonly hosts: number;
  readonly machine: Machine;
}

/** Limits that may be exceeded for a while. */
export const BURSTABLE = ['bandwidth', 'iops', 'network'] as const;
export type Burstable = (typeof BURSTABLE)[number];

/** What the load needs of the resources, and how quick a lonely operation is. */
export interface Demand {
  /** Seconds of a resource for one operation, at its baseline and at its burst rate. */
  cost(resource: Burstable, bursting: boolean): number;
  /** The largest of the costs of the resources without burst. @param bursting the bandwidth of the target bursts. */
  fixedCost(bursting: boolean): number;
  /** Microseconds of an operation when nothing waits. */
  readonly readUs: number;
  readonly writeUs: number;
}

/**
 * I/Os a second that one processor can start and finish. Assumed: about 15 us of kernel and tool each, as fio needs on
 * NFS and Lustre.
 */
export const IOS_PER_CPU = 65_000;
/** Bytes a second out of a host's page cache, and the latency of a small read. Assumed: a copy in memory. */
const PAGE_CACHE = { bytes: 4e9, us: 4 };
/** What in-order I/Os take of the time of a random one: servers read ahead and merge. Assumed. */
const SEQUENTIAL_LATENCY = 0.7;
/** Small in-order I/Os are merged up to this size before they reach the disks. Assumed: as Linux merges requests. */
const MERGED_BYTES = 128 * 1024;
/** What a read that the servers' memory answers takes of the time of one from the disks. Assumed. */
const CACHED_LATENCY = 0.5;

/** The demand of a load on a target from a fleet. */
export function demandOf(model: TargetModel, load: DataLoad, { hosts, machine }: Fleet): Demand {
  const { blockBytes: size, sequential, readShare } = load;
  const local = readShare * pageCacheShare(load, machine.memoryBytes);
  const reads = readShare - local;
  const writes = 1 - readShare;
  const hits = hitShare(model.cacheBytes, hosts * load.hostBytes, sequential);
  const merged = sequential ? Math.min(1, size / MERGED_BYTES) : 1;
  const at = (rate: ModelledRate, bursting: boolean): number =>
    bursting && rate.burstSeconds > 0 ? rate.burst : rate.baseline;
  const costs: Readonly<Record<Burstable, (bursting: boolean) => number>> = {
    bandwidth: (bursting) =>
      part(reads * (1 - hits) * size, at(model.read, bursting)) + part(writes * size, at(model.write, bursting)),
    iops: (bursting) =>
      part(reads * (1 - hits) * merged, at(model.readIops, bursting)) +
      part(writes * merged, at(model.writeIops, bursting)),
    network: (bursting) => part(Math.max(reads, writes) * size, hosts * at(machine.network, bursting)),
  };
  const cores = Math.min(load.threads, machine.vcpus);
  const link = Math.min(model.hostBytes, machine.network.burst);
  const order = sequential ? SEQUENTIAL_LATENCY : 1;
  const transferUs = (size / link) * 1e6;
  const remoteUs = model.latencyUs.read * order * (1 - hits * (1 - CACHED_LATENCY)) + transferUs;
  const localUs = PAGE_CACHE.us + (size / PAGE_CACHE.bytes) * 1e6;
  const localShare = part(local, readShare);
  return {
    cost: (resource, bursting) => costs[resource](bursting),
    fixedCost: (bursting) =>
      Math.max(
        part(reads * size, Math.max(model.cacheRead, at(model.read, bursting))),
        part((reads + writes) * size, hosts * model.hostBytes),
        part(local * size, hosts * PAGE_CACHE.bytes),
        part(1, hosts * cores * IOS_PER_CPU),
      ),
    readUs: localShare * localUs + (1 - localShare) * remoteUs,
    writeUs: model.latencyUs.write * order + transferUs,
  };
}

/** A quotient; nothing of anything is nothing. */
function part(amount: number, of: number): number {
  return amount === 0 ? 0 : amount / of;
}
