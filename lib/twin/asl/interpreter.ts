import type { Clock } from '../clock/clock';
import type { History } from './history';
import type { MapRun } from './map-run';
import type { Machine, StateGroup } from './machine';
import type { Scope } from './scope';
import type { TaskRunner } from './task';

/** What the states of one execution need of it. */
export interface Interpreter {
  readonly machine: Machine;
  readonly machineArn: string;
  readonly arn: string;
  readonly name: string;
  readonly clock: Clock;
  readonly tasks: TaskRunner;
  readonly history: History;
  /** `$states.context` without the parts of a state: `Execution` and `StateMachine`. */
  readonly context: Readonly<Record<string, unknown>>;
  random(): number;
  uuid(): string;
  /** Runs a group of states to its end. @throws Failure, or Ended where the scope was ended. */
  run(group: StateGroup, input: unknown, scope: Scope): Promise<unknown>;
  /** Tells that a Map run begins. */
  mapRunStarted(run: MapRun): void;
  /** Makes, not starts, the child execution of a distributed Map for one input. */
  child(options: ChildOptions): ChildExecution;
}

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
  /** Never rejects. */
  readonly done: Promise<ExecutionResult>;
  start(): this;
  stop(error?: string, cause?: string): void;
}
