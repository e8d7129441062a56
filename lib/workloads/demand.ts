/**
 * Storage demand of a step, from which rehearsals simulate its results. A unit of work is what the workload repeats,
 * e.g. one I/O, one copied file, one published message.
 */
import type { FileOperations } from '../shapes/file-operation';

/** I/Os of one kind in a unit of work. */
export interface DemandedIos {
  /** May be a fraction: a mix has e.g. 0.7 reads and 0.3 writes per unit. */
  readonly count: number;
  /** Size of each I/O. */
  readonly bytes: number;
}

export interface UnitOfWork {
  readonly reads: DemandedIos;
  readonly writes: DemandedIos;
  /** Whether writes wait for the storage only when their file is closed. Default: each write waits. */
  readonly atClose?: true;
  /** Flushes (fsync) per unit; fractions are allowed. Default 0. */
  readonly flushes?: number;
  /** Whether offsets are sequential. Default: uniformly random. */
  readonly sequential: boolean;
  readonly metadata: FileOperations;
  /** CPU time on the host, kernel and tool together. */
  readonly cpuSeconds: number;
  /** Bytes that the hosts send each other, e.g. to replicas. Default 0. */
  readonly betweenHosts?: number;
}

/** When the next unit begins: when another one finishes, or at a fixed rate. */
export type Pace =
  /** Units that each thread keeps in flight. */
  | { readonly loop: 'closed'; readonly depth: number }
  /** Units a second of one host; with `ofAll`, of all hosts. */
  | { readonly loop: 'open'; readonly rate: number };

/** Duration of a demand: a fixed time, or a number of units per host. */
export type Extent =
  | { readonly until: 'time'; readonly warmUpSeconds: number; readonly measuredSeconds: number }
  | { readonly until: 'done'; readonly units: number };

/** Demand of one host, or of all hosts together. */
export interface Demand {
  /** Whether all hosts share the demand, as processes of one MPI job do. Default: each host has this demand. */
  readonly ofAll?: true;
  readonly unit: UnitOfWork;
  readonly threads: number;
  readonly pace: Pace;
  readonly extent: Extent;
  /** Working set: of each host, or of all hosts together with `ofAll`. */
  readonly workingBytes: number;
  /** Whether I/O uses the page cache of the host (no O_DIRECT). */
  readonly buffered: boolean;
  /** Idle seconds before the demand. Default 0. */
  readonly pauseSeconds?: number;
  /** Whether the demand follows the measurement: it takes time and moves bytes, but without CPU and network figures. */
  readonly unmeasured?: true;
}

export function toHostDemand(demand: Demand, hosts: number): Demand {
  if (demand.ofAll !== true) return demand;
  const { ofAll: _, extent, pace, ...rest } = demand;
  return {
    ...rest,
    threads: demand.threads / hosts,
    workingBytes: demand.workingBytes / hosts,
    pace: pace.loop === 'open' ? { loop: 'open', rate: pace.rate / hosts } : pace,
    extent: extent.until === 'done' ? { until: 'done', units: extent.units / hosts } : extent,
  };
}

/** Demand of one step, or of its successive phases. */
export type StepDemand = Demand | readonly Demand[];

/** Lists successive phases; empty for a step without demand. */
export function listDemandPhases(demands: StepDemand | undefined): readonly Demand[] {
  if (demands === undefined) return [];
  return 'unit' in demands ? [demands] : demands;
}

export const ZERO_IOS: DemandedIos = { count: 0, bytes: 0 };

/** Demand of metadata operations only; each thread runs them in succession. @param metadata operations of one unit */
export function createMetadataDemand(
  metadata: FileOperations,
  cpuSeconds: number,
  threads: number,
  extent: Extent,
): Demand {
  return {
    unit: { reads: ZERO_IOS, writes: ZERO_IOS, sequential: false, metadata, cpuSeconds },
    threads,
    pace: { loop: 'closed', depth: 1 },
    extent,
    workingBytes: 0,
    buffered: false,
  };
}

/**
 * IOR and mdtest fill each 8 bytes with a number and a counter (`generate_memory_pattern` of IOR 4.0,
 * src/utilities.c): LZ4 shrinks 1 MiB of it to 50%, ZSTD to 13%, as measured with the pattern. Of Kafka messages, the
 * first half are zeros (`workloads/kafka/Clients.java`).
 */
const COMPRESSIBLE_DATA: Readonly<Record<string, string>> = {
  ior: 'IOR writes counters, which LZ4 halves',
  mdtest: 'mdtest writes counters, which LZ4 halves',
  kafka: 'half of each message is zeros',
  'tree-copy': 'a part of the tree that `compressible` sets is compressible',
};

/** A remark on rates if both the target compresses and the data can be compressed; else none. */
export function listDataRemarks(kind: string, params: object, target: object): readonly string[] {
  const { [kind]: data } = COMPRESSIBLE_DATA;
  const compresses = 'compression' in target && target.compression !== 'NONE';
  if (
    !compresses ||
    data === undefined ||
    Object.entries(params).some(([name, value]) => value === 0 && ['fileSize', 'compressible'].includes(name))
  )
    return [];
  return [`the storage compresses data (${data}), so rates may exceed those of its disks and the provisioned one`];
}
