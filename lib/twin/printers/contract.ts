/** Simulated tool output for a workload kind, from a model. Every such number carries `simulated`. */
import type { TrialPlan } from '../../shapes/plan';

/** One kind of operation, or whole units of work, on one host. */
export interface SimulatedFlow {
  /** Operations per second, mean of the measured time. */
  readonly rate: number;
  /** Mean latency of a whole operation as the tool sees it, microseconds. */
  readonly latencyUs: number;
  /** Standard deviation of the natural logarithm of the latency: the length of its tail. */
  readonly spread: number;
  /** Consecutive rates and mean latencies, if these changed, e.g. when credits were exhausted. */
  readonly levels?: readonly { readonly seconds: number; readonly rate: number; readonly latencyUs: number }[];
  /** The rate over intervals of half a second. */
  readonly intervals: { readonly mean: number; readonly stddev: number; readonly min: number; readonly max: number };
}

export type RateLevel = NonNullable<SimulatedFlow['levels']>[number];

/** Maps the levels of a flow, if any. */
export function mapLevels(
  { levels }: Pick<SimulatedFlow, 'levels'>,
  change: (level: RateLevel) => Partial<RateLevel>,
): Pick<SimulatedFlow, 'levels'> {
  return levels === undefined ? {} : { levels: levels.map((level) => ({ ...level, ...change(level) })) };
}

/** The performance of one host in one trial. */
export interface SimulatedPerformance {
  /** Measured time, warm-up excluded. */
  readonly seconds: number;
  readonly units: SimulatedFlow;
  /** Only the operations of the unit of work: `read`, `write`, `flush`, and the names in its `metadata`. */
  readonly operations: Readonly<Partial<Record<string, SimulatedFlow>>>;
  /** Share of thread time in the kernel, and in the tool itself, 0–1. */
  readonly cpu: { readonly system: number; readonly user: number };
  /** One per phase if the step has several: then `seconds` covers all, with pauses, and other members the first. */
  readonly phases?: readonly SimulatedPerformance[];
}

/** What a host knows of its trial. */
export interface SimulatedPlace {
  readonly role: string;
  /** Number of hosts of each role that loads the storage from the start. */
  readonly roles: Readonly<Record<string, number>>;
  /** The target instance that the trial measures. */
  readonly copy: string;
  readonly events: NonNullable<TrialPlan['events']>;
}

export interface SimulatedHost {
  readonly host: string;
  /** Index among the hosts of its role, from 0, and their number. */
  readonly index: number;
  readonly hosts: number;
  /** Start of its tool, including warm-up, epoch seconds. */
  readonly began: number;
  /** Delay after the agreed start. */
  readonly lateSeconds: number;
  /** How long before the agreed start it was ready; absent without one. */
  readonly spareSeconds?: number;
  /** Memory of the machine, bytes. */
  readonly memoryBytes: number;
  /** Folder of the data under test, e.g. `/var/lib/fsxbench/volumes/c1/client-0`. */
  readonly folder: string;
  /** Whether its tool waits for an agreed start. */
  readonly barrier: boolean;
  /** Absent: a host alone, without events. */
  readonly place?: SimulatedPlace;
}

/** Output of the script of a host, without `status.json`. */
export interface SimulatedOutput {
  readonly tool: string;
  readonly version: string;
  readonly argv: readonly string[];
  /** Text by name below `<host>/<command>/`, e.g. `raw/fio.json`. */
  readonly files: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, string>>;
}

/** Prints the output of one host. Hosts may share one performance object, which is then formatted only once. */
export type OutputPrinter = (performance: SimulatedPerformance, host: SimulatedHost) => SimulatedOutput;

/** Facts that depend on the host. */
export function toHostFacts({
  began,
  lateSeconds,
  spareSeconds = 0,
  memoryBytes,
  barrier,
}: SimulatedHost): Readonly<Record<string, string>> {
  const waited = barrier
    ? { began: began.toFixed(6), lateSeconds: lateSeconds.toFixed(6), spareSeconds: spareSeconds.toFixed(6) }
    : {};
  return { memBytes: String(memoryBytes), ...waited };
}

/** Called once per trial; its result is called once per host and should be fast: fleets have hundreds of hosts. */
export type PrinterFactory<P> = (params: P) => OutputPrinter;
