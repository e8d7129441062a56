/** Who is the answer: the best by comparison with each rival, or the first by price that keeps to the limits. */
import { type Decide, TRIALS_TO_SPEAK_OF } from '../../shapes/decide';
import type { Metric } from '../../shapes/metric';
import type { UnitTable } from '../statistics/difference';
import type { Answer, Reason } from './answer';
import { compare, type Compared } from './compare';
import type { Contender, Entrant, LeftOut } from './contender';
import { isLimited, mayPass, passes, priceRank } from './standings';

/** What is chosen, and how surely. */
export interface Choice extends Pick<Answer, 'compared' | 'open' | 'winner'> {
  readonly status: 'decided' | 'equal' | 'safe' | 'close' | 'open' | 'burst' | 'none-qualifies';
  /** Null where the answer is not open. */
  readonly reason: Reason | null;
}

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

function nothingPasses(ranked: readonly Entrant[], unknown: readonly LeftOut[]): Choice {
  const none = { winner: null, compared: [], open: unknown.map(({ cell }) => cell) };
  if (unknown.length > 0) return { ...none, status: 'open', reason: 'unmeasured' };
  const winner = ranked.find(({ contender }) => contender.burst)?.contender ?? null;
  return { ...none, winner, status: winner === null ? 'none-qualifies' : 'burst', reason: null };
}

/**
 * Ascending price. What surely misses is passed over; the first price at which one may keep to the limits is the end:
 * it does, or something dearer surely does (`safe`), or the answer is open. What is unknown may be the cheapest.
 */
function walkPrices(candidates: readonly Entrant[], unknown: readonly LeftOut[], question: Question): Choice {
  const contenders = candidates.map(({ contender }) => contender);
  const winner = contenders.find((one) => passes(one) && one.usdPerHour !== null) ?? contenders.find(passes) ?? null;
  const limit = winner === null ? Number.POSITIVE_INFINITY : priceRank(winner);
  const isBefore = (one: { readonly usdPerHour: number | null }): boolean => winner === null || priceRank(one) < limit;
  const open = contenders.filter((one) => one !== winner && isBefore(one));
  const missing = unknown.filter(isBefore);
  const alone = contenders.length === 1 && unknown.length === 0;
  const unpriced = winner !== null && winner.usdPerHour === null && !alone;
  const cells = [...open, ...missing, ...(unpriced ? [winner] : [])].map(({ cell }) => cell);
  const found = { winner, compared: [], open: cells };
  if (missing.length > 0) return { ...found, status: 'open', reason: 'unmeasured' };
  if (unpriced || (winner !== null && open.some(({ usdPerHour }) => usdPerHour === null)))
    return { ...found, status: 'open', reason: 'price' };
  const safe = contenders.find(({ safe: surely }) => surely) ?? null;
  if (open.length > 0 && safe === null) return { ...found, winner: null, status: 'open', reason: 'limit' };
  if (open.length > 0) {
    const before = contenders.filter((one) => one.qualifies === 'open' && priceRank(one) < priceRank(safe ?? one));
    return { ...found, winner: safe, open: before.map(({ cell }) => cell), status: 'safe', reason: null };
  }
  const first = candidates.find(({ contender }) => contender === winner);
  const too = candidates.filter(
    ({ contender }) => contender !== winner && passes(contender) && priceRank(contender) === limit,
  );
  const compared = first === undefined ? [] : compareAll(first, too, question);
  return { ...found, compared, status: 'decided', reason: null };
}

/** The leader has to be better than every other that may pass; or equal; or no worse. */
function chooseBest(candidates: readonly Entrant[], unknown: readonly LeftOut[], question: Question): Choice {
  const able = candidates.filter(({ contender }) => contender.n >= TRIALS_TO_SPEAK_OF);
  const first = able[0];
  if (first === undefined) {
    const open = [...candidates.map(({ contender }) => contender.cell), ...unknown.map(({ cell }) => cell)];
    return { status: 'open', reason: 'few', winner: null, compared: [], open };
  }
  const leader = leaderOf(first, able, question);
  if (leader.contender.qualifies === 'open') {
    const winner = able.find(({ contender }) => contender.safe)?.contender ?? null;
    const open = candidates.flatMap(({ contender: { cell, qualifies } }) => (qualifies === 'open' ? [cell] : []));
    return { status: 'open', reason: 'limit', winner, compared: [], open };
  }
  const compared = compareAll(
    leader,
    candidates.filter((one) => one !== leader),
    question,
  );
  const found = { winner: leader.contender, compared, open: unknown.map(({ cell }) => cell) };
  if (unknown.length > 0) return { ...found, status: 'close', reason: 'unmeasured' };
  const verdicts = new Set(compared.map(({ verdict }) => verdict));
  const doubt = compared.find(({ verdict }) => verdict === 'inconclusive')?.doubt ?? null;
  if (doubt !== null) return { ...found, status: 'close', reason: doubt };
  const status = verdicts.has('no-worse') ? 'safe' : verdicts.has('equal') ? 'equal' : 'decided';
  return { ...found, status, reason: null };
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
  const [pa, pb] = [a, b].map(({ usdPerHour }) => priceRank({ usdPerHour: usdPerHour ?? Infinity }));
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
