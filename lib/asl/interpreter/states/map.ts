/** The Map state, whichever way its items run. */
import type { Frame } from '../frame';
import { withHandlers } from '../retry-catch';
import type { MapState } from '../machine';
import { distributedMap } from '../map/distributed';
import { inlineMap } from '../map/inline';
import { mapItems } from '../map/items';
import { mapLimits } from '../map/limits';
import type { Step } from '../step';

/** Map: every item of a list through the same states, inside this execution or as executions of their own. */
export function map(frame: Frame<MapState>): Promise<Step> {
  let succeeded = false;
  const attempt = async (): Promise<Step> => {
    succeeded = false;
    const result = await attemptMap(frame);
    frame.record('MapStateSucceeded');
    succeeded = true;
    return frame.outcome(frame.state, result, { result });
  };
  return withHandlers(frame, attempt, () => {
    if (!succeeded) frame.record('MapStateFailed');
    frame.scope.open = undefined;
  });
}

async function attemptMap(frame: Frame<MapState>): Promise<unknown> {
  const { distributed } = frame.state;
  const items = distributed?.reader === undefined ? await mapItems(frame) : undefined;
  const limits = await mapLimits(frame);
  if (distributed !== undefined) return distributedMap(frame, distributed, items, limits);
  const length = items?.length ?? 0;
  frame.record('MapStateStarted', () => ({ mapStateStartedEventDetails: { length } }));
  return inlineMap(frame, items ?? [], limits.maxConcurrency);
}
