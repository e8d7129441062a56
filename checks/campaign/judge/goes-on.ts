/** What only tells, as alarms do, fails no experiment: whoever cannot make it or look at it measures all the same. */
import { isOptional, type ResourceFacts, RESOURCES, STORAGE_KINDS, serviceOf } from '../../../lib/shapes/resources';
import type { Campaign } from '../faults/campaign';
import type { Complaint } from '../../../lib/twin/checkers/facts';
import type { Aftermath } from '../../../lib/twin/checkers/after/aftermath';
import type { Played } from '../faults/play';

/** Calls that make or look at such a thing. One that is there and cannot be deleted is left, which has to be told. */
const ITS_CALLS: ReadonlySet<string> = new Set(
  STORAGE_KINDS.filter(isOptional).flatMap((kind) => {
    const { describe, tagsBy = describe }: ResourceFacts = RESOURCES[kind];
    return [RESOURCES[kind].create, describe, tagsBy].map((action) => `${serviceOf(kind)}:${action}`);
  }),
);

/** @returns a complaint where an experiment did not succeed, though nothing went wrong but such calls */
export function goesOn({ played, facts: { executionId } }: Aftermath<Played>): Complaint[] {
  if (!onlyTelling(played.campaign)) return [];
  const status = played.started.find((one) => one.executionId === executionId)?.execution?.status;
  if (status === 'SUCCEEDED') return [];
  const text = `${executionId} is ${status ?? 'not started'}, though nothing failed but calls of what only tells`;
  return [{ checker: 'goes-on', code: 'FailedForTelling', text }];
}

function onlyTelling({ rules, maxUsd }: Campaign): boolean {
  return (
    rules.length > 0 &&
    maxUsd === undefined &&
    rules.every(
      (rule) =>
        rule.fault === 'call' &&
        rule.effect !== 'slow' &&
        rule.effect !== 'time-out' &&
        ITS_CALLS.has(`${rule.service ?? ''}:${rule.action ?? ''}`),
    )
  );
}
