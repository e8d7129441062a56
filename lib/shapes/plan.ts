/**
 * The plan: an artefact that says all that will happen. Pure data, computed from spec, price book, seed and start:
 * same input, same bytes.
 */
import type { CopyChoice } from './copy-choice';
import type { LineItem } from './line-item';
import type { ChainedChange, CreateRequest } from './requests';
import type { AcceptedReasons, DecisionRule } from './decision-rule';
import type { ExternalUse } from './external-storage';
import type { ProvisionedRates, FactLabel, OfferedLoad, LimitedRates, Metrics } from './metric';
import type { TransferPrice } from './price';
import type { PublishedStudy } from './published-study';
import type { PlannedAction, PlannedEvent } from './events';
import type { Guard, SearchCell } from './guard';
import type { FoundImage } from './images';
import type { Spec } from './spec';
import type { PlannedTelemetry } from './telemetry';
import type { Mounts, WantedSlot } from './fixture';
import type { RolePlan } from './role-plan';
import type { Timing } from './timing';

export type { PlannedAction } from './events';
export type { RolePlan } from './role-plan';
export type { Timing } from './timing';

/** How rivals are measured: mixed in every round by one fleet, or each target on a rig of its own. */
export type Comparison = 'interleaved' | 'sequential';

/** One combination of levels, with everything resolved. */
export interface Cell {
  /** First 12 hex digits of the SHA-256 of the resolved configuration: equal across executions. */
  readonly cellId: string;
  /**
   * Level label of each factor that varies or is named, `target`, `stage` and `workload` included where several exist.
   */
  readonly levels: Readonly<Record<string, string>>;
  readonly target: string;
  readonly stage: string | null;
  readonly workload: string;
  /** Parameters of the workload after `$name` references are filled in and its schema has set defaults. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Configuration of the target in this stage, as its schema gives it. */
  readonly targetConfig: Readonly<Record<string, unknown>>;
  readonly mounts?: Mounts;
  /** What is paid for in this stage; see `Target.entitlement`. */
  readonly provisioned: ProvisionedRates;
  /** What its figures do not promise, as `Target.remarks` says it; absent where nothing is to be said. */
  readonly remarks?: readonly string[];
  /** Which of these limits hold its rates; see `Workload.limits`. */
  readonly held: readonly LimitedRates[];
  /** What all its hosts ask for at most; absent: as much as is answered, and in plans of older versions. */
  readonly load?: OfferedLoad;
  /** Modelled price of an hour of its copy in its stage, and of the fleet that measures it, each as if alone. */
  readonly storageUsdPerHour: number;
  readonly hostsUsdPerHour: number;
  /** Beside them, for each GiB that is read and that is written, where its target is paid for by bytes. */
  readonly movedUsdPerGiB?: TransferPrice;
  /** What somebody else is paid for its target, by the spec: in results only, in no estimate. Null: not said. */
  readonly elsewhereUsdPerHour: number | null;
  /** Its target is somebody else's: without a price in the spec nobody knows what it costs. Absent: it is not. */
  readonly foreign?: true;
}

/** What a cell is shown as a ratio to: `design.reference`. */
export interface CellReference {
  readonly cell: string;
  /** cellId; of the cell itself where it has the named levels. */
  readonly to: string;
  /** It differs in the named levels only; else it is the cell of these and of first levels, as that is not measured. */
  readonly exact: boolean;
}

/** One script for the hosts of some roles, in the form that the host-command machine takes. */
export interface PlannedStep {
  /** What it is for: `install`, `fill`, `copy`, … */
  readonly name: string;
  readonly roles: readonly string[];
  /** Hosts that must answer. */
  readonly hosts: number;
  readonly scriptKey: string;
  readonly scriptSha256: string;
  /** Key of what runs it on hosts that have no boot script; absent where these are made, and have it. */
  readonly wrapperKey?: string;
  /** Hosts wait for a common instant before they begin. */
  readonly barrier: boolean;
  /** Its window is that of the trial, and its files hold the numbers. Of the steps of a trial exactly one measures. */
  readonly measures: boolean;
  /** Modelled length of the script, the barrier's lead not included. */
  readonly expectedSeconds: number;
  /** After this time the script is ended on the host, seconds from its start. */
  readonly timeoutSeconds: number;
  /** Between two looks after the expected end: as close as the number of events allows. */
  readonly pollSeconds: number;
}

export interface TrialPlan {
  /** `t0001` … in the order of the plan. */
  readonly trial: string;
  readonly rig: string;
  readonly block: number;
  /** Time of the rig in which no copy changes its stage, from 1. */
  readonly period: number;
  /** The copy that it measures: `c1`, `c2`, … in its rig. */
  readonly copy: string;
  readonly stage: string | null;
  readonly cell: string;
  /** Of its cell in this block, from 1. */
  readonly replicate: number;
  /** Of its rig, from 1: a round has every cell of its period once. */
  readonly round: number;
  /** Of its rig, from 1: the trials of a round that share what is hard to change. */
  readonly plot: number;
  readonly steps: readonly PlannedStep[];
  /** What must stand on its hosts, and nothing else that could disturb it. */
  readonly slots?: readonly WantedSlot[];
  /** The command that puts that up; none where the trial states nothing. It comes before a second attempt. */
  readonly fixtures?: readonly PlannedStep[];
  /** It comes before the first attempt too: what stood before is something else. */
  readonly fixturesFirst?: boolean;
  /** Expected length of all its commands and barriers, seconds. */
  readonly expectedSeconds: number;
  /** What is done in its midst; absent for nothing. A trial that changes its copy has one attempt. */
  readonly events?: readonly PlannedEvent[];
  /** It may turn out not to be needed; absent where it is measured in any case. */
  readonly guard?: Guard;
  /** Of its time and money what the estimate counts: of a search as many trials as one bisection takes. Absent: all. */
  readonly share?: number;
}

/** A create or a change as it is sent, and how long to wait for it. */
export type PlannedRequest<R> = R & {
  /** Between two looks once it should soon be done, seconds. */
  readonly pollSeconds: number;
  /** AWS takes it only so long after the last change of the same thing; 0 for creates and first changes. */
  readonly pauseSeconds: number;
};
export type PlannedCreate = PlannedRequest<CreateRequest> & {
  /** From 0: requests of one wave are sent at once, when all of the wave before are done. */
  readonly wave: number;
};
export type PlannedChange = PlannedRequest<ChainedChange>;

/** A change of one copy in place: to another stage, or to other levels of what is hard to change. */
export interface CopyChange {
  readonly copy: string;
  /** The stage in which it is afterwards. */
  readonly stage: string | null;
  /** How the copy is set afterwards. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly requests: readonly PlannedChange[];
  /** What others do instead, one after the other, each counted with all the time that it is waited for. */
  readonly actions?: readonly PlannedAction[];
  /** Of AWS's pause since the last change, what is expected to be left and waited for; absent where nothing is. */
  readonly waitSeconds?: number;
  /** The trial that asks for it in its midst, and how long before its end: the rig awaits the rest, or asks itself. */
  readonly asked?: { readonly trial: string; readonly seconds: number };
}

/** Trials in turn, between which no copy changes. */
export interface BatchPlan {
  /** Unique in the rig, from 1. */
  readonly batch: number;
  /** What is changed before it, all copies at once. */
  readonly changes: readonly CopyChange[];
  /** Modelled price of one hour of everything in the rig, as its copies are set then. */
  readonly usdPerHour: number;
  /** Of that, each copy's part. */
  readonly copyUsdPerHour: Readonly<Record<string, number>>;
  /** At most {@link TRIALS_PER_BATCH}. */
  readonly trials: readonly string[];
}

export interface PeriodPlan {
  /** From 1. */
  readonly period: number;
  readonly batches: readonly BatchPlan[];
}

/** One created instance of a target's configuration. */
export interface CopyPlan {
  /** `c1`, `c2`, … in its rig. */
  readonly copy: string;
  readonly target: string;
  readonly kind: string;
  /** As it is created. */
  readonly targetConfig: Readonly<Record<string, unknown>>;
  /** Why stages or levels are measured on a copy of their own in place of a change; null where this is the first. */
  readonly fresh: string | null;
  readonly because: 'levels' | 'price' | 'stage' | 'pause' | null;
  /** After the start of the rig: quicker copies start later, so that all are ready together. */
  readonly startAfterSeconds: number;
  /** What is created, wave by wave; none where the target is made on the hosts, or exists. */
  readonly requests: readonly PlannedCreate[];
  /** What makes it ready on the hosts, in this order. */
  readonly prepare: readonly PlannedStep[];
  /** What of a store that others own is the rig's for a while; absent where the copy is made here. */
  readonly foreign?: ExternalUse;
  /**
   * What hosts do where it fails and is deleted beside its rivals, and before they go where it is somebody else's;
   * absent where it has none, or nothing is made.
   */
  readonly unmount?: readonly PlannedStep[];
  /** Modelled price of one hour of it, in its dearest state. */
  readonly usdPerHour: number;
}

export interface RigPlan {
  /** `r1`, `r2`, … */
  readonly rig: string;
  readonly block: number;
  readonly copies: readonly CopyPlan[];
  /** Absent where there was nothing to choose. */
  readonly choices?: readonly CopyChoice[];
  /** From its start until all its copies are expected to be ready for hosts. */
  readonly readySeconds: number;
  readonly roles: readonly RolePlan[];
  readonly hosts: number;
  /** What takes everything off managed hosts; absent where hosts are made, and end. */
  readonly clean?: PlannedStep;
  readonly periods: readonly PeriodPlan[];
  readonly expectedSeconds: number;
  /** Modelled money for the whole rig, and its share of the budget. */
  readonly estimateUsd: number;
  readonly shareUsd: number;
  /** Modelled price of one hour of everything in the rig, when it is dearest; and of its hosts alone. */
  readonly usdPerHour: number;
  readonly hostsUsdPerHour: number;
}

export interface Estimate {
  readonly usd: number;
  /** Wall clock with `parallelRigs` rigs at once. */
  readonly seconds: number;
  readonly lines: readonly LineItem[];
}

export interface Plan {
  /** {@link CONTRACT_VERSION} of the program that made it. */
  readonly schemaVersion: number;
  readonly experiment: string;
  readonly executionId: string;
  /** As the spec asks it in words; null where it does not. */
  readonly question: string | null;
  readonly seed: string;
  /** True where every target and host is on this machine. */
  readonly local: boolean;
  /** AWS Region whose prices it is reckoned with; null where nothing has a price. */
  readonly region: string | null;
  /** True for a rehearsal: nothing in it is measured. */
  readonly simulated: boolean;
  readonly startedAt: string;
  /** Epoch seconds: no trial starts after it. */
  readonly deadline: number;
  /** Epoch seconds: value of the tag `fsxbench:expires-at`. */
  readonly expiresAt: number;
  readonly spec: Spec;
  /** What the servers of targets are asked by hosts, through a Prometheus. */
  readonly telemetry: readonly PlannedTelemetry[];
  /** Null: nothing is to be decided. */
  readonly decide: DecisionRule | null;
  /** Reasons in spite of which trials count; absent for none. */
  readonly accept?: AcceptedReasons;
  /** Figures of a study that stand beside what is measured; null where the spec names none. */
  readonly published: PublishedStudy | null;
  /** Metrics of its workloads, and facts by name: a report needs no more, whatever a later program knows of them. */
  readonly metrics: Metrics;
  readonly factWords: Readonly<Record<string, FactLabel>>;
  /** Order of factors and levels as written, for tables and charts. */
  readonly factors: readonly { readonly name: string; readonly levels: readonly string[] }[];
  /** Which cell each is compared with; none where the spec names no reference. */
  readonly references: readonly CellReference[];
  /** Cells of which the highest level that passes is looked for; absent where nothing is searched. */
  readonly searches?: readonly SearchCell[];
  /** What admission adds: the second zone of the deployment where it chose that, and images that it found for roles. */
  readonly zone?: string;
  readonly images?: readonly FoundImage[];
  /** Rivals are measured in turn by the same hosts, or each on a rig of its own. */
  readonly comparison: Comparison;
  /** What the other comparison would cost and how long it would take; null where both are the same. */
  readonly alternative: (Pick<Estimate, 'usd' | 'seconds'> & { readonly comparison: Comparison }) | null;
  readonly cells: readonly Cell[];
  readonly rigs: readonly RigPlan[];
  readonly trials: readonly TrialPlan[];
  readonly parallelRigs: number;
  readonly timing: Timing;
  readonly estimate: Estimate;
  /** Worst case of any one execution of each machine, counted as AWS counts. */
  readonly worst: { readonly events: Readonly<Record<string, number>>; readonly payloadBytes: number };
}

/** All copies of a plan, rig by rig. */
export function listCopies({ rigs }: Pick<Plan, 'rigs'>): (CopyPlan & Pick<RigPlan, 'rig' | 'block'>)[] {
  return rigs.flatMap(({ rig, block, copies }) => copies.map((copy) => ({ rig, block, ...copy })));
}

/** A trial-batch runs at most this many trials, so that its history stays under 20,000 events. */
export const TRIALS_PER_BATCH = 100;

/** Scripts of a plan by SHA-256: written to the bucket by admit, shown by `plan --scripts`. */
export type Scripts = Readonly<Record<string, string>>;
