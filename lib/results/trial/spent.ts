/** From two looks at counters to what was done between them, and by whom. */
import type { EvidenceSample, Seen } from './evidence';

/**
 * CPU time that no process accounts for, of all: up to here it is rounding, since the kernel counts machine and
 * processes in different ways. More is what cannot be seen from here, such as other containers.
 */
const UNSEEN = 0.1;

/** What a machine did between the two looks of one host. */
export interface Spent {
  readonly seconds: number;
  /** Shares of all CPU time, 0–1. */
  readonly cpu: { readonly others: number; readonly idle: number; readonly stolen: number };
  /** Bytes on the disk that holds the data; 0 where there is none. */
  readonly disk: { readonly own: number; readonly others: number };
  readonly memory: { readonly available: number; readonly swappedIn: number; readonly killed: number };
  /** Time in which a limit held processes back, and in which heat slowed CPUs down, of the window. */
  readonly held: number;
  readonly heated: number;
}

type Side = EvidenceSample['own'];

/**
 * What each host of one machine saw. Its own work, and that of the hosts beside it, are not others'.
 * @param together hosts that are processes of one machine
 * @returns nothing for a host whose counters stood still or ran backwards
 */
export function spentBy(together: readonly Seen[]): readonly { readonly host: string; readonly spent: Spent }[] {
  return together.flatMap((seen) => {
    const beside = together.filter((one) => one !== seen).map((one) => moved(one, 'own'));
    const spent = between(seen, beside);
    return spent === null ? [] : [{ host: seen.host, spent }];
  });
}

function between(seen: Seen, beside: readonly Side[]): Spent | null {
  const [from, to] = seen.samples;
  const seconds = to.at - from.at;
  const ticks = to.cpu.map((value, index) => Math.max(0, value - (from.cpu[index] ?? 0)));
  const all = sum(ticks);
  if (seconds <= 0 || all <= 0) return null;
  const [user = 0, nice = 0, , idle = 0, iowait = 0, , , steal = 0] = ticks;
  const own = moved(seen, 'own');
  const seenOthers = moved(seen, 'others');
  const others = Math.max(0, cpuOf(seenOthers) - sum(beside.map(cpuOf)));
  const unseen = user + nice - own.user - seenOthers.user;
  return {
    seconds,
    cpu: {
      others: (others + (unseen > UNSEEN * all ? unseen : 0)) / all,
      idle: (idle + iowait) / all,
      stolen: steal / all,
    },
    disk: diskOf(seen, [own, ...beside], seenOthers),
    memory: {
      available: Math.min(availableOf(from), availableOf(to)),
      swappedIn: Math.max(0, to.memory.swappedIn - from.memory.swappedIn),
      killed: Math.max(0, to.memory.killed - from.memory.killed),
    },
    held: Math.max(0, to.throttledUs - from.throttledUs) / 1e6 / seconds,
    heated: Math.max(0, to.thermalMs - from.thermalMs) / 1e3 / seconds,
  };
}

/**
 * Reads of others are what the disk read beyond what the hosts asked for. Writes need a witness: file systems write
 * more than was asked of them (journals, copies), so that only what other processes wrote counts, and only as far as
 * the disk wrote more than the hosts did.
 */
function diskOf(seen: Seen, hosts: readonly Side[], others: Side): Spent['disk'] {
  if (seen.device === '') return { own: 0, others: 0 };
  const [from, to] = seen.samples;
  const own = { read: sum(hosts.map(({ read }) => read)), write: sum(hosts.map(({ write }) => write)) };
  const beside = hosts.slice(1);
  const witnessed = others.write - sum(beside.map(({ write }) => write));
  const read = to.disk.read - from.disk.read - own.read;
  const write = Math.min(to.disk.write - from.disk.write - own.write, witnessed);
  return { own: own.read + own.write, others: Math.max(0, read) + Math.max(0, write) };
}

/** What processes did between the two looks: never less than nothing, as some end unseen. */
function moved({ samples: [from, to] }: Seen, side: 'own' | 'others'): Side {
  const more = (name: keyof Side): number => Math.max(0, to[side][name] - from[side][name]);
  return { user: more('user'), system: more('system'), read: more('read'), write: more('write') };
}

function availableOf({ memory }: EvidenceSample): number {
  return memory.total === 0 ? 1 : memory.available / memory.total;
}

function cpuOf({ user, system }: Side): number {
  return user + system;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
