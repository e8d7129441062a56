/** Chooses the winner: the best by comparison with each rival, or the cheapest that meets the thresholds. */
import { type DecisionRule, MIN_TRIALS } from '../../shapes/decision-rule';
import type { Metric } from '../../shapes/metric';
import type { Decision } from './answer';
import { compareRivals, type Comparing, type RivalComparison } from './compare';
import type { Contender, Entrant, ExcludedCell } from './contender';
import { hasThreshold } from '../../shapes/decision-rule';
import { mayQualify, isQualified, getPriceRank } from './thresholds';

export type Choice = Pick<Decision, 'outcome' | 'comparison' | 'reason' | 'winner' | 'compared' | 'open'>;

export interface ChoiceInput extends Comparing {
  readonly decide: DecisionRule;
  readonly prefer: DecisionRule['prefer'];
}

const UNCOMPARED = { winner: null, comparison: null, compared: [] } as const;

/** Chooses among at least one entrant. @param ranked the entrants in the order of {@link rankEntrants} */
export function chooseWinner(
  ranked: readonly Entrant[],
  leftOut: readonly ExcludedCell[],
  question: ChoiceInput,
): Choice {
  const candidates = ranked.filter(({ contender }) => mayQualify(contender));
  const unknown = leftOut.filter(({ open }) => open);
  const open = unknown.map(({ cell }) => cell);
  if (candidates.length > 0)
    return (question.prefer === 'cheapest' ? chooseCheapest : chooseBest)(candidates, unknown, question);
  return open.length > 0
    ? { ...UNCOMPARED, open, outcome: 'open', reason: 'unmeasured' }
    : { ...UNCOMPARED, open, outcome: 'misses', reason: null };
}

/**
 * Takes the cheapest that meets the threshold, and lists cheaper ones that may: without a value or price, too. If none
 * meets it as one of several candidates, the answer is open, and names the cheapest that meets it by itself.
 */
function chooseCheapest(
  candidates: readonly Entrant[],
  unknown: readonly ExcludedCell[],
  question: ChoiceInput,
): Choice {
  const byPrice = candidates.toSorted(
    (a, b) => Number(a.contender.price === null) - Number(b.contender.price === null),
  );
  const sure = byPrice.find(({ contender }) => isQualified(contender));
  const named = (sure ?? byPrice.find(({ contender }) => contender.alone === 'yes'))?.contender ?? null;
  const isBefore = (one: Pick<ExcludedCell, 'price'>): boolean =>
    named === null || getPriceRank(one) < getPriceRank(named);
  const before = candidates.flatMap(({ contender }) => (contender !== named && isBefore(contender) ? [contender] : []));
  const missing = unknown.filter(isBefore);
  const unpriced = named?.price === null && candidates.length + unknown.length > 1 ? [named] : [];
  const open = [...before, ...missing, ...unpriced].map(({ cell }) => cell);
  const isUnmeasured = [...missing, ...unpriced].length > 0 || before.some(({ price }) => price === null);
  const why = [...before, named].find((one) => (one?.reason ?? null) !== null)?.reason ?? null;
  const reason = isUnmeasured ? 'unmeasured' : why;
  const isLimited = hasThreshold(question.decide);
  if (sure === undefined || (!isLimited && open.length > 0))
    return { ...UNCOMPARED, winner: named, open, outcome: 'open', reason };
  const rivals = candidates.filter(
    (one) => one !== sure && isQualified(one.contender) && getPriceRank(one.contender) === getPriceRank(sure.contender),
  );
  const compared = open.length > 0 ? [] : compareRivals(sure, rivals, question);
  const comparison = compared.length === 0 ? null : concludeComparison(compared);
  return { outcome: isLimited ? 'meets' : 'best', comparison, reason, winner: named, compared, open };
}

/** The leader must be better than, or nearly as good as, every other contender that may qualify. */
function chooseBest(candidates: readonly Entrant[], unknown: readonly ExcludedCell[], question: ChoiceInput): Choice {
  const missing = unknown.map(({ cell }) => cell);
  const able = candidates.filter(({ contender }) => contender.n >= MIN_TRIALS);
  const [first] = able;
  if (first === undefined) {
    const open = [...candidates.map(({ contender }) => contender.cell), ...missing];
    return { ...UNCOMPARED, open, outcome: 'open', reason: 'few' };
  }
  const leader = findLeader(first, able, question);
  if (leader.contender.qualifies === 'open') {
    const contenders = candidates.map(({ contender }) => contender);
    const winner = contenders.find(({ qualifies }) => qualifies === 'yes') ?? null;
    const ahead = contenders.slice(0, winner === null ? undefined : contenders.indexOf(winner));
    const open = ahead.filter(({ qualifies }) => qualifies === 'open').map(({ cell }) => cell);
    return { ...UNCOMPARED, winner, open, outcome: winner ? 'meets' : 'open', reason: leader.contender.reason };
  }
  const rivals = candidates.filter((one) => one !== leader);
  const compared = compareRivals(leader, rivals, question);
  const isMissing = missing.length > 0;
  const comparison = isMissing ? 'open' : concludeComparison(compared);
  const why = compared.find(({ verdict }) => verdict === 'open')?.reason ?? null;
  const outcome = hasThreshold(question.decide) ? 'meets' : comparison;
  const reason = isMissing ? 'unmeasured' : why;
  return { outcome, comparison, reason, winner: leader.contender, compared, open: missing };
}

function concludeComparison(compared: readonly RivalComparison[]): NonNullable<Decision['comparison']> {
  const verdicts = new Set(compared.map(({ verdict }) => verdict));
  return verdicts.has('open') ? 'open' : verdicts.has('nearly') ? 'equal' : 'best';
}

/** Differences adjusted for round and place may rank another leader first than plain means do. */
function findLeader(first: Entrant, able: readonly Entrant[], question: ChoiceInput): Entrant {
  return able.reduce((leader, one) => {
    const [found] = one === leader ? [] : compareRivals(leader, [one], question);
    return (found?.ratio ?? 1) < 1 ? one : leader;
  }, first);
}

/** Sorts contenders that may qualify first, by preference; then all other contenders, by the metric. */
export function rankEntrants(entrants: readonly Entrant[], question: ChoiceInput): readonly Entrant[] {
  return entrants.toSorted((a, b) => compareRank(a.contender, b.contender, question));
}

function compareRank(a: Contender, b: Contender, { prefer, better }: ChoiceInput): number {
  const standing = Number(mayQualify(b)) - Number(mayQualify(a));
  const quality = (better === 'higher' ? 1 : -1) * (b.logs.mean - a.logs.mean);
  if (standing !== 0 || !mayQualify(a) || prefer !== 'cheapest') return standing || quality;
  const [pa, pb] = [a, b].map(({ price }) => getPriceRank({ price: price ?? Infinity }));
  if (pa !== pb) return (pa ?? 0) - (pb ?? 0);
  return Number(isQualified(b)) - Number(isQualified(a)) || quality;
}

/** Without thresholds and at equal prices, `cheapest` means best by the metric's direction. */
export function resolvePreference(
  decide: DecisionRule,
  contenders: readonly Contender[],
  better: Metric['better'],
): DecisionRule['prefer'] {
  if (decide.prefer !== 'cheapest' || hasThreshold(decide)) return decide.prefer;
  const prices = new Set(contenders.map(getPriceRank));
  if (prices.size !== 1 || prices.has(Number.NEGATIVE_INFINITY)) return 'cheapest';
  return better === 'higher' ? 'highest' : 'lowest';
}

/** Whether higher or lower values of the metric are better. */
export function resolveDirection(prefer: DecisionRule['prefer'], better: Metric['better']): Metric['better'] {
  if (prefer === 'highest') return 'higher';
  return prefer === 'lowest' ? 'lower' : better;
}
