/** States without work: Pass, Succeed, Choice, Fail. */
import { Failure } from '../failure';
import type { Frame } from '../frame';
import type { ChoiceState, FailState, PassState, SucceedState } from '../machine';
import type { Step } from '../step';

/** The output is the input, or Output. */
export function runPass(frame: Frame<PassState | SucceedState>): Promise<Step> {
  return frame.outcome(frame.state, frame.input);
}

/** The first rule that is true wins; later rules are not evaluated. */
export async function runChoice(frame: Frame<ChoiceState>): Promise<Step> {
  const view = frame.view();
  for (const rule of frame.state.choices) {
    if ((await frame.evaluateTyped(rule.condition, 'boolean', view)) === true) return frame.outcome(rule, frame.input);
  }
  if (frame.state.default === undefined) {
    const text = 'Failed to transition out of the state. The state does not point to a next state.';
    throw new Failure('States.NoChoiceMatched', frame.cause(text));
  }
  return frame.outcome({ ...frame.state, next: frame.state.default }, frame.input);
}

/** Error and Cause are optional. */
export async function runFail(frame: Frame<FailState>): Promise<Step> {
  const view = frame.view();
  const error = await frame.evaluateTyped(frame.state.error, 'string', view);
  const cause = await frame.evaluateTyped(frame.state.cause, 'string', view);
  throw new Failure(error as string | undefined, cause as string | undefined);
}
