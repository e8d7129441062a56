/** Phrases that every form of an answer is made of. */
import type { Decide } from '../../shapes/decide';
import type { Metrics } from '../../shapes/metric';
import type { Unit } from '../../shapes/observation';
import type { DecidedParts } from './answer';
import type { Candidate, Circumstances, Contender, CriterionStanding, GivenRate } from './contender';
import type { Compared } from './compare';
import { directionOf } from './choose';
import { criterionText } from './question';
import { counted, formatEstimate, formatRange, formatValue, threeDigits } from '../format';
import { levelWords } from '../label';
import { BEYOND } from '../entitled';
import { betterOf, metricWords } from '../measures';
import { UNITS_MAX } from '../statistics/advice';
import type { UnitKind } from '../statistics/statistics';

/** All that an answer in words is made of. */
export interface Told {
  readonly decide: Decide;
  readonly parts: DecidedParts;
  readonly metrics: Metrics;
  readonly circumstances: Circumstances;
  /** Those that compete, with the labels of the ranking. */
  readonly candidates: readonly Candidate[];
}

/** `typical IOPS at rw randread, bs 4k`. */
export function subject({ decide, metrics }: Pick<Told, 'decide' | 'metrics'>): string {
  const { metric, operation = null, where } = decide;
  const at = Object.keys(where).length === 0 ? '' : ` at ${levelWords(where, Object.keys(where))}`;
  return `typical ${metricWords(metrics, metric, operation)}${at}`;
}

/** `1.34 GB/s (90 % interval 1.30–1.36, n = 5)`. */
export function estimate({ value, unit, interval, n, min, max, unitKind, logs }: Contender): string {
  const units = unitKind === 'trial' ? {} : { units: counted(logs.n, unitKind) };
  return formatEstimate(value, unit, { interval, n, min, max, ...units });
}

/**
 * `1.34 GB/s (at least 1.30 at 95 %, n = 6)`: the bound at 95 %, as if no other competed. Of one that is open both
 * bounds, for the limit lies between them; the estimate alone where nothing is asked of the metric itself.
 */
export function limitEstimate(one: Contender, { atLeast, atMost }: Decide): string {
  if (one.burst) return burstEstimate(one);
  const { value, unit, bounds, n, unitKind, logs, limit } = one;
  if (bounds === null || limit === null) return estimate(one);
  const [low = '', high = ''] = formatRange(bounds.low, bounds.high, value, unit).split('–');
  const upper = (atMost !== undefined) === (limit === 'yes');
  const both = limit === 'open' || (atLeast !== undefined && atMost !== undefined);
  const which = both ? `${low} to ${high} at 95 % each` : `at ${upper ? `most ${high}` : `least ${low}`} at 95 %`;
  const units = unitKind === 'trial' ? '' : ` in ${counted(logs.n, unitKind)}`;
  return `${formatValue(value, unit)} (${which}, n = ${n}${units})`;
}

/** `884 MB/s, 5.89 times the 150 MB/s provisioned`; where the rate had a step, what its lower level is. */
export function burstEstimate({ value, unit, provisioned, ofProvisioned, bounds, n }: Contender): string {
  const lasts =
    provisioned !== null && ofProvisioned !== null && ofProvisioned > BEYOND
      ? `${threeDigits(ofProvisioned)} times the ${formatValue(provisioned, unit)} provisioned`
      : `at most ${formatValue(bounds?.high ?? value, unit)} after a step`;
  return `${formatValue(value, unit)}, ${lasts} (n = ${n})`;
}

/** `1.31 times (1.22–1.41 at 96 %)`. */
export function times({ ratio, low, high }: Compared): string {
  return ratio === null || low === null || high === null
    ? 'an unknown number of times'
    : `${threeDigits(ratio)} times (${threeDigits(low)}–${threeDigits(high)} at 96 %)`;
}

/** `a was 1.31 times (1.22–1.41 at 96 %) b`: what is more comes first, better or not. */
export function relation(winner: Contender, rival: Contender, found: Compared, told: Told): string {
  const [more, less] = moreIsBetter(winner, told) ? [winner, rival] : [rival, winner];
  return `${more.label} was ${times(found)} ${less.label}`;
}

/** In the direction that is asked for. */
export function moreIsBetter({ unit }: Contender, { decide, metrics, parts }: Told): boolean {
  return directionOf(parts.prefer, betterOf(metrics, decide.metric, unit)) === 'higher';
}

/**
 * `reaches 1.30 GB/s`, `stay at or below 5.00 ms`, `keeps to quick (read p99 latency at most 5ms)`.
 * @param of after the limits of the metric itself, e.g. ` in median IOPS`: criteria are of metrics of their own
 */
export function limitWords({ decide, metrics }: Told, unit: Unit, verb: 'reach' | 'reaches', of = ''): string {
  const { atLeast, atMost, require = [] } = decide;
  const stay = verb === 'reach' ? 'stay' : 'stays';
  const low = atLeast === undefined ? [] : [`${verb} ${formatValue(atLeast, unit)}`];
  const high = atMost === undefined ? [] : [`${stay} at or below ${formatValue(atMost, unit)}`];
  const keep = verb === 'reach' ? 'keep' : 'keeps';
  const own = [...low, ...high].join(' and ');
  const rest = require.length === 0 ? [] : [`${keep} to ${listed(require.map((one) => criterionText(one, metrics)))}`];
  return [...(own === '' ? [] : [`${own}${of}`]), ...rest].join(' and ');
}

/** `1.34 GB/s (…)` beside a limit of the metric; `median bandwidth of 1.34 GB/s (…)` where only criteria are asked. */
export function limitFigure(one: Contender, told: Told): string {
  const { atLeast, atMost, require = [] } = told.decide;
  const other = atLeast === undefined && atMost === undefined && require.length > 0;
  const of = other ? `${subject(told)} of ` : '';
  return `${of}${limitEstimate(one, told.decide)}`;
}

/** `reach it`, `keeps to it`: after a limit that was named. */
export function keepWords({ atMost, require = [] }: Decide, verb: 'reach' | 'reaches'): string {
  if (atMost === undefined && require.length === 0) return `${verb} it`;
  return verb === 'reach' ? 'keep to it' : 'keeps to it';
}

/** `, misses quick: 28.4 ms`, `, may miss durable`: criteria that a cell does not surely keep to, and what it has. */
export function criteriaWords({ criteria, givenRate }: Pick<Contender, 'criteria' | 'givenRate'>): string {
  const of = (standing: 'no' | 'open'): string =>
    listed([
      ...(givenRate?.standing === standing ? [givenRateWords(givenRate)] : []),
      ...criteria.filter((one) => one.standing === standing).map(criterionFigure),
    ]);
  return `${of('no') === '' ? '' : `, misses ${of('no')}`}${of('open') === '' ? '' : `, may miss ${of('open')}`}`;
}

/** `the given rate of 8.00k ops/s: 3.07k ops/s`. */
export function givenRateWords({ made, asked }: GivenRate): string {
  return `the given rate of ${formatValue(asked, 'ops/s')}: ${formatValue(made, 'ops/s')}`;
}

/** `quick: 28.4 ms`; the name alone where nothing of it counts. */
export function criterionFigure({ name, value, unit }: CriterionStanding): string {
  return value === null || unit === null ? name : `${name}: ${formatValue(value, unit)}`;
}

/** `a`, `a and b`, `a, b and 3 more`; `a, bs 4k; b; and 3 more`. */
export function listed(names: readonly string[], most = 3): string {
  const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
  const last = shown.at(-1) ?? '';
  // Names of several levels have commas themselves.
  const mark = shown.some((name) => name.includes(', ')) ? '; ' : ', ';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(mark)}${mark === '; ' ? ';' : ''} and ${last}`;
}

/** What would tell more than a figure that is a bound. */
export function boundAdvice({ label, bound, lost }: Contender): string {
  if (bound.atMost)
    return `Slow trials of ${label}, or its first latencies, are missing: see their reasons, and measure again`;
  return lost.quick > 0
    ? `Longer trials of ${label} would tell`
    : `Larger or more hosts for ${label}, or a higher rate, would tell`;
}

/** What people call that which is drawn anew. */
export const UNIT_WORDS: Readonly<Record<UnitKind, string>> = { trial: 'replicate', block: 'block' };

/** `16 %`, `6.8 %`, `0.43 %`: two digits, as a guess deserves. */
export function roughShare(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`;
}

/** `6 replicates find a difference of 16 % in four of five cases; 10 % takes 12.` */
export function resolutionWords({ parts: { resolution, scope }, decide }: Told): string | null {
  if (resolution === null) return null;
  const { n, unit, detectable, unitsToDetect } = resolution;
  const assumed = (scope?.assumedInstance ?? 0) + (scope?.assumedHour ?? 0) > 0;
  const many = assumed ? 'several blocks' : `more than ${UNITS_MAX}`;
  const takes = unitsToDetect === null ? many : String(unitsToDetect);
  const units = counted(n, UNIT_WORDS[unit]);
  if (detectable === null)
    return (
      `A limit that is ${roughShare(decide.detect)} away takes ` +
      `${unitsToDetect === null && assumed ? takes : `${takes} ${UNIT_WORDS[unit]}s`} in four of five cases`
    );
  const more = unitsToDetect !== null && unitsToDetect <= n ? '' : `; ${roughShare(decide.detect)} takes ${takes}`;
  return `${units} find a difference of ${roughShare(detectable)} in four of five cases${more}`;
}
