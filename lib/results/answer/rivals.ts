/** What may be said of two cells: which one is ahead, by how many times, and whether that is more than chance. */
import type { Metric } from '../../shapes/metric';
import { type Decide, TRIALS_TO_COMPARE } from '../../shapes/decide';
import type { CountedTrial } from '../counting';
import type { Cause } from '../design/facts';
import { hoursDrawn } from '../design/turns';
import type { Circumstances, Contender, Entrant } from './contender';
import { isEqual, isMore, type Ratio, ratioOfMeans, welch } from '../statistics/welch';
import { type Logs, logsOfMeans, pooledDeviation } from '../statistics/logs';
import { estimateOf, statisticsOf, unitKey, valueOf } from '../statistics/statistics';

/**
 * One copy of each in one hour may differ by this much for no reason of the configurations: less is not laid to them,
 * be it ever so certain that these two copies differ.
 */
export const COPY_MARGIN = 0.1;

/**
 * So many deviations of its trials an hour may differ from another one that has nothing of it: trials that are alike
 * (correlation 0.8) scatter by the less among themselves, the fewer they are: three by half of what all do. Fitted to
 * simulations of the decision; `docs/statistics.md` shows how well.
 * @param n trials of each
 */
function hourDeviations(n: number): number {
  return n < 5 ? 3.5 + 0.9 * (5 - n) : Math.max(2, 3.5 - 0.25 * (n - 5));
}

/**
 * The same of hours of one block, of which more is known: where trials scatter by much, hours do as well, for what
 * lasts over several trials is in both. In several blocks the spread of these tells.
 * @param hours that differ: two of them where they are compared, one where a limit is asked for
 */
export function hourMargin(sides: readonly Logs[], several: boolean, hours: 1 | 2 = 2): number {
  const deviation = several ? null : pooledDeviation(sides);
  if (deviation === null) return COPY_MARGIN;
  const able = sides.filter((one) => one.n > 1).map((one) => one.n);
  return hourFloor(Math.min(...able), deviation * Math.sqrt(hours / 2));
}

/** The same by numbers. @param n trials of each */
export function hourFloor(n: number, deviation: number): number {
  return Math.max(COPY_MARGIN, Math.expm1(hourDeviations(n) * deviation));
}

/** Why two cells are not told apart. */
export type Doubt =
  /** One of them has fewer units that count than it takes to compare: three trials, or blocks. */
  | 'few'
  /** Chance may do it. */
  | 'noise'
  /** It is certain, and less than what matters. */
  | 'margin'
  /**
   * What leads does not lead by everything: the trials of the periods that both were measured in order them the other
   * way round, or the ratio of the statistic that was asked for lies outside of the interval, or below the margin.
   */
  | 'order'
  /** The one is ahead, but so little that the copy may do it: another block would tell. */
  | 'copy'
  /** Likewise, and they took no turns: they were measured by different rigs. */
  | 'hour'
  /**
   * Likewise, as stages of copies that follow each other, in every block in the same order: no block would tell.
   */
  | 'period'
  /** It is ahead by more than hours may differ by, and their rigs rose or fell meanwhile. */
  | 'drift'
  /** Trials were left out for how they came out, or say only what is no lower: that may have put the one ahead. */
  | 'selected';

/** One of the two, by the trials that were compared. */
export interface Side {
  /** The asked statistic. */
  readonly value: number;
  /** Trials. */
  readonly n: number;
  readonly logs: Logs;
}

/** The cell that leads against another one. */
export interface Compared {
  readonly cell: string;
  /** How many times it is better: values ÷, or times the other way round where less is better. Null for `few`. */
  readonly ratio: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly result: 'apart' | 'equal' | 'close';
  /** Null where they are apart or equal. */
  readonly doubt: Doubt | null;
  /** Both were measured on one copy, or neither is a copy of anything. */
  readonly sameCopy: boolean;
  /** What else differs between them than the configuration, and is not drawn anew by blocks; null for nothing. */
  readonly confounded: 'copy' | 'hour' | 'period' | null;
  /** What that may make of a ratio, as a share: only more than it counts. 0 where nothing else differs. */
  readonly floor: number;
  /** Periods whose trials were compared; null for all of both. */
  readonly periods: readonly number[] | null;
  readonly leader: Side;
  readonly rival: Side;
}

/** What comparing is done by. */
export interface Comparing extends Pick<Circumstances, 'trials' | 'several'> {
  readonly better: Metric['better'];
  readonly margin: number;
  readonly statistic: Decide['statistic'];
  /** Of so many claims at once this is one: the surer it has to be. Absent: it stands by itself. */
  readonly among?: number;
  /** Whether these rigs rose or fell over their time, as far as one has to reckon with it. */
  readonly drifting: (rigs: ReadonlySet<string>) => boolean;
}

/** What is compared of a cell. */
export interface Sided {
  readonly contender: Pick<Contender, 'cell' | 'value' | 'n' | 'logs' | 'unitKind' | 'lost'>;
  readonly values: Entrant['values'];
}

/** Holds the leader against another one. */
export function compared(leader: Sided, rival: Sided, by: Comparing): Compared {
  const { better, margin } = by;
  const periods = commonPeriods(leader, rival, by);
  const [own, other] = [sideOf(leader, periods, by), sideOf(rival, periods, by)];
  const confounded = confounding(leader, rival, by);
  const floor = floorOf(confounded, [own.logs, other.logs], by.several);
  const base = { cell: rival.contender.cell, ...confounded, floor, periods, leader: own, rival: other };
  const ratio = ratioOf(own, other, by);
  if (ratio === null) return { ...base, ratio: null, low: null, high: null, result: 'close', doubt: 'few' };
  const { low, high } = ratio;
  const found = { ...base, ratio: ratio.ratio, low, high };
  const close = (doubt: Doubt): Compared => ({ ...found, result: 'close', doubt });
  const selected = isSelected(leader.contender, rival.contender);
  if (high < 1) return close('order');
  const [its, others] = by.several
    ? [ofTrials(leader, periods, by), ofTrials(rival, periods, by)]
    : [own.value, other.value];
  const shown = better === 'higher' ? its / others : others / its;
  if (!isMore(ratio, margin)) {
    if (!isEqual(ratio, margin)) return close(low > 1 ? 'margin' : 'noise');
    // What is said beside both has to hold of them; and values that are all the same were rounded, by who knows what.
    if (Math.abs(Math.log(shown)) > Math.log((1 + margin) * ROUNDING)) return close('order');
    if (isFlat(own) && isFlat(other)) return close('noise');
    if (isHour(found)) return close(found.confounded);
    return selected || isSelected(rival.contender, leader.contender)
      ? close('selected')
      : { ...found, result: 'equal', doubt: null };
  }
  if (!isShown(shown, ratio, margin)) return close('order');
  if (found.confounded !== null && low < 1 + found.floor) return close(found.confounded);
  // What befell their own trials befell what lies between them, too, and that may be more than the margin.
  if (isHour(found) && by.drifting(rigsOf([leader, rival], by))) return close('drift');
  return selected ? close('selected') : { ...found, result: 'apart', doubt: null };
}

function floorOf(found: Pick<Compared, 'confounded'>, sides: readonly Logs[], several: boolean): number {
  return found.confounded === null ? 0 : isHour(found) ? hourMargin(sides, several) : COPY_MARGIN;
}

/** What differs between the two is the hour, whatever else does. */
export function isHour<T extends Pick<Compared, 'confounded'>>(one: T): one is T & { confounded: 'hour' | 'period' } {
  return one.confounded === 'hour' || one.confounded === 'period';
}

/** Of values that do not scatter two ratios are the same but for this. */
const ROUNDING = 1 + 1e-9;

function isFlat({ logs: { deviation } }: Side): boolean {
  return (deviation ?? 0) < Math.log(ROUNDING);
}

/** What is printed says it, too: values of two levels have a median far from the middle of their logarithms. */
function isShown(times: number, { low, high }: Ratio, margin: number): boolean {
  return times * ROUNDING >= Math.max(low, 1 + margin) && times <= high * ROUNDING;
}

/** Of two blocks both copies may be of one kind by chance, however many trials they have: it takes three units. */
function ratioOf(own: Side, other: Side, { better, statistic, among }: Comparing): Ratio | null {
  if (Math.min(own.logs.n, other.logs.n) < TRIALS_TO_COMPARE) return null;
  const times = statistic === 'mean' ? ratioOfMeans : welch;
  return better === 'higher' ? times(own.logs, other.logs, among) : times(other.logs, own.logs, among);
}

function rigsOf(entrants: readonly Sided[], { trials }: Comparing): ReadonlySet<string> {
  return new Set(entrants.flatMap(({ values }) => values.flatMap(({ trial }) => trials.get(trial)?.rig ?? [])));
}

/** What was left out of the two makes the first look better against the second than it is. */
function isSelected({ lost }: Pick<Contender, 'lost'>, rival: Pick<Contender, 'lost'>): boolean {
  return lost.slow + lost.floors > 0 || rival.lost.quick > 0;
}

/**
 * On one copy in one period there is nothing else that differs. With several blocks copies are drawn anew, but not the
 * order of stages; and the hour where rigs followed each other now this way and now that.
 */
function confounding(
  leader: Sided,
  rival: Sided,
  { trials, several }: Comparing,
): Pick<Compared, 'sameCopy' | 'confounded'> {
  const placesOf = ({ values }: Sided): readonly CountedTrial[] =>
    values.flatMap(({ trial }) => trials.get(trial) ?? []);
  const [its, others] = [placesOf(leader), placesOf(rival)];
  const sameCopy = new Set([...its, ...others].map(({ copy, given }) => (given === true ? null : copy))).size === 1;
  const oneRig = its.some(({ rig }) => others.some((one) => one.rig === rig));
  const turns = its.some(({ rig, period }) => others.some((one) => one.rig === rig && one.period === period));
  if (oneRig && !turns) return { sameCopy, confounded: 'period' };
  if (several) return { sameCopy, confounded: turns || hoursDrawn(its, others) ? null : 'hour' };
  return { sameCopy, confounded: turns ? (sameCopy ? null : 'copy') : 'hour' };
}

/** What else may have done what is found between two, beside chance: blocks draw copies and fleets anew. */
export function causesOf(
  { confounded, sameCopy }: Pick<Compared, 'confounded' | 'sameCopy'>,
  { several, fleets }: Pick<Circumstances, 'several' | 'fleets'>,
): readonly Cause[] {
  if (confounded === null) return [];
  const copy: readonly Cause[] = several || sameCopy ? [] : ['copy'];
  const fleet: readonly Cause[] = several || !fleets || confounded !== 'hour' ? [] : ['fleet'];
  return [...copy, ...fleet, ...(confounded === 'copy' ? [] : (['hour'] as const))];
}

/** Periods in which both have units enough to be compared; null where there is none, or all trials are of such. */
function commonPeriods(a: Sided, b: Sided, { trials }: Comparing): readonly number[] | null {
  const units = ({ contender, values }: Sided): ReadonlyMap<number, Set<string>> => {
    const found = new Map<number, Set<string>>();
    for (const one of values) {
      const period = trials.get(one.trial)?.period ?? 1;
      found.set(period, (found.get(period) ?? new Set()).add(unitKey(one, contender.unitKind) ?? one.trial));
    }
    return found;
  };
  const [its, others] = [units(a), units(b)];
  const both = [...its].flatMap(([period, own]) =>
    Math.min(own.size, others.get(period)?.size ?? 0) >= TRIALS_TO_COMPARE ? [period] : [],
  );
  const all = new Set([...its.keys(), ...others.keys()]);
  return both.length === 0 || both.length === all.size ? null : both;
}

/** The asked statistic of all trials, whatever their blocks: what leads by its blocks has to lead by that, too. */
function ofTrials({ contender, values }: Sided, periods: readonly number[] | null, by: Comparing): number {
  const found = statisticsOf(valuesIn(values, periods, by), by.several);
  return found === null ? contender.value : valueOf(by.statistic, found);
}

function valuesIn(
  values: Sided['values'],
  periods: readonly number[] | null,
  { trials }: Pick<Comparing, 'trials'>,
): Sided['values'] {
  return periods === null ? values : values.filter(({ trial }) => periods.includes(trials.get(trial)?.period ?? 1));
}

function sideOf(
  { contender, values }: Sided,
  periods: readonly number[] | null,
  { trials, several, statistic }: Comparing,
): Side {
  const { value, n, logs, unitKind } = contender;
  const own = valuesIn(values, periods, { trials });
  const means = (): Logs | null => logsOfMeans(own.map((one) => ({ value: one.value, unit: unitKey(one, unitKind) })));
  if (periods === null) return { value, n, logs: (statistic === 'mean' ? means() : null) ?? logs };
  const found = statisticsOf(own, several);
  // Of values that are all above zero some are, too.
  return found === null || found.logs === null
    ? { value, n, logs }
    : {
        value: estimateOf(statistic, found, own).value,
        n: found.n,
        logs: (statistic === 'mean' ? means() : null) ?? found.logs,
      };
}
