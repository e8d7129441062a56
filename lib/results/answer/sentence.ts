/** The answer in a few sentences, made of the numbers. Terminal, summary and report have no other words for it. */
import { priceWords, provisionedText, wholePriceWords } from './caveat-text';
import { equalText, inconclusiveText, safeText } from './comparison-text';
import type { Contender } from './contender';
import { isLimited } from './standings';
import { leftOutText, soughtOf } from './left-out';
import { metricWords } from '../measures';
import { burstText, isBelowRate, limitedText, nothingPasses, openText, safeLimitText, shortWords } from './limit-text';
import { suspectTrials } from '../suspects';
import { estimate, limitWords, moreIsBetter, subject, times, type Told } from './wording';

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
    case 'equal':
      return equalText(told, winner);
    case 'safe':
      return told.parts.compared.length > 0 ? safeText(told, winner) : safeLimitText(told, winner);
    case 'close':
      return inconclusiveText(told, winner);
    case 'burst':
      return burstText(told, winner);
    case 'described':
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
    `By single trials ${winner.label} leads in ${subject(told)}: ${estimate(winner)}${next}.` +
    provisionedText(told.parts, winner.label)
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

/** `a has the highest typical IOPS: 84.1k ops/s (…).` */
function leadsText(told: Told, winner: Contender): string {
  const { decide, parts } = told;
  const of = isLimited(decide) ? ` of those that ${limitWords(told, winner.unit, 'reach')}` : '';
  const claim =
    parts.prefer === 'cheapest'
      ? `is ${parts.tied.length > 0 ? 'a' : 'the'} cheapest (${subject(told)})`
      : `has the ${parts.prefer} ${subject(told)}${of}`;
  const has = `${estimate(winner)}${wholePriceWords(winner)}`;
  return `${winner.label} ${claim}: ${has}.${provisionedText(parts, 'It')}`;
}

/** The ratio to the next, with its interval. */
function nextText(told: Told, winner: Contender): string {
  const { parts, decide } = told;
  const { runnerUp } = parts;
  if (runnerUp === null) return '';
  const has = `${estimate(runnerUp)}${priceWords(runnerUp)}`;
  if (isBelowRate(runnerUp)) return ` ${runnerUp.label} does not reach ${shortWords(runnerUp)}.`;
  if (runnerUp.qualifies === 'no')
    return ` ${runnerUp.label} does not ${decide.atMost === undefined ? 'reach' : 'keep to'} it: ${has}.`;
  const found = parts.compared.find(({ cell }) => cell === runnerUp.cell);
  if (found === undefined || found.ratio === null) return ` Next is ${runnerUp.label}: ${has}.`;
  // After a sentence about what is provisioned, `it` would not be the value any more.
  const it = provisionedText(parts, 'It') === '' ? null : winner.label;
  return moreIsBetter(winner, told)
    ? ` ${it ?? 'It'} was ${times(found)} ${runnerUp.label}: ${has}.`
    : ` ${runnerUp.label} was ${times(found)} ${it ?? 'that'}: ${has}.`;
}
