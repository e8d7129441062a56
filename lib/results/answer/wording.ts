/** Phrases that every form of an answer is made of. */
import type { Decide } from '../../shapes/decide';
import type { Metrics } from '../../shapes/metric';
import type { Unit } from '../../shapes/observation';
import type { DecidedParts } from './answer';
import { type Cause, copiesMatter } from '../design/facts';
import type { Candidate, Circumstances, Contender, CriterionStanding, GivenRate } from './contender';
import type { Compared } from './rivals';
import { directionOf } from './choose';
import { criterionText } from './question';
import { counted, formatEstimate, formatLevel, formatRange, formatValue, threeDigits } from '../format';
import { levelWords } from '../label';
import { betterOf, metricWords } from '../measures';
import type { UnitKind } from '../statistics/logs';
import { statisticWords } from '../statistics/statistics';

/** All that an answer in words is made of. */
export interface Told {
  readonly decide: Decide;
  readonly parts: DecidedParts;
  readonly metrics: Metrics;
  readonly circumstances: Circumstances;
  /** Those that compete, with the labels of the ranking. */
  readonly candidates: readonly Candidate[];
}

/** `median IOPS at rw randread, bs 4k`; `geometric mean IOPS` where blocks are what counts. */
export function subject({ decide, metrics, circumstances }: Told): string {
  const { statistic, metric, operation = null, where } = decide;
  const at = Object.keys(where).length === 0 ? '' : ` at ${levelWords(where, Object.keys(where))}`;
  const name = statisticWords(statistic, circumstances.several);
  return `${name} ${metricWords(metrics, metric, operation)}${at}`;
}

type Named = Pick<Contender, 'label' | 'given'>;

/** `this copy of 4GBps` where it was made once, and is not all that was measured; else its label. */
export function thing({ label, given }: Named, { circumstances }: Told): string {
  return copiesMatter(circumstances) && !given ? `this copy of ${label}` : label;
}

/** `a (1.34 GB/s) and b (884 MB/s)`, or `these copies of a (1.34 GB/s) and b (884 MB/s)`: by labels of such a form. */
export function things(ones: readonly Named[], told: Told): string {
  const all = copiesMatter(told.circumstances) && ones.every(({ given }) => !given);
  return all
    ? `these copies of ${listed(ones.map(({ label }) => label))}`
    : listed(ones.map((one) => thing(one, told)));
}

/** The first letter as a capital, where it is one of our own words: labels stay as they are. */
export function begin(text: string): string {
  return /^(this copy|these copies) of /.test(text) ? `T${text.slice(1)}` : text;
}

/** `1.34 GB/s (95 % interval 1.30–1.36, n = 5)`. */
export function estimate({ value, unit, interval, n, min, max, unitKind, logs }: Contender): string {
  const units = unitKind === 'trial' ? {} : { units: counted(logs.n, unitKind) };
  return formatEstimate(value, unit, { interval, n, min, max, ...units });
}

/**
 * `1.34 GB/s (at least 1.30 at 95 %, n = 5)`: beside a limit stands what it was decided by. Of one that is
 * open both bounds, for the limit lies between them; the estimate alone where nothing is asked of the metric itself.
 */
export function limitEstimate(one: Contender, { atLeast, atMost }: Decide): string {
  const { value, unit, bounds, n, unitKind, logs, limit } = one;
  if (bounds === null || limit === null) return estimate(one);
  const [low = '', high = ''] = formatRange(bounds.low, bounds.high, value, unit).split('–');
  const upper = (atMost !== undefined) === (limit === 'yes');
  const both = limit === 'open' || (atLeast !== undefined && atMost !== undefined);
  const level = formatLevel(bounds.level);
  const which = both
    ? `${low} to ${high} at ${level} each`
    : `at ${upper ? `most ${high}` : `least ${low}`} at ${level}`;
  const units = unitKind === 'trial' ? '' : ` in ${counted(logs.n, unitKind)}`;
  return `${formatValue(value, unit)} (${which}, n = ${n}${units})`;
}

/** What the measured values are of, where no other hour and no other copy was looked at; begins with a blank. */
export function here({ circumstances }: Pick<Told, 'circumstances'>): string {
  const { made, several, apart, periods } = circumstances;
  if (several) return '';
  const hour = apart || periods > 1 ? ' in its hour' : ' in this hour';
  return made && !copiesMatter(circumstances) ? `${hour}, on this copy` : hour;
}

/** `1.31 times (1.22–1.41)`. */
export function times({ ratio, low, high }: Compared): string {
  return ratio === null || low === null || high === null
    ? 'an unknown number of times'
    : `${threeDigits(ratio)} times (${threeDigits(low)}–${threeDigits(high)})`;
}

/** `this copy of a was 1.31 times (1.22–1.41) this copy of b`: what is more comes first, better or not. */
export function relation(winner: Contender, rival: Contender, found: Compared, told: Told): string {
  const [more, less] = moreIsBetter(winner, told) ? [winner, rival] : [rival, winner];
  const one = found.sameCopy ? more.label : thing(more, told);
  return `${one} was ${times(found)} ${found.sameCopy ? less.label : thing(less, told)}${inPeriods(winner, found)}`;
}

/** ` by the trials of period 2 (1.34 GB/s and 884 MB/s)`: where these are not all; the leader's first. */
export function inPeriods({ unit }: Contender, { periods, leader, rival }: Compared): string {
  if (periods === null) return '';
  const which = `${periods.length === 1 ? 'period' : 'periods'} ${listed(periods.map(String), periods.length)}`;
  return ` by the trials of ${which} (${formatValue(leader.value, unit)} and ${formatValue(rival.value, unit)})`;
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

/** What people call that which is drawn anew. */
export const UNIT_WORDS: Readonly<Record<UnitKind, string>> = { trial: 'replicate', block: 'block' };

/** `16 %`, `6.8 %`, `0.43 %`: two digits, as a guess deserves. */
export function roughShare(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`;
}

/** `the copy`, `the copy, the fleet or the hour`. */
export function causeNames(causes: readonly Cause[]): string {
  const names = causes.map((one) => `the ${one}`);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}

/**
 * `With 3 replicates differences between two show from 16 % on, with 10 from 6.8 % on`, and by how much copies or
 * hours may differ by themselves.
 */
export function resolutionWords({ parts }: Told): string | null {
  const { resolution } = parts;
  if (resolution === null) return null;
  const { n, unit, detectable, withTen, floor, causes } = resolution;
  const ten = withTen === null ? '' : `, with 10 from ${roughShare(withTen)} on`;
  const alone = floor === 0 ? '' : `; ${roughShare(floor)} could be ${causeNames(causes)}`;
  const two = 'differences between two show';
  return `With ${counted(n, UNIT_WORDS[unit])} ${two} from ${roughShare(detectable)} on${ten}${alone}`;
}
