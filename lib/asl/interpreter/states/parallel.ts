/** The Parallel state. */
import { BranchEnded } from '../failure';
import type { Frame } from '../frame';
import { runWithHandlers } from '../retry-catch';
import type { ParallelState } from '../machine';
import { Scope, type Work } from '../scope';
import type { Step } from '../step';
import { abortParts } from './parts';
import { evaluateArguments } from './attempt';

/** The branches of one attempt. A redrive continues the unfinished ones from their position. */
interface Branches extends Work {
  readonly of: 'branches';
  readonly input: unknown;
  /** In the order of the branches. */
  readonly scopes: readonly Scope[];
}

/** All branches run at the same time, each with its own scope; the results keep the order of the branches. */
export function runParallel(frame: Frame<ParallelState>): Promise<Step> {
  let succeeded = false;
  const attempt = async (): Promise<Step> => {
    succeeded = false;
    const before = frame.takeWork<Branches>('branches');
    const input =
      before === undefined ? await evaluateArguments(frame, frame.state.arguments, frame.view()) : before.input;
    if (before === undefined) frame.record('ParallelStateStarted');
    const result = await runBranches(frame, input, before?.scopes);
    frame.record('ParallelStateSucceeded');
    succeeded = true;
    return frame.outcome(frame.state, result, { result });
  };
  return runWithHandlers(frame, attempt, ({ error }) => {
    if (!succeeded) frame.record('ParallelStateFailed');
    frame.scope.open = undefined;
    // All branches run again after this error:
    // https://docs.aws.amazon.com/step-functions/latest/dg/redrive-executions.html
    if (error === 'States.DataLimitExceeded') frame.keepWork(undefined);
  });
}

/** @param before scopes of the branches before a redrive. */
async function runBranches(
  frame: Frame<ParallelState>,
  input: unknown,
  before: readonly Scope[] | undefined,
): Promise<unknown[]> {
  const parts = frame.state.branches.map((group, index) => {
    const old = before?.[index];
    if (old === undefined) return { group, scope: new Scope(frame.scope), old };
    return { group, scope: old.isDone ? old : old.revive(frame.scope), old };
  });
  const work: Branches = { of: 'branches', input, scopes: parts.map(({ scope }) => scope) };
  frame.keepWork(work);
  const running = parts.filter(({ scope, old }) => scope !== old).map(({ scope }) => scope);
  let failed: Scope | undefined;
  try {
    return await Promise.all(
      parts.map(async ({ group, scope, old }) => {
        if (scope === old) return scope.place.value;
        try {
          return await frame.interpreter.run(group, input, scope, old?.place);
        } catch (thrown) {
          if (!(thrown instanceof BranchEnded)) failed ??= scope;
          throw thrown;
        }
      }),
    );
  } catch (thrown) {
    frame.scope.check();
    abortParts(frame, running, failed);
    throw thrown;
  } finally {
    for (const scope of running) scope.leave();
  }
}
