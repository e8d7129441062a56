/** Answers the question of an experiment: contenders, choice, and scope of the answer. */
import { type DecisionRule, MIN_TRIALS } from '../../shapes/decision-rule';
import type { Metrics } from '../../shapes/metric';
import { getDesignFacts } from '../design/facts';
import { makeLabels } from '../label';
import { getBetter } from '../measures';
import { type UnitSpread, countUnitsToCompare, countUnitsToPlace } from '../statistics/advice';
import type { Answer, Decision, MetState, AnswerOutcome, Resolution, Scope } from './answer';
import {
  type Choice,
  chooseWinner,
  resolveDirection,
  resolvePreference,
  type ChoiceInput,
  rankEntrants,
} from './choose-winner';
import { type Candidate, type Circumstances, type Entrant, splitCandidates } from './contender';
import { writeHeadline } from './headline';
import { listAccepted } from '../exclusion-notes';
import { listNotes } from './notes';
import { type AnswerContext, listEvidence } from './phrases';
import { type EffortEstimator, findSettlement } from './settle';
import { judgeEntrants } from './thresholds';
import { locateTrials, makeUnitRow } from './units';

/**
 * Answers the question, or describes the results if there is none. @param candidates all cells, in plan order
 * @param factors names in the order of the plan; labels use the levels that distinguish contenders
 * @param effortOf effort of one more unit of each configuration; absent without a plan
 */
export function buildAnswer(
  decide: DecisionRule | null,
  candidates: readonly Candidate[],
  factors: readonly string[],
  metrics: Metrics,
  circumstances: Circumstances,
  effortOf: EffortEstimator = () => null,
): Answer {
  const competing = decide === null ? candidates : selectCandidates(decide, candidates, factors);
  const its = decide === null ? circumstances : narrowToCells(circumstances, competing);
  const decision = decide === null ? NO_DECISION : makeDecision(decide, competing, metrics, its);
  const told: AnswerContext = { decide, decision, metrics, circumstances: its, candidates: competing };
  const notes = listNotes(told);
  const headline = writeHeadline(told);
  const isExploratory = its.accept?.isExploratory === true && listAccepted(its).length > 0;
  return {
    ...decision,
    met: isExploratory && decision.met !== null ? 'open' : decision.met,
    isExploratory,
    headline: isExploratory ? `Exploratory: ${headline}`.replace(': Inconclusive', ', inconclusive') : headline,
    evidence: listEvidence(told),
    cautions: notes.slice(0, CAUTIONS_MAX),
    details: notes.slice(CAUTIONS_MAX),
    settle: findSettlement(told, effortOf),
  };
}

/** Maximum number of cautions; readers skip longer lists. */
const CAUTIONS_MAX = 3;

const NO_DECISION: Decision = {
  outcome: 'described',
  met: null,
  comparison: null,
  reason: null,
  scope: null,
  metric: null,
  prefer: null,
  winner: null,
  runnerUp: null,
  compared: [],
  open: [],
  resolution: null,
  ranking: [],
  leftOut: [],
};

/** Keeps only the circumstances of these cells; other cells may have had other instances and rigs. */
function narrowToCells(circumstances: Circumstances, competing: readonly Candidate[]): Circumstances {
  const { fleets, several, trials } = circumstances;
  const cells = new Set(competing.map(({ cell }) => cell));
  const own = [...trials.values()].filter(({ cell }) => cells.has(cell));
  return { ...circumstances, ...getDesignFacts(fleets, several, own) };
}

const MET_BY_OUTCOME: Readonly<Record<AnswerOutcome, MetState | null>> = {
  described: null,
  meets: 'yes',
  best: 'yes',
  equivalent: 'yes',
  'safe-choice': 'yes',
  inconclusive: 'open',
  'too-little': 'open',
  'burst-only': 'no',
  misses: 'no',
};

/** Makes the decision, without texts. @param candidates those that `decide.where` selects, with labels */
export function makeDecision(
  decide: DecisionRule,
  candidates: readonly Candidate[],
  metrics: Metrics,
  circumstances: Circumstances,
): Decision {
  const { entrants: found, leftOut } = splitCandidates(decide, candidates, circumstances);
  const contenders = found.map(({ contender }) => contender);
  const metricBetter = getBetter(metrics, decide.metric, contenders[0]?.unit ?? 'count');
  const prefer = resolvePreference(decide, contenders, metricBetter);
  const better = resolveDirection(prefer, metricBetter);
  const places = locateTrials(circumstances.trials, circumstances.several);
  const units = [...new Set([...places.values()].map(({ unit }) => unit))];
  const table = found.map(({ figure }) => makeUnitRow(units, figure.values, places, better === 'higher' ? 1 : -1));
  const entrants = judgeEntrants(found, { decide, metrics, circumstances, places });
  const question: ChoiceInput = { decide, prefer, better, table, entrants };
  const ranked = rankEntrants(entrants, question);
  const ranking = ranked.map(({ contender }) => contender);
  const choice = makeChoice(ranked, leftOut, question);
  const { outcome, winner } = choice;
  const next = ranking.find((one) => one !== winner && one.qualifies !== 'no');
  return {
    ...choice,
    met: MET_BY_OUTCOME[outcome],
    scope: computeScope(choice, ranked),
    metric: decide.metric,
    prefer,
    runnerUp: next ?? ranking.find((one) => one !== winner) ?? null,
    resolution: computeResolution(decide, choice, ranked),
    ranking,
    leftOut,
  };
}

function makeChoice(ranked: readonly Entrant[], leftOut: Decision['leftOut'], question: ChoiceInput): Choice {
  const [first, ...others] = ranked;
  const nothing = { winner: first?.contender ?? null, compared: [], comparison: null, open: [] } as const;
  if (ranked.every(({ contender }) => contender.n < MIN_TRIALS))
    return { ...nothing, outcome: 'too-little', reason: 'few' };
  const isOpen = leftOut.some(({ open }) => open);
  const alone = others.length === 0 && !isOpen && first?.contender.qualifies === null;
  return alone ? { ...nothing, outcome: 'described', reason: null } : chooseWinner(ranked, leftOut, question);
}

/** Selects the candidates by `decide.where`, and sets their labels and the price for the decision. */
function selectCandidates(
  decide: DecisionRule,
  candidates: readonly Candidate[],
  factors: readonly string[],
): readonly Candidate[] {
  const named = candidates.filter(({ levels }) =>
    Object.entries(decide.where).every(([factor, level]) => levels[factor] === level),
  );
  const labels = makeLabels(named, factors, candidates);
  // Local disks of hosts have no separate price, so compare prices with hosts. Ignores unknown prices.
  const priced = named.every((one) => one.usdPerHour === null || (one.storageUsdPerHour ?? 0) > 0);
  return named.map((candidate, index) => {
    const { cell, storageUsdPerHour = null, usdPerHour } = candidate;
    return { ...candidate, label: labels[index] ?? cell, price: priced ? storageUsdPerHour : usdPerHour };
  });
}

function computeScope({ outcome, comparison, winner, compared }: Choice, ranked: readonly Entrant[]): Scope | null {
  const chosen = ranked.find(({ contender }) => contender === winner) ?? ranked[0];
  if (chosen === undefined) return null;
  const { contender, figure } = chosen;
  const held = compared.flatMap(({ holdsTimes }) => holdsTimes ?? []);
  const limited = contender.qualifies !== null && compared.length === 0;
  const compare = Math.max(0, ...compared.map(({ assumedInstance }) => assumedInstance));
  return {
    unit: contender.unitKind,
    units: Math.min(...ranked.map((one) => one.contender.logs.n)),
    assumedInstance: outcome === 'burst-only' ? 0 : limited ? figure.spread.forLimits : compare,
    assumedHour: Math.max(0, ...compared.map(({ assumedHour }) => assumedHour)),
    holdsTimes: comparison !== 'best' || held.length === 0 ? null : Math.min(...held),
  };
}

/** Differences that more units detect: for the first undecided rival, or the cell with an inconclusive threshold. */
function computeResolution(
  { detect, margin, atLeast, atMost }: DecisionRule,
  { compared, open, winner }: Choice,
  ranked: readonly Entrant[],
): Resolution | null {
  const { known = null, common = 0 } = compared.find(({ verdict }) => verdict === 'inconclusive') ?? compared[0] ?? {};
  const entrant =
    ranked.find(({ contender }) => open.includes(contender.cell)) ??
    ranked.find(({ contender }) => contender === winner);
  if (entrant === undefined) return null;
  const { unitKind: unit, logs, limit } = entrant.contender;
  if (known !== null && known.error > 0) {
    const n = Math.max(1, common === 0 ? logs.n : common);
    const spread: UnitSpread = { ...known, deviation: known.error * Math.sqrt(n / 2) };
    return { unit, n, unitsToDetect: countUnitsToCompare(detect, spread, margin) };
  }
  if (logs.deviation === null || logs.deviation === 0 || limit === null) return null;
  const assumed = entrant.figure.spread.forLimits ** 2;
  const limits = [atLeast, atMost].flatMap((one) => one ?? []);
  const away = Math.min(...limits.map((one) => Math.abs(Math.log(one) - logs.mean)));
  const spread: UnitSpread = { deviation: logs.deviation, freedom: logs.n - 1, assumed };
  return {
    unit,
    n: logs.n,
    unitsToDetect: countUnitsToPlace(Math.max(Math.log1p(detect), away), spread, Math.max(1, open.length)),
  };
}
