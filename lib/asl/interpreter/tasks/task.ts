/** Calls of tasks, and their answers or errors. */
import type { Cancel } from '../../clock/clock';

/**
 * The call of a Task state. A runner outside the interpreter answers it: a simulated cloud, a Lambda handler, a queue
 * of recorded results.
 */

export interface TaskCall {
  /** Name of the Task state (or of the Map state with the ItemReader). */
  readonly state: string;
  /** The `Resource` as written, e.g. `arn:aws:states:::aws-sdk:ec2:createFleet` or a Lambda function's ARN. */
  readonly resource: string;
  readonly arguments: unknown;
  readonly executionArn: string;
  readonly executionName: string;
  readonly timeoutSeconds?: number;
  readonly heartbeatSeconds?: number;
  readonly credentials?: unknown;
  /** `.waitForTaskToken` only: the token that `Arguments` can read as `$states.context.Task.Token`. */
  readonly taskToken?: string;
  /** Aborted when the attempt ends without its answer: time-out, failed sibling, stopped execution. */
  readonly cancelled: Cancel;
  /** Restarts HeartbeatSeconds, because the worker is alive. The interpreter always provides it. */
  heartbeat?(): void;
  /**
   * For `.sync` and `.waitForTaskToken`: reports the immediate answer of the call, e.g. of StartExecution. The history
   * contains it as TaskSubmitted, with empty output if it is not reported. Always provided by the interpreter.
   */
  submitted?(output: unknown): void;
}

/**
 * Answers task attempts. Resolves with the result (for `.sync` and tokens: the final one); rejects with a
 * {@link StateError}.
 */
export interface TaskRunner {
  run(call: TaskCall): Promise<unknown>;
}

/**
 * An error of a task for a machine. ErrorEquals matches `error`, which is null if the service sent none. Both may be
 * absent, as with SendTaskFailure without arguments.
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
