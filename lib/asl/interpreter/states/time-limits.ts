/** TimeoutSeconds and HeartbeatSeconds of a task, with the service's bounds. */
import type { Frame } from '../frame';
import type { View } from '../jsonata/view';
import type { TaskState } from '../machine';
import { numberField } from './number-field';

/**
 * Time-out of a task that names none, and the longest that may be named, seconds
 * (https://docs.aws.amazon.com/step-functions/latest/dg/state-task.html).
 */
export const TIMEOUT_SECONDS = 99_999_999;

const SECONDS = { min: 1, max: TIMEOUT_SECONDS, integer: true };

/** Limits of one attempt, seconds; what is absent has none of its own. */
export interface TimeLimits {
  readonly timeoutSeconds: number | undefined;
  readonly heartbeatSeconds: number | undefined;
}

/**
 * Evaluates TimeoutSeconds and HeartbeatSeconds. A definition is held to their rules when it is loaded, what
 * expressions give is held to them here.
 * @throws Failure States.QueryEvaluationError
 */
export async function timeLimits(frame: Frame<TaskState>, view: View): Promise<TimeLimits> {
  const { state } = frame;
  const timeoutSeconds = await numberField(frame, state.timeoutSeconds, 'TimeoutSeconds', SECONDS, view);
  const heartbeatSeconds = await numberField(frame, state.heartbeatSeconds, 'HeartbeatSeconds', SECONDS, view);
  if (timeoutSeconds !== undefined && heartbeatSeconds !== undefined && heartbeatSeconds >= timeoutSeconds) {
    const rule = `must be smaller than TimeoutSeconds (${timeoutSeconds})`;
    throw frame.evaluationFailure(
      `The HeartbeatSeconds field ${rule} but was: ${heartbeatSeconds}`,
      'HeartbeatSeconds',
    );
  }
  return { timeoutSeconds, heartbeatSeconds };
}
