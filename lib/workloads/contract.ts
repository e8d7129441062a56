/**
 * What a workload kind must offer. Adding one: a folder here, a folder of scripts in `workloads/<kind>/`, its name
 * in `shapes/workload-kinds.ts` and one line in `registry.ts`, tests with recorded output of the tool.
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

/**
 * Texts of `workloads/<kind>/*.sh` by file name, and of `workloads/shell/*.sh` as `shell/<name>`; read by the caller.
 */
export type ScriptFiles = Readonly<Record<string, string>>;

/** A script in two parts, one after the other: the second is one value for all scripts that end alike. */
export interface Script {
  /** The first line, a comment, and exported, safely quoted variables. */
  readonly head: string;
  /** The files as they stand. */
  readonly body: string;
}

/** A script that the hosts of some roles run, all at once. */
export interface Step {
  readonly name: string;
  readonly roles: readonly string[];
  readonly script: Script;
  /** The script waits for the agreed instant before it begins. */
  readonly barrier: boolean;
  /** Its window is that of the trial, and its files are read. Exactly one of the steps of a trial measures. */
  readonly measures?: true;
  /** Expected length, seconds, and the length after which it is ended. */
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
  /** What one host does to the storage, where that is a fixed amount: storage that all hosts share may need longer. */
  readonly work?: StepWork;
  /** Of the expected seconds those that the storage has nothing to do with: its own time follows them. */
  readonly idleSeconds?: number;
}

/** Where fixtures of a workload stand: one copy of a target, as it is set in one cell. */
export interface TargetContext<P = unknown> {
  readonly copy: string;
  /** Copies that the same hosts make ready at once: they share what a host can do. */
  readonly copies: number;
  /** Names of all roles of the fleet. */
  readonly fleet: readonly string[];
  /** What is mounted for it, role by role: data need it. None where a role mounts nothing. */
  readonly mounts: readonly WantedSlot[];
  /** What data keep of the target's settings from when they were written: part of the key of every data set. */
  readonly stored: unknown;
  /** Parameters of all cells of the kind on this copy, in all its states: the largest of their data serves them all. */
  readonly cells: readonly P[];
  readonly files: ScriptFiles;
}

/** Bytes that a workload has on the storage. */
export interface StoredData {
  readonly role: string;
  /** Bytes of each host of the role: what stays together, e.g. files; the next volume takes the next one. */
  readonly parts: readonly number[];
  /** Setting of the workload that says so, e.g. `size`. */
  readonly setting: string;
}

/**
 * What `status.json` holds: written by every host script, whatever happened. Times are epoch seconds with a fraction.
 */
export interface HostStatus {
  readonly host: string;
  readonly role: string;
  readonly tool: string;
  readonly version: string;
  readonly argv: readonly string[];
  readonly rc: number;
  readonly started: number;
  readonly ended: number;
  /** The agreed instant, where there was one. */
  readonly startAt: number | null;
  readonly kernel: string;
  /**
   * As the kernel reports it: source, type and options of the mount that holds the data; and settings of its client
   * that were asked for by name.
   */
  readonly mount: {
    readonly source: string;
    readonly type: string;
    readonly options: string;
    /** The others, where several volumes are mounted for one copy. */
    readonly more?: readonly { readonly source: string; readonly type: string; readonly options: string }[] | undefined;
    readonly parameters?: Readonly<Record<string, string>> | undefined;
  };
  /** More facts of a workload, e.g. fio: `direct` ("1" or "0"), `directReason`, `unwrittenBytes`. */
  readonly facts: Readonly<Record<string, string>>;
  /** What stands on the host, by slot; null where that cannot be read, absent where nobody put anything up. */
  readonly slots?: Readonly<Record<string, SlotStatus>> | null | undefined;
  /** When it was sent to the bucket; absent in files of older hosts. */
  readonly sent?: number | null;
}

/** What one host left of one command of one attempt. */
export interface HostRaw {
  readonly host: string;
  /** Name of the {@link Step}: the one that measures. */
  readonly command: string;
  /** Null where the host left no readable status.json. */
  readonly status: HostStatus | null;
  /** When the bucket had its status.json, epoch seconds; absent where that is not known. */
  readonly storedAt?: number | undefined;
  /**
   * Files below `<host>/<command>/`, status.json not among them; `name` is relative to it, `source` to the
   * execution's root.
   */
  readonly files: readonly { readonly name: string; readonly source: string; readonly text: string }[];
}

/** Window of a host's measurement, epoch seconds, warm-up excluded. */
export interface Window {
  readonly host: string;
  readonly from: number;
  readonly to: number;
}

/** What one host says of one operation. */
export interface HostFigures {
  /** E.g. `read`; null where the workload knows only one. */
  readonly operation: string | null;
  /** By metric, in its unit; a metric that is missing here has no sum over hosts. */
  readonly values: Readonly<Record<string, number>>;
  /** Operations that the host has done: what its means weigh. */
  readonly weight: number;
  /**
   * Of metrics that were measured one after the other the window of each; left out: all in the window of the host.
   */
  readonly windows?: Readonly<Record<string, Omit<Window, 'host'>>>;
  /** By what is distributed, as `percentile.of` of a metric names it. */
  readonly histograms: Readonly<Record<string, Bins>>;
}

/** What one host left of the step that measures, read. */
export interface HostReading {
  /** File that the figures come from, relative to the execution's root; null where there is none. */
  readonly source: string | null;
  readonly figures: readonly HostFigures[];
  /** Its figures are of all hosts together, in one window: others leave none. */
  readonly ofAll?: true;
  /** Epoch seconds, warm-up excluded; null where nothing was measured. */
  readonly window: Omit<Window, 'host'> | null;
  /** Metrics over time, of those that have a sum or a mean over hosts; a kind without it has none. */
  readonly series?: readonly Omit<Series, 'host'>[];
  /** Problems of single files: unreadable, failed, cut off. */
  readonly reasons: readonly Reason[];
}

/** What is read out of the raw files of one attempt. */
export interface Reading {
  /** Of single hosts, and of the aggregate; the caller drops the aggregate where hosts did not overlap. */
  readonly observations: readonly RawObservation[];
  readonly windows: readonly Window[];
  /** Metrics over time: of single hosts, and of all together, which the caller drops as the aggregate. */
  readonly series: readonly Series[];
  /** Of all hosts together; left out: no histogram of them all. */
  readonly distributions?: readonly Distribution[];
  readonly reasons: readonly Reason[];
}

/** A part of the fleet that a workload uses. */
export interface WorkloadRole {
  readonly role: string;
  /** Its hosts work on the storage under test, so that it must stand on them. */
  readonly mounts: boolean;
  /** Each of its hosts gives figures and a window. */
  readonly measures: boolean;
  /**
   * Services of the workload that stand on its hosts while it measures, each of its slot `service/<name>`, and that an
   * event may kill; left out: none.
   */
  readonly services?: readonly string[];
}

/** What a workload needs of its hosts and of the deployment. */
export interface WorkloadNeeds {
  /** Its hosts work on one tree of files, e.g. on what others of them have made: on storage that all of them mount. */
  readonly oneTree?: true;
  /** One of its hosts starts the processes of all: only hosts that are made together let it do that. */
  readonly oneJob?: true;
  /** The tool bundle that its hosts unpack: somebody must have brought it. */
  readonly bundle?: BundleName;
  /** Hosts run what the spec says, whatever that is: deployments must allow it. */
  readonly ownScripts?: true;
}

/** What trials give of one operation. Figures that need many operations, such as percentiles, may be missing of few. */
export interface OperationMetrics {
  /** As its figures name it: see {@link HostFigures}. */
  readonly operation: string | null;
  /** Of the metrics of its kind. */
  readonly metrics: readonly string[];
  /** Those of them that it gives over time too, and how far points of such a series are apart; left out: none. */
  readonly series?: { readonly everySeconds: number; readonly metrics: readonly string[] };
}

/** Seconds of one trial, as far as they are known beforehand. */
export interface Duration {
  /** All steps together. */
  readonly total: number;
  /** Of the step that measures. */
  readonly warmUp: number;
  readonly measured: number;
  /**
   * What ends it: a time, the same for all hosts; or a fixed work, which each host does as quickly as it can. Hosts of
   * a fixed work end when they are done, so that only their starts can agree, and their rate together is all of the
   * work by the time from the first start to the last end.
   */
  readonly until: 'time' | 'done';
  /** It is so many phases, alike but for their rate; below these seconds of each it says `ShortRun`. */
  readonly phases?: { readonly count: number; readonly leastSeconds: number; readonly setting: string };
}

/** What plans need of a kind: to check a spec, to order its trials, to know how long they take and what they ask. */
export interface Plannable<P = unknown> {
  readonly kind: string;
  /** One sentence for lists and pages. */
  readonly summary: string;
  readonly schema: z.ZodType<P>;
  /** All that it measures; what it gives beside them is refused. Kinds that share a name mean the same by it. */
  readonly metrics: Metrics;
  /**
   * Metrics that a spec declares itself.
   * @param entry of the workload, as it is written or as it was read; what is wrong in it is left out
   */
  declared?(entry: Readonly<Record<string, unknown>>): Metrics;
  /** What it needs of its hosts and of the deployment; left out: nothing but a shell. */
  readonly needs?: WorkloadNeeds;
  /** Facts of its hosts, by name; others are shown under their own name. */
  readonly factWords: Readonly<Record<string, FactLabel>>;
  /** What a trial gives, operation by operation: nothing else can be asked of it. At least one, each once. */
  listMetrics(params: P): readonly OperationMetrics[];
  /**
   * Roles of the fleet that it runs on, the measuring ones first.
   * @param fleet names of all roles of the fleet: a kind may do without some
   */
  roles(params: P, fleet: readonly string[]): readonly WorkloadRole[];
  /** Rules beyond the schema; `path` is relative to the workload's entry in the spec. */
  check(params: P): readonly Problem[];
  /** Parameters that the number of hosts of the role that measures settles; left out: none. */
  setHostCount?(params: P, hosts: number): P;
  /** The call of its tool, as hosts make it; words that only they know stand for themselves. Left out: not told. */
  command?(params: P, hosts: number): readonly string[];
  /** Rules that need the number of hosts of the role that measures; `path` as there. Left out: none. */
  checkHosts?(params: P, hosts: number): readonly Problem[];
  /** How options of its tool are said, where its outputs tell them; left out: nobody knows them. */
  readonly options?: ToolOptions;
  /** Settings whose text may lie in a file beside the spec, and how its name ends: readers put the text there. */
  readonly textFiles?: Readonly<Record<string, string>>;
  /** Bytes on the storage for some cells; a kind without it has nothing there that is worth counting. */
  listStoredData?(cells: readonly P[]): readonly StoredData[];
  duration(params: P): Duration;
  /** Which entitlement a metric is held against; of an operation in no entry, nothing. */
  limits(params: P): readonly LimitedRates[];
  /** What one host asks for at most; null, or left out: as much as is answered. */
  load?(params: P): OfferedLoad | null;
}

/** A kind that can be executed. */
export interface Workload<P = unknown> extends Plannable<P> {
  /**
   * What must stand for a trial beside the mount: tools, data, services. What the storage holds is one slot a copy and
   * kind, `data/<copy>/<kind>`, with its size, layout, seed and `place.stored` in its key.
   */
  fixtures(params: P, place: TargetContext<P>): readonly Fixture[];
  /** What steps ask of the storage, by their names; in rehearsals all others take as long as is expected. */
  demand(params: P): Readonly<Record<string, StepDemand>>;
  /** One trial. */
  script(params: P, files: ScriptFiles): readonly Step[];
  /** One output file of the tool, whoever ran it. Never throws for bad content. */
  parse(text: string): ToolResult;
  /** What one host left of the step that measures. Never throws for bad content. */
  readHost(raw: HostRaw, params: P): HostReading;
  /** Reasons against a reading: no I/O, too short, served by a cache, unwritten data read, … */
  judge(reading: Reading, hosts: readonly HostRaw[], params: P): readonly Reason[];
}

/** A workload that a spec may name: what a kind's folder exports, and the registry takes. */
export interface KnownWorkload<K extends WorkloadKind = WorkloadKind, P = unknown> extends Workload<P> {
  readonly kind: K;
}
