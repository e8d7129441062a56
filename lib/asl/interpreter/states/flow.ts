/** States without work: Pass, Succeed, Choice, Fail, and Wait on the clock of the execution. */
import { Failure } from '../failure';
import { chain, type Frame } from '../frame';
import type { ChoiceState, FailState, PassState, SucceedState, WaitState } from '../machine';
import type { Step } from '../step';
import { parseEpochMillis } from '../history/timestamp';
import { readNumber } from './number-field';

/** The output is the input, or Output. */
export function runPass(frame: Frame<PassState | SucceedState>): Step | Promise<Step> {
  return frame.outcome(frame.state, frame.input);
}

/** The first rule that is true wins; later rules are not evaluated. */
export function runChoice(frame: Frame<ChoiceState>, at = 0, view = frame.view()): Step | Promise<Step> {
  const { choices, default: otherwise, assign, output } = frame.state;
  const rule = choices[at];
  if (rule !== undefined)
    return chain(frame.evaluateTyped(rule.condition, 'boolean', view), (held) =>
      held === true ? frame.outcome(rule, frame.input) : runChoice(frame, at + 1, view),
    );
  if (otherwise !== undefined) return frame.outcome({ assign, output, next: otherwise }, frame.input);
  const text = 'Failed to transition out of the state. The state does not point to a next state.';
  throw new Failure('States.NoChoiceMatched', frame.cause(text));
}

/** Error and Cause are optional. */
export async function runFail(frame: Frame<FailState>): Promise<Step> {
  const view = frame.view();
  const error = await frame.evaluateTyped(frame.state.error, 'string', view);
  const cause = await frame.evaluateTyped(frame.state.cause, 'string', view);
  throw new Failure(error as string | undefined, cause as string | undefined);
}

/** Longest wait: 2^31 seconds, observed on Step Functions as 24,855 days. */
const WAIT_MAX_MS = 2 ** 31 * 1000;

/** Range of Seconds (https://docs.aws.amazon.com/step-functions/latest/dg/state-wait.html). */
const SECONDS = { min: 0, max: 99_999_999, integer: true };

/** Waits for some seconds or until a timestamp; a timestamp in the past does not wait. */
export async function runWait(frame: Frame<WaitState>): Promise<Step> {
  const milliseconds = await computeDelay(frame);
  if (milliseconds > WAIT_MAX_MS) throw new Failure('States.Runtime', 'Wait state delay is too long.', 'runtime');
  if (milliseconds > 0) await frame.sleep(milliseconds);
  return frame.outcome(frame.state, frame.input);
}

async function computeDelay(frame: Frame<WaitState>): Promise<number> {
  const view = frame.view();
  if (frame.state.timestamp !== undefined) {
    const text = (await frame.evaluateTyped(frame.state.timestamp, 'string', view)) as string;
    const due = parseEpochMillis(text);
    if (due !== undefined) return due - frame.interpreter.clock.now();
    const fault = 'The Timestamp field cannot be parsed as an ISO-8601 extended offset date-time format string';
    throw frame.evaluationFailure(`${fault}: ${text}`, 'Timestamp');
  }
  const seconds = await readNumber(frame, frame.state.seconds, 'Seconds', SECONDS, view);
  return (seconds ?? 0) * 1000;
}
