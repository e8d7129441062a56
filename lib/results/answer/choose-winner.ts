/** Chooses the winner: the best by comparison with each rival, or the cheapest that meets the thresholds. */
import { type DecisionRule, MIN_TRIALS } from '../../shapes/decision-rule';
import type { Metric } from '../../shapes/metric';
import type { Decision } from './answer';
import { compareRivals, type Comparing, type RivalComparison } from './compare';
import type { Contender, Entrant, ExcludedCell } from './contender';
import { hasThreshold, mayQualify, isQualified, getPriceRank } from './thresholds';

export type Choice = Pick<Decision, 'outcome' | 'comparison' | 'reason' | 'winner' | 'compared' | 'open'>;

export interface ChoiceInput extends Comparing {
  readonly decide: DecisionRule;
  readonly prefer: DecisionRule['prefer'];
  readonly better: Metric['better'];
}

const UNCOMPARED = { comparison: null, compared: [] } as const;

/** Chooses among at least one entrant. @param ranked the entrants in the order of {@link rankEntrants} */
export function chooseWinner(
  ranked: readonly Entrant[],
  leftOut: readonly ExcludedCell[],
  question: ChoiceInput,
): Choice {
  const candidates = ranked.filter(({ contender }) => mayQualify(contender));
  const unknown = leftOut.filter(({ open }) => open);
  if (candidates.length > 0)
    return (question.prefer === 'cheapest' ? chooseCheapest : chooseBest)(candidates, unknown, question);
  const open = unknown.map(({ cell }) => cell);
  return open.length > 0
    ? { ...UNCOMPARED, winner: null, open, outcome: 'open', reason: 'unmeasured' }
    : { ...UNCOMPARED, winner: null, open, outcome: 'misses', reason: null };
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
  const contenders = candidates.map(({ contender }) => contender);
  const byPrice = contenders.toSorted((a, b) => Number(a.price === null) - Number(b.price === null));
  const winner = byPrice.find(isQualified) ?? null;
  const named = winner ?? byPrice.find(({ alone }) => alone === 'yes') ?? null;
  const isBefore = (one: Pick<ExcludedCell, 'price'>): boolean =>
    named === null || getPriceRank(one) < getPriceRank(named);
  const before = contenders.filter((one) => one !== named && isBefore(one));
  const missing = unknown.filter(isBefore);
  const unpriced = named?.price === null && contenders.length + unknown.length > 1 ? [named] : [];
  const open = [...before, ...missing, ...unpriced].map(({ cell }) => cell);
  const isUnmeasured = [...missing, ...unpriced].length > 0 || before.some(({ price }) => price === null);
  const why = [...before, named].find((one) => (one?.reason ?? null) !== null)?.reason ?? null;
  const reason = isUnmeasured ? 'unmeasured' : why;
  const isLimited = hasThreshold(question.decide);
  if (winner === null || (!isLimited && open.length > 0))
    return { ...UNCOMPARED, winner: named, open, outcome: 'open', reason };
  const first = candidates.find(({ contender }) => contender === winner);
  const rank = getPriceRank(winner);
  const rivals = candidates.filter(
    ({ contender }) => contender !== winner && isQualified(contender) && getPriceRank(contender) === rank,
  );
  const compared = first === undefined || open.length > 0 ? [] : compareRivals(first, rivals, question);
  const comparison = compared.length === 0 ? null : concludeComparison(compared);
  return { outcome: isLimited ? 'meets' : 'best', comparison, reason, winner, compared, open };
}

/** The leader must be better than, or nearly as good as, every other contender that may qualify. */
function chooseBest(candidates: readonly Entrant[], unknown: readonly ExcludedCell[], question: ChoiceInput): Choice {
  const able = candidates.filter(({ contender }) => contender.n >= MIN_TRIALS);
  const contenders = candidates.map(({ contender }) => contender);
  const missing = unknown.map(({ cell }) => cell);
  const first = able[0];
  if (first === undefined)
    return {
      ...UNCOMPARED,
      winner: null,
      open: [...contenders.map(({ cell }) => cell), ...missing],
      outcome: 'open',
      reason: 'few',
    };
  const leader = findLeader(first, able, question);
  if (leader.contender.qualifies === 'open') {
    const open = contenders.filter(({ qualifies }) => qualifies === 'open').map(({ cell }) => cell);
    const winner = contenders.find(({ qualifies }) => qualifies === 'yes') ?? null;
    const { reason } = leader.contender;
    return { ...UNCOMPARED, winner, open, outcome: winner === null ? 'open' : 'meets', reason };
  }
  const compared = compareRivals(
    leader,
    candidates.filter((one) => one !== leader),
    question,
  );
  const comparison = missing.length > 0 ? 'open' : concludeComparison(compared);
  const reason =
    missing.length > 0 ? 'unmeasured' : (compared.find(({ verdict }) => verdict === 'open')?.reason ?? null);
  const outcome = hasThreshold(question.decide) ? 'meets' : comparison;
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
