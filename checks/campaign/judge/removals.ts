/** What `down` may delete: a stack without running executions, after everything that it looks after is gone. */
import { complain, type Finding } from '../../../lib/twin/checkers/facts';
import { pickRules } from '../faults/campaign';
import type { CampaignRun } from '../faults/run-campaign';

/** @returns everything that contradicted the delete of a stack at its moment */
export function checkRemovals({ removals, creations, untagged, copied, campaign }: CampaignRun): Finding[] {
  const isResumed = pickRules(campaign, 'person').some(({ rule }) => rule.effect === 'resume');
  return removals.flatMap(({ part, at, running, paused }) => {
    const living = creations.filter(
      ({ id, execution, at: createdAt, goneAt }) =>
        execution !== '' && createdAt < at && (goneAt ?? at + 1) > at && !untagged.has(id) && !copied.has(id),
    );
    return [
      ...running.map((name) => complain('DownTooEarly', `${name} ran when the ${part} stack was deleted`)),
      ...living.map(({ kind, id }) => complain('DownTooEarly', `${kind} ${id} existed when ${part} was deleted`)),
      ...(paused || isResumed ? [] : [complain('DownNotPaused', `starts were possible when ${part} was deleted`)]),
    ];
  });
}
