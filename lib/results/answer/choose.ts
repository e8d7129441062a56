/** Who is the answer: the best by comparison with each rival, or the first by price that keeps to the limits. */
import { type Decide, TRIALS_TO_SPEAK_OF } from '../../shapes/decide';
import type { Metric } from '../../shapes/metric';
import type { Answer } from './answer';
import type { Contender, Entrant, LeftOut } from './contender';
import { compared, type Comparing } from './rivals';
import type { Limits } from '../statistics/bounds';
import { isLimited, mayPass, passes, priceRank } from './standings';

/** What is chosen, and how surely. */
export interface Choice extends Pick<Answer, 'compared' | 'open'> {
  readonly status: 'decided' | 'equal' | 'close' | 'open' | 'none-qualifies';
  readonly winner: Contender | null;
}

/** What choosing is done by. */
export interface Question extends Comparing {
  readonly decide: Decide;
  /** What is preferred in the end. */
  readonly prefer: Decide['prefer'];
}

/**
 * Chooses among at least one contender.
 * @param entrants in the order of {@link ranked}
 */
export function choose(entrants: readonly Entrant[], leftOut: readonly LeftOut[], question: Question): Choice {
  const { decide, prefer } = question;
  const candidates = entrants.filter(({ contender }) => mayPass(contender));
  const unknown = leftOut.filter(({ open }) => open);
  if (candidates.length === 0) {
    const open = unknown.map(({ cell }) => cell);
    return { status: open.length > 0 ? 'open' : 'none-qualifies', winner: null, compared: [], open };
  }
  if (prefer === 'cheapest')
    return isLimited(decide) ? walk(candidates, unknown, question) : cheapest(candidates, unknown, question);
  return best(candidates, unknown, question);
}

/**
 * Ascending price; the first that may keep to the limits is the answer if it does, and else the answer is open. At
 * equal price those that surely keep to them go first: the best of them is taken, and held against the others.
 */
function walk(candidates: readonly Entrant[], unknown: readonly LeftOut[], question: Question): Choice {
  const contenders = candidates.map(({ contender }) => contender);
  const passing = candidates.filter(({ contender }) => passes(contender));
  const first = passing.find(({ contender }) => contender.usdPerHour !== null) ?? passing[0];
  const winner = first?.contender ?? null;
  const limit = winner === null ? Number.POSITIVE_INFINITY : priceRank(winner);
  const before = (one: { readonly usdPerHour: number | null }): boolean => priceRank(one) < limit;
  const open = [
    ...contenders.filter((one) => one !== winner && (before(one) || (winner === null && one.qualifies === 'open'))),
    ...unknown.filter((one) => before(one) || winner === null),
  ].map(({ cell }) => cell);
  const alone = contenders.length === 1 && unknown.length === 0;
  if (winner !== null && winner.usdPerHour === null && !alone) open.push(winner.cell);
  if (first === undefined || open.length > 0) return { status: 'open', winner, compared: [], open };
  const too = passing.filter((one) => one !== first && priceRank(one.contender) === limit);
  return { status: 'decided', winner, compared: too.map((one) => compared(first, one, question)), open };
}

/** Without limits everything of the lowest price competes; what has no known price might be among it. */
function cheapest(candidates: readonly Entrant[], unknown: readonly LeftOut[], question: Question): Choice {
  const priced = candidates.filter(({ contender }) => contender.usdPerHour !== null);
  const lowest = Math.min(...priced.map(({ contender }) => priceRank(contender)));
  const rivals = priced.filter(({ contender }) => priceRank(contender) === lowest);
  const unpriced = candidates.filter(({ contender }) => contender.usdPerHour === null);
  const missing = unknown.filter((one) => priceRank(one) <= lowest);
  if (rivals.length === 0) return best(candidates, unknown, question);
  const choice = best(rivals, missing, question);
  if (unpriced.length === 0) return choice;
  const open = unpriced.map(({ contender }) => contender.cell);
  return { ...choice, status: 'open', open };
}

/** The leader has to beat everybody else that may pass. */
function best(candidates: readonly Entrant[], unknown: readonly LeftOut[], question: Question): Choice {
  const able = candidates.filter(({ contender }) => contender.logs.deviation !== null && contender.n > 1);
  const [leader] = able.length > 0 ? able : candidates;
  if (leader === undefined) return { status: 'none-qualifies', winner: null, compared: [], open: [] };
  // Of what was measured once nothing can be said, even where nothing else competes.
  if (leader.contender.n < TRIALS_TO_SPEAK_OF) {
    const open = [...candidates.map(({ contender }) => contender), ...unknown];
    return { status: 'open', winner: null, compared: [], open: open.map(({ cell }) => cell) };
  }
  if (leader.contender.qualifies === 'open') {
    const winner = candidates.find(({ contender }) => contender.qualifies === 'yes')?.contender ?? null;
    const open = candidates.filter(({ contender }) => contender.qualifies === 'open');
    return { status: 'open', winner, compared: [], open: open.map(({ contender }) => contender.cell) };
  }
  const all = candidates.filter((one) => one !== leader).map((rival) => compared(leader, rival, question));
  const close = all.some(({ result }) => result === 'close') || unknown.length > 0;
  const equal = all.some(({ result }) => result === 'equal');
  const status = close ? 'close' : equal ? 'equal' : 'decided';
  return { status, winner: leader.contender, compared: all, open: unknown.map(({ cell }) => cell) };
}

/** Those that pass before those that may, then those that do not; each by what is preferred. */
export function ranked(entrants: readonly Entrant[], question: Question): readonly Entrant[] {
  return entrants.toSorted((a, b) => order(a.contender, b.contender, question));
}

function order(a: Contender, b: Contender, { prefer, better, decide }: Question): number {
  const standing = Number(mayPass(b)) - Number(mayPass(a));
  if (standing !== 0) return standing;
  if (!mayPass(a)) return missed(decide, a) - missed(decide, b);
  // One that nothing can be said about leads nobody.
  const known = Number(b.logs.deviation !== null) - Number(a.logs.deviation !== null);
  const value = (one: Contender): number => (decide.statistic === 'typical' ? one.logs.mean : one.value);
  const quality = better === 'higher' ? value(b) - value(a) : value(a) - value(b);
  if (prefer !== 'cheapest') return known !== 0 ? known : quality;
  const price =
    priceRank({ usdPerHour: a.usdPerHour ?? Infinity }) - priceRank({ usdPerHour: b.usdPerHour ?? Infinity });
  if (Number.isFinite(price) ? price !== 0 : a.usdPerHour !== b.usdPerHour) return price;
  const sure = Number(passes(b)) - Number(passes(a));
  return sure !== 0 ? sure : known !== 0 ? known : quality;
}

/** By how many times it misses that of the limits and criteria that it misses most, as a logarithm; 0 for none. */
function missed({ require = [], ...own }: Decide, { logs, criteria, givenRate }: Contender): number {
  const others = require.map((one) => {
    const value = criteria.find(({ name }) => name === one.name)?.value ?? null;
    return value === null ? 0 : beyond(one, Math.log(value));
  });
  const short = givenRate === undefined ? 0 : Math.log(givenRate.asked / givenRate.made);
  return Math.max(0, short, beyond(own, logs.mean), ...others);
}

function beyond({ atLeast = 0, atMost = Number.POSITIVE_INFINITY }: Limits, log: number): number {
  return Math.max(Math.log(atLeast) - log, log - Math.log(atMost));
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
