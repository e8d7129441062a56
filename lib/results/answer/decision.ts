/** The answer to the question of an experiment: who competes, what is chosen, and of what it holds. */
import { type Decide, TRIALS_TO_SPEAK_OF } from '../../shapes/decide';
import type { Metrics } from '../../shapes/metric';
import { designFacts } from '../design/facts';
import { labelsOf } from '../label';
import { betterOf } from '../measures';
import { detectable, type Spread, unitsToCompare, unitsToPlace } from '../statistics/advice';
import type { Answer, DecidedParts, Met, Resolution, Scope } from './answer';
import { caveatsOf } from './caveats';
import { type Choice, choose, directionOf, preference, type Question, rank } from './choose';
import { type Candidate, type Circumstances, type Entrant, entrantsOf } from './contender';
import { descriptionOf } from './description';
import { answerNotes, readingNotes } from './notes';
import { answerText } from './sentence';
import { withStandings } from './standings';
import { locateTrials, makeUnitRow } from './units';

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
  circumstances: Circumstances,
): Answer {
  if (decide === null) return descriptionOf(candidates, metrics, circumstances);
  const competing = competingOf(decide, candidates, factors);
  const its = amongThese(circumstances, competing);
  const parts = decisionOf(decide, competing, metrics, its);
  const told = { decide, parts, metrics, circumstances: its, candidates: competing };
  return { ...parts, text: answerText(told), notes: answerNotes(told), reading: readingNotes(told) };
}

/** What was done to compare these: others may have had instances and rigs of their own. */
function amongThese({ fleets, several, trials }: Circumstances, competing: readonly Candidate[]): Circumstances {
  const cells = new Set(competing.map(({ cell }) => cell));
  const own = [...trials.values()].filter(({ cell }) => cells.has(cell));
  return { ...designFacts(fleets, several, own), trials };
}

const MET: Readonly<Record<DecidedParts['status'], Met | null>> = {
  described: null,
  decided: 'yes',
  equal: 'yes',
  safe: 'yes',
  close: 'open',
  open: 'open',
  burst: 'no',
  'none-qualifies': 'no',
  'too-few': 'open',
  'no-data': 'open',
};

/** The answer before it is put into words. @param candidates those that `decide.where` names, with their labels */
export function decisionOf(
  decide: Decide,
  candidates: readonly Candidate[],
  metrics: Metrics,
  circumstances: Circumstances,
): DecidedParts {
  const { entrants: found, leftOut } = entrantsOf(decide, candidates, circumstances);
  const contenders = found.map(({ contender }) => contender);
  const metricBetter = betterOf(metrics, decide.metric, contenders[0]?.unit ?? 'count');
  const prefer = preference(decide, contenders, metricBetter);
  const better = directionOf(prefer, metricBetter);
  const places = locateTrials(circumstances.trials, circumstances.several);
  const units = [...new Set([...places.values()].map(({ unit }) => unit))];
  const table = found.map(({ values }) => makeUnitRow(units, values, places, better === 'higher' ? 1 : -1));
  const entrants = withStandings(found, candidates, { decide, better, metrics, circumstances, places, table });
  const question: Question = { decide, prefer, better, table, entrants };
  const ranked = rank(entrants, question);
  const ranking = ranked.map(({ contender }) => contender);
  const choice = choiceOf(ranked, leftOut, question);
  const { status, winner, compared } = choice;
  const next = ranking.find((one) => one !== winner && one.qualifies !== 'no');
  return {
    ...choice,
    met: MET[status],
    scope: scopeOf(choice, ranked),
    metric: decide.metric,
    prefer,
    runnerUp: next ?? ranking.find((one) => one !== winner) ?? null,
    tied: compared.filter(({ verdict }) => verdict !== 'better').map(({ cell }) => cell),
    resolution: resolutionOf(decide, choice, ranked),
    ranking,
    leftOut,
    caveats: caveatsOf(decide, winner, ranking, candidates),
  };
}

type Chosen = Omit<Choice, 'status'> & Pick<DecidedParts, 'status'>;

function choiceOf(ranked: readonly Entrant[], leftOut: DecidedParts['leftOut'], question: Question): Chosen {
  const nothing = { winner: ranked[0]?.contender ?? null, compared: [], open: [], reason: 'few' } as const;
  if (ranked.length === 0) return { ...nothing, status: 'no-data' };
  if (ranked.every(({ contender }) => contender.n < TRIALS_TO_SPEAK_OF)) return { ...nothing, status: 'too-few' };
  return choose(ranked, leftOut, question);
}

function competingOf(
  decide: Decide,
  candidates: readonly Candidate[],
  factors: readonly string[],
): readonly Candidate[] {
  const named = candidates.filter(({ levels }) =>
    Object.entries(decide.where).every(([factor, level]) => levels[factor] === level),
  );
  const labels = labelsOf(named, factors, candidates);
  return named.map((candidate, index) => ({ ...candidate, label: labels[index] ?? candidate.cell }));
}

function scopeOf({ status, winner, compared }: Chosen, ranked: readonly Entrant[]): Scope | null {
  const [first] = ranked;
  if (first === undefined) return null;
  const { contender, spread } = ranked.find((one) => one.contender === winner) ?? first;
  const held = compared.flatMap(({ holdsTimes }) => holdsTimes ?? []);
  const limited = contender.qualifies !== null && compared.length === 0;
  return {
    unit: contender.unitKind,
    units: Math.min(...ranked.map((one) => one.contender.logs.n)),
    assumedInstance:
      status === 'burst' ? 0 : limited ? spread.forLimits : Math.max(0, ...compared.map((one) => one.assumedInstance)),
    assumedHour: Math.max(0, ...compared.map((one) => one.assumedHour)),
    holdsTimes: status !== 'decided' || held.length === 0 ? null : Math.min(...held),
    fall: contender.fall,
  };
}

/** What the units can find: of the first rival that is not decided, or of the cell whose standing is open. */
function resolutionOf(
  decide: Decide,
  { compared, open, winner }: Chosen,
  ranked: readonly Entrant[],
): Resolution | null {
  const ranking = ranked.map(({ contender }) => contender);
  const found = compared.find(({ verdict }) => verdict === 'inconclusive') ?? compared[0];
  const cell = ranking.find((one) => open.includes(one.cell)) ?? winner;
  if (cell === null) return null;
  const instance = ranked.find(({ contender }) => contender === cell)?.spread.forLimits ?? 0;
  const { unitKind: unit, logs } = cell;
  const known = found?.known ?? null;
  if (found !== undefined && known !== null && known.error > 0) {
    const n = Math.max(1, found.common === 0 ? logs.n : found.common);
    const { error, freedom, assumed } = known;
    const spread: Spread = { deviation: error * Math.sqrt(n / 2), freedom, assumed };
    return {
      unit,
      n,
      detectable: detectable(n, spread, decide.margin),
      unitsToDetect: unitsToCompare(decide.detect, spread, decide.margin),
    };
  }
  if (logs.deviation === null || logs.deviation === 0 || cell.limit === null) return null;
  const spread: Spread = { deviation: logs.deviation, freedom: logs.n - 1, assumed: instance ** 2 };
  const needed = unitsToPlace(Math.log1p(decide.detect), spread, Math.max(1, open.length));
  return { unit, n: logs.n, detectable: null, unitsToDetect: needed };
}
