/**
 * Documents in the results bucket for the state machines: one per rig, one per batch of trials. They are made from the
 * plan before any resource is created, and never change.
 */
import type { Telemetry } from './telemetry';
import type { DiskMapping, HostDisk } from './disks';
import type { TrialTarget } from './fixture';
import type { AllLevels } from './observation';
import type { Outputs } from './requests';
import type {
  BatchPlan,
  CopyChange,
  CopyPlan,
  Plan,
  PlannedAction,
  PlannedChange,
  PlannedCreate,
  PlannedStep,
  RigPlan,
  RolePlan,
  TrialPlan,
} from './plan';

/** A tag in the form of EC2 and FSx. */
export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

/** Hosts of one role: input of a launch template and a fleet request. */
export interface RigRole extends Pick<RolePlan, 'role' | 'count' | 'instanceType'> {
  /** Image id; before admission finds it, the name: see `shapes/images`. */
  readonly imageId: string;
  /** Device of the root volume, and its settings; empty settings: those of the image. */
  readonly rootDevice: string;
  readonly rootVolume: Partial<HostDisk>;
  /** Type of the network interface: with an Elastic Fabric Adapter, or plain. */
  readonly interfaceType: 'interface' | 'efa';
  /** In the placement group of the stack, or anywhere. */
  readonly placement: 'cluster' | 'none';
  /** Disks in addition to the root, for the launch template; the machine adds encryption. */
  readonly blockDeviceMappings: readonly { readonly DeviceName: string; readonly Ebs: HostDisk }[];
  /** Whether its hosts may read secrets: those of rigs, and external ones that the deployment names. */
  readonly readsSecrets: boolean;
  /** Boot script in base64, for EC2. */
  readonly userDataBase64: string;
  /** Tags of the rig, and the role. */
  readonly tags: readonly Tag[];
  /** Key of the note about launched hosts, for the cleanup receipt. */
  readonly noteKey: string;
  /** Its hosts already exist, and are not launched. */
  readonly managed?: true;
  /** Subnet of its hosts; absent: in the first zone of the deployment. */
  readonly subnetId?: string;
}

/** An external action on a target instance, in place of a request. */
export interface RigAction extends Pick<PlannedChange, 'expectedSeconds' | 'timeoutSeconds' | 'pauseSeconds'> {
  /** Marks an action; requests have the id of their resource here. */
  readonly of: 'action';
  /** Input of the machine `action`. */
  readonly action: PlannedAction & {
    readonly target: string;
    readonly copy: string;
    /** Keys of the question with its token, of the note before a hook starts, and of its outcome. */
    readonly askedKey: string;
    readonly begunKey: string;
    readonly doneKey: string;
  };
}

/** Changes of one target instance in place before a batch. */
export interface RigChange extends Pick<CopyChange, 'copy' | 'stage'> {
  /** In sequence. */
  readonly requests: readonly (PlannedChange | RigAction)[];
}

/** A batch, in the order of the rig. */
export interface RigBatch extends Pick<BatchPlan, 'batch' | 'usdPerHour' | 'copyUsdPerHour'> {
  readonly period: number;
  /** Target instances to change before it, in parallel. */
  readonly changes: readonly RigChange[];
  /** Target instances of its trials: if all of them failed, the batch is skipped. */
  readonly copies: readonly string[];
  /** What must fit before the deadline after its changes: the round that its first trial starts, else that trial. */
  readonly first: readonly RoundPart[];
  /** Key of its {@link BatchDocument}. */
  readonly key: string;
  /** Time limit of the batch: every trial twice, each step up to its timeout. */
  readonly timeoutSeconds: number;
}

/** One target instance: what is created before the hosts, and what prepares it on them. */
export interface RigCopy extends Pick<CopyPlan, 'copy' | 'startAfterSeconds' | 'usdPerHour' | 'prepare'> {
  /** Value of the tag `fsxbench:copy`. */
  readonly copyTag: string;
  /** The wave of requests from which it is billed; absent: the first. */
  readonly paidWave?: number;
  /** `optional`: the rig continues without its resource. */
  readonly requests: readonly (PlannedCreate & { readonly optional?: true })[];
  /** Outputs for hosts in addition to those of its requests, by id and name; for external storage. */
  readonly told: Outputs;
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
  /** The rig's share of the budget. */
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
  /** Tags of all resources of the rig. */
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

/** A part of a round. */
export interface RoundPart {
  /** Target instance of the trial, skipped if that failed. Absent: a change between trials. */
  readonly copy?: string;
  /** Expected duration with its overhead. */
  readonly seconds: number;
}

/** One trial as input of the trial-batch machine. */
export interface BatchTrial extends Pick<TrialPlan, 'trial' | 'copy' | 'steps' | 'events'> {
  /** Key prefix of attempts: append `<attempt>/`. */
  readonly attemptPrefix: string;
  /** Expected duration of its commands and barriers. */
  readonly seconds: number;
  /** Its whole round with changes: only in the first trial of a round, else empty. */
  readonly round: readonly RoundPart[];
  /** Sets up fixtures: before a second attempt, and before the first one with `fixturesFirst`. */
  readonly fixtures: readonly PlannedStep[];
  readonly fixturesFirst: boolean;
  /** Whether the trial is needed is decided before it starts. */
  readonly guarded?: true;
}

/** `batches/<rig>.<batch>.json`: trials of one trial-batch execution, in order. */
export interface BatchDocument extends BaseDocument {
  readonly batch: number;
  readonly hostsKey: string;
  /** As in {@link RigDocument}. */
  readonly endpointsKey: string;
  readonly fenceKey: string;
  readonly trials: readonly BatchTrial[];
}

/** An object that admission writes to the results bucket before any resource is created. */
export interface PlanObject {
  readonly key: string;
  readonly text: string;
}

/** Map item of the results machine, one per trial: all inputs of its verdict, so that it need not read the plan. */
export interface TrialItem {
  readonly trial: TrialPlan;
  /** The target: the verdict compares the mounts of hosts with it. */
  readonly target?: TrialTarget;
  /** Queries to the Prometheus of its target; absent: none. */
  readonly telemetry?: Telemetry;
  /** Levels of the configuration, stored with every number. */
  readonly levels: AllLevels;
  /** Workload kind, and its parameters from the configuration. */
  readonly workload: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Hosts of the rig by role. */
  readonly roles: readonly { readonly role: string; readonly count: number }[];
}
