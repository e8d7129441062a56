/** Concurrency and tolerated failures of a Map: numbers or expressions. */
import type { MapLimits } from './map-run';
import type { Frame } from '../frame';
import type { MapState } from '../machine';
import { readNumber } from '../states/number-field';

const COUNT = { min: 0, integer: true };
const PERCENTAGE = { min: 0, max: 100, integer: false };

export async function readMapLimits(frame: Frame<MapState>): Promise<MapLimits> {
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
