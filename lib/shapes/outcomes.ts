/** Objects that the state machines write to the bucket: starts and outcomes. */

/** `started.json` of an attempt, written before its first command. */
export interface AttemptStarted {
  readonly trial: string;
  readonly attempt: number;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** Outcome of a host-command. LOST: the infrastructure failed (host lost, not delivered); FAILED: the script failed. */
export interface StepOutcome {
  readonly name: string;
  readonly status: 'SUCCEEDED' | 'FAILED' | 'LOST';
  /** One line per failed host, e.g. `client-1: exit code 1`; at most 20. */
  readonly failed: readonly string[];
}

/** `ended.json` of an attempt; absent if the execution was stopped during it. */
export interface AttemptEnded {
  readonly trial: string;
  readonly attempt: number;
  readonly endedAt: string;
  readonly steps: readonly StepOutcome[];
}

/** Parts of a rig's life in order, as written by the machine `rig`. */
export type RigMark = 'creating' | 'launching' | 'preparing' | 'measuring' | 'changing' | 'deleting' | 'done';

/** A failed target instance; its rig continued without it. */
export interface FailedCopy {
  readonly copy: string;
  readonly code: string;
  readonly text: string;
  /** Time of its delete request, not of its end, ISO 8601. Absent if it was deleted with the rig. */
  readonly deletedAt?: string;
}

/** An optional resource that could not be created. */
export interface MissingResource {
  readonly copy: string;
  /** Name in the plan, e.g. `alarmServerCpu`. */
  readonly request: string;
  readonly text: string;
}

/** `rigs/<rig>.outcome.json`: absent if the rig was stopped from outside. */
export interface RigOutcome {
  readonly rig: string;
  readonly status: 'SUCCEEDED' | 'STOPPED' | 'FAILED';
  /** Null on success. Codes: `DeadlineReached`, `BudgetReached`, `FenceClosed`, or the error that ended the rig. */
  readonly reason: { readonly code: string; readonly text: string } | null;
  /** Started parts with times (ISO 8601); the last one is `done`, if it got that far. */
  readonly marks: readonly {
    readonly mark: RigMark;
    readonly at: string;
    /** Price of the rig from then on, dollars per hour; absent if unchanged. */
    readonly usdPerHour?: number;
  }[];
  /** Target instances that could not be created, prepared or changed; absent: none. */
  readonly failed?: readonly FailedCopy[];
  /** Optional resources, such as alarms, that could not be created; absent: none. */
  readonly without?: readonly MissingResource[];
}
