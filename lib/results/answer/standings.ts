/**
 * How cells stand to what is asked for at least, at most, and by criteria; and among how many of them the answer is
 * picked.
 */
import { type Criterion, type Decide, TRIALS_TO_SPEAK_OF } from '../../shapes/decide';
import { groupBy } from '../../shapes/group';
import { hoursDrawn } from '../design/turns';
import { countedValues, primaryMeasures } from '../measures';
import {
  type Certainty,
  decidingBounds,
  type DecidingBounds,
  ERROR,
  type Standing,
  standingOf,
  type Tested,
} from '../statistics/bounds';
import { logsOfMeans, pooledSpread, type Spread } from '../statistics/logs';
import { statisticsOf, unitKey } from '../statistics/statistics';
import {
  type Candidate,
  type Circumstances,
  type Contender,
  type CriterionStanding,
  type Entrant,
  type GivenRate,
  lostOf,
} from './contender';
import { type Comparing, hourMargin } from './rivals';

/** Whether anything is asked but the best. */
export function isLimited({ atLeast, atMost, require = [] }: Decide): boolean {
  return atLeast !== undefined || atMost !== undefined || require.length > 0;
}

/**
 * Entrants with their standings. Where several would do, the best of them by chance is taken: of eight that just miss a
 * limit, one in three times one looks as if it kept to it. So those between which the answer may choose have to be the
 * surer, the more they are: those of one price where the cheapest is wanted, else all; but for those that surely miss
 * it, which leaves 5 ÷ 0.95 % at most for a claim that is wrong. And each is
 * taken to scatter no less than all of them, where its own order cannot say so. Where they were measured at different
 * times, which is the cheapest is a comparison of hours, too: then each has to be beyond the limit by what hours may
 * differ by.
 */
export function withStandings(
  decide: Decide,
  entrants: readonly Entrant[],
  candidates: readonly Candidate[],
  circumstances: Circumstances & Pick<Comparing, 'drifting'>,
): readonly Entrant[] {
  if (!isLimited(decide) && entrants.every(({ contender }) => contender.lost.floors === 0)) return entrants;
  const hours = hoursOf(entrants, circumstances);
  const floor = hourMargin(
    entrants.map(({ contender }) => contender.logs),
    circumstances.several,
    1,
  );
  const byCell = new Map(candidates.map((one) => [one.cell, one]));
  const withAmong = (entrant: Entrant, rivals: readonly Entrant[]): Entrant => {
    const among = rivals.length;
    const pooled = among > 1 ? pooledSpread(rivals.map(({ contender }) => contender.logs)) : null;
    const candidate = byCell.get(entrant.contender.cell);
    if (candidate === undefined) return entrant;
    const hour = hours.get(entrant.contender.cell) ?? null;
    const chance = withStanding(decide, entrant, candidate, circumstances, { among, pooled, floor: 0 });
    if (hour === null || chance.contender.qualifies === 'open') return chance;
    const found = withStanding(decide, entrant, candidate, circumstances, { among, pooled, floor });
    const sure = found.contender.qualifies !== 'open' && !hour.drifting;
    return sure ? found : { ...chance, contender: { ...chance.contender, qualifies: 'open', doubt: hour.kind } };
  };
  const alone = entrants.map((one) => withAmong(one, [one]));
  const able = alone.filter(({ contender }) => contender.qualifies !== 'no');
  const rivals = groupBy(able, ({ contender }) => (decide.prefer === 'cheapest' ? priceRank(contender) : null));
  const rivalsOf = new Map([...rivals.values()].flatMap((own) => own.map((one) => [one, own] as const)));
  return alone.map((one) => withAmong(one, rivalsOf.get(one) ?? [one]));
}

function withStanding(
  decide: Decide,
  { contender, values }: Entrant,
  candidate: Candidate,
  circumstances: Circumstances,
  demand: Demand,
): Entrant {
  const { statistic, atLeast, atMost, require = [] } = decide;
  const { among, pooled } = demand;
  const limited = atLeast !== undefined || atMost !== undefined;
  const rate = givenRateOf(decide, contender, candidate, circumstances);
  const conditions = require.length + (limited ? 1 : 0) + (rate === null ? 0 : 1);
  const certainty = { ...demand, conditions };
  const made = rate === null ? null : { ...rate.rate, standing: standingOf(rate.tested, rate.limits, certainty) };
  const tested = { ...testedOf(contender, values, statistic), pooled };
  const limit = standingOf(tested, { atLeast, atMost }, certainty);
  const criteria = require.map((one) => criterionOf(one, candidate, circumstances, certainty));
  const all = [...(limited ? [limit] : []), ...criteria.map(({ standing }) => standing)];
  const found = all.includes('no') ? 'no' : all.includes('open') ? 'open' : 'yes';
  const asked = all.length === 0 ? null : unlessSelected(found, contender.lost);
  return {
    values,
    contender: {
      ...contender,
      bounds: limit === 'no' ? decidingOf({ ...tested, pooled: null }, conditions) : decidingOf(tested, among),
      limit: limited ? limit : null,
      criteria,
      among,
      ...(made === null ? {} : { givenRate: made }),
      qualifies: made?.standing === 'no' && contender.lost.quick === 0 ? 'no' : asked,
    },
  };
}

type Demand = Required<Pick<Certainty, 'among' | 'floor'>> & { readonly pooled: Spread | null };

/** The bounds that the limit was held against. */
function decidingOf(tested: Tested, tries: number): DecidingBounds | null {
  const bounds = decidingBounds(tested, ERROR / tries);
  return bounds === null ? null : { ...bounds, level: 1 - ERROR / tries };
}

/**
 * Cells that did not take turns with all others, and whether their rigs rose or fell meanwhile. In several blocks the
 * order of rigs may be drawn anew, but not that of the stages in them.
 */
function hoursOf(
  entrants: readonly Entrant[],
  { trials, several, drifting }: Circumstances & Pick<Comparing, 'drifting'>,
): ReadonlyMap<string, { readonly kind: 'hour' | 'period'; readonly drifting: boolean }> {
  const places = entrants.map(({ contender, values }) => {
    const own = values.flatMap(({ trial }) => trials.get(trial) ?? []);
    const rigs = new Set(own.map(({ rig }) => rig));
    return { cell: contender.cell, own, rigs, stretches: new Set(own.map(({ rig, period }) => `${rig} ${period}`)) };
  });
  return new Map(
    places.flatMap(({ cell, own, rigs, stretches }) => {
      const others = places.filter((one) => !shared(stretches, one.stretches));
      const follows = others.some((one) => shared(rigs, one.rigs));
      if (others.length === 0) return [];
      if (several && !follows && others.every((one) => hoursDrawn(own, one.own))) return [];
      return [[cell, { kind: follows ? 'period' : 'hour', drifting: drifting(rigs) }]];
    }),
  );
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((one) => b.has(one));
}

function testedOf(
  { logs, n, value, unitKind }: Contender,
  values: Entrant['values'],
  statistic: Decide['statistic'],
): Tested {
  const own = unitKind === 'trial' ? values.map((one) => one.value) : [];
  if (n < TRIALS_TO_SPEAK_OF) return { logs: null, shown: value, of: 'middle', values: own };
  if (statistic !== 'mean') return { logs, shown: value, of: 'middle', values: own };
  const means = logsOfMeans(values.map((one) => ({ value: one.value, unit: unitKey(one, unitKind) })));
  return { logs: means, shown: value, of: 'mean', values: own };
}

/** What was left out for how it came out might have changed it. */
function unlessSelected(standing: Standing, { slow, quick, floors }: Contender['lost']): Standing {
  return (standing === 'yes' && slow + floors > 0) || (standing === 'no' && quick > 0) ? 'open' : standing;
}

/** As for the limit of `decide`, by the trials that count; open where nothing of it was measured. */
function criterionOf(
  { name, metric, operation, statistic, ...limits }: Criterion,
  { cell, measures }: Candidate,
  { trials }: Circumstances,
  certainty: Certainty,
): CriterionStanding {
  const its =
    statistic === undefined ? primaryMeasures(measures, metric) : measures.filter((one) => one.metric === metric);
  const found = its.filter(
    (one) =>
      one.statistics !== null &&
      (operation === undefined || one.operation === operation) &&
      (statistic === undefined || one.statistic === statistic),
  );
  const [measure] = found;
  const statistics = measure?.statistics ?? null;
  // Of several operations none is the one that was meant.
  if (measure === undefined || found.length !== 1 || statistics === null)
    return { name, standing: 'open', value: null, unit: null, lost: { slow: 0, quick: 0, floors: 0 } };
  const counted = countedValues(measure.values, trials);
  // A percentile, say, that trials of few operations do not have: what they had may be what misses it.
  const lost = lostOf(cell, metric, counted.length, trials);
  const figure = { name, value: statistics.centre, unit: measure.unit, lost };
  if (statistics.logs === null) return { ...figure, standing: 'open' };
  const logs = statistics.n < TRIALS_TO_SPEAK_OF ? null : statistics.logs;
  const values = statistics.unit === 'trial' ? counted.map((one) => one.value) : [];
  const standing = standingOf({ logs, shown: statistics.centre, of: 'middle', values }, limits, certainty);
  return { ...figure, standing: unlessSelected(standing, lost) };
}

/** The rate that a cell makes, and the least that it was to make. */
interface RateTest {
  readonly rate: Omit<GivenRate, 'standing'>;
  readonly tested: Tested;
  readonly limits: { readonly atLeast: number };
}

/**
 * Latencies of a rate that a cell does not make are none of that rate, however low they are: then the rate is a limit,
 * too. Null where no rate was given, and where no trial of the cell has a metric of the question as a lower bound.
 */
function givenRateOf(
  { require = [] }: Decide,
  { cell, lost }: Pick<Contender, 'cell' | 'lost'>,
  { load = null, measures }: Candidate,
  { trials, several }: Circumstances,
): RateTest | null {
  if (load?.by !== 'rate') return null;
  const own = [...trials.values()].filter((one) => one.cell === cell);
  if (lost.floors === 0 && !own.some(({ floors = [] }) => require.some(({ metric }) => floors.includes(metric))))
    return null;
  const made = new Map<string, { readonly value: number; readonly block: number }>();
  // Reads and writes of a mix are asked for together.
  for (const { values } of primaryMeasures(measures, load.metric))
    for (const { trial, value, block } of countedValues(values, trials))
      made.set(trial, { value: (made.get(trial)?.value ?? 0) + value, block });
  const all = [...made.values()];
  const statistics = statisticsOf(all, several);
  if (statistics === null) return null;
  const values = statistics.unit === 'trial' ? all.map(({ value }) => value) : [];
  return {
    rate: { made: statistics.centre, asked: load.rate },
    tested: { logs: statistics.logs, shown: statistics.centre, of: 'middle', values },
    limits: { atLeast: load.least * load.rate },
  };
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
