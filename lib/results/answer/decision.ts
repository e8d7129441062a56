/** Answers the question of an experiment: contenders, choice, and scope of the answer. */
import { compareHosts, comparesStorageAlone } from '../../pricing/cell-prices';
import { type DecisionRule, MIN_TRIALS } from '../../shapes/decision-rule';
import type { Metrics } from '../../shapes/metric';
import { getDesignFacts } from '../design/facts';
import { makeLabels } from '../label';
import { getBetter } from '../measures';
import type { Answer, Decision, EffortEstimator, Scope } from './answer';
import {
  type Choice,
  chooseWinner,
  resolveDirection,
  resolvePreference,
  type ChoiceInput,
  rankEntrants,
} from './choose-winner';
import { makeTable } from './compare';
import type { Candidate, Circumstances, Entrant, ExcludedCell, WalkPlace } from './contender';
import { splitCandidates } from './figure';
import { judgeGate, selectPairs } from './gate';
import { listGateEvidence } from './gate-text';
import { writeHeadline } from './headline';
import { listAccepted } from '../exclusion-notes';
import { listNotes } from './notes';
import { type AnswerContext, isAboveProvisioned, listEvidence } from './phrases';
import { findSettlement } from './settle';
import { judgeEntrants } from './thresholds';
import { locateTrials } from './units';

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
  const competing = decide === null ? candidates : selectCandidates(decide, candidates, factors, circumstances);
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
    evidence:
      decide !== null && decision.gate !== undefined
        ? listGateEvidence({ ...told, decide, gate: decision.gate })
        : listEvidence(told),
    cautions: notes.slice(0, CAUTIONS_MAX),
    details: notes.slice(CAUTIONS_MAX),
    settle: findSettlement(told, effortOf),
  };
}

/** Maximum number of cautions; readers skip longer lists. */
export const CAUTIONS_MAX = 3;

const NO_DECISION: Decision = {
  outcome: null,
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

const MET_BY_OUTCOME = { meets: 'yes', best: 'yes', equal: 'yes', open: 'open', misses: 'no' } as const;

/** Makes the decision, without texts. @param candidates those that `decide.where` selects, with labels */
export function makeDecision(
  decide: DecisionRule,
  candidates: readonly Candidate[],
  metrics: Metrics,
  circumstances: Circumstances,
): Decision {
  const { trials, several } = circumstances;
  const { entrants: found, leftOut: others } = splitCandidates(decide, candidates, { metrics, trials });
  const leftOut = others.map((one) => explainUnmeasured(one, circumstances.walk?.get(one.cell)));
  const contenders = found.map(({ contender }) => contender);
  const metricBetter = getBetter(metrics, decide.metric, contenders[0]?.unit ?? 'count');
  const prefer = resolvePreference(decide, contenders, metricBetter);
  const better = resolveDirection(prefer, metricBetter);
  const places = locateTrials(trials, several);
  const placeOf = (cell: string): number | undefined => circumstances.walk?.get(cell)?.place;
  const { ahead } = circumstances;
  const { burst } = decide;
  const entrants = judgeEntrants(found, { decide, metrics, trials, burst, several, places, placeOf, ahead });
  const table = makeTable(entrants, places, better);
  const question: ChoiceInput = { decide, prefer, better, table, entrants, margin: decide.margin };
  const ranked = rankEntrants(entrants, question);
  const ranking = ranked.map(({ contender }) => contender);
  const { noWorse: allowed } = decide;
  const choice =
    allowed === undefined
      ? makeChoice(ranked, leftOut, question)
      : judgeGate(entrants, leftOut, { decide, allowed, table, better });
  const { outcome, winner } = choice;
  const next = ranking.find((one) => one !== winner && one.qualifies !== 'no');
  return {
    ...choice,
    met: outcome === null ? null : MET_BY_OUTCOME[outcome],
    scope: computeScope(choice, ranked),
    metric: decide.metric,
    prefer,
    runnerUp: next ?? ranking.find((one) => one !== winner) ?? null,
    ranking,
    leftOut,
  };
}

/** A candidate of a walk by price that was not measured. */
function explainUnmeasured(one: ExcludedCell, walk: WalkPlace | undefined): ExcludedCell {
  if (walk === undefined || walk.unmeasured === null) return one;
  return { ...one, why: walk.unmeasured, open: !walk.isPruned };
}

function makeChoice(ranked: readonly Entrant[], leftOut: Decision['leftOut'], question: ChoiceInput): Choice {
  const [first, ...others] = ranked;
  const nothing = { winner: first?.contender ?? null, compared: [], comparison: null, open: [] } as const;
  if (ranked.every(({ contender }) => contender.n < MIN_TRIALS)) return { ...nothing, outcome: 'open', reason: 'few' };
  const isOpen = leftOut.some(({ open }) => open);
  const isAlone = others.length === 0 && !isOpen && first?.contender.qualifies === null;
  return isAlone ? { ...nothing, outcome: null, reason: null } : chooseWinner(ranked, leftOut, question);
}

/** Selects the candidates by `decide.where`, and sets their labels and the price for the decision. */
function selectCandidates(
  decide: DecisionRule,
  candidates: readonly Candidate[],
  factors: readonly string[],
  { walk }: Pick<Circumstances, 'walk'>,
): readonly Candidate[] {
  const isNamed = ({ levels }: Candidate): boolean =>
    Object.entries(decide.where).every(([factor, level]) => levels[factor] === level);
  const named = decide.noWorse === undefined ? candidates.filter(isNamed) : selectPairs(candidates, isNamed);
  const labels = makeLabels(named, factors, candidates);
  const [isStorage, isOfHosts] = [comparesStorageAlone(named), compareHosts(named)];
  return named.map((candidate, index) => {
    const { cell, storageUsdPerHour = null, usdPerHour } = candidate;
    const price = walk?.get(cell)?.usdPerHour ?? (isStorage ? storageUsdPerHour : usdPerHour);
    const hosts = isOfHosts ? ({ hostsCompete: true } as const) : {};
    return { ...candidate, label: labels[index] ?? cell, price, ...hosts };
  });
}

function computeScope(choice: Choice & Pick<Decision, 'gate'>, ranked: readonly Entrant[]): Scope | null {
  const [first] = ranked;
  if (first === undefined) return null;
  const { winner, open, compared: rivals, gate } = choice;
  const compared = gate?.pairs ?? rivals;
  // Provisioned rates are promised for every instance.
  const limited = ranked.filter(
    ({ contender }) =>
      (contender === (winner ?? first.contender) || open.includes(contender.cell)) &&
      contender.qualifies !== null &&
      !isAboveProvisioned(contender),
  );
  const spreads = [
    ...limited.map(({ figure }) => figure.spread.forLimits),
    ...compared.map((one) => one.assumedInstance),
  ];
  return {
    unit: first.contender.unitKind,
    units: Math.min(...ranked.map((one) => one.contender.logs.n)),
    assumedInstance: Math.max(0, ...spreads),
    assumedHour: Math.max(0, ...compared.map(({ assumedHour }) => assumedHour)),
  };
}
