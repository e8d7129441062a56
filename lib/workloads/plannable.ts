/** Part of the contract of a workload kind that planning needs: checks, metrics, durations and offered load. */
import type { z } from 'zod';
import type { FactLabel, LimitedRates, Metrics, OfferedLoad } from '../shapes/metric';
import type { Problem } from '../shapes/problem';
import type { BundleName } from '../shapes/tool-bundles';
import type { ToolOptions } from '../shapes/tool-options';
import type { HostCounts, WorkloadRole } from './role';

export interface StoredData {
  readonly role: string;
  /** Bytes of each indivisible part (e.g. a file) of one host. The parts are assigned to volumes round-robin. */
  readonly parts: readonly number[];
  /** Workload setting that determines the size, e.g. `size`. */
  readonly setting: string;
  /** Files and directories of one host, and the setting that determines their number. Default: few. */
  readonly names?: { readonly count: number; readonly setting: string };
  /** Whether one trial writes the data, and amounts are those of all hosts together. Default: all trials share it. */
  readonly ofTrial?: true;
  /** If the oldest data is deleted: what a trial writes, and the most bytes and share of the space that it keeps. */
  readonly uncut?: Readonly<Record<'bytes' | 'seconds' | 'keptShare' | 'keptBytes', number>>;
}

/** What a workload requires of its hosts and of the deployment. */
export interface WorkloadNeeds {
  /** Whether hosts work on one shared directory tree, so that all must mount the same storage. */
  readonly oneTree?: true;
  /** Whether one host starts the processes of all hosts. Only hosts that are created together support this. */
  readonly oneJob?: true;
  /** Tool bundle that hosts unpack and users upload. */
  readonly bundle?: BundleName;
  /** Whether hosts run arbitrary code from the spec; the deployment must allow it. */
  readonly ownScripts?: true;
}

/** Metrics that a trial reports for one operation. Percentiles are missing if there are too few operations. */
export interface OperationMetrics {
  /** As in {@link HostFigures}. */
  readonly operation: string | null;
  readonly metrics: readonly string[];
  /** Those whose values are only lower bounds, which can miss a threshold but meet none. Default: none. */
  readonly lowerBounds?: readonly string[];
  /** Metrics with a time series, and the interval between its points. */
  readonly series?: { readonly everySeconds: number; readonly metrics: readonly string[] };
}

/** Planned seconds of one trial. */
export interface Duration {
  /** All steps together. */
  readonly total: number;
  /** Warm-up of the measuring step. */
  readonly warmUp: number;
  readonly measured: number;
  /**
   * `time`: all hosts stop after the same time. `done`: each host does a fixed amount of work, so hosts start together
   * but finish at different times. Their aggregate rate is the total work divided by the time from the first start to
   * the last end.
   */
  readonly until: 'time' | 'done';
  /** Phases of equal work. Each must last `leastSeconds`, otherwise the trial is SUSPECT (`ShortRun`). */
  readonly phases?: { readonly count: number; readonly leastSeconds: number; readonly setting: string };
}

/** How parameters depend on the number of hosts. */
export interface HostCountRules<P = unknown> {
  /** Fills in parameters that depend on the number of measuring hosts. */
  setCount?(params: P, hosts: number): P;
  /**
   * Rules for the number of measuring hosts, or of hosts of each role; `path` as in `Plannable.check`.
   * @param isNetworked whether the target is a network file system that sends data when a file is closed, as NFS
   */
  check?(params: P, hosts: number, fleet: HostCounts, isNetworked?: boolean): readonly Problem[];
}

export interface ToolFacts<P = unknown> {
  /** Command line of the tool. Shell variables whose values only hosts know are left unexpanded. */
  command?(params: P, hosts: number): readonly string[];
  /** Names and defaults of the tool's options, for tools that report their options. */
  readonly options?: ToolOptions;
}

/** Data and rates that a workload asks of the storage. */
export interface Traffic<P = unknown> {
  /** The most data that some configurations have on the storage at one time; absent for kinds with negligible data. */
  listStoredData?(cells: readonly P[]): readonly StoredData[];
  /** Which provisioned rate limits which metric; operations without an entry are unlimited. */
  limits(params: P): readonly LimitedRates[];
  /** Offered rate of one host; null or absent for closed loops. */
  load?(params: P): OfferedLoad | null;
}

/** What planning requires of a kind: spec checks, metrics, durations and offered load. */
export interface Plannable<P = unknown> {
  readonly kind: string;
  /** One sentence for lists and generated pages. */
  readonly summary: string;
  readonly schema: z.ZodType<P>;
  /** All metrics of the kind. Results with any other metric are refused. All kinds use a name with the same meaning. */
  readonly metrics: Metrics;
  /** Metrics that a spec declares; skips invalid ones. @param entry workload entry, raw or parsed */
  declared?(entry: Readonly<Record<string, unknown>>): Metrics;
  /** Default: only a shell. */
  readonly needs?: WorkloadNeeds;
  /** Labels of host facts, by fact name; a fact without a label appears under its own name. */
  readonly factWords: Readonly<Record<string, FactLabel>>;
  /** Metrics of a trial: at least one operation, each listed once. */
  listMetrics(params: P): readonly OperationMetrics[];
  /** Roles of the workload, measuring roles first. @param fleet all roles; some kinds use only some of them */
  roles(params: P, fleet: readonly string[]): readonly WorkloadRole[];
  /** Checks rules beyond the schema; `path` is relative to the workload's entry in the spec. */
  check(params: P): readonly Problem[];
  /** For kinds whose parameters depend on the number of hosts. */
  readonly hosts?: HostCountRules<P>;
  /** For kinds that run a tool by a command line. */
  readonly tool?: ToolFacts<P>;
  /** Settings that may name a text file next to the spec, with the file's extension; the CLI inlines its text. */
  readonly textFiles?: Readonly<Record<string, string>>;
  duration(params: P): Duration;
  readonly traffic: Traffic<P>;
}
