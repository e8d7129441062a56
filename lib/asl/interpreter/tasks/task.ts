/** Calls of tasks, and their answers or errors. */
import type { Cancel } from '../../clock/clock';

/**
 * The call of a Task state, at the edge of the interpreter. A runner answers it: a simulated cloud, a Lambda handler, a
 * queue of recorded results.
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
  /** `.waitForTaskToken` only: the token that `Arguments` saw as `$states.context.Task.Token`. */
  readonly taskToken?: string;
  /** Aborted when the attempt is over for another reason: time-out, failed sibling, stopped execution. */
  readonly cancelled: Cancel;
  /** Restarts HeartbeatSeconds, because the worker is alive. The interpreter always gives it. */
  heartbeat?(): void;
  /**
   * `.sync` and `.waitForTaskToken`: reports the immediate answer of the call, e.g. of StartExecution. The history
   * shows it as TaskSubmitted; without this call its output is empty. The interpreter always gives it.
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
 * An error that a machine sees: ErrorEquals matches `error`, which is null where the service gave none. Both may be
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
