/**
 * What a step of a trial asks of the storage, in units of work: a rehearsal answers from it. A unit is whatever the
 * workload repeats, e.g. one I/O, a file that is copied, a message that is published.
 */
import type { FileOperations } from '../shapes/file-operation';

/** I/Os of one kind in a unit. */
export interface DemandedIos {
  /** May be a share: 0.7 reads and 0.3 writes are a mix. */
  readonly count: number;
  /** Bytes of each. */
  readonly bytes: number;
}

export interface UnitOfWork {
  readonly reads: DemandedIos;
  readonly writes: DemandedIos;
  /** Its writes wait for the storage only as their file is closed. Left out: always. */
  readonly atClose?: true;
  /** Times that a unit waits until all that was written is durable; may be a share. Left out: never. */
  readonly flushes?: number;
  /** Its I/Os go through files in order; else their offsets are uniformly random. */
  readonly sequential: boolean;
  /** Operations on files and directories. */
  readonly metadata: FileOperations;
  /** Processor time of the host, kernel and tool together. */
  readonly cpuSeconds: number;
}

/** When the next unit begins: as one ends, or at a rate that does not wait for anybody. */
export type Pace =
  /** Units that each thread keeps in flight. */
  | { readonly loop: 'closed'; readonly depth: number }
  /** Units a second of one host. */
  | { readonly loop: 'open'; readonly rate: number };

/** How long it goes on: for a time, or until one host has done so many units. */
export type Extent =
  | { readonly until: 'time'; readonly warmUpSeconds: number; readonly measuredSeconds: number }
  | { readonly until: 'done'; readonly units: number };

/** What one host asks for, or all together. */
export interface Demand {
  /** All hosts share it, processes of one MPI job. Left out: each host asks for so much. */
  readonly ofAll?: true;
  readonly unit: UnitOfWork;
  readonly threads: number;
  readonly pace: Pace;
  readonly extent: Extent;
  /** Bytes of the files that are read again and again: of each host, or of all together where they share the load. */
  readonly workingBytes: number;
  /** Through the page cache of the host: no O_DIRECT. */
  readonly buffered: boolean;
  /** Seconds before it in which nothing is asked for; left out: none. */
  readonly pauseSeconds?: number;
  /** It comes after what is measured: it takes time and moves bytes, and hosts tell nothing of their machine in it. */
  readonly unmeasured?: true;
}

/** What each of so many hosts asks for, where all share it. */
export function toHostDemand(demand: Demand, hosts: number): Demand {
  if (demand.ofAll !== true) return demand;
  const { ofAll: _, extent, ...rest } = demand;
  return {
    ...rest,
    threads: demand.threads / hosts,
    workingBytes: demand.workingBytes / hosts,
    extent: extent.until === 'done' ? { until: 'done', units: extent.units / hosts } : extent,
  };
}

/** Of one step: one load, or phases one after the other, each with its load. */
export type StepDemand = Demand | readonly Demand[];

/** One after the other; none of a step that asks for nothing. */
export function toPhases(demands: StepDemand | undefined): readonly Demand[] {
  if (demands === undefined) return [];
  return 'unit' in demands ? [demands] : demands;
}

/** No I/O of a kind. */
export const NO_IOS: DemandedIos = { count: 0, bytes: 0 };

/** Operations on files and directories alone, one after the other in each thread. @param metadata those of a unit */
export function toFileDemand(metadata: FileOperations, cpuSeconds: number, threads: number, extent: Extent): Demand {
  return {
    unit: { reads: NO_IOS, writes: NO_IOS, sequential: false, metadata, cpuSeconds },
    threads,
    pace: { loop: 'closed', depth: 1 },
    extent,
    workingBytes: 0,
    buffered: false,
  };
}
