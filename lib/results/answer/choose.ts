/** Who is the answer: the best by comparison with each rival, or the first by price that keeps to the limits. */
import { type Decide, TRIALS_TO_SPEAK_OF } from '../../shapes/decide';
import type { Metric } from '../../shapes/metric';
import type { UnitTable } from '../statistics/difference';
import type { Decision, Reason } from './answer';
import { compare, type Compared } from './compare';
import type { Contender, Entrant, LeftOut } from './contender';
import { isLimited, mayPass, passes, priceRank } from './standings';

/** What is chosen, and how surely. */
export type Choice = Pick<Decision, 'outcome' | 'comparison' | 'reason' | 'winner' | 'compared' | 'open'>;

/** What choosing is done by. */
export interface Question {
  readonly decide: Decide;
  /** What is preferred in the end. */
  readonly prefer: Decide['prefer'];
  readonly better: Metric['better'];
  /** Rows as the entrants. */
  readonly table: UnitTable;
  readonly entrants: readonly Entrant[];
}

/** Chooses among at least one entrant. @param ranked the entrants in the order of {@link rank} */
export function choose(ranked: readonly Entrant[], leftOut: readonly LeftOut[], question: Question): Choice {
  const candidates = ranked.filter(({ contender }) => mayPass(contender));
  const unknown = leftOut.filter(({ open }) => open);
  if (candidates.length === 0) return nothingPasses(ranked, unknown);
  return (question.prefer === 'cheapest' ? walkPrices : chooseBest)(candidates, unknown, question);
}

const UNCOMPARED = { comparison: null, compared: [] } as const;

function nothingPasses(ranked: readonly Entrant[], unknown: readonly LeftOut[]): Choice {
  const open = unknown.map(({ cell }) => cell);
  if (open.length > 0) return { ...UNCOMPARED, winner: null, open, outcome: 'inconclusive', reason: 'unmeasured' };
  const winner = ranked.find(({ contender }) => contender.burst)?.contender ?? null;
  return { ...UNCOMPARED, winner, open, outcome: winner === null ? 'misses' : 'burst-only', reason: null };
}

/** What surely meets the threshold is a safe choice where that is not known of what would be preferred. */
function chooseSafe(candidates: readonly Contender[], open: readonly string[], reason: Reason): Choice {
  const winner = candidates.find(({ safe }) => safe) ?? null;
  return { ...UNCOMPARED, winner, open, outcome: winner === null ? 'inconclusive' : 'safe-choice', reason };
}

/**
 * Ascending price. What surely misses is passed over; the first price at which one may meet the threshold is the end:
 * it does, or something dearer surely does, or the answer is open. What is unknown may be the cheapest.
 */
function walkPrices(candidates: readonly Entrant[], unknown: readonly LeftOut[], question: Question): Choice {
  const contenders = candidates.map(({ contender }) => contender);
  const winner = contenders.find((one) => passes(one) && one.price !== null) ?? contenders.find(passes) ?? null;
  const end = winner === null ? Number.POSITIVE_INFINITY : priceRank(winner);
  const isBefore = (one: Pick<LeftOut, 'price'>): boolean => winner === null || priceRank(one) < end;
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
    const isCheaper = (one: Contender): boolean => found.winner === null || priceRank(one) < priceRank(found.winner);
    const cheaper = (found.winner === null ? open : contenders).filter(
      (one) => isCheaper(one) && (one.qualifies !== 'yes' || one.price === null),
    );
    const cells = [...cheaper, ...missing, ...unpriced].map(({ cell }) => cell);
    // The threshold is surely met by what is a winner, though not as one of all that may.
    return { ...found, winner: found.winner ?? (reason === 'limit' ? null : winner), open: cells };
  }
  const first = candidates.find(({ contender }) => contender === winner);
  const rivals = candidates.filter(({ contender }) => contender !== winner && priceRank(contender) === end);
  const compared =
    first === undefined
      ? []
      : compareAll(
          first,
          rivals.filter(({ contender }) => passes(contender)),
          question,
        );
  const comparison = compared.length === 0 ? null : concludeComparison(compared);
  const outcome = isLimited(question.decide) ? 'meets' : 'best';
  return { outcome, comparison, reason: null, winner, compared, open: [] };
}

/** The leader has to be better than every other that may pass; or equal; or no worse. */
function chooseBest(candidates: readonly Entrant[], unknown: readonly LeftOut[], question: Question): Choice {
  const able = candidates.filter(({ contender }) => contender.n >= TRIALS_TO_SPEAK_OF);
  const contenders = candidates.map(({ contender }) => contender);
  const missing = unknown.map(({ cell }) => cell);
  const first = able[0];
  if (first === undefined) return chooseSafe([], [...contenders.map(({ cell }) => cell), ...missing], 'few');
  const leader = leaderOf(first, able, question);
  if (leader.contender.qualifies === 'open') {
    const open = contenders.filter(({ qualifies }) => qualifies === 'open').map(({ cell }) => cell);
    return chooseSafe(contenders, open, 'limit');
  }
  const rivals = candidates.filter((one) => one !== leader);
  const compared = compareAll(leader, rivals, question);
  const comparison = missing.length > 0 ? 'inconclusive' : concludeComparison(compared);
  const doubt = compared.find(({ verdict }) => verdict === 'inconclusive')?.doubt ?? null;
  const reason = missing.length > 0 ? 'unmeasured' : doubt;
  const outcome = isLimited(question.decide) ? 'meets' : comparison;
  return { outcome, comparison, reason, winner: leader.contender, compared, open: missing };
}

function concludeComparison(compared: readonly Compared[]): NonNullable<Decision['comparison']> {
  const verdicts = new Set(compared.map(({ verdict }) => verdict));
  if (verdicts.has('inconclusive')) return 'inconclusive';
  return verdicts.has('no-worse') ? 'safe-choice' : verdicts.has('equal') ? 'equivalent' : 'best';
}

/** By differences that are adjusted for hour and place another one may lead than by plain means. */
function leaderOf(first: Entrant, able: readonly Entrant[], question: Question): Entrant {
  return able.reduce((leader, one) => {
    const [found] = one === leader ? [] : compareAll(leader, [one], question);
    return (found?.ratio ?? 1) < 1 ? one : leader;
  }, first);
}

function compareAll(leader: Entrant, rivals: readonly Entrant[], question: Question): readonly Compared[] {
  const { entrants, table, decide } = question;
  const rowOf = ({ contender }: Entrant): number => entrants.findIndex((one) => one.contender.cell === contender.cell);
  const how = { margin: decide.margin, rivals: rivals.length };
  return rivals.map((rival) => compare(table, [leader, rival], [rowOf(leader), rowOf(rival)], how));
}

/** Those that may pass by what is preferred, then the others by the metric. */
export function rank(entrants: readonly Entrant[], question: Question): readonly Entrant[] {
  return entrants.toSorted((a, b) => order(a.contender, b.contender, question));
}

function order(a: Contender, b: Contender, { prefer, better }: Question): number {
  const standing = Number(mayPass(b)) - Number(mayPass(a));
  const quality = (better === 'higher' ? 1 : -1) * (b.logs.mean - a.logs.mean);
  if (standing !== 0 || !mayPass(a) || prefer !== 'cheapest') return standing || quality;
  const [pa, pb] = [a, b].map(({ price }) => priceRank({ price: price ?? Infinity }));
  if (pa !== pb) return (pa ?? 0) - (pb ?? 0);
  return Number(passes(b)) - Number(passes(a)) || quality;
}

/** At equal prices and without limits, `cheapest` means the best by the metric's direction. */
export function preference(
  decide: Decide,
  contenders: readonly Contender[],
  better: Metric['better'],
): Decide['prefer'] {
  if (decide.prefer !== 'cheapest' || isLimited(decide)) return decide.prefer;
  const prices = new Set(contenders.map(priceRank));
  if (prices.size !== 1 || prices.has(Number.NEGATIVE_INFINITY)) return 'cheapest';
  return better === 'higher' ? 'highest' : 'lowest';
}

/** The direction in which a leader leads. */
export function directionOf(prefer: Decide['prefer'], better: Metric['better']): Metric['better'] {
  if (prefer === 'highest') return 'higher';
  return prefer === 'lowest' ? 'lower' : better;
}
