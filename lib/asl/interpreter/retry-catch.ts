/** Retry and Catch of Task, Parallel and Map: which handler matches an error, and the delay before the next attempt. */
import { toFailure, BranchEnded, type Failure, matches } from './failure';
import type { Frame } from './frame';
import type { Catcher, MapState, ParallelState, Retrier, TaskState } from './machine';
import type { Step } from './step';

type Fallible = TaskState | ParallelState | MapState;

/**
 * Runs a state that has Retry and Catch. It repeats attempts until one succeeds, or no matching retrier has attempts
 * left; then Catch applies.
 * @param gaveUp records the failure event of the state, once, after the last attempt.
 */
export async function runWithHandlers(
  frame: Frame<Fallible>,
  attempt: () => Promise<Step>,
  gaveUp: (failure: Failure) => void,
): Promise<Step> {
  const used = new Map<Retrier, number>();
  for (;;) {
    try {
      return await attempt();
    } catch (thrown) {
      if (thrown instanceof BranchEnded) throw thrown;
      const failure = toFailure(thrown);
      const delay = retryDelay(frame, used, failure);
      if (delay === undefined) {
        gaveUp(failure);
        return catchFailure(frame, failure);
      }
      await frame.sleep(delay);
      frame.retryCount++;
      frame.interpreter.history.transitions++;
    }
  }
}

/**
 * Whole milliseconds until the next attempt, from the first retrier that matches; each retrier counts its attempts.
 * Undefined if no attempt is left.
 */
function retryDelay(frame: Frame<Fallible>, used: Map<Retrier, number>, failure: Failure): number | undefined {
  const retrier = frame.state.retry.find(({ errorEquals }) => matches(errorEquals, failure));
  if (retrier === undefined) return undefined;
  const before = used.get(retrier) ?? 0;
  if (before >= retrier.maxAttempts) return undefined;
  used.set(retrier, before + 1);
  const delay = Math.min(
    retrier.maxDelaySeconds ?? Number.POSITIVE_INFINITY,
    retrier.intervalSeconds * retrier.backoffRate ** before,
  );
  // Rounds, because jitter and rates result in fractions. Times of the service have none, and `$millis()` shows them.
  return Math.round(1000 * delay * (retrier.fullJitter ? frame.interpreter.random() : 1));
}

async function catchFailure(frame: Frame<Fallible>, failure: Failure): Promise<Step> {
  const catcher: Catcher | undefined = frame.state.catch.find(({ errorEquals }) => matches(errorEquals, failure));
  if (catcher === undefined) throw failure;
  const { errorOutput } = failure;
  return frame.outcome(catcher, errorOutput, { errorOutput });
}
