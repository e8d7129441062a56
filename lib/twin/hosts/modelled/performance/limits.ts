/** Limits of a workload: how long a unit of its work occupies each resource. */
import { FILE_OPERATIONS, type FileOperation, type FileOperations } from '../../../../shapes/file-operation';
import type { TransferBytes } from '../../../../shapes/price';
import {
  toDiskOperations,
  type ModelledRate,
  ROUND_TRIPS,
  SEQUENTIAL_LATENCY,
  type TargetModel,
} from '../../../../targets/model';
import type { Demand } from '../../../../workloads/demand';
import type { HostHardware } from '../../../../targets/instance-types';
import { mapLevels, type SimulatedFlow, type SimulatedPerformance } from '../../../printers/contract';

/** Equal hosts that load one target together. */
export interface Fleet {
  readonly hosts: number;
  readonly machine: HostHardware;
}

/** Limits that allow a burst. */
export const BURSTABLE_RESOURCES = ['bandwidth', 'iops', 'network'] as const;
export type BurstableResource = (typeof BURSTABLE_RESOURCES)[number];

/** Resource needs of a unit of work, and the latencies of its operations without load. */
export interface ResourceNeeds {
  /** Seconds of a resource for one unit, at its baseline and at its burst rate. */
  cost(resource: BurstableResource, bursting: boolean): number;
  /** Maximum cost among the resources without burst. @param bursting the bandwidth of the target bursts. */
  fixedCost(bursting: boolean): number;
  /** Bytes of a unit that reach the storage, without those from the memory of the host. */
  readonly moved: TransferBytes;
  /** Share of those reads that the memory of the servers answers. */
  readonly hits: number;
  /** Reads and writes of a unit that reach the storage. */
  readonly sent: { readonly reads: number; readonly writes: number };
  /** Operations of a unit, without those with a count of 0. */
  readonly operations: readonly NeededOperation[];
}

interface NeededOperation {
  readonly name: 'read' | 'write' | 'flush' | FileOperation;
  /** In one unit; may be a fraction. */
  readonly count: number;
  /** Microseconds without load. */
  readonly lonelyUs: number;
  /** The memory of the host answers the operation, without a queue. */
  readonly inMemory?: boolean;
}

/** Bytes per second from the page cache of a host, and the latency of a small read. Assumed: a copy in memory. */
const PAGE_CACHE = { bytes: 4e9, us: 4 };
/** Latency of a read from the memory of the servers, relative to one from disk. Assumed. */
const SERVER_CACHE_LATENCY_FACTOR = 0.5;

/** Needs of target, network and hosts. @throws Error if the model of the target lacks a file operation */
export function computeResourceNeeds(model: TargetModel, demand: Demand, { hosts, machine }: Fleet): ResourceNeeds {
  const { reads, writes, flushes = 0, sequential, metadata, cpuSeconds, betweenHosts = 0 } = demand.unit;
  const local = reads.count * computePageCacheShare(demand, machine.memoryBytes);
  const remote = reads.count - local;
  const hits = computeHitShare(model.cacheBytes, hosts * demand.workingBytes, sequential);
  const at = (rate: ModelledRate, bursting: boolean): number =>
    bursting && rate.burstSeconds > 0 ? rate.burst : rate.baseline;
  const [read, written] = [remote * reads.bytes, writes.count * writes.bytes];
  const costs: Readonly<Record<BurstableResource, (bursting: boolean) => number>> = {
    bandwidth: (bursting) =>
      divideOrZero(read * (1 - hits), at(model.read, bursting)) + divideOrZero(written, at(model.write, bursting)),
    iops: (bursting) =>
      divideOrZero(remote * (1 - hits) * toDiskOperations(reads.bytes, sequential), at(model.readIops, bursting)) +
      divideOrZero(
        Math.max(flushes, writes.count * toDiskOperations(writes.bytes, sequential && model.writeback !== 'none')),
        at(model.writeIops, bursting),
      ),
    network: (bursting) =>
      divideOrZero(
        betweenHosts + (model.eachHost === true ? 0 : Math.max(read, written)),
        hosts * at(machine.network, bursting),
      ),
  };
  const cores = Math.min(demand.threads, machine.vcpus);
  return {
    cost: (resource, bursting) => costs[resource](bursting),
    fixedCost: (bursting) =>
      Math.max(
        divideOrZero(read, Math.max(model.cacheRead, at(model.read, bursting))),
        divideOrZero(read + written, hosts * model.hostBytes),
        divideOrZero(local * reads.bytes, hosts * PAGE_CACHE.bytes),
        divideOrZero(cpuSeconds, hosts * cores),
        sumMetadataCost(model, metadata),
      ),
    moved: { read, written },
    hits,
    sent: { reads: remote, writes: writes.count },
    operations: listOperations(model, demand, machine, { hits, localShare: divideOrZero(local, reads.count) }),
  };
}

/** Latencies of the operations of a unit without load. */
function listOperations(
  model: TargetModel,
  { buffered, unit: { reads, writes, flushes = 0, sequential, metadata, atClose } }: Demand,
  machine: HostHardware,
  { hits, localShare }: { readonly hits: number; readonly localShare: number },
): readonly NeededOperation[] {
  const link = model.eachHost === true ? model.hostBytes : Math.min(model.hostBytes, machine.network.burst);
  const order = sequential ? SEQUENTIAL_LATENCY : 1;
  const transferUs = (bytes: number): number => (bytes / link) * 1e6;
  const remoteUs =
    model.latencyUs.read * order * (1 - hits * (1 - SERVER_CACHE_LATENCY_FACTOR)) + transferUs(reads.bytes);
  const memoryUs = (bytes: number): number => PAGE_CACHE.us + (bytes / PAGE_CACHE.bytes) * 1e6;
  const localUs = memoryUs(reads.bytes);
  const readUs = localShare * localUs + (1 - localShare) * remoteUs;
  // Between flushes, memory absorbs buffered writes; a flush sends them, and takes as long as one write.
  const isStable = model.writeback === 'none';
  const inMemory = (model.writeback === 'late' && atClose === true) || (!isStable && buffered && flushes > 0);
  const lonelyUs = model.latencyUs.write * (isStable ? 1 : order);
  const writeUs = inMemory ? memoryUs(writes.bytes) : lonelyUs + transferUs(writes.bytes);
  const flushUs = model.latencyUs.write + transferUs(buffered ? divideOrZero(writes.count * writes.bytes, flushes) : 0);
  const all: readonly NeededOperation[] = [
    { name: 'read', count: reads.count, lonelyUs: readUs },
    { name: 'write', count: writes.count, lonelyUs: writeUs, inMemory },
    { name: 'flush', count: flushes, lonelyUs: flushUs },
    ...FILE_OPERATIONS.map((name) => ({
      name,
      count: metadata[name] ?? 0,
      lonelyUs: model.latencyUs.metadata * (ROUND_TRIPS[name] ?? 1),
    })),
  ];
  const some = all.filter(({ count }) => count > 0);
  return some.every((one) => one.inMemory === true) ? some.map((one) => ({ ...one, inMemory: false })) : some;
}

/** One server answers all file operations, each kind at its own rate. */
function sumMetadataCost(model: TargetModel, metadata: FileOperations): number {
  return FILE_OPERATIONS.reduce((sum, kind) => sum + divideOrZero(metadata[kind] ?? 0, model.metadata[kind]), 0);
}

/** The quotient; 0 for 0 ÷ 0. */
function divideOrZero(amount: number, of: number): number {
  return amount === 0 ? 0 : amount / of;
}

// Reads that no disk serves: from the memory of the file servers, or from the page cache of the host.

/** Share of a host's memory for its page cache. Assumed: the rest belongs to the system and the tool. */
const PAGE_CACHE_SHARE = 0.8;
/** Relative width of the transition around the size of the cache, for sequential reads. */
const CACHE_TRANSITION_WIDTH = 0.1;

/**
 * Share of reads from a cache, 0–1, after one pass over all data. Random reads hit the share that fits. Sequential
 * reads of more than fits never hit: the last pass evicted the next block (least recently used).
 */
export function computeHitShare(cacheBytes: number, workingBytes: number, sequential: boolean): number {
  if (workingBytes <= 0 || cacheBytes <= 0) return 0;
  const fits = cacheBytes / workingBytes;
  if (!sequential) return Math.min(1, fits);
  return Math.max(0, Math.min(1, (fits - (1 - CACHE_TRANSITION_WIDTH)) / (2 * CACHE_TRANSITION_WIDTH)));
}

/** Share of a host's reads that its own page cache answers; none with O_DIRECT. */
export function computePageCacheShare({ buffered, workingBytes, unit }: Demand, memoryBytes: number): number {
  if (!buffered) return 0;
  return computeHitShare(memoryBytes * PAGE_CACHE_SHARE, workingBytes, unit.sequential);
}

// The performance of a host for one of several concurrent commands.

/** @param sharers number of concurrent commands, including this one. Assumed: equal shares */
export function splitHostPerformance(performance: SimulatedPerformance, sharers: number): SimulatedPerformance {
  if (sharers === 1) return performance;
  const part = ({ rate, latencyUs, spread, intervals, ...flow }: SimulatedFlow): SimulatedFlow => ({
    rate: rate / sharers,
    latencyUs: latencyUs * sharers,
    spread,
    ...mapLevels(flow, (one) => ({ rate: one.rate / sharers, latencyUs: one.latencyUs * sharers })),
    intervals: {
      mean: intervals.mean / sharers,
      stddev: intervals.stddev / sharers,
      min: intervals.min / sharers,
      max: intervals.max / sharers,
    },
  });
  const { seconds, units, operations, cpu, phases } = performance;
  const parts = Object.entries(operations).flatMap(([name, flow]) => (flow === undefined ? [] : [[name, part(flow)]]));
  return {
    seconds,
    units: part(units),
    operations: Object.fromEntries(parts) as SimulatedPerformance['operations'],
    cpu: { system: cpu.system / sharers, user: cpu.user / sharers },
    ...(phases === undefined ? {} : { phases: phases.map((phase) => splitHostPerformance(phase, sharers)) }),
  };
}
