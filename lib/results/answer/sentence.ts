/** The answer in a few sentences, made of the numbers. Terminal, summary and report have no other words for it. */
import { burstWords, priceWords, provisionedText, wholePriceWords } from './caveat-text';
import { closeText, equalText } from './told-apart';
import type { Contender } from './contender';
import { copiesMatter } from '../design/facts';
import type { Compared } from './rivals';
import { isLimited } from './standings';
import { leftOutText, soughtOf } from './left-out';
import { metricWords } from '../measures';
import { isBelowRate, limitedText, nothingPasses, openText, shortWords } from './limit-text';
import { suspectTrials } from '../suspects';
import { begin, estimate, inPeriods, limitWords, moreIsBetter, subject, thing, times, type Told } from './wording';

/** A few sentences. */
export function answerText(told: Told): string {
  return [leadText(told), leftOutText(told, soughtOf(told))].filter((text) => text !== '').join(' ');
}

function leadText(told: Told): string {
  const { status, winner } = told.parts;
  if (status === 'no-data' || status === 'open') return status === 'open' ? openText(told) : nothingCounts(told);
  if (winner === null) return nothingPasses(told);
  switch (status) {
    case 'too-few':
      return tooFew(told, winner);
    case 'described':
      return describedText(told, winner);
    case 'equal':
      return equalText(told, winner);
    case 'close':
      return closeText(told, winner, decidedText);
    case 'decided':
    case 'none-qualifies':
      return told.parts.prefer === 'cheapest' && isLimited(told.decide)
        ? limitedText(told, winner)
        : decidedText(told, winner);
  }
}

function nothingCounts({ decide, metrics, candidates }: Told): string {
  const without = metricWords(metrics, decide.metric);
  const suspect = suspectTrials(candidates, decide.metric);
  const all = suspect.count === 1 ? 'the only trial that gave it is' : `all ${suspect.count} trials that gave it are`;
  const why = suspect.only ? `: ${all} suspect` : '';
  return `There is no answer: no configuration that competes has a trial that counts with ${without}${why}.`;
}

function tooFew(told: Told, winner: Contender): string {
  const { runnerUp } = told.parts;
  const next = runnerUp === null ? '' : `; ${runnerUp.label}: ${estimate(runnerUp)}`;
  return (
    'There is no answer yet: no configuration has two trials that count. ' +
    `By single trials ${thing(winner, told)} leads in ${subject(told)}: ${estimate(winner)}${next}.` +
    provisionedText(told.parts, winner.label)
  );
}

function describedText(told: Told, winner: Contender): string {
  const { statistic } = told.decide;
  const { runnerUp } = told.parts;
  const next = runnerUp === null ? '' : `; next is ${runnerUp.label}: ${estimate(runnerUp)}`;
  return (
    `The ${statistic} of trials describes them, and nothing is decided by it: in ${subject(told)} ${winner.label} ` +
    `leads with ${estimate(winner)}${next}.${provisionedText(told.parts, winner.label)}`
  );
}

function decidedText(told: Told, winner: Contender): string {
  const { parts } = told;
  if (parts.ranking.length === 1 && winner.qualifies === null) {
    const alone = parts.leftOut.length === 0 ? ' There is nothing to compare it with.' : '';
    const has = `${estimate(winner)}${wholePriceWords(winner)}`;
    return `${winner.label}: ${subject(told)} is ${has}.${provisionedText(parts, 'It')}${alone}`;
  }
  return `${leadsText(told, winner)}${nextText(told, winner)}`;
}

/** `a has the highest median IOPS: 84.1k ops/s (…).` */
function leadsText(told: Told, winner: Contender): string {
  const { decide, parts } = told;
  const of = isLimited(decide) ? ` of those that ${limitWords(told, winner.unit, 'reach')}` : '';
  const claim =
    parts.prefer === 'cheapest'
      ? `is the cheapest (${subject(told)})${amongThese(told)}`
      : `has the ${parts.prefer} ${subject(told)}${of}${amongThese(told)}`;
  const has = `${estimate(winner)}${wholePriceWords(winner)}`;
  const burst = burstWords(parts);
  const who = begin(thing(winner, told));
  // Who reaches it for good matters before who is next.
  return burst === null
    ? `${who} ${claim}: ${has}.${provisionedText(parts, 'It')}`
    : `${who} ${claim}${burst.claim}: ${has}${burst.value}.${burst.sentences}`;
}

/** ` of these copies`: where each was made once, and there may be better ones of every configuration. */
function amongThese({ circumstances, parts }: Told): string {
  const all = parts.ranking.every(({ given }) => !given);
  return copiesMatter(circumstances) && all && parts.ranking.length > 1 ? ' of these copies' : '';
}

/** What else differed between the two, where blocks would not have drawn it anew, or did not. */
function restWords(found: Compared, copies: boolean): string {
  const unknown = copies ? ['how much copies differ is not known'] : [];
  const hour = found.confounded === 'period' || found.confounded === 'hour' ? ['part of it may be the hour'] : [];
  const all = [...unknown, ...hour];
  return all.length === 0 ? '' : `; ${all.join(', ')}`;
}

/** The ratio to the next, with its interval. */
function nextText(told: Told, winner: Contender): string {
  const { parts, decide } = told;
  const { runnerUp } = parts;
  if (runnerUp === null) return '';
  const has = `${estimate(runnerUp)}${priceWords(runnerUp)}`;
  if (isBelowRate(runnerUp)) return ` ${begin(thing(runnerUp, told))} does not reach ${shortWords(runnerUp)}.`;
  if (runnerUp.qualifies === 'no') {
    return ` ${begin(thing(runnerUp, told))} does not ${decide.atMost === undefined ? 'reach' : 'keep to'} it: ${has}.`;
  }
  const found = parts.compared.find(({ cell }) => cell === runnerUp.cell);
  if (found === undefined || found.ratio === null) return ` Next is ${thing(runnerUp, told)}: ${has}.`;
  const rival = found.sameCopy ? runnerUp.label : thing(runnerUp, told);
  const copies = restWords(found, copiesMatter(told.circumstances) && !found.sameCopy);
  // After a sentence about what is provisioned, `it` would not be the value any more.
  const it = provisionedText(parts, 'It') === '' && burstWords(parts) === null ? null : thing(winner, told);
  return moreIsBetter(winner, told)
    ? ` ${it === null ? 'It' : begin(it)} was ${times(found)} ${rival}${inPeriods(winner, found)}: ${has}${copies}.`
    : ` ${begin(rival)} was ${times(found)} ${it ?? 'that'}${inPeriods(winner, found)}: ${has}${copies}.`;
}
