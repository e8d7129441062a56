/** The Parallel state. */
import { Ended } from '../failure';
import type { Frame } from '../frame';
import { withHandlers } from '../retry-catch';
import type { ParallelState } from '../machine';
import { Scope } from '../scope';
import type { Step } from '../step';
import { checkedArguments } from './arguments';
import { abortParts } from './parts';

/** Parallel: all branches at once, each with a scope of its own; results in the order of the branches. */
export function parallel(frame: Frame<ParallelState>): Promise<Step> {
  let succeeded = false;
  const attempt = async (): Promise<Step> => {
    succeeded = false;
    const input = await checkedArguments(frame, frame.state.arguments, frame.view());
    frame.record('ParallelStateStarted');
    const result = await branches(frame, input);
    frame.record('ParallelStateSucceeded');
    succeeded = true;
    return frame.outcome(frame.state, result, { result });
  };
  return withHandlers(frame, attempt, () => {
    if (!succeeded) frame.record('ParallelStateFailed');
    frame.scope.open = undefined;
  });
}

async function branches(frame: Frame<ParallelState>, input: unknown): Promise<unknown[]> {
  const parts = frame.state.branches.map((group) => ({ group, scope: new Scope(frame.scope) }));
  const scopes = parts.map(({ scope }) => scope);
  let failed: Scope | undefined;
  try {
    return await Promise.all(
      parts.map(async ({ group, scope }) => {
        try {
          return await frame.interpreter.run(group, input, scope);
        } catch (thrown) {
          if (!(thrown instanceof Ended)) failed ??= scope;
          throw thrown;
        }
      }),
    );
  } catch (thrown) {
    frame.scope.check();
    abortParts(frame, scopes, failed);
    throw thrown;
  } finally {
    for (const scope of scopes) scope.leave();
  }
}
