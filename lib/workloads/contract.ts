/**
 * Contract of a workload kind. A new kind needs a folder here, scripts in `workloads/<kind>/`, its name in
 * `shapes/workload-kinds.ts`, one line in `registry.ts`, and tests with recorded output of its tool.
 */
import type { z } from 'zod';
import type { StepWork } from '../shapes/file-operation';
import type { Fixture, SlotStatus, WantedSlot } from '../shapes/fixture';
import type { Problem } from '../shapes/problem';
import type { FactLabel, OfferedLoad, LimitedRates, Metrics } from '../shapes/metric';
import type { RawObservation } from '../shapes/observation';
import type { Distribution } from '../shapes/distribution';
import type { Series } from '../shapes/series';
import type { BundleName } from '../shapes/tool-bundles';
import type { ToolOptions } from '../shapes/tool-options';
import type { ToolResult } from '../shapes/tool-result';
import type { Reason } from '../shapes/verdict';
import type { Bins } from './histogram';
import type { WorkloadKind } from '../shapes/workload-kinds';
import type { StepDemand } from './demand';

/** Texts of `workloads/<kind>/*.sh` by file name, and of `workloads/shell/*.sh` as `shell/<name>`. */
export type ScriptFiles = Readonly<Record<string, string>>;

/** A script in two parts. Scripts of the same files share one `body` string. */
export interface Script {
  /** The first line, a comment, and exported, safely quoted variables. */
  readonly head: string;
  /** The files, unchanged. */
  readonly body: string;
}

/** A script that all hosts of some roles run concurrently. */
export interface Step {
  readonly name: string;
  readonly roles: readonly string[];
  readonly script: Script;
  /** The script waits for the agreed start time. */
  readonly barrier: boolean;
  /** Its window is that of the trial, and its files are read. Each trial has exactly one such step. */
  readonly measures?: true;
  readonly expectedSeconds: number;
  /** The step is stopped after this time. */
  readonly timeoutSeconds: number;
  /** Fixed amount of storage work of one host. Storage that hosts share may take longer than one host expects. */
  readonly work?: StepWork;
  /** Part of `expectedSeconds` that passes before the storage work begins. */
  readonly idleSeconds?: number;
}

/** The target instance that fixtures of a workload use, as one configuration sets it. */
export interface TargetContext<P = unknown> {
  readonly copy: string;
  /** Target instances that the same hosts prepare concurrently, so that they share the capacity of a host. */
  readonly copies: number;
  /** Names of all roles of the fleet. */
  readonly fleet: readonly string[];
  /** Mounts of each role, which data sets depend on. Empty where no role mounts the target. */
  readonly mounts: readonly WantedSlot[];
  /** Target settings that affect how data are stored: part of the key of every data set. */
  readonly stored: unknown;
  /** Parameters of all configurations of the kind on this target instance; they share the largest data set. */
  readonly cells: readonly P[];
  readonly files: ScriptFiles;
}

/** Data that a workload keeps on the storage. */
export interface StoredData {
  readonly role: string;
  /** Bytes of each indivisible part (e.g. a file) of one host; several volumes take the parts in turn. */
  readonly parts: readonly number[];
  /** Setting of the workload that determines the size, e.g. `size`. */
  readonly setting: string;
}

/** Content of `status.json`, which every host script writes, even after a failure. Times: fractional epoch seconds. */
export interface HostStatus {
  readonly host: string;
  readonly role: string;
  readonly tool: string;
  readonly version: string;
  readonly argv: readonly string[];
  readonly rc: number;
  readonly started: number;
  readonly ended: number;
  /** The agreed start time; null without a barrier. */
  readonly startAt: number | null;
  readonly kernel: string;
  /** Mount that holds the data, as the kernel reports it, and client parameters that the spec sets by name. */
  readonly mount: {
    readonly source: string;
    readonly type: string;
    readonly options: string;
    /** Further mounts, where one target instance has several volumes. */
    readonly more?: readonly { readonly source: string; readonly type: string; readonly options: string }[] | undefined;
    readonly parameters?: Readonly<Record<string, string>> | undefined;
  };
  /** Facts of the workload, e.g. of fio: `direct` ("1" or "0"), `directReason`, `unwrittenBytes`. */
  readonly facts: Readonly<Record<string, string>>;
  /** Fixtures on the host, by slot; null where they cannot be read, absent where none was set up. */
  readonly slots?: Readonly<Record<string, SlotStatus>> | null | undefined;
  /** Upload time; absent in files of older hosts. */
  readonly sent?: number | null;
}

/** Files that one host wrote in one command of one attempt. */
export interface HostRaw {
  readonly host: string;
  /** Name of the {@link Step} that measures. */
  readonly command: string;
  /** Null where status.json is missing or unreadable. */
  readonly status: HostStatus | null;
  /** When status.json reached the bucket, epoch seconds; absent where unknown. */
  readonly storedAt?: number | undefined;
  /** Files below `<host>/<command>/` but status.json. `name` is relative to it, `source` to the execution's root. */
  readonly files: readonly { readonly name: string; readonly source: string; readonly text: string }[];
}

/** Window of a host's measurement, epoch seconds, warm-up excluded. */
export interface Window {
  readonly host: string;
  readonly from: number;
  readonly to: number;
}

/** Figures of one operation on one host. */
export interface HostFigures {
  /** E.g. `read`; null where the workload has only one. */
  readonly operation: string | null;
  /** By metric, in its unit; a metric that is missing here has no aggregate over hosts. */
  readonly values: Readonly<Record<string, number>>;
  /** Number of operations: weight of the host in means. */
  readonly weight: number;
  /** Windows of metrics that were measured one after the other. Default: the window of the host. */
  readonly windows?: Readonly<Record<string, Omit<Window, 'host'>>>;
  /** By family, as `percentile.of` of a metric names it. */
  readonly histograms: Readonly<Record<string, Bins>>;
}

/** Parsed results of the measuring step on one host. */
export interface HostReading {
  /** File of the figures, relative to the execution's root; null where it is missing. */
  readonly source: string | null;
  readonly figures: readonly HostFigures[];
  /** Its figures cover all hosts in one window; the other hosts report none. */
  readonly ofAll?: true;
  /** Epoch seconds, warm-up excluded; null where nothing was measured. */
  readonly window: Omit<Window, 'host'> | null;
  /** Time series of metrics that have a sum or a mean over hosts. */
  readonly series?: readonly Omit<Series, 'host'>[];
  /** Problems of single files: unreadable, failed, cut off. */
  readonly reasons: readonly Reason[];
}

/** Parsed results of one attempt. */
export interface Reading {
  /** Per host, and aggregated. The caller drops the aggregate where hosts did not overlap in time. */
  readonly observations: readonly RawObservation[];
  readonly windows: readonly Window[];
  /** Time series per host, and aggregated; the caller drops the aggregate as above. */
  readonly series: readonly Series[];
  /** Merged over all hosts; absent where a host has no histogram. */
  readonly distributions?: readonly Distribution[];
  readonly reasons: readonly Reason[];
}

/** A part of the fleet that a workload uses. */
export interface WorkloadRole {
  readonly role: string;
  /** Its hosts mount the storage under test. */
  readonly mounts: boolean;
  /** Each of its hosts reports figures and a window. */
  readonly measures: boolean;
  /** Services that run on its hosts during a trial (slots `service/<name>`) and that an event may kill. */
  readonly services?: readonly string[];
}

/** Requirements of a workload on its hosts and the deployment. */
export interface WorkloadNeeds {
  /** Its hosts work on one tree of files, so that all of them must mount the same storage. */
  readonly oneTree?: true;
  /** One host starts the processes of all hosts, which is only possible for hosts that are created together. */
  readonly oneJob?: true;
  /** The tool bundle that its hosts unpack; users upload it. */
  readonly bundle?: BundleName;
  /** Hosts run arbitrary code of the spec; the deployment must allow that. */
  readonly ownScripts?: true;
}

/** Metrics that trials give of one operation. Percentiles may be missing after few operations. */
export interface OperationMetrics {
  /** As in {@link HostFigures}. */
  readonly operation: string | null;
  readonly metrics: readonly string[];
  /** Metrics that it also gives as time series, and the interval of their points. */
  readonly series?: { readonly everySeconds: number; readonly metrics: readonly string[] };
}

/** Planned seconds of one trial. */
export interface Duration {
  /** All steps together. */
  readonly total: number;
  /** Of the measuring step. */
  readonly warmUp: number;
  readonly measured: number;
  /**
   * `time`: all hosts stop after the same time. `done`: each host does a fixed amount of work, so that hosts start
   * together and end apart. Their aggregate rate is all work over the time from the first start to the last end.
   */
  readonly until: 'time' | 'done';
  /** Phases of equal work, of which each must last `leastSeconds`; else the trial is SUSPECT `ShortRun`. */
  readonly phases?: { readonly count: number; readonly leastSeconds: number; readonly setting: string };
}

/** What planning needs of a kind: checks of a spec, metrics, durations and offered load. */
export interface Plannable<P = unknown> {
  readonly kind: string;
  /** One sentence for lists and pages. */
  readonly summary: string;
  readonly schema: z.ZodType<P>;
  /** All metrics of the kind; results with others are refused. A name means the same in all kinds. */
  readonly metrics: Metrics;
  /** Metrics that a spec declares. @param entry of the workload, raw or parsed; invalid metrics are skipped */
  declared?(entry: Readonly<Record<string, unknown>>): Metrics;
  /** Default: only a shell. */
  readonly needs?: WorkloadNeeds;
  /** Labels of host facts, by name; others appear under their own name. */
  readonly factWords: Readonly<Record<string, FactLabel>>;
  /** Metrics of a trial by operation; at least one operation, each once. */
  listMetrics(params: P): readonly OperationMetrics[];
  /** Roles that it runs on, the measuring ones first. @param fleet all roles of the fleet; some kinds need only some */
  roles(params: P, fleet: readonly string[]): readonly WorkloadRole[];
  /** Rules beyond the schema; `path` is relative to the workload's entry in the spec. */
  check(params: P): readonly Problem[];
  /** Fills parameters that depend on the number of measuring hosts. */
  setHostCount?(params: P, hosts: number): P;
  /** Command line of the tool; shell variables that only hosts know remain unexpanded. */
  command?(params: P, hosts: number): readonly string[];
  /** Rules that need the number of measuring hosts; `path` as in `check`. */
  checkHosts?(params: P, hosts: number): readonly Problem[];
  /** Names and defaults of the tool's options, for tools that report their options. */
  readonly options?: ToolOptions;
  /** Settings that may name a text file next to the spec, by the file's extension; readers insert its text. */
  readonly textFiles?: Readonly<Record<string, string>>;
  /** Data on the storage for some configurations; absent for kinds whose data are negligible. */
  listStoredData?(cells: readonly P[]): readonly StoredData[];
  duration(params: P): Duration;
  /** Which provisioned rate limits which metric; operations in no entry have no limit. */
  limits(params: P): readonly LimitedRates[];
  /** Offered rate of one host; null or absent: closed loop. */
  load?(params: P): OfferedLoad | null;
}

/** A kind that can be executed. */
export interface Workload<P = unknown> extends Plannable<P> {
  /**
   * Fixtures of a trial besides the mount: tools, data, services. Data on the storage are one slot for each target
   * instance and kind, `data/<copy>/<kind>`; its key covers size, layout, seed and `place.stored`.
   */
  fixtures(params: P, place: TargetContext<P>): readonly Fixture[];
  /** Storage demand by name of the step; rehearsals let all other steps take their expected time. */
  demand(params: P): Readonly<Record<string, StepDemand>>;
  /** Steps of one trial. */
  script(params: P, files: ScriptFiles): readonly Step[];
  /** Parses one output file of the tool, from fsxbench or not. Never throws for bad content. */
  parse(text: string): ToolResult;
  /** Parses the files of the measuring step on one host. Never throws for bad content. */
  readHost(raw: HostRaw, params: P): HostReading;
  /** Reasons against a trial: no I/O, too short, served by a cache, unwritten data read, … */
  judge(reading: Reading, hosts: readonly HostRaw[], params: P): readonly Reason[];
}

/** A workload that a spec may name; each folder of a kind exports one for the registry. */
export interface KnownWorkload<K extends WorkloadKind = WorkloadKind, P = unknown> extends Workload<P> {
  readonly kind: K;
}
