/** The loop of the language: one state after the other until an end; and the table of what each type of state does. */
import { Failure } from './failure';
import { Frame } from './frame';
import type { Interpreter } from './interpreter';
import type {
  ChoiceState,
  FailState,
  MapState,
  ParallelState,
  PassState,
  State,
  StateGroup,
  SucceedState,
  TaskState,
  WaitState,
} from './machine';
import type { Place, Scope } from './scope';
import { choice, fail, pass } from './states/flow';
import { map } from './states/map';
import { parallel } from './states/parallel';
import { task } from './states/task';
import { wait } from './states/wait';
import type { Step } from './step';

/**
 * Runs the states of a group one after another.
 * @param from where an ended scope of the same group stood, for a redrive: goes on from there.
 * @returns the output of the last.
 * @throws Failure, or Ended where the scope ended.
 */
export async function runStates(
  interpreter: Interpreter,
  group: StateGroup,
  input: unknown,
  scope: Scope,
  from?: Place,
): Promise<unknown> {
  let again = from?.begun === true ? from : undefined;
  let name: string | undefined = again === undefined ? group.startAt : again.next;
  let value = again === undefined ? input : again.value;
  while (name !== undefined) {
    interpreter.entering(name);
    scope.check();
    const state: State | undefined = group.states.get(name);
    if (state === undefined) throw new Failure('States.Runtime', `There is no state '${name}'.`, 'runtime');
    const frame: Frame = new Frame(interpreter, scope, state, value, again);
    again = undefined;
    const step = await enter(frame);
    frame.exit(step);
    value = step.output;
    name = step.next;
  }
  return value;
}

function enter(frame: Frame): Promise<Step> {
  switch (frame.state.type) {
    case 'Pass':
    case 'Succeed':
      return pass(frame as Frame<PassState | SucceedState>);
    case 'Choice':
      return choice(frame as Frame<ChoiceState>);
    case 'Task':
      return task(frame as Frame<TaskState>);
    case 'Wait':
      return wait(frame as Frame<WaitState>);
    case 'Parallel':
      return parallel(frame as Frame<ParallelState>);
    case 'Map':
      return map(frame as Frame<MapState>);
    case 'Fail':
      return fail(frame as Frame<FailState>);
  }
}
