/**
 * Performance model of a target for rehearsals; results are always marked as simulated. The model states rate limits
 * and latencies. Simulated hosts run trials against it, with queueing and noise.
 */
import type { FileOperation, FileOperations } from '../shapes/file-operation';
import type { ProvisionedRates, Limits } from '../shapes/metric';

/** A rate limit with credits: `burst` while they last, then `baseline`. Per second. */
export interface ModelledRate {
  readonly baseline: number;
  /** Rate while credits last; equal to the baseline if there are no credits. */
  readonly burst: number;
  /** Seconds at the burst rate with full credits. */
  readonly burstSeconds: number;
}

export function toSteadyRate(rate: number): ModelledRate {
  return { baseline: rate, burst: rate, burstSeconds: 0 };
}

/** Provisioned rates, and bursts that exceed them. */
export function addBurst(limits: Limits, most: NonNullable<ProvisionedRates['burst']>): ProvisionedRates {
  const promised: Readonly<Record<string, number>> = limits;
  const { ofHost = [], ...rates } = most;
  const burst = Object.fromEntries(Object.entries(rates).filter(([name, rate]) => rate > (promised[name] ?? 0)));
  const own = ofHost.length === 0 ? {} : { ofHost };
  return Object.keys(burst).length === 0 ? limits : { ...limits, burst: { ...burst, ...own } };
}

/** Simulated credits of servers (volumes) and of hosts' EBS. Unlisted ones stay full. Null: no credits, no metric. */
export type ModelledCredits = Readonly<Record<'servers' | 'hosts', readonly ('bandwidth' | 'iops')[] | null>>;

export interface TargetModel {
  /** Whether each host has separate local storage, so rates are for one host. Default: for the whole target. */
  readonly eachHost?: true;
  /** Which credits belong to servers and hosts. Default: all belong to the servers. */
  readonly credits?: ModelledCredits;
  /** EBS performance of a host: bytes/s, IOPS. Default: unknown. */
  readonly hostLink?: Readonly<Record<'bandwidth' | 'iops', ModelledRate>>;
  /** Bytes a second of the whole target, all hosts together. */
  readonly read: ModelledRate;
  readonly write: ModelledRate;
  /** IOPS of the whole target, for any size. */
  readonly readIops: ModelledRate;
  readonly writeIops: ModelledRate;
  /** Latency of one small operation on an idle target, microseconds. */
  readonly latencyUs: { readonly read: number; readonly write: number; readonly metadata: number };
  /** Server memory for repeated reads: smaller working sets are read faster. */
  readonly cacheBytes: number;
  /** Reads from that memory, bytes a second. */
  readonly cacheRead: number;
  /** Maximum rate of one host with this protocol, bytes a second, independent of its network. */
  readonly hostBytes: number;
  /** TCP connections of one host, if known. Each is a flow of at most 5 Gbit/s; see `FLOW_BYTES`. */
  readonly flows?: number;
  /**
   * When a host sends written data to storage. `late`: closing a file leaves data in host memory. `none`: each write
   * waits until its data are stored, and nothing merges small ones. Default: when the file is closed.
   */
  readonly writeback?: 'late' | 'none';
  /** File operations a second of the whole target. */
  readonly metadata: Readonly<Record<FileOperation, number>>;
  /** Number of servers that share these operations. Default: 1. */
  readonly metadataServers?: number;
}

/** Latency of sequential I/Os relative to random ones, because servers read ahead and merge. Assumed. */
export const SEQUENTIAL_LATENCY = 0.7;

/** Small sequential I/Os are merged up to this size before they reach the disks. Assumed: as Linux merges requests. */
const MAX_MERGED_BYTES = 128 * 1024;

/**
 * With the option `sync`, a system call that writes returns after the server has the data (nfs(5)). The client sends
 * FILE_SYNC writes, and a server stores data and metadata of the file before it answers these (RFC 1813, WRITE).
 */
export function modelSyncMount({ sync }: { readonly sync?: boolean | undefined }): Pick<TargetModel, 'writeback'> {
  return sync === true ? { writeback: 'none' } : {};
}

/** Disk operations for one I/O: less than one for small sequential ones. */
export function toDiskOperations(bytes: number, sequential: boolean): number {
  return sequential ? Math.min(1, bytes / MAX_MERGED_BYTES) : 1;
}
/** Round trips of file operations with more than one: create, open and close. Assumed. */
export const ROUND_TRIPS: FileOperations = { create: 2, open: 2 };

export function scaleRates<N extends string>(
  rates: Readonly<Record<N, number>>,
  factor: number,
): Readonly<Record<N, number>> {
  const all = Object.entries<number>(rates).map(([name, rate]) => [name, factor * rate]);
  return Object.fromEntries(all) as Record<N, number>;
}

export function scaleToHosts(model: TargetModel, hosts: number): TargetModel {
  if (model.eachHost === undefined) return model;
  const all = ({ baseline, burst, burstSeconds }: ModelledRate): ModelledRate => ({
    baseline: hosts * baseline,
    burst: hosts * burst,
    burstSeconds,
  });
  return {
    ...model,
    read: all(model.read),
    write: all(model.write),
    readIops: all(model.readIops),
    writeIops: all(model.writeIops),
    cacheRead: hosts * model.cacheRead,
    metadata: scaleRates(model.metadata, hosts),
  };
}
