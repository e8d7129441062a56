/** The Task state. */
import { Failure } from '../failure';
import { PAYLOAD_MAX_BYTES, makeTooLargeFailure } from '../payload-limit';
import type { Frame } from '../frame';
import { runWithHandlers } from '../retry-catch';
import type { View } from '../jsonata/view';
import type { TaskState } from '../machine';
import { toPayload } from '../history/payload';
import { parseResource } from '../tasks/resource';
import type { Step } from '../step';
import type { TaskCall } from '../tasks/task';
import { awaitAnswer, evaluateArguments } from './attempt';
import { readNumber } from './number-field';
import { TaskEvents } from './task-events';

/**
 * Default and maximum time-out of a task, seconds
 * (https://docs.aws.amazon.com/step-functions/latest/dg/state-task.html).
 */
const TIMEOUT_SECONDS = 99_999_999;

const SECONDS = { min: 1, max: TIMEOUT_SECONDS, integer: true };

/** One call to the runner for each attempt, within its time-outs. */
export function runTask(frame: Frame<TaskState>): Promise<Step> {
  return runWithHandlers(
    frame,
    () => attemptTask(frame),
    () => undefined,
  );
}

async function attemptTask(frame: Frame<TaskState>): Promise<Step> {
  const { state } = frame;
  const resource = parseResource(state.resource);
  const token = resource.token ? frame.interpreter.uuid() : undefined;
  const view = frame.view(token === undefined ? {} : { token });
  const call = await describeCall(frame, view, token);
  const events = new TaskEvents(frame, resource, call);
  events.started();
  const result = toPayload(await awaitResult(frame, call, events));
  if (frame.interpreter.history.measure(result) > PAYLOAD_MAX_BYTES) {
    const failure = makeTooLargeFailure(resource.type, 'task');
    events.failed(failure);
    throw failure;
  }
  events.succeeded(result);
  return frame.outcome(state, result, { result });
}

async function awaitResult(
  frame: Frame<TaskState>,
  call: Omit<TaskCall, 'cancelled'>,
  events: TaskEvents,
): Promise<unknown> {
  try {
    return await awaitAnswer(frame, call, call.timeoutSeconds ?? TIMEOUT_SECONDS, (output) => events.submitted(output));
  } catch (thrown) {
    if (thrown instanceof Failure) events.failed(thrown);
    throw thrown;
  }
}

async function describeCall(
  frame: Frame<TaskState>,
  view: View,
  taskToken: string | undefined,
): Promise<Omit<TaskCall, 'cancelled'>> {
  const { state, interpreter } = frame;
  const args = await evaluateArguments(frame, state.arguments, view);
  const { timeoutSeconds, heartbeatSeconds } = await readTimeLimits(frame, view);
  const credentials = state.credentials === undefined ? undefined : await frame.evaluate(state.credentials, view);
  return {
    state: state.name,
    resource: state.resource,
    arguments: args,
    executionArn: interpreter.arn,
    executionName: interpreter.name,
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    ...(heartbeatSeconds === undefined ? {} : { heartbeatSeconds }),
    ...(credentials === undefined ? {} : { credentials }),
    ...(taskToken === undefined ? {} : { taskToken }),
  };
}

/** Limits of one attempt, seconds; undefined means no limit. */
interface TimeLimits {
  readonly timeoutSeconds: number | undefined;
  readonly heartbeatSeconds: number | undefined;
}

/**
 * Evaluates TimeoutSeconds and HeartbeatSeconds. The loader checks constant values; this function checks the values of
 * expressions.
 * @throws Failure States.QueryEvaluationError
 */
async function readTimeLimits(frame: Frame<TaskState>, view: View): Promise<TimeLimits> {
  const { state } = frame;
  const timeoutSeconds = await readNumber(frame, state.timeoutSeconds, 'TimeoutSeconds', SECONDS, view);
  const heartbeatSeconds = await readNumber(frame, state.heartbeatSeconds, 'HeartbeatSeconds', SECONDS, view);
  if (timeoutSeconds !== undefined && heartbeatSeconds !== undefined && heartbeatSeconds >= timeoutSeconds) {
    const rule = `must be smaller than TimeoutSeconds (${timeoutSeconds})`;
    throw frame.evaluationFailure(
      `The HeartbeatSeconds field ${rule} but was: ${heartbeatSeconds}`,
      'HeartbeatSeconds',
    );
  }
  return { timeoutSeconds, heartbeatSeconds };
}
