/** How readers and writers of a Map ask S3: through the runner, as tasks do. */
import type { Frame } from '../frame';
import type { MapState } from '../machine';
import { answer } from '../states/attempt';

/**
 * Time-out of a call that reads items or writes results, seconds: generous, so that a lost answer is no endless wait.
 */
const TIMEOUT_SECONDS = 3_600;

/** Asks the runner on behalf of a Map's reader or writer. @throws Failure of kind `task`. */
export function edge(frame: Frame<MapState>, resource: string, args: unknown): Promise<unknown> {
  const { interpreter, state } = frame;
  const call = {
    state: state.name,
    resource,
    arguments: args,
    executionArn: interpreter.arn,
    executionName: interpreter.name,
  };
  return answer(frame, call, TIMEOUT_SECONDS, () => undefined);
}
