/** The Map state, inline or distributed. */
import type { Frame } from '../frame';
import { runWithHandlers } from '../retry-catch';
import type { DistributedMap, MapState } from '../machine';
import { runDistributedMap, redriveMap, type RunWork } from '../map/distributed-map';
import { runInlineMap, type ItemsWork } from '../map/inline-map';
import { getMapItems } from '../map/items';
import type { Step } from '../step';
import type { MapLimits } from '../map/map-run';
import { readNumber } from './number-field';

export function runMap(frame: Frame<MapState>): Promise<Step> {
  let succeeded = false;
  const attempt = async (): Promise<Step> => {
    succeeded = false;
    const result = await attemptMap(frame);
    frame.record('MapStateSucceeded');
    succeeded = true;
    return frame.outcome(frame.state, result, { result });
  };
  return runWithHandlers(frame, attempt, ({ error }) => {
    if (!succeeded) frame.record('MapStateFailed');
    frame.scope.open = undefined;
    // All items run again after this error:
    // https://docs.aws.amazon.com/step-functions/latest/dg/redrive-executions.html
    if (error === 'States.DataLimitExceeded') frame.keepWork(undefined);
  });
}

async function attemptMap(frame: Frame<MapState>): Promise<unknown> {
  const { distributed } = frame.state;
  if (distributed !== undefined) return attemptRun(frame, distributed);
  const before = frame.takeWork<ItemsWork>('items');
  const items = before === undefined ? await getMapItems(frame) : before.items;
  const { maxConcurrency } = await readMapLimits(frame);
  if (before === undefined) {
    frame.record('MapStateStarted', () => ({ mapStateStartedEventDetails: { length: items.length } }));
  }
  return runInlineMap(frame, items, maxConcurrency, before);
}

async function attemptRun(frame: Frame<MapState>, definition: DistributedMap): Promise<unknown> {
  const before = frame.takeWork<RunWork>('run');
  if (before !== undefined) return redriveMap(frame, definition, before);
  const items = definition.reader === undefined ? await getMapItems(frame) : undefined;
  return runDistributedMap(frame, definition, items, await readMapLimits(frame));
}

const COUNT = { min: 0, integer: true };
const PERCENTAGE = { min: 0, max: 100, integer: false };

/** Concurrency and tolerated failures: numbers or expressions. */
async function readMapLimits(frame: Frame<MapState>): Promise<MapLimits> {
  const { state } = frame;
  const view = frame.view();
  const width = await readNumber(frame, state.maxConcurrency, 'MaxConcurrency', COUNT, view);
  const count = await readNumber(frame, state.toleratedFailureCount, 'ToleratedFailureCount', COUNT, view);
  const percentage = await readNumber(
    frame,
    state.toleratedFailurePercentage,
    'ToleratedFailurePercentage',
    PERCENTAGE,
    view,
  );
  return {
    ...(width === undefined ? {} : { maxConcurrency: width }),
    ...(count === undefined ? {} : { toleratedFailureCount: count }),
    ...(percentage === undefined ? {} : { toleratedFailurePercentage: percentage }),
  };
}
