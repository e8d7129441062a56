/** What stands in the place of an answer where nothing was to be decided: how much was measured, and no ranking. */
import { counted } from '../format';
import type { Answer } from './answer';
import type { Candidate } from './contender';
import { mainMetric } from '../measures';
import type { Metrics } from '../../shapes/metric';
import { suspectNotes, suspectTrials } from '../suspects';

/** Describes an execution. @param candidates all cells, in the order of the plan */
export function descriptionOf(candidates: readonly Candidate[], metrics: Metrics): Answer {
  const trials = new Set(
    candidates.flatMap(({ measures }) =>
      measures.flatMap(({ values }) => values.filter((value) => value.counted).map(({ trial }) => trial)),
    ),
  );
  const leftOut = candidates
    .filter(({ measures }) => !measures.some(({ statistics }) => statistics !== null))
    .map(({ cell, label }) => ({ cell, label, why: 'no trial of it is valid' }));
  const all = counted(candidates.length, 'configuration');
  const suspect = suspectTrials(candidates, null);
  const why = suspect.only ? `: ${counted(suspect.count, 'trial')}, all suspect` : '';
  const text =
    leftOut.length === candidates.length
      ? `Nothing was to be decided, and none of ${all} has a valid trial${why}.`
      : `Nothing was to be decided: this describes ${all}, by ${counted(trials.size, 'valid trial')}.`;
  const some = leftOut.length > 0 && leftOut.length < candidates.length;
  return {
    status: 'described',
    met: null,
    metric: null,
    statistic: null,
    prefer: null,
    winner: null,
    runnerUp: null,
    tied: [],
    moreReplicates: null,
    moreBlocks: false,
    ranking: [],
    leftOut,
    caveats: [],
    text,
    notes: [
      ...(some ? [`${leftOut.length} of ${all} ${leftOut.length === 1 ? 'has' : 'have'} no valid trial.`] : []),
      ...suspectNotes(candidates, mainMetric(null, candidates), metrics),
    ],
  };
}
