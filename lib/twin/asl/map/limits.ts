import type { Frame } from '../frame';
import type { MapRun } from '../map-run';
import type { MapState } from '../machine';
import { numberField } from '../states/number-field';

/** Limits of a Map as its fields give them; what is absent stays absent. */
export interface MapLimits {
  readonly maxConcurrency?: number;
  readonly toleratedFailureCount?: number;
  readonly toleratedFailurePercentage?: number;
}

const COUNT = { min: 0, integer: true };
const PERCENTAGE = { min: 0, max: 100, integer: false };

/** Evaluates MaxConcurrency and the tolerated failures. */
export async function mapLimits(frame: Frame<MapState>): Promise<MapLimits> {
  const { state } = frame;
  const view = frame.view();
  const width = await numberField(frame, state.maxConcurrency, 'MaxConcurrency', COUNT, view);
  const count = await numberField(frame, state.toleratedFailureCount, 'ToleratedFailureCount', COUNT, view);
  const percentage = await numberField(
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

/**
 * Whether more items failed than tolerated. With both limits given, either ends the run; with none, the first failure
 * does.
 */
export function exceeded(run: MapRun): boolean {
  const { failed, timedOut, aborted, total } = run.itemCounts;
  const lost = failed + timedOut + aborted;
  if (lost === 0) return false;
  const { toleratedFailureCount: count, toleratedFailurePercentage: percentage } = run.limits;
  if (count === undefined && percentage === undefined) return true;
  const tooMany = count !== undefined && lost > count;
  const tooLargePart = percentage !== undefined && (lost / total) * 100 > percentage;
  return tooMany || tooLargePart;
}
