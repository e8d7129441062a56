/** How configurations stand to what is asked for at least, at most, and by criteria: rule 5 of `docs/statistics.md`. */
import type { Criterion, Decide } from '../../shapes/decide';
import { expected } from '../../shapes/errors';
import { groupBy } from '../../shapes/group';
import { BEYOND } from '../entitled';
import { betterOf, countedValues, primaryMeasures } from '../measures';
import type { Metrics } from '../../shapes/metric';
import type { UnitTable } from '../statistics/difference';
import { measureFall, lowerBound } from '../statistics/limit';
import { meanOf } from '../statistics/moments';
import { assumeSpread } from './assumptions';
import {
  type Bound,
  boundOf,
  type Candidate,
  type Circumstances,
  type Contender,
  type CriterionStanding,
  type Entrant,
  type GivenRate,
  lostOf,
  type Standing,
} from './contender';
import { type Place, makeUnitRow } from './units';

/** A condition on a value, in its unit. */
export interface Limits {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

/** Whether anything is asked but the best. */
export function isLimited({ atLeast, atMost, require = [] }: Decide): boolean {
  return atLeast !== undefined || atMost !== undefined || require.length > 0;
}

/** What standings are found by. */
export interface Asking {
  readonly decide: Decide;
  readonly better: 'higher' | 'lower';
  readonly metrics: Metrics;
  readonly circumstances: Circumstances;
  readonly places: ReadonlyMap<string, Place>;
  /** Of the entrants, in the direction of better. */
  readonly table: UnitTable;
}

/** What is held against limits: logarithms of units as they are, and what is known of them. */
interface Tested {
  readonly limits: Limits;
  readonly logs: readonly number[];
  /** The truth may be more, or less, than was measured. */
  readonly more: boolean;
  readonly less: boolean;
  /** By how much the end lies below the mean of the whole time; below 0 where it lies above. */
  readonly fall: number;
  readonly spread: number;
}

/** Equal logarithms may differ in their last digit. */
const TINY = 1e-9;

/** Of the logarithm of the level that lasts; infinite where the truth may be beyond. @param among see `Certainty` */
function boundsOf({ logs, more, less, fall, spread }: Tested, among: number): { low: number; high: number } {
  const negative = logs.map((log) => -log);
  return {
    low: less ? -Infinity : lowerBound(logs, { among, spread }) - Math.max(0, fall),
    high: more ? Infinity : -lowerBound(negative, { among, spread }) + Math.max(0, -fall),
  };
}

/** To miss one limit is enough, so that chance has as many tries at that; all have to be met. */
function standingOf(tested: readonly Tested[], among: number, tries: number): Standing {
  if (tested.some((one) => misses(one, tries))) return 'no';
  const isMet = (one: Tested): boolean => {
    const { low, high } = boundsOf(one, among);
    const { atLeast = 0, atMost = Infinity } = one.limits;
    return low >= Math.log(atLeast) - TINY && high <= Math.log(atMost) + TINY;
  };
  return tested.every(isMet) ? 'yes' : 'open';
}

function misses(tested: Tested, tries: number): boolean {
  const { low, high } = boundsOf(tested, tries);
  const { atLeast = 0, atMost = Infinity } = tested.limits;
  return high < Math.log(atLeast) - TINY || low > Math.log(atMost) + TINY;
}

/** Of one figure: 0 to 2. */
export function countLimits({ atLeast, atMost }: Limits): number {
  return Number(atLeast !== undefined) + Number(atMost !== undefined);
}

/**
 * Entrants with their standings. Where the answer may choose among several, the best of them by chance is taken: each
 * has to be the surer, the more of its price may keep to the limits; and a safe choice as one of all that may.
 */
export function withStandings(
  entrants: readonly Entrant[],
  candidates: readonly Candidate[],
  asking: Asking,
): readonly Entrant[] {
  const byCell = new Map(candidates.map((one) => [one.cell, one]));
  const found = entrants.map((entrant, row) =>
    holdAgainstLimits(entrant, row, expected(byCell.get(entrant.contender.cell), 'the candidate'), asking),
  );
  const alive = found.filter(({ standing }) => standing(1) !== 'no');
  const { prefer } = asking.decide;
  const rivals = groupBy(alive, ({ contender }) => (prefer === 'cheapest' ? priceRank(contender) : null));
  const among = new Map([...rivals.values()].flatMap((own) => own.map((one) => [one, own.length] as const)));
  return found.map((one, nth) => {
    const { contender, standing } = one;
    const asked = isLimited(asking.decide) || contender.givenRate?.standing === 'no';
    const qualifies = asked ? standing(among.get(one) ?? 1) : null;
    const safe = asked && standing(alive.length) === 'yes';
    return { ...expected(entrants[nth], 'an entrant'), contender: { ...contender, qualifies, safe } };
  });
}

interface HeldContender {
  /** With all but what depends on the others. */
  readonly contender: Contender;
  readonly standing: (among: number) => Standing;
}

function holdAgainstLimits(entrant: Entrant, row: number, candidate: Candidate, asking: Asking): HeldContender {
  const { decide, better, table } = asking;
  const { require = [], atLeast, atMost, margin } = decide;
  const { contender, spread } = entrant;
  const sign = better === 'higher' ? 1 : -1;
  const own = (table[row] ?? []).flatMap((one) => (one === null ? [] : [one.log]));
  const fall = asking.circumstances.several ? 0 : measureFall(own, margin);
  const logs = own.map((log) => sign * log);
  const together = exceedsTogether(candidate, { ...contender, metric: decide.metric }, atMost, asking);
  const known = asValue(contender.bound, better, together);
  const measured = { limits: { atLeast, atMost }, logs, fall: sign * fall, spread: spread.forLimits, ...known };
  const held = takeLasting(measured, contender, entrant.values, asking);
  const criteria = require.map((one) => testCriterion(one, candidate, asking));
  const all = [held, ...criteria.flatMap(({ tested }) => tested ?? [])];
  const tries = all.reduce((sum, { limits }) => sum + countLimits(limits), 0);
  const rate = testGivenRate(candidate, asking, contender.unit);
  const missesRate = rate !== null && misses(rate.tested, Math.max(1, tries));
  const limit = countLimits(held.limits) === 0 ? null : standingOf([held], 1, tries);
  const shown = boundsOf({ ...held, more: false, less: false }, 1);
  return {
    contender: {
      ...contender,
      bounds: Number.isFinite(shown.low) ? { low: Math.exp(shown.low), high: Math.exp(shown.high) } : null,
      limit,
      together,
      burst: held !== measured && limit !== 'yes' && standingOf([measured, ...all.slice(1)], 1, tries) === 'yes',
      fall: fall > 0 ? -Math.expm1(-fall) : 0,
      criteria: criteria.map(({ tested, figure }) => {
        return { ...figure, standing: tested === null ? 'open' : standingOf([tested], 1, tries) };
      }),
      ...(rate === null ? {} : { givenRate: { ...rate.figure, standing: missesRate ? 'no' : 'yes' } }),
    },
    standing: (among) => {
      if (missesRate) return 'no';
      const found = standingOf(all, among, tries);
      return found === 'yes' && criteria.some(({ tested }) => tested === null) ? 'open' : found;
    },
  };
}

/**
 * Whether of all operations surely more took longer than a percentile allows, by the other percentiles of each trial.
 */
function exceedsTogether(
  { measures }: Candidate,
  { metric, operation }: { readonly metric: string; readonly operation: string | null },
  atMost: number | undefined,
  { metrics, circumstances: { trials } }: Asking,
): boolean {
  const own = metrics[metric]?.percentile;
  if (own === undefined || atMost === undefined) return false;
  const percentAbove = new Map<string, number>();
  for (const measure of measures) {
    const { of, percent = 0 } = metrics[measure.metric]?.percentile ?? {};
    if (of !== own.of || measure.operation !== operation) continue;
    for (const { trial, value } of countedValues(measure.values, trials))
      percentAbove.set(trial, Math.max(percentAbove.get(trial) ?? 0, value > atMost ? 100 - percent : 0));
  }
  return meanOf([...percentAbove.values()]) > 100 - own.percent;
}

/** A bound in the direction of better, as one of the value. */
function asValue(
  { atLeast, atMost }: Bound,
  better: Asking['better'],
  together: boolean,
): Pick<Tested, 'more' | 'less'> {
  return better === 'higher' ? { more: atLeast, less: atMost } : { more: atMost || together, less: atLeast };
}

/**
 * What lasts of a rate: the lower levels where half of the trials had a step; of what was measured above what is
 * provisioned that, which is promised of every instance.
 */
function takeLasting(
  measured: Tested,
  { unit, provisioned, ofProvisioned }: Pick<Contender, 'unit' | 'provisioned' | 'ofProvisioned'>,
  values: Entrant['values'],
  { decide: { burst }, circumstances: { trials }, places }: Asking,
): Tested {
  if (burst === 'allowed' || measured.limits.atLeast === undefined || unit === 'us' || unit === 's') return measured;
  if (provisioned !== null && (ofProvisioned ?? 0) > BEYOND) {
    const most = Math.log(provisioned);
    return { ...measured, logs: measured.logs.map((log) => Math.min(log, most)), fall: 0, spread: 0 };
  }
  const lowerOf = ({ trial }: { readonly trial: string }): number | undefined => trials.get(trial)?.lowerLevel;
  if (2 * values.filter((one) => lowerOf(one) !== undefined).length < values.length) return measured;
  const lower = values.map((one) => ({ ...one, value: one.value * (lowerOf(one) ?? 1) }));
  return { ...measured, logs: logsOfUnits(lower, places) };
}

/** By the trials that count; not tested where nothing of it was measured, or several operations gave one. */
function testCriterion(
  { name, metric, operation, statistic, ...limits }: Criterion,
  candidate: Candidate,
  asking: Asking,
): { readonly tested: Tested | null; readonly figure: Omit<CriterionStanding, 'standing'> } {
  const { trials } = asking.circumstances;
  const its =
    statistic === undefined
      ? primaryMeasures(candidate.measures, metric)
      : candidate.measures.filter((one) => one.metric === metric && one.statistic === statistic);
  const found = its.filter(
    (one) => one.statistics !== null && (operation === undefined || one.operation === operation),
  );
  const [measure] = found;
  const statistics = measure?.statistics ?? null;
  if (measure === undefined || found.length !== 1 || statistics === null)
    return { tested: null, figure: { name, value: null, unit: null, lost: { slow: 0, quick: 0, floors: 0 } } };
  const values = countedValues(measure.values, trials);
  const lost = lostOf(candidate.cell, metric, values.length, trials);
  const { unit, provisioned = null, ofProvisioned = null } = measure;
  const figure = { name, value: statistics.centre, unit, lost };
  if (statistics.logs === null) return { tested: null, figure };
  const counted = values.flatMap(({ trial }) => trials.get(trial) ?? []);
  const together = exceedsTogether(candidate, measure, limits.atMost, asking);
  const known = asValue(boundOf(candidate, metric, lost), betterOf(asking.metrics, metric, unit), together);
  const spread = assumeSpread(candidate.assumed, { unit, ofProvisioned }, counted).forLimits;
  const measured = { limits, logs: logsOfUnits(values, asking.places), fall: 0, spread, ...known };
  return { tested: takeLasting(measured, { unit, provisioned, ofProvisioned }, values, asking), figure };
}

function logsOfUnits(
  values: readonly { readonly trial: string; readonly value: number }[],
  places: Asking['places'],
): readonly number[] {
  const units = [...new Set(values.map(({ trial }) => places.get(trial)?.unit ?? ''))];
  return makeUnitRow(units, values, places, 1).flatMap((one) => (one === null ? [] : [one.log]));
}

/** Latencies of a rate that a cell surely does not make are none of that rate, however low they are. */
function testGivenRate(
  { load = null, measures }: Candidate,
  { circumstances: { trials }, places }: Asking,
  unit: Contender['unit'],
): { readonly tested: Tested; readonly figure: Omit<GivenRate, 'standing'> } | null {
  if (load?.by !== 'rate' || (unit !== 'us' && unit !== 's')) return null;
  const made = new Map<string, number>();
  // Reads and writes of a mix are asked for together.
  for (const { values } of primaryMeasures(measures, load.metric))
    for (const { trial, value } of countedValues(values, trials)) made.set(trial, (made.get(trial) ?? 0) + value);
  const logs = logsOfUnits(
    [...made].map(([trial, value]) => ({ trial, value })),
    places,
  );
  if (logs.length === 0 || !logs.every(Number.isFinite)) return null;
  const limits = { atLeast: load.least * load.rate };
  const tested = { limits, logs, more: false, less: false, fall: 0, spread: 0 };
  return { tested, figure: { made: Math.exp(meanOf(logs)), asked: load.rate } };
}

/** A price of four digits; one that is not known may be the lowest. */
export function priceRank({ price }: Pick<Contender, 'price'>): number {
  return price === null ? Number.NEGATIVE_INFINITY : Number(price.toPrecision(4));
}

/** It may be the answer: it keeps to the limits, or that is open, or there are none. */
export function mayPass({ qualifies }: Pick<Contender, 'qualifies'>): boolean {
  return qualifies !== 'no';
}

/** It keeps to the limits, or there are none. */
export function passes({ qualifies }: Pick<Contender, 'qualifies'>): boolean {
  return qualifies === 'yes' || qualifies === null;
}
