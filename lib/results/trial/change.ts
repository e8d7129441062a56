/** Checks the change of the target instance during a trial: it must be done before the measurement ends. */
import { findChange, type TrialEvent } from '../../shapes/events';
import type { TrialPlan } from '../../shapes/plan';
import type { Window } from '../../workloads/contract';
import type { Reason } from '../../shapes/verdict';

/** @param windows of the hosts, epoch seconds; without any, only a failed change is reported */
export function checkChange(
  { events: planned }: Pick<TrialPlan, 'events'>,
  events: readonly TrialEvent[],
  windows: readonly Window[],
): readonly Reason[] {
  const change = findChange(planned);
  if (change === undefined) return [];
  const { stage } = change;
  const invalid = (text: string): Reason[] => [{ level: 'invalid', code: 'EventFailed', text }];
  const found = events.find(({ action }) => action === 'change');
  if (found === undefined) return invalid(`the change to ${stage} was not requested during this trial`);
  const { requested, acted, ready, problem } = found;
  if (ready === null) return invalid(`the change to ${stage} failed: ${problem ?? 'its end was not recorded'}`);
  const end = Math.max(...windows.map(({ to }) => to));
  if (windows.length === 0 || ready <= end) return [];
  const took = `It took ${(ready - requested).toFixed(0)} s, ${((acted ?? requested) - requested).toFixed(0)} s before`;
  const text = `the change to ${stage} was done ${(ready - end).toFixed(0)} s after the measurement ended. ${took} AWS accepted it`;
  return [{ level: 'suspect', code: 'EventLate', text }];
}
