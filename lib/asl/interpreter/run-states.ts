/** The main loop, which runs one state after another until an end; and the table of functions by state type. */
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
import type { ScopePosition, Scope } from './scope';
import { runChoice, runFail, runPass, runWait } from './states/flow';
import { runMap } from './states/map';
import { runParallel } from './states/parallel';
import { runTask } from './states/task';
import type { Step } from './step';

/**
 * Runs the states of a group one after another.
 * @param from the position of an ended scope of the same group: a redrive continues there.
 * @returns the output of the last state.
 * @throws Failure, or {@link BranchEnded}.
 */
export async function runStates(
  interpreter: Interpreter,
  group: StateGroup,
  input: unknown,
  scope: Scope,
  from?: ScopePosition,
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
    const step = await runState(frame);
    frame.exit(step);
    value = step.output;
    name = step.next;
  }
  return value;
}

function runState(frame: Frame): Step | Promise<Step> {
  switch (frame.state.type) {
    case 'Pass':
    case 'Succeed':
      return runPass(frame as Frame<PassState | SucceedState>);
    case 'Choice':
      return runChoice(frame as Frame<ChoiceState>);
    case 'Task':
      return runTask(frame as Frame<TaskState>);
    case 'Wait':
      return runWait(frame as Frame<WaitState>);
    case 'Parallel':
      return runParallel(frame as Frame<ParallelState>);
    case 'Map':
      return runMap(frame as Frame<MapState>);
    case 'Fail':
      return runFail(frame as Frame<FailState>);
  }
}
