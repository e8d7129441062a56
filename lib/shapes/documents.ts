/**
 * Documents in the results bucket for the state machines: one per rig, and one per batch of trials. Admission writes
 * them from the plan before any resource exists; they never change.
 */
import type { Telemetry } from './telemetry';
import type { DiskMapping, HostDisk } from './disks';
import type { TrialTarget } from './fixture';
import type { SearchCell } from './guard';
import type { AllLevels } from './observation';
import type { Outputs } from './requests';
import type {
  BatchPlan,
  CopyChange,
  CopyPlan,
  Plan,
  PlannedChange,
  PlannedCreate,
  PlannedStep,
  RigPlan,
  RolePlan,
  TrialPlan,
} from './plan';
import type { PlannedAction } from './reach';

/** A tag in the form of EC2 and FSx. */
export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

/** Hosts of one role: input of a launch template and a fleet request. */
export interface RigRole extends Pick<RolePlan, 'role' | 'count' | 'instanceType'> {
  /** Image id; until admission looks up the id, a placeholder with the image name: see `shapes/images`. */
  readonly imageId: string;
  /** Device name and settings of the root volume; empty settings: those of the image. */
  readonly rootDevice: string;
  readonly rootVolume: Partial<HostDisk>;
  /** Type of the network interface: with an Elastic Fabric Adapter, or plain. */
  readonly interfaceType: 'interface' | 'efa';
  /** Placement: in the cluster placement group of the stack, or anywhere. */
  readonly placement: 'cluster' | 'none';
  /** Disks in addition to the root, for the launch template; the machine adds encryption. */
  readonly blockDeviceMappings: readonly { readonly DeviceName: string; readonly Ebs: HostDisk }[];
  /** Whether hosts of the role may read secrets: those of rigs, and external ones that the deployment allows. */
  readonly readsSecrets: boolean;
  /** Boot script in base64, for EC2. */
  readonly userDataBase64: string;
  /** Tags of the rig, and the role. */
  readonly tags: readonly Tag[];
  /** Key of the note about launched hosts, for the cleanup receipt. */
  readonly noteKey: string;
  /** The hosts of the role are managed: they already exist, and are not launched. */
  readonly managed?: true;
  /** Subnet of the hosts; absent: the subnet in the first zone of the deployment. */
  readonly subnetId?: string;
}

/** An external action on a target instance (a hook or a confirmation), instead of an AWS request. */
export interface RigAction extends Pick<PlannedChange, 'expectedSeconds' | 'timeoutSeconds' | 'pauseSeconds'> {
  /** Marks an external action. In requests this member is the id of their resource. */
  readonly of: 'action';
  /** Input of the machine `action`. */
  readonly action: PlannedAction & {
    readonly target: string;
    readonly copy: string;
    /**
     * Object keys: of the confirmation request with its token, of the note before a hook starts, and of the outcome.
     */
    readonly questionKey: string;
    readonly startedKey: string;
    readonly outcomeKey: string;
  };
}

/** Changes of one target instance in place before a batch. */
export interface RigChange extends Pick<CopyChange, 'copy' | 'stage'> {
  /** Record of the trial that requests the change; absent: the rig requests it. */
  readonly recordKey?: string;
  readonly requests: readonly (PlannedChange | RigAction)[];
}

/** A batch of trials; a rig runs its batches in this order. */
export interface RigBatch extends Pick<BatchPlan, 'batch' | 'usdPerHour' | 'copyUsdPerHour'> {
  readonly period: number;
  /** Changes of target instances before the batch, in parallel. */
  readonly changes: readonly RigChange[];
  /** The target instance that a trial of the batch changes; absent: none. */
  readonly changing?: string;
  /** Target instances that the batch measures: if all of them failed, the batch is skipped. */
  readonly copies: readonly string[];
  /**
   * Trials that must fit before the deadline after the changes, or the batch is not started: the round that its first
   * trial begins, otherwise only that trial.
   */
  readonly first: readonly RoundPart[];
  readonly key: string;
  /** Time limit of the batch: two attempts of every trial, each step up to its timeout. */
  readonly timeoutSeconds: number;
}

/**
 * One target instance: create requests, sent before hosts are launched, and host commands that prepare the instance.
 */
export interface RigCopy extends Pick<CopyPlan, 'copy' | 'startAfterSeconds' | 'usdPerHour' | 'prepare'> {
  /** Value of the tag `fsxbench:copy`. */
  readonly copyTag: string;
  /** First wave of requests that creates something billed; absent: the first wave. */
  readonly billedWave?: number;
  /** `optional`: if the request fails, the rig continues without the resource. */
  readonly requests: readonly (PlannedCreate & { readonly optional?: true })[];
  /** Outputs for hosts, by id and name, in addition to outputs of the requests; only for external storage. */
  readonly externalOutputs: Outputs;
  /** As in the plan; may be empty. */
  readonly unmount: readonly PlannedStep[];
}

/** Common members of the documents of a rig. */
interface BaseDocument extends Pick<Plan, 'executionId' | 'experiment' | 'deadline' | 'timing'> {
  /** As in the plan. */
  readonly version: number;
  readonly rig: string;
  /** Value of the tag `fsxbench:rig`. */
  readonly rigTag: string;
  /** The rig's share of the budget, US dollars. */
  readonly shareUsd: number;
}

/** `rigs/<rig>.json`: input of the rig machine. */
export interface RigDocument
  extends BaseDocument,
    Pick<RigPlan, 'readySeconds' | 'hosts' | 'clean'>,
    Pick<Plan, 'expiresAt'> {
  readonly bucketKeys: {
    readonly fence: string;
    readonly hosts: string;
    /** Created resources of the rig, lines `<copy>.<id> <name> <value>`; `none` without any. */
    readonly endpoints: string;
    readonly outcome: string;
    /** Folder for output of prepare commands, ending in `/`. */
    readonly prepare: string;
  };
  readonly tags: readonly Tag[];
  /** Estimated price per hour of the rig before its first change, and at its maximum. */
  readonly firstUsdPerHour: number;
  readonly usdPerHour: number;
  /** Expected time to launch and prepare hosts: from ready target instances to the first trial. */
  readonly startingSeconds: number;
  readonly copies: readonly RigCopy[];
  readonly roles: readonly RigRole[];
  /** Which disk of its hosts is which volume of which target instance; absent: none. */
  readonly disks?: readonly DiskMapping[];
  readonly batches: readonly RigBatch[];
}

export interface RoundPart {
  /** Measured target instance: if it failed, this part is skipped. Absent: a change between trials. */
  readonly copy?: string;
  /** Expected duration including overhead. */
  readonly seconds: number;
}

/** A change of a target instance while a step of a trial runs. */
export interface TrialChange {
  readonly stage: string;
  /** Name of the step that measures. */
  readonly step: string;
  /** Seconds after the start of its hosts. */
  readonly afterSeconds: number;
  /** `usableSeconds`: expected time until the settings of a request apply; polls begin before it. */
  readonly requests: readonly (PlannedChange & { readonly usableSeconds: number })[];
}

/** One trial as input of the trial-batch machine. */
export interface BatchTrial extends Pick<TrialPlan, 'trial' | 'copy' | 'steps' | 'events'> {
  /** Key prefix of attempts: append `<attempt>/`. */
  readonly attemptPrefix: string;
  /** Expected duration of commands and barriers, or of the change if that takes longer. */
  readonly seconds: number;
  /** All parts of the round, changes included; only in the first trial of a round, otherwise empty. */
  readonly round: readonly RoundPart[];
  /** Commands that set up fixtures: before a second attempt, and with `fixturesFirst` also before the first. */
  readonly fixtures: readonly PlannedStep[];
  readonly fixturesFirst: boolean;
  /** The change of its target instance during one step; absent: none. Such a trial has one attempt. */
  readonly change?: TrialChange;
  /** Conditional trial: a guard decides before each start whether the trial is needed. */
  readonly guarded?: true;
  /** Hosts may get the trial while another one of this kind runs: {@link canRunAhead}. */
  readonly ahead?: true;
  /** The guard is a look: without a decision, the trial is measured. */
  readonly look?: true;
}

/** `batches/<rig>.<batch>.json`: trials of one trial-batch execution, in order. */
export interface BatchDocument extends BaseDocument {
  readonly batch: number;
  readonly hostsKey: string;
  /** As in {@link RigDocument}. */
  readonly endpointsKey: string;
  readonly fenceKey: string;
  /** Exists once the rig has ended: no command is sent then. */
  readonly outcomeKey: string;
  readonly trials: readonly BatchTrial[];
}

/**
 * `guards/<rig>.json`: searches of a rig with their trials in order, or all trials of a candidate of a walk, from which
 * each next trial is decided.
 */
export interface GuardDocument {
  readonly searches: readonly SearchCell[];
  /** Accepted reasons of SUSPECT trials. */
  readonly accept: readonly string[];
  readonly trials: readonly TrialItem[];
}

/** An object that admission writes to the results bucket before any resource is created. */
export interface PlanObject {
  readonly key: string;
  readonly text: string;
}

/**
 * Map item of the results machine, one per trial: all inputs of the verdict, so that the plan need not be read.
 * @example { levels: { target: 'scratch', workload: 'fio' }, workload: 'fio', params: { rw: 'read' }, roles: [{ role:
 *   'client', count: 4, instanceType: 'c5n.large' }], … }
 */
export interface TrialItem {
  readonly trial: TrialPlan;
  /** The target, with the mounts that the verdict expects on hosts. */
  readonly target?: TrialTarget;
  /** Queries to the Prometheus server of the target; absent: none. */
  readonly telemetry?: Telemetry;
  /** Levels of the configuration, stored with every number. */
  readonly levels: AllLevels;
  /** Workload kind, and its parameters from the configuration. */
  readonly workload: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly roles: readonly Pick<RolePlan, 'role' | 'count' | 'instanceType'>[];
  /** Whether its rig is a candidate of a walk by price, which may not need it; absent: no. */
  readonly walk?: true;
}
