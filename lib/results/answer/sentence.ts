/** The answer in words: one or two sentences made of the numbers, and notes that belong to them. */
import type { Decide } from '../../shapes/decide';
import { burstWords, caveatNotes, priceWords, provisionedText, wholePriceWords } from './caveat-text';
import { type Contender, passes } from './contender';
import type { DecidedParts as Parts } from './answer';
import { counted, formatEstimate, formatValue, threeDigits } from '../format';
import { levelWords } from '../label';
import { metricWords } from '../measures';
import type { Metrics } from '../../shapes/metric';
import type { suspectTrials } from '../suspects';
import type { Unit } from '../../shapes/observation';
import { rangesApart } from '../statistics/interval';
import { REPLICATES_MAX } from '../statistics/replicates';

/** One or two sentences. */
export function answerText(
  decide: Decide,
  parts: Parts,
  metrics: Metrics,
  suspect: ReturnType<typeof suspectTrials> = { count: 0, only: false },
): string {
  const { status, winner, ranking } = parts;
  const words = metricWords(metrics, decide.metric, decide.operation ?? null);
  const what = `${decide.statistic} ${words}${whereWords(decide)}`;
  if (ranking.length === 0) {
    const without = metricWords(metrics, decide.metric);
    const all = suspect.count === 1 ? 'the only trial that gave it is' : `all ${suspect.count} trials that gave it are`;
    const why = suspect.only ? `: ${all} suspect` : '';
    return `There is no answer: no configuration that competes has a valid trial with ${without}${why}.`;
  }
  if (winner === null) return nothingPasses(decide, parts, what);
  switch (status) {
    case 'too-few':
      return (
        'There is no answer yet: too few valid trials. ' +
        `By its value ${winner.label} leads in ${what}: ${estimate(winner)}` +
        `${parts.runnerUp === null ? '' : `; ${parts.runnerUp.label}: ${estimate(parts.runnerUp)}`}.` +
        provisionedText(parts, winner.label)
      );
    case 'close':
      return closeText(decide, parts, winner, what);
    case 'decided':
    case 'none-qualifies':
    case 'no-data':
      return decidedText(decide, parts, winner, what);
  }
}

function decidedText(decide: Decide, parts: Parts, winner: Contender, what: string): string {
  const { runnerUp, prefer } = parts;
  const has = `${estimate(winner)}${wholePriceWords(winner)}`;
  const beyond = provisionedText(parts, 'It');
  if (runnerUp === null && winner.qualifies === null) {
    const alone = parts.leftOut.length === 0 ? ' There is nothing to compare it with.' : '';
    return `${winner.label}: ${what} is ${has}.${beyond}${alone}`;
  }
  const leads = `${winner.label} ${claim(decide, parts, what, winner.unit)}`;
  // Who is next matters less than who reaches it for good.
  const burst = burstWords(parts);
  if (burst !== null) return `${leads}${burst.claim}: ${has}${burst.value}.${burst.sentences}`;
  const lead = `${leads}: ${has}.${beyond}`;
  if (runnerUp === null) return lead;
  if (runnerUp.qualifies === 'no' || runnerUp.qualifies === 'unlikely') {
    return `${lead} ${runnerUp.label} does not reach it: ${estimate(runnerUp)}${priceWords(runnerUp)}.`;
  }
  // After a sentence about what is provisioned, `that` would not be the value any more.
  if (prefer === 'cheapest' || beyond !== '')
    return `${lead} Next is ${runnerUp.label}: ${estimate(runnerUp)}${priceWords(runnerUp)}.`;
  return `${lead} ${comparison(winner, runnerUp)}: ${estimate(runnerUp)}${priceWords(runnerUp)}.`;
}

function closeText(decide: Decide, parts: Parts, winner: Contender, what: string): string {
  const { tied, ranking, moreReplicates } = parts;
  const rival = ranking.find(({ cell }) => cell === tied[0]);
  const advice =
    moreReplicates === null
      ? `not even ${REPLICATES_MAX} more replicates would be likely to`
      : `about ${counted(moreReplicates, 'more replicate')} of each would, if the spread stays`;
  if (rival === undefined) {
    return (
      `${winner.label} ${claim(decide, parts, what, winner.unit)} by its value, ` +
      `${estimate(winner)}${wholePriceWords(winner)}, ` +
      `but its interval reaches across the limit.${provisionedText(parts, winner.label)} To part them, ${advice}.`
    );
  }
  const more = tied.length > 1 ? `, and so ${tied.length > 2 ? 'do' : 'does'} ${tied.length - 1} more` : '';
  const blocks = parts.moreBlocks ? 'their copies differ as much as they do, so more blocks are needed, and ' : '';
  return (
    `${winner.label} and ${rival.label} cannot be told apart in ${what}: ${estimate(winner)} and ${estimate(rival)} ` +
    `overlap${more}.${provisionedText(parts, winner.label)} To part them, ${blocks}${advice}.`
  );
}

function nothingPasses(decide: Decide, { ranking }: Parts, what: string): string {
  const [best] = ranking;
  if (best === undefined) return '';
  const near = best.qualifies === 'unlikely' ? ' Its interval reaches the limit, so this is not certain.' : '';
  const has = `${estimate(best)}${priceWords(best)}`;
  const limit = limitWords(decide, best.unit, 'reaches');
  return `Nothing ${limit} in ${what}: the nearest, ${best.label}, has ${has}.${near}`;
}

/** `has the highest median IOPS at bs 4k`, `is the cheapest that reaches 1.30 GB/s in median bandwidth`. */
function claim(decide: Decide, { prefer }: Parts, what: string, unit: Unit): string {
  const limited = decide.atLeast !== undefined || decide.atMost !== undefined;
  const limit = limited ? ` of those that ${limitWords(decide, unit, 'reach')}` : '';
  if (prefer !== 'cheapest') return `has the ${prefer} ${what}${limit}`;
  return limited
    ? `is the cheapest that ${limitWords(decide, unit, 'reaches')} in ${what}`
    : `is the cheapest (${what})`;
}

function limitWords({ atLeast, atMost }: Decide, unit: Unit, verb: 'reach' | 'reaches'): string {
  const stay = verb === 'reach' ? 'stay' : 'stays';
  const low = atLeast === undefined ? [] : [`${verb} ${formatValue(atLeast, unit)}`];
  const high = atMost === undefined ? [] : [`${stay} at or below ${formatValue(atMost, unit)}`];
  return [...low, ...high].join(' and ');
}

function comparison(winner: Contender, runnerUp: Contender): string {
  if (!(runnerUp.value > 0 && winner.value > 0)) return `Next is ${runnerUp.label}`;
  return winner.value >= runnerUp.value
    ? `That is ${threeDigits(winner.value / runnerUp.value)} times the value of ${runnerUp.label}`
    : `${runnerUp.label} has ${threeDigits(runnerUp.value / winner.value)} times that`;
}

function estimate({ value, unit, interval, n }: Contender): string {
  return formatEstimate(value, unit, interval, n);
}

function whereWords({ where }: Decide): string {
  return Object.keys(where).length === 0 ? '' : ` at ${levelWords(where, Object.keys(where))}`;
}

/** How often so few trials would have told two apart that are equal. */
function chanceNotes({ status, winner, runnerUp }: Parts): readonly string[] {
  const compared = status === 'decided' && winner !== null && runnerUp !== null && passes(runnerUp);
  if (!compared || winner.interval?.method !== 'order-statistics' || runnerUp.interval === null) return [];
  // From six trials on intervals are narrower than ranges, and hold 95 % each.
  if (winner.interval.level >= 0.95 || runnerUp.interval.level >= 0.95) return [];
  const share = threeDigits(100 * rangesApart(winner.n, runnerUp.n));
  const all = winner.n === runnerUp.n ? `n = ${winner.n}` : `n = ${winner.n} and ${runnerUp.n}`;
  return [
    `The ranges of two configurations that are equal lie apart by chance in ${share} % of cases (${all}); more ` +
      'replicates make that rare.',
  ];
}

/** What must stand beside the answer. */
export function answerNotes(decide: Decide, parts: Parts): readonly string[] {
  const { ranking, leftOut, prefer, winner } = parts;
  const notes: string[] = [...caveatNotes(decide, parts)];
  if (decide.prefer === 'cheapest' && prefer !== 'cheapest' && ranking.length > 0) {
    notes.push(`All prices are equal or unknown, so the ${prefer} is preferred instead of the cheapest.`);
  }
  if (decide.statistic === 'min' || decide.statistic === 'max') {
    notes.push(`There is no interval for the ${decide.statistic} of replicates: the values stand alone.`);
  }
  if (winner !== null && winner.interval !== null && winner.interval.level < 0.95) {
    notes.push(
      'An interval of a median reaches 95 % from six trials on; with fewer it is their range, at the level stated.',
    );
  }
  notes.push(...chanceNotes(parts));
  if (winner !== null && winner.interval !== null && winner.blocks === null) {
    notes.push('Each target was made once (one block): the intervals cover repeats on that copy, not fresh copies.');
  }
  if (leftOut.length > 0) {
    const all = leftOut.length + ranking.length;
    const list = leftOut.slice(0, 3).map(({ label, why }) => `${label}: ${why}`);
    const more = leftOut.length > 3 ? `; ${leftOut.length - 3} more` : '';
    notes.push(`${leftOut.length} of ${counted(all, 'configuration')} could not compete (${list.join('; ')}${more}).`);
  }
  return notes;
}
