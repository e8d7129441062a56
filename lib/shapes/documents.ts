/**
 * Documents in the results bucket that the state machines read: one for each rig, one for each batch of trials. They
 * are made from
 * the plan, before anything is created, and are never changed.
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

/** A tag as EC2 and FSx take it. */
export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

/** Hosts of one role: what a launch template and a fleet request are made from. */
export interface RigRole extends Pick<RolePlan, 'role' | 'count' | 'instanceType'> {
  /** Id of the image; until admission has found it, how it is called: see `shapes/images`. */
  readonly imageId: string;
  /** Where the image has its root volume; what its hosts get there, empty: as the image has it. */
  readonly rootDevice: string;
  readonly rootVolume: Partial<HostDisk>;
  /** Of its network interface: one that is an Elastic Fabric Adapter as well, or a plain one. */
  readonly interfaceType: 'interface' | 'efa';
  /** In the placement group of the stack, or wherever there is room. */
  readonly placement: 'cluster' | 'none';
  /** Disks beside the root, as a launch template takes them; whether they are encrypted the machine knows. */
  readonly blockDeviceMappings: readonly { readonly DeviceName: string; readonly Ebs: HostDisk }[];
  /** Its hosts may read secrets: those made for rigs, and those of others that the deployment names. */
  readonly readsSecrets: boolean;
  /** Boot script, base64 as EC2 takes it. */
  readonly userDataBase64: string;
  /** Tags of the rig, and the role. */
  readonly tags: readonly Tag[];
  /** Key of what is noted of its hosts once they are launched, for the receipt. */
  readonly noteKey: string;
  /** Its hosts exist: nobody launches them. */
  readonly managed?: true;
  /** Where its hosts are launched; absent: in the first zone of the deployment. */
  readonly subnetId?: string;
}

/** What others do to a copy, where a request would stand. */
export interface RigAction extends Pick<PlannedChange, 'expectedSeconds' | 'timeoutSeconds' | 'pauseSeconds'> {
  /** In place of the id of what a request changes. */
  readonly of: 'action';
  /** As the machine `action` takes it. */
  readonly action: PlannedAction & {
    readonly target: string;
    readonly copy: string;
    /** Keys of the question with its token, of the note before a hook is started, and of how it ended. */
    readonly askedKey: string;
    readonly begunKey: string;
    readonly doneKey: string;
  };
}

/** What changes one copy in place before a batch. */
export interface RigChange extends Pick<CopyChange, 'copy' | 'stage'> {
  /** One after the other. */
  readonly requests: readonly (PlannedChange | RigAction)[];
}

/** One batch in the order of the rig. */
export interface RigBatch extends Pick<BatchPlan, 'batch' | 'usdPerHour' | 'copyUsdPerHour'> {
  readonly period: number;
  /** Copies that are changed before it, all at once. */
  readonly changes: readonly RigChange[];
  /** Copies whose trials are in it: without any of them it is left out. */
  readonly copies: readonly string[];
  /** What must fit behind its changes: the round that its first trial begins, else that trial. */
  readonly first: readonly RoundPart[];
  /** Key of its {@link BatchDocument}. */
  readonly key: string;
  /** A batch that has not answered after so many seconds is given up: every trial twice, each step at its time-out. */
  readonly timeoutSeconds: number;
}

/** One copy: what is created for it before the hosts, and what makes it ready on them. */
export interface RigCopy extends Pick<CopyPlan, 'copy' | 'startAfterSeconds' | 'usdPerHour' | 'prepare'> {
  /** Value of the tag `fsxbench:copy`. */
  readonly copyTag: string;
  /** The wave of requests with which it begins to be paid for; left out: the first. */
  readonly paidWave?: number;
  /** `optional`: the rig goes on without what it makes. */
  readonly requests: readonly (PlannedCreate & { readonly optional?: true })[];
  /** What hosts are told of it beside what its requests make, by id and name; of a store that others own. */
  readonly told: Outputs;
  /** As in the plan; empty where there is none. */
  readonly unmount: readonly PlannedStep[];
}

/** What documents of a rig have in common. */
interface BaseDocument extends Pick<Plan, 'executionId' | 'experiment' | 'deadline' | 'timing'> {
  /** As in the plan. */
  readonly version: number;
  readonly rig: string;
  /** Value of the tag `fsxbench:rig`. */
  readonly rigTag: string;
  /** The rig's share of the budget. */
  readonly shareUsd: number;
}

/** `rigs/<rig>.json`: all that the rig machine needs to know. */
export interface RigDocument
  extends BaseDocument,
    Pick<RigPlan, 'readySeconds' | 'hosts' | 'clean'>,
    Pick<Plan, 'expiresAt'> {
  readonly bucketKeys: {
    readonly fence: string;
    readonly hosts: string;
    /** What was made for the rig, a line `<copy>.<id> <name> <value>` each; `none` where nothing is made. */
    readonly endpoints: string;
    readonly outcome: string;
    /** Folder of what hosts leave of prepare commands, ending in `/`. */
    readonly prepare: string;
  };
  /** Tags of everything in the rig. */
  readonly tags: readonly Tag[];
  /** Modelled price of one hour of everything in the rig before its first change, and when it is dearest. */
  readonly firstUsdPerHour: number;
  readonly usdPerHour: number;
  /** Expected from when its copies are ready until its first trial: hosts launched and made ready. */
  readonly startingSeconds: number;
  readonly copies: readonly RigCopy[];
  readonly roles: readonly RigRole[];
  /** Which disk of its hosts is which volume of which copy; left out: none is. */
  readonly disks?: readonly DiskMapping[];
  readonly batches: readonly RigBatch[];
}

/** A part of a round. */
export interface RoundPart {
  /** Whose trial it is, and so left out where that copy failed. Absent: a change between trials, for whomever. */
  readonly copy?: string;
  /** Expected length with all that stands around it. */
  readonly seconds: number;
}

/** One trial as the trial-batch machine takes it. */
export interface BatchTrial extends Pick<TrialPlan, 'trial' | 'copy' | 'steps' | 'events'> {
  /** Key of an attempt's folder without its number and closing slash: append `<attempt>/`. */
  readonly attemptPrefix: string;
  /** Expected length of all its commands and barriers. */
  readonly seconds: number;
  /** Its whole round, changes included: only in the first trial of a round, else empty. */
  readonly round: readonly RoundPart[];
  /** What puts up what must stand: before a second attempt, and before the first where something else stood. */
  readonly fixtures: readonly PlannedStep[];
  readonly fixturesFirst: boolean;
  /** Before it, it is asked whether it is needed. */
  readonly guarded?: true;
}

/** `batches/<rig>.<batch>.json`: trials that one trial-batch execution runs in turn. */
export interface BatchDocument extends BaseDocument {
  readonly batch: number;
  readonly hostsKey: string;
  /** As in {@link RigDocument}. */
  readonly endpointsKey: string;
  readonly fenceKey: string;
  readonly trials: readonly BatchTrial[];
}

/** One object that admit writes into the results bucket before anything is created. */
export interface PlanObject {
  readonly key: string;
  readonly text: string;
}

/**
 * What the results machine maps over, one entry a trial: all that its judge needs, so that nobody reads the plan for
 * each trial.
 */
export interface TrialItem {
  readonly trial: TrialPlan;
  /** What it measures: its judge holds the mounts of hosts against this. */
  readonly target?: TrialTarget;
  /** What the Prometheus of its target is asked; absent: nothing. */
  readonly telemetry?: Telemetry;
  /** Of the trial's cell: they stand with every number. */
  readonly levels: AllLevels;
  /** Kind of the workload, and its parameters as in the trial's cell. */
  readonly workload: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Hosts of the rig by role. */
  readonly roles: readonly { readonly role: string; readonly count: number }[];
}
