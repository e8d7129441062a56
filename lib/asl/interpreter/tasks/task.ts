/** What a task is to those outside: a call, its answer or its error. */
import type { Cancel } from '../../clock/clock';

/**
 * The edge of the interpreter: what a Task state asks for, and how it is answered. The interpreter knows the language;
 * who answers (a modelled cloud, a lambda handler, a queue of recorded results) is the runner's business.
 */

export interface TaskCall {
  /** Name of the Task state (or of the Map state whose ItemReader asks). */
  readonly state: string;
  /** The `Resource` as written, e.g. `arn:aws:states:::aws-sdk:ec2:createFleet` or a Lambda function's ARN. */
  readonly resource: string;
  readonly arguments: unknown;
  readonly executionArn: string;
  readonly executionName: string;
  readonly timeoutSeconds?: number;
  readonly heartbeatSeconds?: number;
  readonly credentials?: unknown;
  /** `.waitForTaskToken` only: the token that `Arguments` saw as `$states.context.Task.Token`. */
  readonly taskToken?: string;
  /** Aborted when the attempt is over for another reason: time-out, sibling failed, execution stopped. */
  readonly cancelled: Cancel;
  /** Tells that the worker lives: its HeartbeatSeconds begin anew. The interpreter always gives it. */
  heartbeat?(): void;
  /**
   * `.sync` and `.waitForTaskToken`: tells the call's own answer, e.g. of StartExecution, before the final result; it
   * stands in the history as TaskSubmitted. A runner that does not tell has an empty one there. The interpreter always
   * gives it.
   */
  submitted?(output: unknown): void;
}

/**
 * Answers task attempts. Resolves with the result (for `.sync` and tokens: the final one), rejects with a {@link
 * StateError}.
 */
export interface TaskRunner {
  run(call: TaskCall): Promise<unknown>;
}

/**
 * An error that a machine sees: `error` is what ErrorEquals matches, null where the service gave none.
 * Both may be absent, as with SendTaskFailure without arguments.
 */
export class StateError extends Error {
  constructor(
    readonly error: string | undefined,
    readonly reason: string | undefined,
  ) {
    super(`${error ?? 'error without a name'}: ${reason ?? ''}`);
    this.name = 'StateError';
  }
}
