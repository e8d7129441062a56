/** Chooses the winner: the best by comparison with each rival, or the cheapest that meets the thresholds. */
import { type DecisionRule, MIN_TRIALS } from '../../shapes/decision-rule';
import type { Metric } from '../../shapes/metric';
import type { UnitTable } from '../statistics/difference';
import type { Decision, UndecidedReason } from './answer';
import { comparePair, type RivalComparison } from './compare';
import type { Contender, Entrant, ExcludedCell } from './contender';
import { hasThreshold, mayQualify, isQualified, getPriceRank } from './thresholds';

export type Choice = Pick<Decision, 'outcome' | 'comparison' | 'reason' | 'winner' | 'compared' | 'open'>;

export interface ChoiceInput {
  readonly decide: DecisionRule;
  readonly prefer: DecisionRule['prefer'];
  readonly better: Metric['better'];
  /** Rows in the order of the entrants. */
  readonly table: UnitTable;
  readonly entrants: readonly Entrant[];
}

/** Chooses among at least one entrant. @param ranked the entrants in the order of {@link rankEntrants} */
export function chooseWinner(
  ranked: readonly Entrant[],
  leftOut: readonly ExcludedCell[],
  question: ChoiceInput,
): Choice {
  const candidates = ranked.filter(({ contender }) => mayQualify(contender));
  const unknown = leftOut.filter(({ open }) => open);
  if (candidates.length === 0) return chooseNone(ranked, unknown);
  return (question.prefer === 'cheapest' ? chooseCheapest : chooseBest)(candidates, unknown, question);
}

const UNCOMPARED = { comparison: null, compared: [] } as const;

function chooseNone(ranked: readonly Entrant[], unknown: readonly ExcludedCell[]): Choice {
  const open = unknown.map(({ cell }) => cell);
  if (open.length > 0) return { ...UNCOMPARED, winner: null, open, outcome: 'inconclusive', reason: 'unmeasured' };
  const winner = ranked.find(({ contender }) => contender.burst)?.contender ?? null;
  return { ...UNCOMPARED, winner, open, outcome: winner === null ? 'misses' : 'burst-only', reason: null };
}

/** Chooses a configuration that surely meets the threshold, although a preferred one may meet it, too. */
function chooseSafe(candidates: readonly Contender[], open: readonly string[], reason: UndecidedReason): Choice {
  const winner = candidates.find(({ safe }) => safe) ?? null;
  return { ...UNCOMPARED, winner, open, outcome: winner === null ? 'inconclusive' : 'safe-choice', reason };
}

/**
 * Takes the first price at which a configuration may meet the threshold: it wins, or a more expensive one is the safe
 * choice, or the answer is inconclusive. Unmeasured configurations may be the cheapest.
 */
function chooseCheapest(
  candidates: readonly Entrant[],
  unknown: readonly ExcludedCell[],
  question: ChoiceInput,
): Choice {
  const contenders = candidates.map(({ contender }) => contender);
  const winner =
    contenders.find((one) => isQualified(one) && one.price !== null) ?? contenders.find(isQualified) ?? null;
  const end = winner === null ? Number.POSITIVE_INFINITY : getPriceRank(winner);
  const isBefore = (one: Pick<ExcludedCell, 'price'>): boolean => winner === null || getPriceRank(one) < end;
  const open = contenders.filter((one) => one !== winner && isBefore(one));
  const missing = unknown.filter(isBefore);
  const unpriced = winner?.price === null && contenders.length + unknown.length > 1 ? [winner] : [];
  const reason =
    missing.length > 0
      ? 'unmeasured'
      : unpriced.length > 0 || (winner !== null && open.some(({ price }) => price === null))
        ? 'price'
        : open.length > 0
          ? 'limit'
          : null;
  if (reason !== null) {
    const found = chooseSafe(contenders, [], reason);
    const isCheaper = (one: Contender): boolean =>
      found.winner === null || getPriceRank(one) < getPriceRank(found.winner);
    const cheaper = (found.winner === null ? open : contenders).filter(
      (one) => isCheaper(one) && (one.qualifies !== 'yes' || one.price === null),
    );
    const cells = [...cheaper, ...missing, ...unpriced].map(({ cell }) => cell);
    // Tested alone, the winner surely meets the threshold; as one of several candidates, it may not.
    return { ...found, winner: found.winner ?? (reason === 'limit' ? null : winner), open: cells };
  }
  const first = candidates.find(({ contender }) => contender === winner);
  const rivals = candidates.filter(({ contender }) => contender !== winner && getPriceRank(contender) === end);
  const compared =
    first === undefined
      ? []
      : compareRivals(
          first,
          rivals.filter(({ contender }) => isQualified(contender)),
          question,
        );
  const comparison = compared.length === 0 ? null : concludeComparison(compared);
  const outcome = hasThreshold(question.decide) ? 'meets' : 'best';
  return { outcome, comparison, reason: null, winner, compared, open: [] };
}

/** The leader must be better than, equivalent to, or no worse than every other contender that may qualify. */
function chooseBest(candidates: readonly Entrant[], unknown: readonly ExcludedCell[], question: ChoiceInput): Choice {
  const able = candidates.filter(({ contender }) => contender.n >= MIN_TRIALS);
  const contenders = candidates.map(({ contender }) => contender);
  const missing = unknown.map(({ cell }) => cell);
  const first = able[0];
  if (first === undefined) return chooseSafe([], [...contenders.map(({ cell }) => cell), ...missing], 'few');
  const leader = findLeader(first, able, question);
  if (leader.contender.qualifies === 'open') {
    const open = contenders.filter(({ qualifies }) => qualifies === 'open').map(({ cell }) => cell);
    return chooseSafe(contenders, open, 'limit');
  }
  const rivals = candidates.filter((one) => one !== leader);
  const compared = compareRivals(leader, rivals, question);
  const comparison = missing.length > 0 ? 'inconclusive' : concludeComparison(compared);
  const doubt = compared.find(({ verdict }) => verdict === 'inconclusive')?.doubt ?? null;
  const reason = missing.length > 0 ? 'unmeasured' : doubt;
  const outcome = hasThreshold(question.decide) ? 'meets' : comparison;
  return { outcome, comparison, reason, winner: leader.contender, compared, open: missing };
}

function concludeComparison(compared: readonly RivalComparison[]): NonNullable<Decision['comparison']> {
  const verdicts = new Set(compared.map(({ verdict }) => verdict));
  if (verdicts.has('inconclusive')) return 'inconclusive';
  return verdicts.has('no-worse') ? 'safe-choice' : verdicts.has('equal') ? 'equivalent' : 'best';
}

/** Differences adjusted for round and place may rank another leader first than plain means do. */
function findLeader(first: Entrant, able: readonly Entrant[], question: ChoiceInput): Entrant {
  return able.reduce((leader, one) => {
    const [found] = one === leader ? [] : compareRivals(leader, [one], question);
    return (found?.ratio ?? 1) < 1 ? one : leader;
  }, first);
}

function compareRivals(leader: Entrant, rivals: readonly Entrant[], question: ChoiceInput): readonly RivalComparison[] {
  const { entrants, table, decide } = question;
  const rowOf = ({ contender }: Entrant): number => entrants.findIndex((one) => one.contender.cell === contender.cell);
  const how = { margin: decide.margin, rivals: rivals.length };
  return rivals.map((rival) => comparePair(table, [leader, rival], [rowOf(leader), rowOf(rival)], how));
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
