/**
 * What hosts saw of their machines while they measured: `raw/evidence.json`, two looks at the counters of the kernel,
 * written by `workloads/shell/evidence.sh`, and by modelled hosts.
 */
import * as z from 'zod';
import type { HostRaw } from '../../workloads/contract';

/** Where a host leaves it, below its folder. */
export const EVIDENCE_FILE = 'raw/evidence.json';

const count = z.number().nonnegative();
const processes = z.object({ user: count, system: count, read: count, write: count });

/** One look. Counters since the machine booted; CPU time in ticks of 10 ms, everything else in bytes. */
const sample = z.object({
  /** Epoch seconds. */
  at: z.number(),
  /** Seconds since the machine booted, which no setting of the clock changes; null where it does not say. */
  uptime: count.nullable().default(null),
  /** user, nice, system, idle, iowait, irq, softirq, steal: ticks of all CPUs (proc(5), `stat`). */
  cpu: z.array(count).length(8),
  /** system, irq and softirq of each CPU; null in files of older hosts. */
  kernel: z.array(count).nullable().default(null),
  load: count,
  /** Processes that wanted a CPU at that moment, the one that looked among them. */
  running: count,
  /** The host's own processes, and all others but the kernel's threads; bytes are those that reached storage. */
  own: processes,
  others: processes,
  /** Processes whose bytes only root may see. */
  hidden: count,
  /**
   * Bytes, and operations that the disk finished (absent in files of older hosts); `elsewhere`: bytes written to other
   * disks of the machine.
   */
  disk: z.object({
    read: count,
    write: count,
    reads: count.default(0),
    writes: count.default(0),
    elsewhere: count.default(0),
  }),
  memory: z.object({ total: count, available: count, swappedIn: count, killed: count }),
  /** Microseconds in which something waited for the resource; null where the kernel does not count it. */
  stalled: z.object({ cpu: count.nullable(), io: count.nullable(), memory: count.nullable() }),
  /**
   * Limits on CPU time, from the own control group outwards: periods that passed, and those at whose end something was
   * held back. (Their `throttled_usec` is summed over CPUs and says nothing of a share of time.)
   */
  limits: z.array(z.object({ periods: count, held: count })).default([]),
  /** Slowed down by heat, milliseconds. */
  thermalMs: count,
  /** Packets held back at an allowance of the instance type; null where nothing counts them, as outside of EC2. */
  network: count.nullable().default(null),
  /** Bytes in and out of its network cards; null where it has none, or the kernel does not see them. */
  traffic: z.object({ in: count, out: count }).nullable().default(null),
  /**
   * Of NFS by operation: how often it was asked for, and milliseconds in which it waited to be sent, was under way to
   * the server and back, and took in all. Null where nothing is mounted by NFS.
   */
  nfs: z
    .record(z.string(), z.tuple([count, count, count, count]))
    .nullable()
    .default(null),
});
export type EvidenceSample = z.infer<typeof sample>;

const evidence = z.object({
  version: z.literal(1),
  /** The same for all hosts that are processes of one machine; empty where it is not known. */
  machine: z.string(),
  /** `major:minor` of the disk; empty for storage on the network or in memory. */
  device: z.string(),
  /** Seconds by which its clock is ahead, as the program knows that keeps it; null where none does. */
  clock: z.number().nullable().default(null),
  /** At the begin and at the end of what is measured. */
  samples: z.tuple([sample, sample]),
});
export type Evidence = z.infer<typeof evidence>;

/** What one host saw. */
export interface HostEvidence extends Evidence {
  readonly host: string;
}

/** What was read: several judges look at it, and fleets are large. */
const evidenceByHost = new WeakMap<HostRaw, HostEvidence | null>();

/** What hosts saw; those that left nothing, or nothing that can be read, are not among them. */
export function readEvidence(hosts: readonly HostRaw[]): readonly HostEvidence[] {
  return hosts.flatMap((host) => findEvidence(host) ?? []);
}

function findEvidence(raw: HostRaw): HostEvidence | null {
  const before = evidenceByHost.get(raw);
  if (before !== undefined) return before;
  const seen = parseEvidence(raw);
  evidenceByHost.set(raw, seen);
  return seen;
}

function parseEvidence({ host, files }: HostRaw): HostEvidence | null {
  const text = files.find(({ name }) => name === EVIDENCE_FILE)?.text;
  if (text === undefined) return null;
  try {
    const found = evidence.safeParse(JSON.parse(text));
    return found.success ? { host, ...found.data } : null;
  } catch {
    return null;
  }
}
