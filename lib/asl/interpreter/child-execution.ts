/** The interface of an execution for the parent that starts it. */
import type { History } from './history/history';
import type { StateGroup } from './machine';

export interface ChildOptions {
  readonly group: StateGroup;
  readonly label: string;
  readonly input: unknown;
}

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

export interface ExecutionResult {
  readonly status: Exclude<ExecutionStatus, 'RUNNING'>;
  readonly output?: unknown;
  readonly error?: string;
  readonly cause?: string;
}

/** A child execution, as its parent sees it. */
export interface ChildExecution {
  readonly arn: string;
  readonly name: string;
  readonly machineArn: string;
  readonly input: unknown;
  readonly status: ExecutionStatus;
  /** Epoch milliseconds. */
  readonly startDate: number;
  readonly stopDate?: number;
  readonly output?: unknown;
  readonly error?: string;
  readonly cause?: string;
  readonly history: History;
  readonly redriveCount: number;
  /** Time of the last redrive, epoch milliseconds. */
  readonly redriveDate?: number;
  /** The result; after a redrive, that of the redrive. Never rejects. */
  readonly done: Promise<ExecutionResult>;
  start(): this;
  /** Why it cannot be redriven now, as DescribeExecution words it; undefined where it can be. */
  redriveRefusal(): string | undefined;
  /** Continues from the state that did not succeed. @throws Error where {@link whyNotRedrivable} gives a reason */
  redrive(): this;
  stop(error?: string, cause?: string): void;
  /** Ends it in a way that no state can catch: its own time-out, a failure of the service. For fault injection. */
  breakOff(status: 'FAILED' | 'TIMED_OUT', error?: string, cause?: string): void;
}
