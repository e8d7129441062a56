/** The answer to the question of an experiment, computed from `decide` and nothing else. */
import type { Answer, DecidedParts, Met, Resolution } from './answer';
import { type Decide, TRIALS_TO_COMPARE, TRIALS_TO_SPEAK_OF } from '../../shapes/decide';
import { caveatsOf } from './caveats';
import { type Choice, choose, directionOf, preference, type Question, ranked } from './choose';
import { type Candidate, type Circumstances, type Contender, entrantsOf } from './contender';
import { descriptionOf } from './description';
import { labelsOf } from '../label';
import type { Metrics } from '../../shapes/metric';
import { betterOf } from '../measures';
import { type Cause, copiesMatter, designFacts } from '../design/facts';
import { type Demand, detectable, unitsToPlace, unitsToTell } from '../statistics/resolution';
import { pooledDeviation } from '../statistics/logs';
import { mayDrift } from '../statistics/trend';
import { seriesOfRigs } from '../trends';
import { causesOf, type Compared, COPY_MARGIN, hourFloor, hourMargin } from './rivals';
import { mayPass, withStandings } from './standings';
import { answerNotes, readingNotes } from './notes';
import { answerText } from './sentence';

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

/** What was done to compare these: others may have had copies and rigs of their own. */
function amongThese(circumstances: Circumstances, competing: readonly Candidate[]): Circumstances {
  const { fleets, several, trials } = circumstances;
  const cells = new Set(competing.map(({ cell }) => cell));
  const own = [...trials.values()].filter(({ cell }) => cells.has(cell));
  return { ...designFacts(fleets, several, own), trials };
}

/** Ten units are what a thorough experiment takes. */
const TEN = 10;

/** The answer before it is put into words. @param candidates those that `decide.where` names, with their labels */
export function decisionOf(
  decide: Decide,
  candidates: readonly Candidate[],
  metrics: Metrics,
  circumstances: Circumstances,
): DecidedParts {
  const { entrants: found, leftOut } = entrantsOf(decide, candidates, circumstances);
  const series = seriesOfRigs(candidates, decide.metric, circumstances.trials);
  const drifting = (rigs: ReadonlySet<string>): boolean => mayDrift([...rigs].flatMap((rig) => series.get(rig) ?? []));
  const all = withStandings(decide, found, candidates, { ...circumstances, drifting });
  const contenders = all.map(({ contender }) => contender);
  const better = betterOf(metrics, decide.metric, contenders[0]?.unit ?? 'count');
  const prefer = preference(decide, contenders, better);
  const { margin, statistic } = decide;
  const question: Question = {
    ...circumstances,
    drifting,
    decide,
    prefer,
    margin,
    statistic,
    better: directionOf(prefer, better),
  };
  const entrants = ranked(all, question);
  const ranking = entrants.map(({ contender }) => contender);
  const few = ranking.every(({ n }) => n < TRIALS_TO_SPEAK_OF);
  const described = statistic === 'min' || statistic === 'max';
  const nothing: Omit<Choice, 'status'> = { winner: ranking[0] ?? null, compared: [], open: [] };
  const { status, winner, compared, open }: Pick<DecidedParts, 'status'> & Omit<Choice, 'status'> =
    ranking.length === 0
      ? { ...nothing, status: 'no-data' }
      : few
        ? { ...nothing, status: 'too-few' }
        : described
          ? { ...nothing, status: 'described' }
          : choose(entrants, leftOut, question);
  const tied = compared.filter(({ result }) => result !== 'apart').map(({ cell }) => cell);
  const causes = doubtsOf(compared, circumstances);
  const demand = demandOf(decide, compared, ranking, { several: circumstances.several, causes });
  const resolution = resolutionOf(ranking, demand, causes);
  const next = ranking.find((one) => one !== winner && mayPass(one));
  const first = compared.find(({ result }) => result === 'close');
  const parts = {
    status,
    met: metOf(status),
    metric: decide.metric,
    statistic: decide.statistic,
    prefer,
    winner,
    runnerUp: next ?? ranking.find((one) => one !== winner) ?? null,
    tied,
    compared,
    open,
    resolution,
    unitsNeeded: needed(decide, { ranking, compared, open }, demand),
    moreBlocks: (first !== undefined && onlyBlocksTell(first)) || resolution?.unit === 'block',
    ranking,
    leftOut,
  };
  return { ...parts, caveats: caveatsOf(decide, winner, ranking, candidates) };
}

const MET: Readonly<Record<DecidedParts['status'], Met | null>> = {
  described: null,
  decided: 'yes',
  equal: 'yes',
  close: 'open',
  open: 'open',
  'none-qualifies': 'no',
  'too-few': 'open',
  'no-data': 'open',
};

function metOf(status: DecidedParts['status']): Met | null {
  return MET[status];
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

/** No number of repeats tells so little of two copies, or of two hours, apart. */
function onlyBlocksTell({ doubt, confounded, floor, ratio }: Compared): boolean {
  const blocks = confounded === 'copy' || confounded === 'hour';
  if (doubt === 'copy' || doubt === 'hour') return true;
  if (doubt === 'drift') return blocks;
  return doubt === 'noise' && blocks && ratio !== null && ratio < 1 + floor;
}

/** What rules are reckoned by: the first that is not told apart, if there is one. */
function doubtedOf(all: readonly Compared[]): Compared | undefined {
  return all.find(({ result }) => result === 'close') ?? all[0];
}

/** What may look like a difference between these; where a limit was asked for, none were compared: between any. */
function doubtsOf(all: readonly Compared[], circumstances: Circumstances): readonly Cause[] {
  const found = doubtedOf(all);
  if (found !== undefined) return causesOf(found, circumstances);
  const { several, apart, periods, fleets } = circumstances;
  const copy: readonly Cause[] = copiesMatter(circumstances) ? ['copy'] : [];
  const rigs = apart && !several;
  if (!rigs && periods === 1) return copy;
  return [...copy, ...(rigs && fleets ? (['fleet'] as const) : []), 'hour'];
}

/** What the rules ask of a difference between these: of the first that is not told apart, if there is one. */
function demandOf(
  { margin, statistic }: Decide,
  all: readonly Compared[],
  ranking: readonly Contender[],
  { several, causes }: Pick<Circumstances, 'several'> & { readonly causes: readonly Cause[] },
): Demand {
  const found = doubtedOf(all);
  const hours = causes.includes('hour');
  const alone = hours
    ? hourMargin(
        ranking.map(({ logs }) => logs),
        several,
      )
    : causes.length > 0
      ? COPY_MARGIN
      : 0;
  const demand = { margin, floor: found?.floor ?? alone, means: statistic === 'mean', equal: !hours };
  const deviation = hours && !several ? pooledDeviation(ranking.map(({ logs }) => logs)) : null;
  return deviation === null ? demand : { ...demand, floorAt: (n) => hourFloor(n, deviation) };
}

function resolutionOf(ranking: readonly Contender[], demand: Demand, causes: readonly Cause[]): Resolution | null {
  const able = ranking.filter(({ logs }) => logs.n > 1);
  const deviation = pooledDeviation(able.map(({ logs }) => logs));
  const [one] = able;
  if (deviation === null || deviation === 0 || one === undefined || ranking.length < 2) return null;
  // Fewer trials tell nothing apart.
  const n = Math.max(TRIALS_TO_COMPARE, Math.min(...able.map(({ logs }) => logs.n)));
  return {
    unit: one.unitKind,
    n,
    detectable: detectable(n, deviation, demand),
    withTen: n < TEN ? detectable(TEN, deviation, demand) : null,
    floor: demand.floor,
    causes: demand.floor === 0 ? [] : causes,
  };
}

/** Units in all that would settle what is not; null where nothing would, or more than anybody takes. */
function needed(
  { atLeast, atMost }: Decide,
  { ranking, compared, open }: Pick<DecidedParts, 'ranking' | 'compared' | 'open'>,
  demand: Demand,
): number | null {
  const deviation = pooledDeviation(ranking.map(({ logs }) => logs));
  if (deviation === null || deviation === 0) return null;
  const close = compared.find(({ result }) => result === 'close');
  if (close?.doubt === 'noise' && close.ratio !== null)
    return unitsToTell(Math.expm1(Math.abs(Math.log(close.ratio))), deviation, demand);
  // Where the hour is the doubt, no number of them would settle it.
  const cell = ranking.find((one) => open.includes(one.cell) && one.limit === 'open' && one.doubt === null);
  if (cell === undefined) return null;
  const limits = [atLeast, atMost].flatMap((limit) => (limit === undefined ? [] : [Math.log(limit)]));
  const distance = Math.min(...limits.map((limit) => Math.abs(limit - cell.logs.mean)));
  const keeps = cell.logs.mean >= Math.log(atLeast ?? 0) && cell.logs.mean <= Math.log(atMost ?? Infinity);
  return distance > 0 ? unitsToPlace(distance, deviation, keeps ? cell.among : 1) : null;
}
