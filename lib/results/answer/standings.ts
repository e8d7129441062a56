/**
 * How cells stand to what is asked for at least, at most, and by criteria; and among how many of them the answer is
 * picked.
 */
import { type Criterion, type Decide, TRIALS_TO_SPEAK_OF } from '../../shapes/decide';
import { groupBy } from '../../shapes/group';
import { countedValues, primaryMeasures } from '../measures';
import { type Standing, standingOf, type Tested } from '../statistics/bounds';
import { logsOfMeans } from '../statistics/logs';
import { unitKey } from '../statistics/statistics';
import type { Candidate, Circumstances, Contender, Entrant } from './contender';

/** Whether anything is asked but the best. */
export function isLimited({ atLeast, atMost, require = [] }: Decide): boolean {
  return atLeast !== undefined || atMost !== undefined || require.length > 0;
}

/**
 * Entrants with their standings. Where several would do, the best of them by chance is taken: of eight that just miss a
 * limit, one in three times one looks as if it kept to it. So those between which the answer may choose have to be the
 * surer, the more they are: those of one price where the cheapest is wanted, else all; but for those that surely miss
 * it, which leaves 5 ÷ 0.95 % at most for a claim that is wrong.
 */
export function withStandings(
  decide: Decide,
  entrants: readonly Entrant[],
  candidates: readonly Candidate[],
  circumstances: Circumstances,
): readonly Entrant[] {
  if (!isLimited(decide)) return entrants;
  const byCell = new Map(candidates.map((one) => [one.cell, one]));
  const withAmong = (entrant: Entrant, among: number): Entrant => {
    const candidate = byCell.get(entrant.contender.cell);
    return candidate === undefined ? entrant : withStanding(decide, entrant, candidate, circumstances, among);
  };
  const alone = entrants.map((one) => withAmong(one, 1));
  const able = alone.filter(({ contender }) => contender.qualifies !== 'no');
  const rivals = groupBy(able, ({ contender }) => (decide.prefer === 'cheapest' ? priceRank(contender) : null));
  const amongOf = new Map([...rivals.values()].flatMap((own) => own.map((one) => [one, own.length] as const)));
  return alone.map((one) => withAmong(one, amongOf.get(one) ?? 1));
}

function withStanding(
  decide: Decide,
  { contender, values }: Entrant,
  candidate: Candidate,
  circumstances: Circumstances,
  among: number,
): Entrant {
  const { statistic, atLeast, atMost, require = [] } = decide;
  const limit = standingOf(testedOf(contender, values, statistic), { atLeast, atMost }, among);
  const limited = atLeast !== undefined || atMost !== undefined;
  const criteria = require.map((one) => ({
    name: one.name,
    standing: criterionOf(one, candidate, circumstances, among),
  }));
  const all = [...(limited ? [limit] : []), ...criteria.map(({ standing }) => standing)];
  const found = all.includes('no') ? 'no' : all.includes('open') ? 'open' : 'yes';
  return {
    values,
    contender: {
      ...contender,
      limit: limited ? limit : null,
      criteria,
      among,
      qualifies: unlessSelected(found, contender.lost),
    },
  };
}

function testedOf(
  { logs, n, value, unitKind }: Contender,
  values: Entrant['values'],
  statistic: Decide['statistic'],
): Tested {
  if (n < TRIALS_TO_SPEAK_OF) return { logs: null, shown: value, of: 'middle' };
  if (statistic !== 'mean') return { logs, shown: value, of: 'middle' };
  const means = logsOfMeans(values.map((one) => ({ value: one.value, unit: unitKey(one, unitKind) })));
  return { logs: means, shown: value, of: 'mean' };
}

/** What was left out for how it came out might have changed it. */
function unlessSelected(standing: Standing, { slow, quick }: Contender['lost']): Standing {
  return (standing === 'yes' && slow > 0) || (standing === 'no' && quick > 0) ? 'open' : standing;
}

/** As for the limit of `decide`, by the trials that count; open where nothing of it was measured. */
function criterionOf(
  { metric, operation, statistic, ...limits }: Criterion,
  { cell, measures }: Candidate,
  { trials }: Circumstances,
  among: number,
): Standing {
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
  if (measure === undefined || found.length !== 1 || statistics === null || statistics.logs === null) return 'open';
  const logs = statistics.n < TRIALS_TO_SPEAK_OF ? null : statistics.logs;
  const standing = standingOf({ logs, shown: statistics.median, of: 'middle' }, limits, among);
  // A percentile, say, that trials of few operations do not have: what they had may be what misses it.
  const without = countingOf(trials, cell) > countedValues(measure.values, trials).length;
  return standing === 'yes' && without ? 'open' : standing;
}

/** Trials of a cell that count. */
export function countingOf(trials: Circumstances['trials'], cell: string): number {
  return [...trials.values()].filter((one) => one.cell === cell && one.out === null).length;
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
