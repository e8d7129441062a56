/** Answers to a limit: who keeps to it, who does not, who may, and who is the cheapest of them. */
import { priceWords, provisionedText, wholePriceWords } from './caveat-text';
import { TRIALS_TO_SPEAK_OF } from '../../shapes/decide';
import type { Contender, LeftOut } from './contender';
import { BLOCKS_FOR_LIMITS } from './assumptions';
import { countLimits, isLimited, mayPass, priceRank } from './standings';
import type { Unit } from '../../shapes/observation';
import { unitsForLimit } from '../statistics/limit';
import { formatUsd, formatValue } from '../format';
import {
  boundAdvice,
  burstEstimate,
  criteriaWords,
  givenRateWords,
  keepWords,
  limitEstimate,
  limitFigure,
  limitWords,
  listed,
  resolutionWords,
  subject,
  type Told,
  UNIT_WORDS,
} from './wording';

/** The cheapest that keeps to the limit, and how the others stand to it. */
export function limitedText(told: Told, winner: Contender): string {
  const { parts } = told;
  // Of several of its price that keep to it, none is surely better than the others.
  const which = parts.tied.length > 0 ? 'a cheapest' : 'the cheapest';
  const what = limitWords(told, winner.unit, 'reaches', ` in ${subject(told)}`);
  const claim = onePrice(told) ? what : `is ${which} that ${what}`;
  const has = `${limitFigure(winner, told)}${wholePriceWords(winner)}`;
  return `${winner.label} ${claim}: ${has}.${provisionedText(parts, 'It')}${othersText(told, [winner.cell])}`;
}

/** Something surely does, and a cheaper one may. */
export function safeLimitText(told: Told, winner: Contender): string {
  const { parts } = told;
  const what = limitWords(told, winner.unit, 'reaches', ` in ${subject(told)}`);
  const may = parts.ranking.filter(({ cell }) => parts.open.includes(cell));
  const has = `${limitFigure(winner, told)}${wholePriceWords(winner)}`;
  const others = othersText(told, [winner.cell, ...parts.open]);
  return (
    `${winner.label} surely ${what}: ${has}.${provisionedText(parts, 'It')} ` +
    `For less, ${listed(may.map((one) => mayWords(told, one)))}.${others}${advice(told, may[0])}`
  );
}

/** What lasts misses the limit everywhere. */
export function burstText(told: Told, winner: Contender): string {
  const { parts, decide } = told;
  const what = limitWords(told, winner.unit, 'reaches', ` in ${subject(told)}`);
  const others = parts.ranking.filter((one) => one !== winner && one.burst).map(({ label: name }) => name);
  const also = others.length === 0 ? '' : ` So ${others.length === 1 ? 'does' : 'do'} ${listed(others)}.`;
  const allow = ' decide.burst: allowed would count it.';
  return (
    `Nothing ${what} for good: ${winner.label} ${keepWords(decide, 'reaches')} only by burst, ` +
    `${burstEstimate(winner)}${wholePriceWords(winner)}.${also}${allow}`
  );
}

/** Nothing does. */
export function nothingPasses(told: Told): string {
  const [best] = told.parts.ranking;
  if (best === undefined) return '';
  const asked = limitWords(told, best.unit, 'reaches', ` in ${subject(told)}`);
  const limit = asked === '' ? 'reaches the rate that it was loaded at' : asked;
  const has = `${limitFigure(best, told)}${priceWords(best)}${criteriaWords(best)}`;
  return `Nothing ${limit}: the best, ${best.label}, has ${has}.`;
}

/** Whether what would be preferred keeps to the limit cannot be told: who that is, and who surely does. */
export function openText(told: Told): string {
  const { decide, parts } = told;
  const { winner, open, ranking, leftOut } = parts;
  const mine = ranking.filter(({ cell }) => open.includes(cell));
  const unknown = leftOut.filter(({ cell }) => open.includes(cell));
  const unit = ranking[0]?.unit ?? 'count';
  const limited = isLimited(decide);
  const [only] = mine;
  if (limited && winner === null && only !== undefined && mine.length === 1 && unknown.length === 0) {
    const whether = `Whether ${only.label} ${limitWords(told, unit, 'reaches', ` in ${subject(told)}`)} is open`;
    const has = `${limitFigure(only, told)}${wholePriceWords(only)}${criteriaWords(only)}`;
    const others = `${othersText(told, [only.cell])}${advice(told, only)}`;
    return `${whether}: ${has}.${provisionedText(parts, only.label)}${others}`;
  }
  const items = [...mine.map((one) => mayWords(told, one)), ...unknown.map(unmeasuredWords)];
  const lead = `${whichWords(told, unit)} is open: ${listed(items)}.`;
  const known = limited ? `${keepWords(decide, 'reaches')}` : 'is of known price';
  const surely =
    winner === null || open.includes(winner.cell)
      ? ''
      : ` ${winner.label} ${known}: ` +
        `${limitFigure(winner, told)}${wholePriceWords(winner)}.${provisionedText(parts, winner.label)}`;
  const cells = [...open, ...(winner === null ? [] : [winner.cell])];
  const first = mine.find(({ qualifies }) => qualifies === 'open');
  return `${lead}${surely}${othersText(told, cells)}${first === undefined ? '' : advice(told, first)}`;
}

/** `Which is the cheapest that reaches 1.30 GB/s in typical bandwidth`. */
function whichWords(told: Told, unit: Unit): string {
  const { decide, parts } = told;
  const { atLeast, atMost, require = [] } = decide;
  const of = `in ${subject(told)}`;
  if (!isLimited(decide)) return `Which is the ${parts.prefer} ${of}`;
  // Criteria are of metrics of their own: what is highest is the metric of the question.
  return atLeast === undefined && atMost === undefined && require.length > 0 && parts.prefer !== 'cheapest'
    ? `Which has the ${parts.prefer} ${subject(told)} of those that ${limitWords(told, unit, 'reach')}`
    : `Which is the ${parts.prefer} that ${limitWords(told, unit, 'reaches', ` ${of}`)}`;
}

function mayWords(told: Told, one: Contender): string {
  const price = one.usdPerHour === null ? ', whose price is not known,' : priceWords(one);
  const may = one.qualifies === 'open' ? ' may,' : '';
  const few = one.n < TRIALS_TO_SPEAK_OF ? ', too few trials to say anything' : '';
  const has = `${limitFigure(one, told)}${criteriaWords(one)}`;
  return `${one.label}${price}${may} with ${has}${few}`;
}

function unmeasuredWords({ label, why, usdPerHour }: LeftOut): string {
  const price = usdPerHour === null || usdPerHour === 0 ? '' : ` at ${formatUsd(usdPerHour)} an hour`;
  return `${label}${price} is not known (${why})`;
}

/** How many units would tell; of a criterion of another metric that is not known. */
function advice(told: Told, one: Contender | undefined): string {
  if (one === undefined) return '';
  const { bound, limit, logs } = one;
  // Its notes say that single trials stalled: more replicates do not mend that.
  if (one.together) return '';
  const few = tooFewWords(told, one);
  if (few !== null) return ` ${few}.`;
  if ((told.parts.scope?.assumedInstance ?? 0) > 0)
    return ` From ${BLOCKS_FOR_LIMITS} blocks on, what instances differ by is measured.`;
  if (bound.atLeast || bound.atMost) return ` ${boundAdvice(one)}.`;
  const words = limit !== 'open' || (logs.deviation ?? 0) === 0 ? null : resolutionWords(told);
  return words === null ? '' : ` ${words}.`;
}

/** Where so few units keep to no limit, or miss none, whatever they measure; else null. */
function tooFewWords({ decide, parts }: Told, one: Contender): string | null {
  const rivals = parts.ranking.filter(
    (other) => mayPass(other) && (decide.prefer !== 'cheapest' || priceRank(other) === priceRank(one)),
  );
  const limits = countLimits(decide) + (decide.require ?? []).length;
  const among = Math.max(1, limits, rivals.length);
  const needed = unitsForLimit(among);
  if (one.logs.n >= needed) return null;
  const why = rivals.length >= limits ? `, where any of ${among} would do` : `, where any of ${among} may be missed`;
  return `A limit takes ${needed} ${UNIT_WORDS[one.unitKind]}s at least${among === 1 ? '' : why}`;
}

/** Who else keeps to it, who may, who does not. */
function othersText(told: Told, but: readonly string[]): string {
  const { decide, parts } = told;
  const others = parts.ranking.filter(({ cell }) => !but.includes(cell));
  const of = (standing: Contender['qualifies']): readonly Contender[] =>
    others.filter(({ qualifies }) => qualifies === standing);
  const too = sentence(told, of('yes'), (verb) => `${keepWords(decide, verb)} too`, true);
  const may = sentence(told, of('open'), () => `may ${keepWords(decide, 'reach')}`);
  const bursts = others.filter(({ burst }) => burst);
  const burst = bursts
    .map(
      (one) => ` ${one.label} ${keepWords(decide, 'reaches')} only by burst: ${burstEstimate(one)}${priceWords(one)}.`,
    )
    .join('');
  const below = others.filter(isBelowRate);
  const short = below.map((one) => ` ${one.label} does not reach ${shortWords(one)}.`).join('');
  const not = sentence(
    told,
    of('no').filter((one) => !isBelowRate(one) && !one.burst),
    (verb) => `${verb === 'reach' ? 'do' : 'does'} not ${keepWords(decide, 'reach')}`,
  );
  // Terminals cut the end off: who is out matters more than who would do as well.
  return `${short}${burst}${not}${may}${too}`;
}

/** Its latencies are those of another load: what is said of it is the rate. */
export function isBelowRate({ qualifies, givenRate }: Contender): boolean {
  return qualifies === 'no' && givenRate?.standing === 'no';
}

/** `the given rate of 8.00k ops/s: 3.07k ops/s at $0.64 an hour`. */
export function shortWords(one: Contender): string {
  return one.givenRate === undefined ? '' : `${givenRateWords(one.givenRate)}${priceWords(one)}`;
}

/** More than so many that would do as well are counted, not listed. */
const TOO_MAX = 3;

/** One with all that is known of it, several with their values. */
function sentence(
  told: Told,
  contenders: readonly Contender[],
  predicate: (verb: 'reach' | 'reaches') => string,
  short = false,
): string {
  const [one] = contenders;
  if (one === undefined) return '';
  if (contenders.length === 1)
    return (
      ` ${one.label} ${predicate('reaches')}: ` +
      `${limitEstimate(one, told.decide)}${priceWords(one)}${criteriaWords(one)}.`
    );
  const names = contenders.map(
    ({ label, value, unit, ...one }) => `${label} (${formatValue(value, unit)}${criteriaWords(one)})`,
  );
  if (short && names.length > TOO_MAX) return ` ${names.length} more ${predicate('reach')}.`;
  return ` ${listed(names)} ${predicate('reach')}.`;
}

/** Everything costs the same, as on one machine: then nothing is the cheapest. */
function onePrice({ parts }: Told): boolean {
  return new Set(parts.ranking.map(({ usdPerHour }) => usdPerHour)).size === 1;
}
