/** Objects that the state machines write to the results bucket when attempts and rigs start and end. */

/**
 * `started.json` of an attempt, written before its first command.
 * @example { trial: 't0001', attempt: 1, startedAt: '2026-11-28T01:13:00Z' }
 */
export interface AttemptStarted {
  readonly trial: string;
  readonly attempt: number;
  /** ISO 8601. */
  readonly startedAt: string;
}

/**
 * Outcome of a host-command. LOST: the infrastructure failed (host lost, or command not delivered). FAILED: the script
 * failed.
 */
export interface StepOutcome {
  readonly name: string;
  readonly status: 'SUCCEEDED' | 'FAILED' | 'LOST';
  /** One line per failed host, e.g. `client-1: exit code 1`; at most 20. */
  readonly failed: readonly string[];
  /** How long before the agreed start the last host was ready; absent without one, or if a host did not report it. */
  readonly spareSeconds?: number;
}

/**
 * `ended.json` of an attempt; missing if the execution was stopped during the attempt.
 * @example { trial: 't0001', attempt: 1, endedAt: '2026-11-28T01:14:30Z', steps: [{ name: 'measure', status: 'FAILED',
 *   failed: ['client-1: exit code 1'] }] }
 */
export interface AttemptEnded {
  readonly trial: string;
  readonly attempt: number;
  readonly endedAt: string;
  readonly steps: readonly StepOutcome[];
}

/** Phases of a rig in order, as the state machine `rig` records them. */
export type RigMark = 'creating' | 'launching' | 'preparing' | 'measuring' | 'changing' | 'deleting' | 'done';

/** A failed target instance, without which the rig continued. */
export interface FailedCopy {
  readonly copy: string;
  readonly code: string;
  readonly text: string;
  /** Time of the delete request (not of its completion), ISO 8601. Absent if the instance was deleted with the rig. */
  readonly deletedAt?: string;
}

/** An optional resource that could not be created. */
export interface MissingResource {
  readonly copy: string;
  /** Name in the plan, e.g. `alarmServerCpu`. */
  readonly request: string;
  readonly text: string;
}

/**
 * `rigs/<rig>.outcome.json`: missing if the execution of the rig was stopped or aborted.
 * @example { rig: 'r1', status: 'STOPPED', reason: { code: 'BudgetReached', text: 'the spend reached 4.00 USD' },
 *   marks: [{ mark: 'creating', at: '2026-11-28T01:00:00Z', usdPerHour: 1.25 }] }
 */
export interface RigOutcome {
  readonly rig: string;
  readonly status: 'SUCCEEDED' | 'STOPPED' | 'FAILED';
  /** Null on success. Codes: `DeadlineReached`, `BudgetReached`, `FenceClosed`, or the error that ended the rig. */
  readonly reason: { readonly code: string; readonly text: string } | null;
  /** Start times of the phases (ISO 8601); `done` is last, if the rig completed. */
  readonly marks: readonly {
    readonly mark: RigMark;
    readonly at: string;
    /** Price of the rig after this time, US dollars per hour; absent if unchanged. */
    readonly usdPerHour?: number;
  }[];
  /** Target instances that could not be created, prepared or changed; absent: none. */
  readonly failed?: readonly FailedCopy[];
  /** Optional resources, such as alarms, that could not be created; absent: none. */
  readonly without?: readonly MissingResource[];
}
