/** `raw/evidence.json`: two samples of kernel counters, by `workloads/shell/evidence.sh` or by simulated hosts. */
import * as z from 'zod';
import type { HostRaw } from './contract';

/** Path below the host's folder. */
export const EVIDENCE_FILE = 'raw/evidence.json';

const countSchema = z.number().nonnegative();
const processesSchema = z.object({ user: countSchema, system: countSchema, read: countSchema, write: countSchema });

/** One sample. Counters start at boot; CPU time in ticks of 10 ms, the rest in bytes. */
const sampleSchema = z.object({
  /** Epoch seconds. */
  at: z.number(),
  /** Seconds since boot, which setting the clock does not change; null if unknown. */
  uptime: countSchema.nullable().default(null),
  /** user, nice, system, idle, iowait, irq, softirq, steal: ticks of all CPUs (proc(5), `stat`). */
  cpu: z.array(countSchema).length(8),
  /** Sum of system, irq and softirq of each CPU; null in files of older hosts. */
  kernel: z.array(countSchema).nullable().default(null),
  load: countSchema,
  /** Runnable processes, including the sampling one. */
  running: countSchema,
  /** Processes of the host, and all other processes except kernel threads. Bytes are those that reached storage. */
  own: processesSchema,
  others: processesSchema,
  /** Number of processes whose bytes only root can read. */
  hidden: countSchema,
  /** Bytes and completed operations (absent in older files). `elsewhere`: bytes written to other disks. */
  disk: z.object({
    read: countSchema,
    write: countSchema,
    reads: countSchema.default(0),
    writes: countSchema.default(0),
    elsewhere: countSchema.default(0),
  }),
  /** Flushes of the disk, if the kernel counts them; whether a kernel thread initialises an ext4 file system. */
  flushes: countSchema.optional(),
  lazyInit: z.literal(true).optional(),
  memory: z.object({ total: countSchema, available: countSchema, swappedIn: countSchema, killed: countSchema }),
  /** Microseconds in which a task waited for the resource; null if the kernel does not count these. */
  stalled: z.object({ cpu: countSchema.nullable(), io: countSchema.nullable(), memory: countSchema.nullable() }),
  /** CPU limits of the host's control group and its parents. `throttled_usec` adds up CPUs, so it is no share. */
  limits: z.array(z.object({ periods: countSchema, held: countSchema })).default([]),
  /** Milliseconds throttled by heat. */
  thermalMs: countSchema,
  /** Packets delayed at an allowance of the instance type; null if not counted, e.g. outside EC2. */
  network: countSchema.nullable().default(null),
  /** Bytes received and sent by network cards; null without cards, or if the kernel does not see them. */
  traffic: z.object({ in: countSchema, out: countSchema }).nullable().default(null),
  /** By NFS operation: calls, and milliseconds in the send queue, in transit, and in total. Null without NFS mounts. */
  nfs: z
    .record(z.string(), z.tuple([countSchema, countSchema, countSchema, countSchema]))
    .nullable()
    .default(null),
});
export type EvidenceSample = z.infer<typeof sampleSchema>;

const textSchema = z.string().default('');

/** Facts by `workloads/shell/surroundings.sh`, which explains them; those that cannot be read are absent. */
const surroundingsSchema = z.object({
  governor: textSchema,
  cpuDriver: textSchema,
  cpuModel: textSchema,
  instanceType: textSchema,
  writeCache: textSchema,
  fua: z.boolean().default(false),
  bytes: countSchema.default(0),
  written: countSchema.optional(),
  rotational: z.boolean().optional(),
  model: textSchema,
  bus: textSchema,
  layers: z.array(z.string()).default([]),
  paths: z.object({ running: countSchema, all: countSchema }).optional(),
  ioLimits: z.partialRecord(z.enum(['rbps', 'wbps', 'riops', 'wiops']), countSchema).default({}),
  ownDisk: z.boolean().default(false),
});

const evidenceSchema = z.object({
  version: z.literal(1),
  /** Id of the machine, equal for all hosts that are processes of one machine; empty if unknown. */
  machine: z.string(),
  /** `major:minor` of the disk; empty for storage on the network or in memory. */
  device: z.string(),
  /** Seconds by which the clock is ahead, as the time daemon reports; null if it follows no time server. */
  clock: z.number().nullable().default(null),
  /** Bound of the error of `clock`, seconds: root dispersion and half of the root delay; null if unknown. */
  clockBound: z.number().nullable().default(null),
  /** Absent in older files, and for simulated hosts. */
  surroundings: surroundingsSchema.optional().catch(undefined),
  /** Samples at the start and the end of the measurement. */
  samples: z.tuple([sampleSchema, sampleSchema]),
});
export type Evidence = z.infer<typeof evidenceSchema>;

export interface HostEvidence extends Evidence {
  readonly host: string;
}

/** Cache: several checks read the same evidence, and fleets are large. */
const evidenceByHost = new WeakMap<HostRaw, HostEvidence | null>();

/** Evidence of the hosts, without hosts that left none readable. */
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
    const found = evidenceSchema.safeParse(JSON.parse(text));
    return found.success ? { host, ...found.data } : null;
  } catch {
    return null;
  }
}
