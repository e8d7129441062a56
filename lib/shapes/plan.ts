/** The plan: all that an execution will do. Pure data from spec, prices, seed and start: same input, same bytes. */
import type { CopyChoice } from './copy-choice';
import type { LineItem } from './line-item';
import type { ChainedChange, CreateRequest } from './requests';
import type { AcceptedReasons, DecisionRule } from './decision-rule';
import type { ExternalUse } from './external-storage';
import type { ProvisionedRates, FactLabel, OfferedLoad, LimitedRates, Metrics } from './metric';
import type { TransferPrice } from './price';
import type { PublishedStudy } from './published-study';
import type { PlannedEvent } from './events';
import type { PlannedAction } from './reach';
import type { Guard, SearchCell } from './guard';
import type { FoundImage } from './images';
import type { Spec } from './spec';
import type { PlannedTelemetry } from './telemetry';
import type { Mounts, WantedSlot } from './fixture';
import type { RolePlan } from './role-plan';
import type { Timing } from './timing';
import type { PlannedWalk } from './walk';

export type { RolePlan } from './role-plan';
export type { Timing } from './timing';

/** How targets are compared: mixed in every round on one fleet, each on a separate rig, or in a walk by price. */
export type Comparison = 'interleaved' | 'sequential' | 'cheapestFirst';

/** A configuration: one combination of levels, fully resolved. */
export interface Cell {
  /** First 12 hex digits of the SHA-256 of the resolved configuration: equal across executions. */
  readonly cellId: string;
  /** Level label by factor, including `target`, `stage` and `workload` if several exist. */
  readonly levels: Readonly<Record<string, string>>;
  readonly target: string;
  readonly stage: string | null;
  readonly workload: string;
  /** Parameters of the workload, with references and defaults filled in. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Parsed configuration of the target in this stage. */
  readonly targetConfig: Readonly<Record<string, unknown>>;
  readonly mounts?: Mounts;
  /** Provisioned rates in this stage; see `Target.getProvisioned`. */
  readonly provisioned: ProvisionedRates;
  /** Caveats for its results, from `Target.remarks`; absent: none. */
  readonly remarks?: readonly string[];
  /** Provisioned limits that apply to the rates of the workload; see `Workload.limits`. */
  readonly limitedRates: readonly LimitedRates[];
  /** Maximum load of all hosts; absent if unlimited, and in plans of older versions. */
  readonly load?: OfferedLoad;
  /** Seconds that a published study reports for its fixed amount of work; absent: none. */
  readonly publishedSeconds?: number;
  /** Estimated prices per hour: of the target instance alone in this stage, and of the fleet alone. */
  readonly storageUsdPerHour: number;
  readonly hostsUsdPerHour: number;
  /** Additional price per GiB read and written, for targets billed by bytes. */
  readonly transferUsdPerGiB?: TransferPrice;
  /** Price of an external target from the spec, used in results but not in estimates. Null: the spec has none. */
  readonly externalUsdPerHour: number | null;
  /** Whether the target is external: its cost is unknown unless the spec has a price. */
  readonly foreign?: true;
}

/** The configuration that another one is divided by in ratios: `design.reference`. */
export interface CellReference {
  readonly cell: string;
  /** cellId of the reference; the same configuration if it already has the levels of `design.reference`. */
  readonly to: string;
  /** Whether only levels of `design.reference` differ; false if the reference has other first levels, too. */
  readonly exact: boolean;
}

/** One script for hosts of some roles, as input of the host-command machine. */
export interface PlannedStep {
  /** Purpose: `install`, `fill`, `copy`, … */
  readonly name: string;
  readonly roles: readonly string[];
  /** Number of hosts that must respond. */
  readonly hosts: number;
  readonly scriptKey: string;
  readonly scriptSha256: string;
  /** Key of the wrapper script, for hosts without a boot script; absent for launched hosts. */
  readonly wrapperKey?: string;
  /** Whether hosts wait for a common start time. */
  readonly barrier: boolean;
  /** Whether this step is the measurement (one per trial): its window and files are those of the trial. */
  readonly measures: boolean;
  /** Expected duration of the script, without the lead of the barrier. `fixedWork`: by an amount, not by a time. */
  readonly expectedSeconds: number;
  readonly fixedWork?: true;
  /** Time limit of the script, seconds from its start. */
  readonly timeoutSeconds: number;
  /** Poll interval after the expected end: as short as the 25,000-event limit of an execution allows. */
  readonly pollSeconds: number;
}

/**
 * A planned trial.
 * @example { trial: 't0001', rig: 'r1', copy: 'c1', stage: null, cell: '4ad6c1e2b9f0', replicate: 1, round: 1, … }
 */
export interface TrialPlan {
  /** Name: `t0001` for the first trial of the plan, and so on. */
  readonly trial: string;
  readonly rig: string;
  readonly block: number;
  /** Stage period of the rig, from 1: a time in which no target instance changes its stage. */
  readonly period: number;
  /** Measured target instance: `c1`, `c2`, … in its rig. */
  readonly copy: string;
  readonly stage: string | null;
  readonly cell: string;
  /** Number within its configuration and block, from 1. */
  readonly replicate: number;
  /** Round of the rig, from 1: one pass over all configurations of the stage period. */
  readonly round: number;
  /** Trial group of the rig, from 1: trials of a round that share hard-to-change levels. */
  readonly plot: number;
  readonly steps: readonly PlannedStep[];
  /** Required fixtures on the hosts; other fixtures that affect the trial are removed. */
  readonly slots?: readonly WantedSlot[];
  /** The step that sets up the fixtures before a second attempt; empty without fixtures. */
  readonly fixtures?: readonly PlannedStep[];
  /** Run `fixtures` also before the first attempt, because earlier fixtures differ. */
  readonly fixturesFirst?: boolean;
  /** Expected duration of commands and barriers, seconds. */
  readonly expectedSeconds: number;
  /** Events during the trial; absent: none. A trial that changes its target instance has one attempt. */
  readonly events?: readonly PlannedEvent[];
  /** Condition under which the trial is measured; absent: always. */
  readonly guard?: Guard;
  /** Share of the trial's time and cost in the estimate: a search counts one bisection. Absent: all. */
  readonly share?: number;
}

/** A create or change request, with its waits. */
export type PlannedRequest<R> = R & {
  /** Poll interval near the expected end, seconds. */
  readonly pollSeconds: number;
  /** Minimum seconds that AWS requires since the last change of the same resource; 0 for creates and first changes. */
  readonly pauseSeconds: number;
};
export type PlannedCreate = PlannedRequest<CreateRequest> & {
  /** Wave, from 0: its requests are sent in parallel, after the previous wave is done. */
  readonly wave: number;
};
export type PlannedChange = PlannedRequest<ChainedChange>;

/** A change of one target instance in place: to another stage, or to other hard-to-change levels. */
export interface CopyChange {
  readonly copy: string;
  readonly stage: string | null;
  readonly config: Readonly<Record<string, unknown>>;
  readonly requests: readonly PlannedChange[];
  /** External actions instead of requests, in sequence. Estimates count the whole time limit of each. */
  readonly actions?: readonly PlannedAction[];
  /** Expected remainder of the pause that AWS requires after the last change; absent: none. */
  readonly waitSeconds?: number;
  /** The trial that sends the request, and how many seconds before its end; otherwise the rig sends it. */
  readonly requestedBy?: { readonly trial: string; readonly seconds: number };
}

export interface BatchPlan {
  /** Unique in the rig, from 1. */
  readonly batch: number;
  /** Changes before the batch, for all target instances in parallel. */
  readonly changes: readonly CopyChange[];
  /** Estimated price per hour of the rig after these changes. */
  readonly usdPerHour: number;
  /** Share of each target instance in `usdPerHour`. */
  readonly copyUsdPerHour: Readonly<Record<string, number>>;
  /** At most {@link TRIALS_PER_BATCH}. */
  readonly trials: readonly string[];
}

export interface PeriodPlan {
  /** From 1. */
  readonly period: number;
  readonly batches: readonly BatchPlan[];
}

export interface CopyPlan {
  /** `c1`, `c2`, … in its rig. */
  readonly copy: string;
  readonly target: string;
  readonly kind: string;
  /** Configuration at creation. */
  readonly targetConfig: Readonly<Record<string, unknown>>;
  /** Why this separate target instance exists, instead of a change in place; null for the first instance. */
  readonly separateReason: string | null;
  readonly separateCause: 'levels' | 'price' | 'stage' | 'pause' | null;
  /** Delay after the start of the rig: fast creates start later, so that all are ready together. */
  readonly startAfterSeconds: number;
  /** Create requests by wave; empty for targets on hosts and external ones. */
  readonly requests: readonly PlannedCreate[];
  /** Steps on hosts that prepare the target instance, in order. */
  readonly prepare: readonly PlannedStep[];
  /** Use of external storage; absent for created target instances. */
  readonly external?: ExternalUse;
  /** Steps that unmount: before deletion after a failure, or before hosts of external storage terminate. */
  readonly unmount?: readonly PlannedStep[];
  /** Estimated maximum price per hour. */
  readonly usdPerHour: number;
}

export interface RigPlan {
  /** `r1`, `r2`, … */
  readonly rig: string;
  readonly block: number;
  readonly copies: readonly CopyPlan[];
  /** Absent without a choice. */
  readonly choices?: readonly CopyChoice[];
  /** Expected time until all target instances are ready for hosts. */
  readonly readySeconds: number;
  readonly roles: readonly RolePlan[];
  readonly hosts: number;
  /** Step that cleans managed hosts; absent for launched hosts. */
  readonly clean?: PlannedStep;
  readonly periods: readonly PeriodPlan[];
  readonly expectedSeconds: number;
  /** Estimated cost of the rig, and the rig's share of the budget, US dollars. */
  readonly estimateUsd: number;
  readonly shareUsd: number;
  /** Estimated maximum price per hour of the rig, and of its hosts alone. */
  readonly usdPerHour: number;
  readonly hostsUsdPerHour: number;
}

export interface Estimate {
  readonly usd: number;
  /** Expected elapsed time with `parallelRigs` concurrent rigs. */
  readonly seconds: number;
  readonly lines: readonly LineItem[];
}

/**
 * The plan of an execution: stored as `plan.json`, never changed.
 * @example { schemaVersion: 2, experiment: 'lustre-small', executionId: 'night-1', local: false, seed: '7', … }
 */
export interface Plan {
  /** {@link CONTRACT_VERSION} of the planner. */
  readonly schemaVersion: number;
  readonly experiment: string;
  readonly executionId: string;
  /** Question of the spec in words; null without one. */
  readonly question: string | null;
  readonly seed: string;
  /** Whether all targets and hosts are on this machine. */
  readonly local: boolean;
  /** AWS Region of the prices; null if the plan needs no prices. */
  readonly region: string | null;
  /** True for a rehearsal. */
  readonly simulated: boolean;
  readonly startedAt: string;
  /** Epoch seconds: no trial starts after it. */
  readonly deadline: number;
  /** Epoch seconds: value of the tag `fsxbench:expires-at`. */
  readonly expiresAt: number;
  readonly spec: Spec;
  /** Queries that hosts send to Prometheus servers of targets. */
  readonly telemetry: readonly PlannedTelemetry[];
  /** Null without a question. */
  readonly decide: DecisionRule | null;
  /** Accepted reasons of SUSPECT trials; absent: none. */
  readonly accept?: AcceptedReasons;
  /** Figures of a published study, shown next to results; null without one. */
  readonly published: PublishedStudy | null;
  /** Metrics of the workloads, and labels of facts: stored so that reports do not depend on later program versions. */
  readonly metrics: Metrics;
  readonly factWords: Readonly<Record<string, FactLabel>>;
  /** Factors and levels in the order of the spec, for tables and charts. */
  readonly factors: readonly { readonly name: string; readonly levels: readonly string[] }[];
  /** Reference of each configuration; empty if the spec has none. */
  readonly references: readonly CellReference[];
  /** Searches for the highest passing level; absent: none. */
  readonly searches?: readonly SearchCell[];
  /** Added by admission: the second zone of the deployment, if used, and the images found for roles. */
  readonly zone?: string;
  readonly images?: readonly FoundImage[];
  readonly comparison: Comparison;
  readonly walk?: PlannedWalk;
  /** Cost and duration with the other kind of `comparison`; null if both kinds are the same, or it is refused. */
  readonly alternative: (Pick<Estimate, 'usd' | 'seconds'> & { readonly comparison: Comparison }) | null;
  readonly cells: readonly Cell[];
  readonly rigs: readonly RigPlan[];
  readonly trials: readonly TrialPlan[];
  readonly parallelRigs: number;
  readonly timing: Timing;
  readonly estimate: Estimate;
  /** Worst-case history events of one execution per state machine, counted as AWS does. */
  readonly worstCase: { readonly events: Readonly<Record<string, number>>; readonly payloadBytes: number };
}

/** All target instances of a plan, by rig. */
export function listCopies({ rigs }: Pick<Plan, 'rigs'>): (CopyPlan & Pick<RigPlan, 'rig' | 'block'>)[] {
  return rigs.flatMap(({ rig, block, copies }) => copies.map((copy) => ({ rig, block, ...copy })));
}

/** Keeps the history of a batch under 20,000 events. */
export const TRIALS_PER_BATCH = 100;

/** Scripts of a plan by SHA-256: admission writes them to the bucket, `plan --scripts` prints them. */
export type Scripts = Readonly<Record<string, string>>;
