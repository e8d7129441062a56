/** Differences between two samples of kernel counters, split into hosts and other processes. */
import { groupBy, sumAll } from '../../shapes/collections';
import type { EvidenceSample, HostEvidence } from '../../workloads/evidence';

/**
 * Tolerated share of CPU time without a visible process: the kernel counts machine and processes differently. More
 * belongs to invisible processes, e.g. of other containers. Only user time: system time without a process is also
 * kernel work (network, file systems), possibly for the hosts.
 */
const UNSEEN_SHARE = 0.1;

/** Ticks per second of one CPU, in the unit for user space (USER_HZ). */
const TICKS_PER_SECOND = 100;
/** Bytes of a page, the smallest write of file systems, and of a sector, the smallest read of a disk. */
const PAGE_BYTES = 4096;
const SECTOR_BYTES = 512;

/** Activity of a machine between the two samples of a host. */
export interface CounterDeltas {
  readonly seconds: number;
  /** Seconds by which the clock was set forward; null if unknown. */
  readonly clockSet: number | null;
  /** Share of its time that the CPU with most kernel time spent in the kernel; null if unknown. */
  readonly kernel: number | null;
  /** Shares of all CPU time, 0–1. */
  readonly cpu: { readonly own: number; readonly others: number; readonly idle: number; readonly stolen: number };
  /** CPUs of the machine, derived from ticks. */
  readonly cpus: number;
  /** Share of the time in which a task waited for a CPU; null if unknown. */
  readonly waited: number | null;
  /** Shares of the time in which a task waited for I/O or memory. */
  readonly stalled: { readonly io: number | null; readonly memory: number | null };
  /** Runnable processes at the end: the kernel's one-minute mean. */
  readonly load: number;
  /** Bytes and operations of the data disk; 0 without one. */
  readonly disk: {
    readonly own: number;
    readonly others: number;
    readonly operations: number;
    readonly othersOperations: number;
  };
  readonly memory: { readonly available: number; readonly swappedIn: number; readonly killed: number };
  /** Share of periods in which a CPU limit throttled. `heatedShare`: share of the time in which heat throttled. */
  readonly throttledShare: number;
  /** Packets that an allowance of the instance type delayed; null if not counted. */
  readonly delayedPackets: number | null;
  readonly heatedShare: number;
  /** Network bytes per second, in the busier direction; null if not counted. */
  readonly traffic: number | null;
  /** By NFS operation; null without NFS mounts. */
  readonly nfs: Readonly<Record<string, NfsDeltas>> | null;
}

/** Number of calls of an NFS operation, and their total milliseconds. */
export interface NfsDeltas {
  readonly operations: number;
  /** Time in the send queue of the host. */
  readonly queued: number;
  readonly whole: number;
}

type ProcessCounters = EvidenceSample['own'];

/** Differences for each host; hosts on one machine are compared together. */
export function computeDeltas(seen: readonly HostEvidence[]): ReturnType<typeof compareSamples> {
  const machines = groupBy(seen, ({ host, machine }) => (machine === '' ? `alone ${host}` : machine));
  return [...machines.values()].flatMap((together) => compareSamples(together));
}

/** Differences by host; hosts of one machine are no "other processes". @returns none if counters did not advance */
export function compareSamples(
  together: readonly HostEvidence[],
): readonly { readonly host: string; readonly deltas: CounterDeltas }[] {
  return together.flatMap((seen) => {
    const neighbours = together.filter((one) => one !== seen).map((one) => subtractCounters(one, 'own'));
    const deltas = subtractSamples(seen, neighbours);
    return deltas === null ? [] : [{ host: seen.host, deltas }];
  });
}

function subtractSamples(seen: HostEvidence, neighbours: readonly ProcessCounters[]): CounterDeltas | null {
  const [from, to] = seen.samples;
  const byClock = to.at - from.at;
  const byUptime = from.uptime === null || to.uptime === null ? null : to.uptime - from.uptime;
  const seconds = byUptime ?? byClock;
  const ticks = to.cpu.map((value, index) => Math.max(0, value - (from.cpu[index] ?? 0)));
  const all = sumAll(ticks);
  if (seconds <= 0 || all <= 0) return null;
  const [user = 0, nice = 0, , idle = 0, iowait = 0, , , steal = 0] = ticks;
  const own = subtractCounters(seen, 'own');
  const seenOthers = subtractCounters(seen, 'others');
  const others = Math.max(0, sumCpu(seenOthers) - sumAll(neighbours.map(sumCpu)));
  const unseen = user + nice - own.user - seenOthers.user;
  return {
    seconds,
    clockSet: byUptime === null ? null : byClock - byUptime,
    kernel: computeKernel(from.kernel, to.kernel, seconds),
    cpu: {
      own: sumCpu(own) / all,
      others: (others + (unseen > UNSEEN_SHARE * all ? unseen : 0)) / all,
      idle: (idle + iowait) / all,
      stolen: steal / all,
    },
    cpus: all / TICKS_PER_SECOND / seconds,
    waited: computeShare(from.stalled.cpu, to.stalled.cpu, seconds),
    stalled: {
      io: computeShare(from.stalled.io, to.stalled.io, seconds),
      memory: computeShare(from.stalled.memory, to.stalled.memory, seconds),
    },
    load: to.load,
    delayedPackets: from.network === null || to.network === null ? null : Math.max(0, to.network - from.network),
    disk: computeDisk(seen, [own, ...neighbours], seenOthers),
    memory: {
      available: Math.min(computeAvailableShare(from), computeAvailableShare(to)),
      swappedIn: Math.max(0, to.memory.swappedIn - from.memory.swappedIn),
      killed: Math.max(0, to.memory.killed - from.memory.killed),
    },
    throttledShare: Math.max(0, ...to.limits.map((limit, index) => computeThrottledShare(from.limits[index], limit))),
    heatedShare: Math.max(0, to.thermalMs - from.thermalMs) / 1e3 / seconds,
    traffic: computeTraffic(from.traffic, to.traffic, seconds),
    nfs: computeNfs(from.nfs, to.nfs),
  };
}

/**
 * Reads by other processes = reads of the disk − reads of the hosts. For writes this is not enough, as file systems
 * write more than requested (journals, copies). So they are the bytes that other processes wrote, without writes to
 * other disks, and at most disk writes − writes of the hosts. Operations need evidence, too: bytes of the hosts explain
 * at most one operation per page (except raw I/O); of the rest, other processes get at most their share of bytes. The
 * result is exact if hosts write nothing, or less than a page at a time.
 */
function computeDisk(
  seen: HostEvidence,
  hosts: readonly ProcessCounters[],
  others: ProcessCounters,
): CounterDeltas['disk'] {
  if (seen.device === '') return { own: 0, others: 0, operations: 0, othersOperations: 0 };
  const [from, to] = seen.samples;
  const own = { read: sumAll(hosts.map(({ read }) => read)), write: sumAll(hosts.map(({ write }) => write)) };
  const neighbours = hosts.slice(1);
  const done = (name: keyof EvidenceSample['disk']): number => Math.max(0, to.disk[name] - from.disk[name]);
  const witnessed = {
    read: others.read - sumAll(neighbours.map(({ read }) => read)),
    write: others.write - sumAll(neighbours.map(({ write }) => write)) - done('elsewhere'),
  };
  const read = Math.max(0, done('read') - own.read);
  const write = Math.max(0, Math.min(done('write') - own.write, witnessed.write));
  const [reads, writes] = [done('reads'), done('writes')];
  const beyond = (operations: number, bytes: number, seenBytes: number, least: number): number =>
    Math.max(0, Math.min(operations - bytes / PAGE_BYTES, seenBytes / least));
  return {
    own: own.read + own.write,
    others: read + write,
    operations: reads + writes,
    // Reads of other disks leave no bytes on this one.
    othersOperations:
      beyond(reads, own.read, Math.min(read, witnessed.read), SECTOR_BYTES) +
      beyond(writes, own.write, witnessed.write, PAGE_BYTES),
  };
}

function computeKernel(from: EvidenceSample['kernel'], to: EvidenceSample['kernel'], seconds: number): number | null {
  if (from === null || to === null || from.length !== to.length || to.length === 0) return null;
  return Math.min(1, Math.max(...to.map((ticks, cpu) => ticks - (from[cpu] ?? 0))) / TICKS_PER_SECOND / seconds);
}

/** EC2 networks are full duplex: each direction has the full bandwidth, so take the busier one. */
function computeTraffic(
  from: EvidenceSample['traffic'],
  to: EvidenceSample['traffic'],
  seconds: number,
): number | null {
  if (from === null || to === null) return null;
  return Math.max(0, to.in - from.in, to.out - from.out) / seconds;
}

/** NFS operations that were called between the samples. */
function computeNfs(from: EvidenceSample['nfs'], to: EvidenceSample['nfs']): CounterDeltas['nfs'] {
  if (from === null || to === null) return null;
  const all = Object.entries(to).flatMap(([name, [operations, queued, , whole]]): [string, NfsDeltas][] => {
    const [before, waited, , took] = from[name] ?? [0, 0, 0, 0];
    if (operations <= before) return [];
    const deltas = { queued: Math.max(0, queued - waited), whole: Math.max(0, whole - took) };
    return [[name, { operations: operations - before, ...deltas }]];
  });
  return Object.fromEntries(all);
}

/** Counter difference in microseconds as a share of the time between samples; null if not counted. */
function computeShare(from: number | null, to: number | null, seconds: number): number | null {
  return from === null || to === null ? null : Math.max(0, to - from) / 1e6 / seconds;
}

function computeThrottledShare(
  from: EvidenceSample['limits'][number] | undefined,
  to: EvidenceSample['limits'][number],
): number {
  const periods = to.periods - (from?.periods ?? 0);
  return from === undefined || periods <= 0 ? 0 : Math.max(0, to.held - from.held) / periods;
}

/** Process activity between the samples; at least 0, as counters of ended processes disappear. */
function subtractCounters({ samples: [from, to] }: HostEvidence, side: 'own' | 'others'): ProcessCounters {
  const more = (name: keyof ProcessCounters): number => Math.max(0, to[side][name] - from[side][name]);
  return { user: more('user'), system: more('system'), read: more('read'), write: more('write') };
}

function computeAvailableShare({ memory }: EvidenceSample): number {
  return memory.total === 0 ? 1 : memory.available / memory.total;
}

function sumCpu({ user, system }: ProcessCounters): number {
  return user + system;
}
