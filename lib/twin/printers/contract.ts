/**
 * How the tool of a workload kind would print what a model answers to its demand. Never a measurement: every number
 * made this way carries `simulated`.
 */

/** One kind of operation, or whole units of work, on one host. */
export interface ModelledFlow {
  /** A second, the mean of the measured time. */
  readonly rate: number;
  /** Mean of a whole one as the tool sees it, microseconds. */
  readonly latencyUs: number;
  /** Standard deviation of the natural logarithm of the latency: how long its tail is. */
  readonly spread: number;
  /** The rate over intervals of half a second. */
  /** Rate and mean latency in turn, where they were not the same all the time: as when a reserve is used up. */
  readonly levels?: readonly { readonly seconds: number; readonly rate: number; readonly latencyUs: number }[];
  readonly intervals: { readonly mean: number; readonly stddev: number; readonly min: number; readonly max: number };
}

type Level = NonNullable<ModelledFlow['levels']>[number];

/** Each level of a flow changed; none where it has none. */
export function changeLevels(
  { levels }: Pick<ModelledFlow, 'levels'>,
  change: (level: Level) => Partial<Level>,
): Pick<ModelledFlow, 'levels'> {
  return levels === undefined ? {} : { levels: levels.map((level) => ({ ...level, ...change(level) })) };
}

/** What one host saw in one trial. */
export interface ModelledPerformance {
  /** Measured time, warm-up excluded. */
  readonly seconds: number;
  readonly units: ModelledFlow;
  /** `read`, `write`, `flush`, and the names in `metadata` of the unit of work: what is in it, and nothing else. */
  readonly operations: Readonly<Partial<Record<string, ModelledFlow>>>;
  /** Share of the time of its threads that a host spent in the kernel, and in the tool itself, 0–1. */
  readonly cpu: { readonly system: number; readonly user: number };
  /** Of each phase, where a step has several: all else is of the first of them, but `seconds`, with pauses, of all. */
  readonly phases?: readonly ModelledPerformance[];
}

/** The host that prints. */
export interface ModelledHost {
  readonly host: string;
  /** Its number among the hosts of its role, from 0, and how many these are. */
  readonly index: number;
  readonly hosts: number;
  /** Epoch seconds at which its tool began, warm-up included. */
  readonly began: number;
  /** Seconds after the agreed instant. */
  readonly lateSeconds: number;
  /** Memory of the machine, bytes. */
  readonly memoryBytes: number;
  /** Where the data under test would be, e.g. `/var/lib/fsxbench/volumes/c1/client-0`. */
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

/** What only the host knows. */
export function toHostFacts({
  began,
  lateSeconds,
  memoryBytes,
  barrier,
}: ModelledHost): Readonly<Record<string, string>> {
  const waited = barrier ? { began: began.toFixed(6), lateSeconds: lateSeconds.toFixed(6) } : {};
  return { memBytes: String(memoryBytes), ...waited };
}

/**
 * Of one kind. Called once a trial; what it gives is called once a host, and should be quick: fleets have hundreds of
 * hosts.
 */
export type PrinterFactory<P> = (params: P) => ModelledPrinter;
