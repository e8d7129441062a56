/**
 * What a workload kind says for rehearsals: how much its tool asks of the storage, and how the tool would print what a
 * model answers. Never a measurement: every number made this way carries `simulated`.
 */

/** Reads and writes in a closed loop: each thread keeps so many I/Os in flight, and starts one as another ends. */
export interface DataLoad {
  readonly kind: 'data';
  /** Share of the I/Os that read, 0–1. */
  readonly readShare: number;
  /** Each thread goes through its file in order; else offsets are uniformly random. */
  readonly sequential: boolean;
  readonly blockBytes: number;
  /** Threads of one host, and the I/Os that each keeps in flight. */
  readonly threads: number;
  readonly depth: number;
  /** Bytes of all files of one host. */
  readonly hostBytes: number;
  /** Through the page cache of the host: no O_DIRECT. */
  readonly buffered: boolean;
  readonly warmUpSeconds: number;
  readonly measureSeconds: number;
}

/** Operations on files or directories, one at a time in each thread, until all are done. */
export interface MetadataLoad {
  readonly kind: 'metadata';
  /** A name in the `metadata` of the target's model: `create`, `delete`, `stat`, `mkdir`, `rmdir`, `rename`. */
  readonly operation: string;
  readonly threads: number;
  /** Of one host, all threads together. */
  readonly operations: number;
}

/** What the measuring command of one trial asks of the storage. */
export interface ModelledLoad {
  /** What the script does before the agreed instant and takes time on the storage; null for nothing. */
  readonly setUp: MetadataLoad | null;
  readonly measured: DataLoad | MetadataLoad;
}

/** One kind of operation on one host. */
export interface ModelledFlow {
  /** ops/s, the mean of the measured time. */
  readonly rate: number;
  /** Mean of a whole operation as the tool sees it, microseconds. */
  readonly latencyUs: number;
  /** Standard deviation of the natural logarithm of the latency: how long its tail is. */
  readonly spread: number;
  /** The rate over intervals of half a second, ops/s. */
  readonly intervals: { readonly mean: number; readonly stddev: number; readonly min: number; readonly max: number };
}

/** What one host saw in one trial. */
export interface ModelledPerformance {
  /** Measured time, warm-up excluded. */
  readonly seconds: number;
  /** Null where there was none of it. */
  readonly read: ModelledFlow | null;
  readonly write: ModelledFlow | null;
  readonly metadata: ModelledFlow | null;
  /** Share of the time of its threads that a host spent in the kernel, and in the tool itself, 0–1. */
  readonly cpu: { readonly system: number; readonly user: number };
}

/** The host that prints. */
export interface ModelledHost {
  readonly host: string;
  /** Epoch seconds at which its tool began, warm-up included. */
  readonly began: number;
  /** Seconds after the agreed instant. */
  readonly lateSeconds: number;
  /** Memory of the machine, bytes. */
  readonly memoryBytes: number;
  /** Where the data under test would be, e.g. `/var/lib/fsxbench/volumes/data/client-0`. */
  readonly folder: string;
  /** Its tool waits for an agreed instant. */
  readonly barrier: boolean;
}

/** What the script of a host leaves, `status.json` apart. */
export interface ModelledOutput {
  readonly tool: string;
  readonly version: string;
  readonly argv: readonly string[];
  /** Text by name below `<host>/<command>/`, e.g. `raw/fio.json`. */
  readonly files: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, string>>;
}

/** Prints what one host would have printed. Hosts may share one and the same performance: it need be told once only. */
export type ModelledPrinter = (performance: ModelledPerformance, host: ModelledHost) => ModelledOutput;

/** The part of a workload kind that rehearsals need. */
export interface ModelledTool<P = unknown> {
  load(params: P): ModelledLoad;
  /** Called once a trial; what it gives is called once a host, and should be quick: fleets have hundreds of hosts. */
  printer(params: P): ModelledPrinter;
}
