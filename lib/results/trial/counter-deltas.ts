/** From two looks at counters to what was done between them, and by whom. */
import { groupBy } from '../../shapes/collections';
import type { EvidenceSample, HostEvidence } from './evidence';

/**
 * CPU time that no process accounts for, of all: up to here it is rounding, since the kernel counts machine and
 * processes in different ways. More is what cannot be seen from here, such as other containers. Of these only user time
 * is known: system time without a process is also the kernel's own work (network, file systems), which may be ours.
 */
const UNSEEN_SHARE = 0.1;

/** Ticks in a second of one CPU, as the kernel counts for programs (USER_HZ). */
const TICKS_PER_SECOND = 100;
/** Bytes: a page, the least that file systems write; a sector, the least that a disk reads. */
const PAGE_BYTES = 4096;
const SECTOR_BYTES = 512;

/** What a machine did between the two looks of one host. */
export interface CounterDeltas {
  readonly seconds: number;
  /** Seconds by which the clock was set forward in between; null where nothing tells. */
  readonly clockSet: number | null;
  /** Share of its time that the CPU was in the kernel which was there most; null where it is not known. */
  readonly kernel: number | null;
  /** Shares of all CPU time, 0–1. */
  readonly cpu: { readonly own: number; readonly others: number; readonly idle: number; readonly stolen: number };
  /** CPUs of the machine, as the ticks that passed tell. */
  readonly cpus: number;
  /** Share of the time in which CPUs had something to do and something else waited for them; null where unknown. */
  readonly waited: number | null;
  /** The same of input and output, and of memory. */
  readonly stalled: { readonly io: number | null; readonly memory: number | null };
  /** Processes that wanted a CPU, by the kernel's mean over a minute, at the end. */
  readonly load: number;
  /** Bytes and operations on the disk that holds the data; 0 where there is none. */
  readonly disk: {
    readonly own: number;
    readonly others: number;
    readonly operations: number;
    readonly othersOperations: number;
  };
  readonly memory: { readonly available: number; readonly swappedIn: number; readonly killed: number };
  /** Periods at whose end a limit held something back, of all; time in which heat slowed CPUs down, of the window. */
  readonly throttledShare: number;
  /** Packets that an allowance of the instance type held back; null where nothing counts them. */
  readonly heldPackets: number | null;
  readonly heatedShare: number;
  /** Bytes a second over the network, in the direction that moved more; null where nothing counts them. */
  readonly traffic: number | null;
  /** Of NFS by operation; null where nothing is mounted by it. */
  readonly nfs: Readonly<Record<string, NfsDeltas>> | null;
}

/** How often an operation of NFS was asked for, and milliseconds of all of them together. */
export interface NfsDeltas {
  readonly operations: number;
  /** Waited on the host to be sent. */
  readonly queued: number;
  readonly whole: number;
}

type ProcessCounters = EvidenceSample['own'];

/** What each host saw; hosts on one machine are judged together. */
export function computeDeltas(seen: readonly HostEvidence[]): ReturnType<typeof compareSamples> {
  const machines = groupBy(seen, ({ host, machine }) => (machine === '' ? `alone ${host}` : machine));
  return [...machines.values()].flatMap((together) => compareSamples(together));
}

/**
 * What each host of one machine saw. Its own work, and that of the hosts beside it, are not others'.
 * @param together hosts that are processes of one machine
 * @returns nothing for a host whose counters stood still or ran backwards
 */
export function compareSamples(
  together: readonly HostEvidence[],
): readonly { readonly host: string; readonly spent: CounterDeltas }[] {
  return together.flatMap((seen) => {
    const beside = together.filter((one) => one !== seen).map((one) => subtractCounters(one, 'own'));
    const spent = subtractSamples(seen, beside);
    return spent === null ? [] : [{ host: seen.host, spent }];
  });
}

function subtractSamples(seen: HostEvidence, beside: readonly ProcessCounters[]): CounterDeltas | null {
  const [from, to] = seen.samples;
  const byClock = to.at - from.at;
  const byUptime = from.uptime === null || to.uptime === null ? null : to.uptime - from.uptime;
  const seconds = byUptime ?? byClock;
  const ticks = to.cpu.map((value, index) => Math.max(0, value - (from.cpu[index] ?? 0)));
  const all = sum(ticks);
  if (seconds <= 0 || all <= 0) return null;
  const [user = 0, nice = 0, , idle = 0, iowait = 0, , , steal = 0] = ticks;
  const own = subtractCounters(seen, 'own');
  const seenOthers = subtractCounters(seen, 'others');
  const others = Math.max(0, sumCpu(seenOthers) - sum(beside.map(sumCpu)));
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
    heldPackets: from.network === null || to.network === null ? null : Math.max(0, to.network - from.network),
    disk: computeDisk(seen, [own, ...beside], seenOthers),
    memory: {
      available: Math.min(computeAvailable(from), computeAvailable(to)),
      swappedIn: Math.max(0, to.memory.swappedIn - from.memory.swappedIn),
      killed: Math.max(0, to.memory.killed - from.memory.killed),
    },
    throttledShare: Math.max(0, ...to.limits.map((limit, index) => computeThrottled(from.limits[index], limit))),
    heatedShare: Math.max(0, to.thermalMs - from.thermalMs) / 1e3 / seconds,
    traffic: computeTraffic(from.traffic, to.traffic, seconds),
    nfs: computeNfs(from.nfs, to.nfs),
  };
}

/**
 * Reads of others are what the disk read beyond what the hosts asked for. Writes need a witness: file systems write
 * more than was asked of them (journals, copies), so that only what other processes wrote counts, without what went to
 * other disks, and only as far as the disk wrote more than the hosts did. Operations need one too: of the hosts it is
 * known only that none but raw I/O is smaller than a page, so that what bytes of theirs cannot explain is others', as
 * far as others moved anything. Beside hosts that write less than a page at a time, or nothing, that is exact.
 */
function computeDisk(
  seen: HostEvidence,
  hosts: readonly ProcessCounters[],
  others: ProcessCounters,
): CounterDeltas['disk'] {
  if (seen.device === '') return { own: 0, others: 0, operations: 0, othersOperations: 0 };
  const [from, to] = seen.samples;
  const own = { read: sum(hosts.map(({ read }) => read)), write: sum(hosts.map(({ write }) => write)) };
  const beside = hosts.slice(1);
  const done = (name: keyof EvidenceSample['disk']): number => Math.max(0, to.disk[name] - from.disk[name]);
  const witnessed = {
    read: others.read - sum(beside.map(({ read }) => read)),
    write: others.write - sum(beside.map(({ write }) => write)) - done('elsewhere'),
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
    othersOperations:
      beyond(reads, own.read, witnessed.read, SECTOR_BYTES) + beyond(writes, own.write, witnessed.write, PAGE_BYTES),
  };
}

function computeKernel(from: EvidenceSample['kernel'], to: EvidenceSample['kernel'], seconds: number): number | null {
  if (from === null || to === null || from.length !== to.length || to.length === 0) return null;
  return Math.min(1, Math.max(...to.map((ticks, cpu) => ticks - (from[cpu] ?? 0))) / TICKS_PER_SECOND / seconds);
}

/** Networks of EC2 are full duplex: each direction has all of the bandwidth. */
function computeTraffic(
  from: EvidenceSample['traffic'],
  to: EvidenceSample['traffic'],
  seconds: number,
): number | null {
  if (from === null || to === null) return null;
  return Math.max(0, to.in - from.in, to.out - from.out) / seconds;
}

/** Operations that nobody asked for between the two looks are none. */
function computeNfs(from: EvidenceSample['nfs'], to: EvidenceSample['nfs']): CounterDeltas['nfs'] {
  if (from === null || to === null) return null;
  const all = Object.entries(to).flatMap(([name, [operations, queued, , whole]]): [string, NfsDeltas][] => {
    const [before, waited, , took] = from[name] ?? [0, 0, 0, 0];
    if (operations <= before) return [];
    const spent = { queued: Math.max(0, queued - waited), whole: Math.max(0, whole - took) };
    return [[name, { operations: operations - before, ...spent }]];
  });
  return Object.fromEntries(all);
}

/** Microseconds at two looks, as a share of the time between them; null where they are not counted. */
function computeShare(from: number | null, to: number | null, seconds: number): number | null {
  return from === null || to === null ? null : Math.max(0, to - from) / 1e6 / seconds;
}

function computeThrottled(
  from: EvidenceSample['limits'][number] | undefined,
  to: EvidenceSample['limits'][number],
): number {
  const periods = to.periods - (from?.periods ?? 0);
  return from === undefined || periods <= 0 ? 0 : Math.max(0, to.held - from.held) / periods;
}

/** What processes did between the two looks: never less than nothing, as some end unseen. */
function subtractCounters({ samples: [from, to] }: HostEvidence, side: 'own' | 'others'): ProcessCounters {
  const more = (name: keyof ProcessCounters): number => Math.max(0, to[side][name] - from[side][name]);
  return { user: more('user'), system: more('system'), read: more('read'), write: more('write') };
}

function computeAvailable({ memory }: EvidenceSample): number {
  return memory.total === 0 ? 1 : memory.available / memory.total;
}

function sumCpu({ user, system }: ProcessCounters): number {
  return user + system;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
