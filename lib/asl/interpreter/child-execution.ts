/** Executions as those see them that start them: what a child is asked, and what becomes of it. */
import type { History } from './history/history';
import type { StateGroup } from './machine';

export interface ChildOptions {
  readonly group: StateGroup;
  readonly label: string;
  readonly input: unknown;
}

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/** How an execution ended. */
export interface ExecutionResult {
  readonly status: Exclude<ExecutionStatus, 'RUNNING'>;
  readonly output?: unknown;
  readonly error?: string;
  readonly cause?: string;
}

/** An execution as its parent sees it. */
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
  /** When it was last redriven, epoch milliseconds. */
  readonly redriveDate?: number;
  /** How it ends, this time where it was redriven; never rejects. */
  readonly done: Promise<ExecutionResult>;
  start(): this;
  /** Why it cannot be redriven now, in the words of DescribeExecution; undefined where it can be. */
  redriveRefusal(): string | undefined;
  /** Goes on from where it did not succeed. @throws Error where {@link whyNotRedrivable} says why not */
  redrive(): this;
  stop(error?: string, cause?: string): void;
  /** Ends it as nothing in it could prevent or catch: its own time-out, a failure of the service. For faults. */
  breakOff(status: 'FAILED' | 'TIMED_OUT', error?: string, cause?: string): void;
}
