/** The Wait state, on the clock of the execution. */
import { Failure } from '../failure';
import type { Frame } from '../frame';
import type { WaitState } from '../machine';
import type { Step } from '../step';
import { parseEpochMillis } from '../history/timestamp';
import { readNumber } from './number-field';

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
