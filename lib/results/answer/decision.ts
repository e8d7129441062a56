/** The answer to the question of an experiment, computed from `decide` and nothing else. */
import type { Answer, DecidedParts } from './answer';
import { type Decide, TRIALS_TO_DECIDE } from '../../shapes/decide';
import { caveatsOf } from './caveats';
import { blocksApart, type Candidate, type Contender, contendersOf, passes, separated } from './contender';
import { descriptionOf } from './description';
import { labelsOf } from '../label';
import type { Metric, Metrics } from '../../shapes/metric';
import { betterOf } from '../measures';
import { moreReplicates } from '../statistics/replicates';
import { suspectNotes, suspectTrials } from '../suspects';
import { answerNotes, answerText } from './sentence';

/**
 * Answers the question; describes where there is none.
 * @param candidates all cells, in the order of the plan
 * @param factors names in the order of the plan: contenders are called by the levels that tell them apart
 * @param metrics what the workloads say of theirs
 */
export function answerOf(
  decide: Decide | null,
  candidates: readonly Candidate[],
  factors: readonly string[],
  metrics: Metrics,
): Answer {
  return decide === null ? descriptionOf(candidates, metrics) : decided(decide, candidates, factors, metrics);
}

function decided(
  decide: Decide,
  candidates: readonly Candidate[],
  factors: readonly string[],
  metrics: Metrics,
): Answer {
  const all = competing(decide, candidates, factors);
  const { contenders, leftOut } = contendersOf(decide, all);
  const better = betterOf(metrics, decide.metric, contenders[0]?.unit ?? 'count');
  const prefer = preference(decide, contenders, better);
  const ranking = contenders.toSorted(
    (a, b) => Number(passes(b)) - Number(passes(a)) || order(prefer, better, decide, a, b),
  );
  const [winner = null, next = null] = ranking.filter(passes);
  const others = ranking.filter((contender) => !passes(contender));
  const caveats = caveatsOf(decide, winner, ranking);
  const base = { metric: decide.metric, statistic: decide.statistic, prefer, ranking, leftOut, caveats };
  const runnerUp = next ?? others[0] ?? null;
  const rivals = winner === null ? [] : ranking.filter((rival) => rival !== winner && competes(prefer, winner, rival));
  const tied = rivals.filter((rival) => winner !== null && overlapping(winner, rival));
  const status = statusOf(decide, ranking, winner, runnerUp, tied);
  const rival = tied[0] ?? null;
  const parts = {
    ...base,
    status,
    met: winner !== null && status !== 'too-few',
    winner: winner ?? null,
    runnerUp: winner === null ? (others[0] ?? null) : runnerUp,
    tied: tied.map(({ cell }) => cell),
    moreReplicates: status === 'close' && winner !== null ? missing(decide, winner, rival) : null,
    moreBlocks: winner !== null && rival !== null && rival.blocks !== null && !blocksApart(winner, rival),
  };
  const notes = [...answerNotes(decide, parts), ...suspectNotes(all, decide.metric, metrics, decide.statistic)];
  return { ...parts, text: answerText(decide, parts, metrics, suspectTrials(all, decide.metric)), notes };
}

function competing(decide: Decide, candidates: readonly Candidate[], factors: readonly string[]): readonly Candidate[] {
  const named = candidates.filter(({ levels }) =>
    Object.entries(decide.where).every(([factor, level]) => levels[factor] === level),
  );
  const labels = labelsOf(named, factors);
  return named.map((candidate, index) => ({ ...candidate, label: labels[index] ?? candidate.cell }));
}

function statusOf(
  { statistic }: Decide,
  ranking: readonly Contender[],
  winner: Contender | null,
  runnerUp: Contender | null,
  tied: readonly Contender[],
): DecidedParts['status'] {
  if (ranking.length === 0) return 'no-data';
  if (winner === null) return 'none-qualifies';
  const few = (contender: Contender | null): boolean => contender !== null && contender.n < TRIALS_TO_DECIDE;
  if (few(winner) || (few(runnerUp) && runnerUp?.qualifies !== 'no')) return 'too-few';
  // Nothing is known about how far the minimum or maximum of other replicates would lie: the values stand alone.
  if (statistic === 'min' || statistic === 'max') return 'decided';
  return tied.length > 0 || winner.qualifies === 'likely' ? 'close' : 'decided';
}

function overlapping(winner: Contender, rival: Contender): boolean {
  return winner.interval !== null && rival.interval !== null && !separated(winner, rival);
}

/** At equal, no or unknown price, `cheapest` means the best by the metric's direction. */
function preference({ prefer }: Decide, contenders: readonly Contender[], better: Metric['better']): Decide['prefer'] {
  if (prefer !== 'cheapest') return prefer;
  const prices = new Set(contenders.map(({ usdPerHour }) => usdPerHour));
  if (prices.size > 1 && !prices.has(null)) return 'cheapest';
  return better === 'higher' ? 'highest' : 'lowest';
}

/** Those that pass by what is preferred, the others by how little they miss. */
function order(prefer: Decide['prefer'], better: Metric['better'], decide: Decide, a: Contender, b: Contender): number {
  if (!passes(a)) return distance(decide, a) - distance(decide, b);
  if (prefer === 'highest') return b.value - a.value;
  if (prefer === 'lowest') return a.value - b.value;
  const price = (a.usdPerHour ?? Number.POSITIVE_INFINITY) - (b.usdPerHour ?? Number.POSITIVE_INFINITY);
  if (price !== 0) return price;
  return better === 'higher' ? b.value - a.value : a.value - b.value;
}

function distance(
  { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Decide,
  { value }: Contender,
): number {
  return Math.max(atLeast - value, value - atMost);
}

/** Who could take the winner's place: everybody that passes, at the same price where price decides. */
function competes(prefer: Decide['prefer'], winner: Contender, rival: Contender): boolean {
  return passes(rival) && (prefer !== 'cheapest' || rival.usdPerHour === winner.usdPerHour);
}

function missing(decide: Decide, winner: Contender, rival: Contender | null): number | null {
  if (rival !== null) return moreReplicates([winner, rival], winner.value - rival.value, decide.statistic);
  const distances = [decide.atLeast, decide.atMost].flatMap((limit) =>
    limit === undefined ? [] : [Math.abs(winner.value - limit)],
  );
  return moreReplicates([winner], Math.min(...distances), decide.statistic);
}
