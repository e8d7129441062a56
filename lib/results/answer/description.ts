/** What stands in the place of an answer where nothing was to be decided: how much was measured, and no ranking. */
import { counted } from '../format';
import type { Answer } from './answer';
import type { Candidate, Circumstances } from './contender';
import { despiteNotes, leftOutText } from './left-out';
import { mainMetric } from '../measures';
import type { Metrics } from '../../shapes/metric';
import { suspectNotes, suspectTrials } from '../suspects';

/** Describes an execution. @param candidates all cells, in the order of the plan */
export function descriptionOf(
  candidates: readonly Candidate[],
  metrics: Metrics,
  circumstances: Circumstances,
): Answer {
  const trials = new Set(
    candidates.flatMap(({ measures }) =>
      measures.flatMap(({ values }) => values.filter((value) => value.counted).map(({ trial }) => trial)),
    ),
  );
  const leftOut = candidates
    .filter(({ measures }) => !measures.some(({ statistics }) => statistics !== null))
    .map(({ cell, label, usdPerHour }) => ({ cell, label, usdPerHour, why: 'no trial of it counts', open: false }));
  const all = counted(candidates.length, 'configuration');
  const suspect = suspectTrials(candidates, null);
  const why = suspect.only ? `: ${counted(suspect.count, 'trial')}, all suspect` : '';
  const text =
    leftOut.length === candidates.length
      ? `Nothing was to be decided, and none of ${all} has a trial that counts${why}.`
      : `Nothing was to be decided: this describes ${all}, by ${counted(trials.size, 'trial')}.`;
  const out = leftOutText({ candidates, circumstances });
  const some = leftOut.length > 0 && leftOut.length < candidates.length;
  return {
    status: 'described',
    met: null,
    reason: null,
    scope: null,
    metric: null,
    prefer: null,
    winner: null,
    runnerUp: null,
    tied: [],
    compared: [],
    open: [],
    resolution: null,
    ranking: [],
    leftOut,
    caveats: [],
    text: out === '' ? text : `${text} ${out}`,
    notes: [
      ...(some ? [`${leftOut.length} of ${all} ${leftOut.length === 1 ? 'has' : 'have'} no trial that counts.`] : []),
      ...despiteNotes({ candidates, circumstances }),
      ...suspectNotes(candidates, mainMetric(null, candidates), metrics),
      ...hourNotes(circumstances),
    ],
    reading: [],
  };
}

/** Whether a block had several rigs, which take no turns: then the hour may look like a difference between them. */
function hourNotes({ fleets, apart }: Circumstances): readonly string[] {
  if (!apart) return [];
  return fleets
    ? ['Each rig had a fleet and an hour of its own: what differed in these looks like a difference between them.']
    : ['Targets were measured one after another: what changed meanwhile looks like a difference between them.'];
}
