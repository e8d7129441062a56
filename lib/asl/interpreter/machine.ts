/** Types of a loaded machine: one for each type of state, with compiled expressions. */
import type { Template } from './jsonata/template';

/** A checked machine with compiled expressions, ready to run. It is immutable; executions share it. */
export interface Machine extends StateGroup {
  /** The name of the file or the machine, for messages. */
  readonly name: string;
  readonly comment?: string;
  /** Time-out of the whole execution, seconds. */
  readonly timeoutSeconds?: number;
  /** The definition after placeholders were replaced. */
  readonly definition: unknown;
}

/** States that start at `startAt`: a machine, a branch or an item processor. */
export interface StateGroup {
  readonly startAt: string;
  readonly states: ReadonlyMap<string, State>;
}

interface StateBase {
  readonly name: string;
  /** Name of the next state; undefined if this state is the last of its group. */
  readonly next?: string;
  readonly output?: Template;
  readonly assign?: Template;
}

/** Fields of states that can have Retry and Catch. */
interface Fallible {
  readonly retry: readonly Retrier[];
  readonly catch: readonly Catcher[];
}

export interface Retrier {
  readonly errorEquals: readonly string[];
  readonly intervalSeconds: number;
  readonly maxAttempts: number;
  readonly backoffRate: number;
  readonly maxDelaySeconds?: number;
  readonly fullJitter: boolean;
}

export interface Catcher {
  readonly errorEquals: readonly string[];
  readonly next: string;
  readonly output?: Template;
  readonly assign?: Template;
}

export interface PassState extends StateBase {
  readonly type: 'Pass';
}

export interface SucceedState extends StateBase {
  readonly type: 'Succeed';
}

export interface FailState extends StateBase {
  readonly type: 'Fail';
  readonly error?: Template;
  readonly cause?: Template;
}

export interface WaitState extends StateBase {
  readonly type: 'Wait';
  /** Exactly one of `seconds` and `timestamp` is present. */
  readonly seconds?: Template;
  readonly timestamp?: Template;
}

export interface ChoiceState extends StateBase {
  readonly type: 'Choice';
  readonly choices: readonly ChoiceRule[];
  readonly default?: string;
}

export interface ChoiceRule {
  readonly condition: Template;
  readonly next: string;
  readonly output?: Template;
  readonly assign?: Template;
}

export interface TaskState extends StateBase, Fallible {
  readonly type: 'Task';
  readonly resource: string;
  readonly arguments?: Template;
  readonly timeoutSeconds?: Template;
  readonly heartbeatSeconds?: Template;
  readonly credentials?: Template;
}

export interface ParallelState extends StateBase, Fallible {
  readonly type: 'Parallel';
  readonly arguments?: Template;
  readonly branches: readonly StateGroup[];
}

export interface MapState extends StateBase, Fallible {
  readonly type: 'Map';
  readonly items?: Template;
  readonly itemSelector?: Template;
  readonly maxConcurrency?: Template;
  /** Evaluated for every Map; only a distributed Map uses the result. */
  readonly toleratedFailureCount?: Template;
  readonly toleratedFailurePercentage?: Template;
  readonly processor: StateGroup;
  /** Present if each item runs as a separate execution. */
  readonly distributed?: DistributedMap;
}

export interface DistributedMap {
  /** Part of the Map run's ARN. */
  readonly label: string;
  readonly reader?: ItemReader;
}

export interface ItemReader {
  readonly resource: string;
  readonly arguments?: Template;
  readonly maxItems?: Template;
  /** Undefined for a listing of objects. */
  readonly format?: 'JSON' | 'CSV';
  readonly csv?: CsvFormat;
}

export interface CsvFormat {
  /** Names of the columns; undefined if the first row has them. */
  readonly headers?: readonly string[];
  readonly delimiter: string;
}

export type State =
  | TaskState
  | ParallelState
  | MapState
  | PassState
  | WaitState
  | ChoiceState
  | SucceedState
  | FailState;

export type StateType = State['type'];
