/**
 * Contract of a workload kind. To add a kind, write a folder here, scripts in `workloads/<kind>/`, its name in
 * `shapes/workload-kinds.ts`, one line in `registry.ts`, and tests with recorded output of the tool.
 */
import type { StepWork } from '../shapes/file-operation';
import type { Fixture, SlotStatus, WantedSlot } from '../shapes/fixture';
import type { PlannedEvent, WorkloadEvent } from '../shapes/events';
import type { KillEvent, RecordedEvent } from '../shapes/recorded-events';
import type { RawObservation } from '../shapes/observation';
import type { Distribution } from '../shapes/distribution';
import type { Series } from '../shapes/series';
import type { ToolResult } from '../shapes/tool-result';
import type { Reason } from '../shapes/verdict';
import type { Bins } from './histogram';
import type { WorkloadKind } from '../shapes/workload-kinds';
import type { StepDemand } from './demand';
import type { Plannable } from './plannable';

/** Scripts and programs by name: `workloads/<kind>/*` as `<name>`, and `workloads/shell/*.sh` as `shell/<name>`. */
export type ScriptFiles = Readonly<Record<string, string>>;

/** A script in two parts, so that scripts from the same files share one `body` string. */
export interface Script {
  /** Start of the script: a comment, then exported and quoted variables. */
  readonly head: string;
  /** The files, unchanged. */
  readonly body: string;
}

/** A script that all hosts of the given roles run concurrently. */
export interface Step {
  readonly name: string;
  readonly roles: readonly string[];
  readonly script: Script;
  /** Whether the script waits for the agreed start time. */
  readonly barrier: boolean;
  /** Whether this step measures: the trial takes its window and its files. Each trial has exactly one such step. */
  readonly measures?: true;
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
  /** Storage work of one host if its amount is fixed. Hosts that share storage may take longer than a host alone. */
  readonly work?: StepWork;
  /** Seconds of `expectedSeconds` before the storage work begins. */
  readonly idleSeconds?: number;
}

/** The target instance that a workload's fixtures use, as one configuration sets it up. */
export interface TargetContext<P = unknown> {
  readonly copy: string;
  /** Number of target instances that a host prepares concurrently; they share its capacity. */
  readonly copies: number;
  /** Names of all roles of the fleet. */
  readonly fleet: readonly string[];
  /** Mounts of each role, on which data sets depend. Empty if no role mounts the target. */
  readonly mounts: readonly WantedSlot[];
  /** Target settings that change how data is stored; part of the key of every data set. */
  readonly stored: unknown;
  /** Parameters of all configurations of this kind on the target instance, which share the largest data set. */
  readonly cells: readonly P[];
  readonly files: ScriptFiles;
}

/** Content of `status.json`, which every host script writes, even if it fails. Times: epoch seconds with fractions. */
export interface HostStatus {
  readonly host: string;
  readonly role: string;
  readonly tool: string;
  readonly version: string;
  readonly argv: readonly string[];
  readonly rc: number;
  readonly started: number;
  readonly ended: number;
  /** The agreed start time; null if the host did not wait for other hosts. */
  readonly startAt: number | null;
  readonly kernel: string;
  /** Mount that contains the data, as the kernel reports it, with the client parameters that the spec sets. */
  readonly mount: {
    readonly source: string;
    readonly type: string;
    readonly options: string;
    /** Further mounts, if a target instance has several volumes. */
    readonly more?: readonly { readonly source: string; readonly type: string; readonly options: string }[] | undefined;
    readonly parameters?: Readonly<Record<string, string>> | undefined;
  };
  /** Facts of the workload, e.g. of fio: `direct` ("1" or "0"), `directReason`, `unwrittenBytes`. */
  readonly facts: Readonly<Record<string, string>>;
  /** Fixtures on the host, by slot. Null: cannot be read; absent: none was set up. */
  readonly slots?: Readonly<Record<string, SlotStatus>> | null | undefined;
  /** Upload time; absent in files from older versions. */
  readonly sent?: number | null;
}

/** Files that one host wrote in one command of one attempt. */
export interface HostRaw {
  readonly host: string;
  /** Name of the {@link Step} that measures. */
  readonly command: string;
  /** Null if status.json is missing or unreadable. */
  readonly status: HostStatus | null;
  /** When status.json reached the bucket, epoch seconds; absent if unknown. */
  readonly storedAt?: number | undefined;
  /** All files below `<host>/<command>/` except status.json. `name`: path from there; `source`: from the execution. */
  readonly files: readonly { readonly name: string; readonly source: string; readonly text: string }[];
}

/** Measurement window of a host, epoch seconds, without the warm-up. */
export interface Window {
  readonly host: string;
  readonly from: number;
  readonly to: number;
}

/** Figures of one operation on one host. */
export interface HostFigures {
  /** E.g. `read`; null if the workload has only one operation. */
  readonly operation: string | null;
  /** Values by metric, in the metric's unit. If a host lacks a metric, it is not aggregated. */
  readonly values: Readonly<Record<string, number>>;
  /** Number of operations, the weight of the host in means. */
  readonly weight: number;
  /** Windows of metrics that were measured in succession. Default: the window of the host. */
  readonly windows?: Readonly<Record<string, Omit<Window, 'host'>>>;
  /** Latency histograms by family, the name in a metric's `percentile.of`. */
  readonly histograms: Readonly<Record<string, Bins>>;
}

/** Parsed results of the measuring step on one host. */
export interface HostReading {
  /** File with the figures, relative to the root of the execution; null if missing. */
  readonly source: string | null;
  readonly figures: readonly HostFigures[];
  /** Whether its figures cover all hosts in one window, so that other hosts report none. */
  readonly ofAll?: true;
  /** Epoch seconds, without the warm-up; null if nothing was measured. */
  readonly window: Omit<Window, 'host'> | null;
  /** Time series of metrics that are summed or averaged over hosts. */
  readonly series?: readonly Omit<Series, 'host'>[];
  /** Problems with single files: unreadable, failed, truncated. */
  readonly reasons: readonly Reason[];
}

/** Parsed results of one attempt. */
export interface Reading {
  /** Per host, then aggregated. The caller drops the aggregate if the hosts did not overlap in time. */
  readonly observations: readonly RawObservation[];
  readonly windows: readonly Window[];
  /** Time series per host, then aggregated. The caller drops the aggregate if the hosts did not overlap in time. */
  readonly series: readonly Series[];
  /** Histograms merged over all hosts; absent if a host has none. */
  readonly distributions?: readonly Distribution[];
  readonly reasons: readonly Reason[];
  /** Events during the trial, which explain changes of the rate; for `judge`. */
  readonly happened?: readonly RecordedEvent[];
}

/** The trial to which results belong. */
export interface TrialContext {
  readonly copy: string;
  readonly events: readonly PlannedEvent[];
}

/** Results that need several hosts, or hosts that do not measure. */
export interface FleetReading {
  /** With host `aggregate`. */
  readonly observations: readonly RawObservation[];
  readonly events: readonly KillEvent[];
}

/** A kind that can be executed. */
export interface Workload<P = unknown> extends Plannable<P> {
  /** Name of the part of the kind that these parameters use, if its tests differ: see `tests.json`. */
  variant?(params: P): string;
  /**
   * Fixtures of a trial besides the mount: tools, data, services. Data on the storage uses one slot per target instance
   * and kind: `data/<copy>/<kind>`. Its key covers size, layout, seed and `place.stored`.
   */
  fixtures(params: P, place: TargetContext<P>): readonly Fixture[];
  /** Storage demand by step name. For all other steps, rehearsals use the expected time. */
  demand(params: P): Readonly<Record<string, StepDemand>>;
  /** Steps of one trial. @param events those that hosts act on themselves, e.g. kills */
  script(params: P, files: ScriptFiles, events?: readonly WorkloadEvent[]): readonly Step[];
  /** Parses one output file of the tool, whether fsxbench or a user ran it. Never throws for bad content. */
  parse(text: string): ToolResult;
  /** Parses the files of the measuring step on one host. Never throws for bad content. */
  readHost(raw: HostRaw, params: P): HostReading;
  /** Reads results of the whole fleet. @param hosts all hosts of the measuring step */
  readFleet?(reading: Reading, hosts: readonly HostRaw[], params: P): FleetReading;
  /**
   * Reasons against a trial, e.g. no I/O, too short, served by a cache, unwritten data read.
   * @param hosts all hosts of the measuring step @param trial absent outside of executions
   */
  judge(reading: Reading, hosts: readonly HostRaw[], params: P, trial?: TrialContext): readonly Reason[];
}

/** The part of a workload that reads output of its tool, for `--workload` of `parse` and `judge`. */
export type OutputReader = Pick<Workload, 'kind' | 'metrics' | 'needs' | 'tool' | 'parse'>;

/** A workload that a spec can name. Each kind's folder exports one to the registry. */
export interface KnownWorkload<K extends WorkloadKind = WorkloadKind, P = unknown> extends Workload<P> {
  readonly kind: K;
}
