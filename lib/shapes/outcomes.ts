/** Small objects that the state machines leave in the bucket: what was begun, and how it ended. */

/** `started.json` of an attempt, written before the first command is sent. */
export interface AttemptStarted {
  readonly trial: string;
  readonly attempt: number;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** How one host-command ended. LOST: the infrastructure failed (host gone, not delivered); FAILED: the script did. */
export interface StepOutcome {
  readonly name: string;
  readonly status: 'SUCCEEDED' | 'FAILED' | 'LOST';
  /** One line a host that did not succeed, e.g. `client-1: exit code 1`; at most 20. */
  readonly failed: readonly string[];
}

/** `ended.json` of an attempt; absent where the execution was stopped in the middle. */
export interface AttemptEnded {
  readonly trial: string;
  readonly attempt: number;
  readonly endedAt: string;
  readonly steps: readonly StepOutcome[];
}

/** Moments in the life of a rig, in their order: the words that the machine `rig` writes. */
export type RigMark = 'creating' | 'launching' | 'preparing' | 'measuring' | 'changing' | 'deleting' | 'done';

/** A copy that its rig went on without. */
export interface FailedCopy {
  readonly copy: string;
  readonly code: string;
  readonly text: string;
  /** ISO 8601: when its delete was asked for, not when it was gone. Absent where it went with the rig. */
  readonly deletedAt?: string;
}

/** What a copy went on without. */
export interface MissingResource {
  readonly copy: string;
  /** As the plan names it, e.g. `alarmServerCpu`. */
  readonly request: string;
  readonly text: string;
}

/** `rigs/<rig>.outcome.json`: absent where the rig was stopped from outside. */
export interface RigOutcome {
  readonly rig: string;
  readonly status: 'SUCCEEDED' | 'STOPPED' | 'FAILED';
  /**
   * Null where it succeeded. Codes: `DeadlineReached`, `BudgetReached`, `FenceClosed`, or the error that ended the rig.
   */
  readonly reason: { readonly code: string; readonly text: string } | null;
  /** What it began to do, and when (ISO 8601); the last one is `done`, where it came so far. */
  readonly marks: readonly {
    readonly mark: RigMark;
    readonly at: string;
    /** What everything in the rig costs from then on, dollars an hour; left out where that stays as it is. */
    readonly usdPerHour?: number;
  }[];
  /** Copies that could not be created, made ready or changed, and why; absent where none failed. */
  readonly failed?: readonly FailedCopy[];
  /** What only tells, as alarms do, and could not be made: its copy went on without. Absent: nothing. */
  readonly without?: readonly MissingResource[];
}
