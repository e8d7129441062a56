/** When a Map has lost too many items. */
import type { MapRun } from './map-run';

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
