/**
 * What a target is modelled to do, for rehearsals: never a measurement, and marked as simulated wherever it shows. The
 * model of a kind says what limits it; a modelled host makes trials of it, with queueing and noise.
 */
import type { FileOperation, FileOperations } from '../shapes/file-operation';
import type { ProvisionedRates, Limits } from '../shapes/metric';

/** A limit with a reserve: `burst` while there are credits, `baseline` when they are used up. Per second. */
export interface ModelledRate {
  readonly baseline: number;
  /** Equal to the baseline where there is none. */
  readonly burst: number;
  /** Seconds that a full reserve lasts at the burst rate. */
  readonly burstSeconds: number;
}

/** Without a reserve. */
export function steadyRate(rate: number): ModelledRate {
  return { baseline: rate, burst: rate, burstSeconds: 0 };
}

/** What is promised, and of what bursts give that which is more. */
export function addBurst(limits: Limits, most: NonNullable<ProvisionedRates['burst']>): ProvisionedRates {
  const promised: Readonly<Record<string, number>> = limits;
  const { ofHost = [], ...rates } = most;
  const burst = Object.fromEntries(Object.entries(rates).filter(([name, rate]) => rate > (promised[name] ?? 0)));
  const own = ofHost.length === 0 ? {} : { ofHost };
  return Object.keys(burst).length === 0 ? limits : { ...limits, burst: { ...burst, ...own } };
}

/**
 * Which of the modelled reserves servers (or volumes) and the way of hosts to their volumes each have: both, where one
 * is modelled for both. Others are full; null: has no credits, and tells of none.
 */
export type ModelledCredits = Readonly<Record<'servers' | 'hosts', readonly ('bandwidth' | 'iops')[] | null>>;

export interface TargetModel {
  /**
   * Each host has storage of its own, which no network lies before: all that is said here is of one host. Left out: it
   * is of the whole target, all hosts together.
   */
  readonly eachHost?: true;
  /** Left out: all credits are of its servers. */
  readonly credits?: ModelledCredits;
  /** What a host moves to its volumes, whatever these do: bytes a second, operations a second. Left out: not known. */
  readonly hostLink?: Readonly<Record<'bandwidth' | 'iops', ModelledRate>>;
  /** Bytes a second of the whole target, all hosts together. */
  readonly read: ModelledRate;
  readonly write: ModelledRate;
  /** Operations a second of the whole target, of any size. */
  readonly readIops: ModelledRate;
  readonly writeIops: ModelledRate;
  /** Of one small operation when nothing waits, microseconds. */
  readonly latencyUs: { readonly read: number; readonly write: number; readonly metadata: number };
  /** Memory of the file servers that serves reads again: working sets below it are read faster. */
  readonly cacheBytes: number;
  /** Reads from that memory, bytes a second. */
  readonly cacheRead: number;
  /** What one host can move at most over this protocol, bytes a second, whatever its network gives. */
  readonly hostBytes: number;
  /** Files are closed before what was written to them has left the memory of the host. Left out: no. */
  readonly closesEarly?: true;
  /** Operations on files, a second of the whole target. */
  readonly metadata: Readonly<Record<FileOperation, number>>;
}

/** What in-order I/Os take of the time of a random one: servers read ahead and merge. Assumed. */
export const SEQUENTIAL_LATENCY = 0.7;

/** Small in-order I/Os are merged up to this size before they reach the disks. Assumed: as Linux merges requests. */
const MERGED_BYTES = 128 * 1024;

/** Operations of the disks that one of a load makes: less than one where small ones follow in order. */
export function diskOperations(bytes: number, sequential: boolean): number {
  return sequential ? Math.min(1, bytes / MERGED_BYTES) : 1;
}
/** Round trips of an operation on a file where it has more than one: it is made, opened and closed. Assumed. */
export const ROUND_TRIPS: FileOperations = { create: 2, open: 2 };

/** So many times the rates of operations. */
export function scaleRates<N extends string>(
  rates: Readonly<Record<N, number>>,
  factor: number,
): Readonly<Record<N, number>> {
  const all = Object.entries<number>(rates).map(([name, rate]) => [name, factor * rate]);
  return Object.fromEntries(all) as Record<N, number>;
}

/** The model of a whole target, for so many hosts together. */
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
