/** Answers to a limit: who keeps to it, who does not, who may, and who is the cheapest of them. */
import { burstWords, priceWords, provisionedText, wholePriceWords } from './caveat-text';
import { TRIALS_TO_SPEAK_OF } from '../../shapes/decide';
import type { Contender, LeftOut } from './contender';
import { hourMargin } from './rivals';
import { isLimited } from './standings';
import type { Unit } from '../../shapes/observation';
import { counted, formatUsd, formatValue } from '../format';
import { UNITS_MAX } from '../statistics/resolution';
import {
  begin,
  criteriaWords,
  givenRateWords,
  here,
  keepWords,
  limitEstimate,
  limitFigure,
  limitWords,
  listed,
  roughShare,
  subject,
  thing,
  things,
  type Told,
  UNIT_WORDS,
} from './wording';

/** The cheapest that keeps to the limit, and how the others stand to it. */
export function limitedText(told: Told, winner: Contender): string {
  const { parts } = told;
  // Of several of its price that keep to it, none is surely better than the others.
  const which = parts.tied.length > 0 ? 'a cheapest' : 'the cheapest';
  const what = `${limitWords(told, winner.unit, 'reaches', ` in ${subject(told)}`)}${here(told)}`;
  const claim = onePrice(told) ? what : `is ${which} that ${what}`;
  const has = `${limitFigure(winner, told)}${wholePriceWords(winner)}`;
  const burst = burstWords(parts);
  const who = begin(thing(winner, told));
  const lead =
    burst === null
      ? `${who} ${claim}: ${has}.${provisionedText(parts, 'It')}`
      : `${who} ${claim}${burst.claim}: ${has}${burst.value}.${burst.sentences}`;
  return `${lead}${othersText(told, [winner.cell])}`;
}

/** Nothing does. */
export function nothingPasses(told: Told): string {
  const [nearest] = told.parts.ranking;
  if (nearest === undefined) return '';
  const asked = limitWords(told, nearest.unit, 'reaches', ` in ${subject(told)}`);
  const limit = asked === '' ? 'reaches the rate that it was loaded at' : asked;
  const has = `${limitFigure(nearest, told)}${priceWords(nearest)}${criteriaWords(nearest)}`;
  return `Nothing ${limit}${here(told)}: the nearest, ${thing(nearest, told)}, has ${has}.`;
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
    const whether = `Whether ${thing(only, told)} ${limitWords(told, unit, 'reaches', ` in ${subject(told)}`)} is open`;
    const has = `${limitFigure(only, told)}${wholePriceWords(only)}${criteriaWords(only)}${hourWords(only)}`;
    const others = `${othersText(told, [only.cell])}${advice(told, only)}`;
    return `${whether}: ${has}.${provisionedText(parts, only.label)}${others}`;
  }
  const items = [...mine.map((one) => mayWords(told, one)), ...unknown.map(unmeasuredWords)];
  const lead = `${whichWords(told, unit)} is open: ${listed(items)}.`;
  const known = limited ? `${keepWords(decide, 'reaches')}${here(told)}` : 'is of known price';
  const surely =
    winner === null || open.includes(winner.cell)
      ? ''
      : ` ${begin(thing(winner, told))} ${known}: ` +
        `${limitFigure(winner, told)}${wholePriceWords(winner)}.${provisionedText(parts, winner.label)}`;
  const cells = [...open, ...(winner === null ? [] : [winner.cell])];
  const first = mine.find(({ qualifies }) => qualifies === 'open');
  return `${lead}${surely}${othersText(told, cells)}${first === undefined ? '' : advice(told, first)}`;
}

/** `Which is the cheapest that reaches 1.30 GB/s in median bandwidth`. */
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
  const has = `${limitFigure(one, told)}${criteriaWords(one)}${hourWords(one)}`;
  return `${thing(one, told)}${price}${may} with ${has}${few}`;
}

/** Why it is open though chance alone is not. */
function hourWords({ doubt }: Contender): string {
  return doubt === null ? '' : ', which could be the hour';
}

function unmeasuredWords({ label, why, usdPerHour }: LeftOut): string {
  const price = usdPerHour === null || usdPerHour === 0 ? '' : ` at ${formatUsd(usdPerHour)} an hour`;
  return `${label}${price} is not known (${why})`;
}

function advice({ parts, circumstances }: Told, { unitKind, label, limit, doubt }: Contender): string {
  if (doubt !== null) {
    const { several } = circumstances;
    const by = hourMargin(
      parts.ranking.map(({ logs }) => logs),
      several,
      1,
    );
    const blocks = several ? 'more blocks, in random order, would tell' : 'blocks would tell';
    const what = doubt === 'hour' ? blocks : 'targets of their own would tell';
    return (
      ` What is measured at different times has to be beyond a limit by ${roughShare(by)}, by a rig that ` +
      `neither rose nor fell; ${what}.`
    );
  }
  // Where it is another criterion that is open, its own metric cannot say how many would tell.
  if (limit !== 'open') return '';
  const { unitsNeeded, ranking } = parts;
  if (ranking.every(({ logs }) => (logs.deviation ?? 0) === 0)) return '';
  const word = UNIT_WORDS[unitKind];
  return unitsNeeded === null
    ? ` Not even ${UNITS_MAX} ${word}s would be likely to tell.`
    : ` About ${counted(unitsNeeded, word)} of ${label} would tell, if the spread stays.`;
}

/** Who else keeps to it, who may, who does not. */
function othersText(told: Told, but: readonly string[]): string {
  const { decide, parts } = told;
  const others = parts.ranking.filter(({ cell }) => !but.includes(cell));
  const of = (standing: Contender['qualifies']): readonly Contender[] =>
    others.filter(({ qualifies }) => qualifies === standing);
  const too = sentence(told, of('yes'), (verb) => `${keepWords(decide, verb)} too`, true);
  const may = sentence(told, of('open'), () => `may ${keepWords(decide, 'reach')}`);
  const below = others.filter(isBelowRate);
  const short = below.map((one) => ` ${begin(thing(one, told))} does not reach ${shortWords(one)}.`).join('');
  const not = sentence(
    told,
    of('no').filter((one) => !isBelowRate(one)),
    (verb) => `${verb === 'reach' ? 'do' : 'does'} not ${keepWords(decide, 'reach')}`,
  );
  // Terminals cut the end off: who is out matters more than who would do as well.
  return `${short}${not}${may}${too}`;
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
      ` ${begin(thing(one, told))} ${predicate('reaches')}: ` +
      `${limitEstimate(one, told.decide)}${priceWords(one)}${criteriaWords(one)}${hourWords(one)}.`
    );
  const names = contenders.map(({ label, given, value, unit, ...one }) => ({
    label: `${label} (${formatValue(value, unit)}${criteriaWords(one)})`,
    given,
  }));
  if (short && names.length > TOO_MAX) return ` ${names.length} more ${predicate('reach')}.`;
  return ` ${begin(things(names, told))} ${predicate('reach')}.`;
}

/** Everything costs the same, as on one machine: then nothing is the cheapest. */
function onePrice({ parts }: Told): boolean {
  return new Set(parts.ranking.map(({ usdPerHour }) => usdPerHour)).size === 1;
}
