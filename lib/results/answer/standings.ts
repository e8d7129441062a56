/** How configurations stand to what is asked for at least, at most, and by criteria: rule 5 of `docs/statistics.md`. */
import type { Criterion, Decide } from '../../shapes/decide';
import { groupBy } from '../../shapes/group';
import { BEYOND } from '../entitled';
import { betterOf, countedValues, primaryMeasures } from '../measures';
import type { Metrics } from '../../shapes/metric';
import type { UnitTable } from '../statistics/difference';
import { measureFall, lowerBound } from '../statistics/limit';
import { statisticsOf } from '../statistics/statistics';
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
import { type Place, averageUnits, makeUnitRow } from './units';

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

/** One condition, turned so that more is better: met where the value is `limit` at least. */
interface Side {
  readonly logs: readonly number[];
  readonly limit: number;
  /** The truth may be more, or less, than was measured. */
  readonly more: boolean;
  readonly less: boolean;
  readonly fall: number;
  readonly spread: number;
}

/** What is held against limits: logarithms of units as they are, and what is known of them. */
interface Tested extends Pick<Side, 'logs' | 'more' | 'less' | 'fall' | 'spread'> {
  readonly limits: Limits;
}

/** Equal logarithms may differ in their last digit. */
const TINY = 1e-9;

function sidesOf({ limits: { atLeast, atMost }, logs, more, less, fall, spread }: Tested): readonly Side[] {
  return [
    ...(atLeast === undefined ? [] : [{ logs, limit: Math.log(atLeast), more, less, fall, spread }]),
    ...(atMost === undefined
      ? []
      : [
          {
            logs: logs.map((log) => -log),
            limit: -Math.log(atMost),
            more: less,
            less: more,
            fall: -fall,
            spread,
          },
        ]),
  ];
}

function meets({ logs, limit, less, fall, spread }: Side, among: number): boolean {
  return !less && lowerBound(logs, { among, spread }) - Math.max(0, fall) >= limit - TINY;
}

function misses({ logs, limit, more, fall, spread }: Side, tries: number): boolean {
  const above = logs.map((log) => -log);
  return !more && -lowerBound(above, { among: tries, spread }) + Math.max(0, -fall) < limit - TINY;
}

/** All have to be met; to miss one is enough, so that chance has as many tries at that. */
function standingOf(sides: readonly Side[], among: number, tries: number): Standing {
  if (sides.some((side) => misses(side, tries))) return 'no';
  return sides.every((side) => meets(side, among)) ? 'yes' : 'open';
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
  const { decide } = asking;
  const byCell = new Map(candidates.map((one) => [one.cell, one]));
  const found = entrants.map((entrant, row) => {
    const candidate = byCell.get(entrant.contender.cell);
    return { entrant, conditions: candidate === undefined ? null : conditionsOf(entrant, row, candidate, asking) };
  });
  const alive = found.filter(({ conditions }) => conditions !== null && conditions.standing(1) !== 'no');
  const rivals = groupBy(alive, ({ entrant: { contender } }) =>
    decide.prefer === 'cheapest' ? priceRank(contender) : null,
  );
  const among = new Map([...rivals.values()].flatMap((own) => own.map((one) => [one, own.length] as const)));
  return found.map((one) => {
    const { entrant, conditions } = one;
    if (conditions === null) return entrant;
    const { standing, ...parts } = conditions;
    const asked = isLimited(decide) || parts.givenRate?.standing === 'no';
    const contender: Contender = {
      ...entrant.contender,
      ...parts,
      qualifies: asked ? standing(among.get(one) ?? 1) : null,
      safe: asked && standing(alive.length) === 'yes',
    };
    return { ...entrant, contender };
  });
}

type Conditions = Pick<Contender, 'bounds' | 'limit' | 'burst' | 'fall' | 'criteria' | 'givenRate'> & {
  readonly standing: (among: number) => Standing;
};

function conditionsOf(entrant: Entrant, row: number, candidate: Candidate, asking: Asking): Conditions {
  const { decide, better, table } = asking;
  const { require = [], atLeast, atMost, margin } = decide;
  const { contender, spread } = entrant;
  const sign = better === 'higher' ? 1 : -1;
  const fall = asking.circumstances.several ? 0 : measureFall(averageUnits(table, row), margin);
  const logs = (table[row] ?? []).flatMap((one) => (one === null ? [] : [sign * one.log]));
  const known = asValue(contender.bound, better);
  const measured = { limits: { atLeast, atMost }, logs, fall: sign * fall, spread: spread.forLimits, ...known };
  const held = takeLasting(measured, contender, entrant.values, asking);
  const criteria = require.map((one) => criterionOf(one, candidate, asking));
  const rate = givenRateOf(candidate, asking, contender.unit);
  const own = sidesOf(held);
  const others = criteria.map(({ sides }) => sides);
  const tries = own.length + others.flat().length;
  const limit = own.length === 0 ? null : standingOf(own, 1, tries);
  const missesRate = rate !== null && rate.sides.some((side) => misses(side, Math.max(1, tries)));
  return {
    bounds: boundsOf(held),
    limit,
    burst: held !== measured && limit !== 'yes' && standingOf(sidesOf(measured), 1, tries) !== 'no',
    fall: fall > 0 ? -Math.expm1(-fall) : 0,
    criteria: criteria.map((one) => ({
      ...one.figure,
      standing: one.sides.length === 0 ? 'open' : standingOf(one.sides, 1, tries),
    })),
    ...(rate === null ? {} : { givenRate: { ...rate.figure, standing: missesRate ? 'no' : 'yes' } }),
    standing: (among) => {
      if (missesRate) return 'no';
      const all = standingOf([...own, ...others.flat()], among, tries);
      return all === 'yes' && others.some(({ length }) => length === 0) ? 'open' : all;
    },
  };
}

/** Bounds both ways, of what is held against the limit. */
function boundsOf({ logs, spread }: Tested): Contender['bounds'] {
  const low = lowerBound(logs, { spread });
  const high = -lowerBound(
    logs.map((log) => -log),
    { spread },
  );
  return Number.isFinite(low) ? { low: Math.exp(low), high: Math.exp(high) } : null;
}

/** A bound in the direction of better, as one of the value. */
function asValue({ atLeast, atMost }: Bound, better: Asking['better']): Pick<Side, 'more' | 'less'> {
  return better === 'higher' ? { more: atLeast, less: atMost } : { more: atMost, less: atLeast };
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
    return { ...measured, logs: measured.logs.map((log) => Math.min(log, most)), spread: 0 };
  }
  const lowerOf = ({ trial }: { readonly trial: string }): number | undefined => trials.get(trial)?.lowerLevel;
  if (2 * values.filter((one) => lowerOf(one) !== undefined).length < values.length) return measured;
  const lower = values.map((one) => ({ ...one, value: one.value * (lowerOf(one) ?? 1) }));
  return { ...measured, logs: logsOfUnits(lower, places) };
}

interface FoundCriterion {
  /** None where nothing of it was measured. */
  readonly sides: readonly Side[];
  readonly figure: Omit<CriterionStanding, 'standing'>;
}

/** By the trials that count; open where nothing of it was measured, or several operations gave one. */
function criterionOf(
  { name, metric, operation, statistic, ...limits }: Criterion,
  candidate: Candidate,
  asking: Asking,
): FoundCriterion {
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
  const none = { sides: [], figure: { name, value: null, unit: null, lost: { slow: 0, quick: 0, floors: 0 } } };
  if (measure === undefined || found.length !== 1 || statistics === null) return none;
  const values = countedValues(measure.values, trials);
  const lost = lostOf(candidate.cell, metric, values.length, trials);
  const { unit, provisioned = null, ofProvisioned = null } = measure;
  const figure = { name, value: statistics.centre, unit, lost };
  if (statistics.logs === null) return { sides: [], figure };
  const counted = values.flatMap(({ trial }) => trials.get(trial) ?? []);
  const known = asValue(boundOf(candidate, metric, lost), betterOf(asking.metrics, metric, unit));
  const spread = assumeSpread(candidate.assumed, { unit, ofProvisioned }, counted).forLimits;
  const measured = { limits, logs: logsOfUnits(values, asking.places), fall: 0, spread, ...known };
  return { sides: sidesOf(takeLasting(measured, { unit, provisioned, ofProvisioned }, values, asking)), figure };
}

function logsOfUnits(
  values: readonly { readonly trial: string; readonly value: number }[],
  places: Asking['places'],
): readonly number[] {
  const units = [...new Set(values.map(({ trial }) => places.get(trial)?.unit ?? ''))];
  return makeUnitRow(units, values, places, 1).flatMap((one) => (one === null ? [] : [one.log]));
}

/** Latencies of a rate that a cell surely does not make are none of that rate, however low they are. */
function givenRateOf(
  { load = null, measures }: Candidate,
  { circumstances: { trials, several }, places }: Asking,
  unit: Contender['unit'],
): { readonly sides: readonly Side[]; readonly figure: Omit<GivenRate, 'standing'> } | null {
  if (load?.by !== 'rate' || (unit !== 'us' && unit !== 's')) return null;
  const made = new Map<string, { readonly trial: string; readonly value: number; readonly block: number }>();
  // Reads and writes of a mix are asked for together.
  for (const { values } of primaryMeasures(measures, load.metric))
    for (const { trial, value, block } of countedValues(values, trials))
      made.set(trial, { trial, value: (made.get(trial)?.value ?? 0) + value, block });
  const all = [...made.values()];
  const statistics = statisticsOf(all, several);
  if (statistics === null || statistics.logs === null) return null;
  const limits = { atLeast: load.least * load.rate };
  const tested = { limits, logs: logsOfUnits(all, places), more: false, less: false, fall: 0, spread: 0 };
  return { sides: sidesOf(tested), figure: { made: statistics.centre, asked: load.rate } };
}

/** A price of four digits; one that is not known may be the lowest. */
export function priceRank({ usdPerHour }: { readonly usdPerHour: number | null }): number {
  return usdPerHour === null ? Number.NEGATIVE_INFINITY : Number(usdPerHour.toPrecision(4));
}

/** It may be the answer: it keeps to the limits, or that is open, or there are none. */
export function mayPass({ qualifies }: Pick<Contender, 'qualifies'>): boolean {
  return qualifies !== 'no';
}

/** It keeps to the limits, or there are none. */
export function passes({ qualifies }: Pick<Contender, 'qualifies'>): boolean {
  return qualifies === 'yes' || qualifies === null;
}
