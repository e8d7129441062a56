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
  /** The result; after a redrive, the result of the redrive. Never rejects. */
  readonly done: Promise<ExecutionResult>;
  start(): this;
  /** Why the execution cannot be redriven now, in the words of DescribeExecution; undefined if it can be. */
  getRedriveRefusal(): string | undefined;
  /** Continues from the state that did not succeed. @throws Error if {@link getRedriveRefusal} returns a reason */
  redrive(): this;
  stop(error?: string, cause?: string): void;
  /** For fault injection: ends the execution by its time-out or a service failure, which no state can catch. */
  breakOff(status: 'FAILED' | 'TIMED_OUT', error?: string, cause?: string): void;
}
