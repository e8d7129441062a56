/**
 * How many times a cell is its reference, by the rules that answers obey: what may be chance, the copy or the hour is
 * marked, for a ratio that stands alone is read as a difference.
 */
import { MARGIN } from '../../shapes/decide';
import { groupBy } from '../../shapes/group';
import type { Plan } from '../../shapes/plan';
import { lostOf } from '../answer/contender';
import { compared, type Doubt, type Sided } from '../answer/rivals';
import type { CountedTrial } from '../counting';
import { betterOf, countedValues, type Measure } from '../measures';
import type { Metric } from '../../shapes/metric';
import type { Interval } from '../statistics/interval';
import { estimateOf } from '../statistics/statistics';
import { mayDrift } from '../statistics/trend';
import { seriesOfRigs } from '../trends';
import { designFacts } from './facts';

/** How many times the reference it is. */
export interface Ratio {
  /**
   * By logarithms, as the interval is, or of means where `decide` asks for these; of the values themselves where one
   * has too few units to be compared.
   */
  readonly value: number;
  /** On logarithms; null where one of the two has too few units to be compared. */
  readonly interval: Pick<Interval, 'low' | 'high' | 'level'> | null;
  /** Why the two are not told apart; null where they are, or are surely equal. */
  readonly doubt: Doubt | null;
}

/** What is said beside a ratio that tells nothing apart. */
export const DOUBT_WORDS: Readonly<Record<Doubt, string>> = {
  few: 'too few',
  noise: 'may be chance',
  order: 'may be chance',
  margin: 'too little to matter',
  copy: 'may be the copy',
  hour: 'may be the hour',
  period: 'may be the hour',
  selected: 'trials left out',
};

/** Compares the same measure of two cells; null where one of them has no median above zero. */
export type Compare = (cell: string, own: Measure, to: string, others: readonly Measure[]) => Ratio | null;

/**
 * For all cells of a plan.
 * @param several copies were made anew, block by block
 */
export function comparer(
  { local, decide, metrics }: Pick<Plan, 'local' | 'decide' | 'metrics'>,
  measured: ReadonlyMap<string, readonly Measure[]>,
  counting: ReadonlyMap<string, CountedTrial>,
  several: boolean,
): Compare {
  const byCell = groupBy(counting.values(), ({ cell }) => cell);
  const cells = [...measured.values()].map((measures) => ({ measures }));
  const known = new Map<string, ReturnType<typeof seriesOfRigs>>();
  const driftingIn = (metric: string) => (rigs: ReadonlySet<string>) => {
    const series = known.get(metric) ?? seriesOfRigs(cells, metric, counting);
    known.set(metric, series);
    return mayDrift([...rigs].flatMap((rig) => series.get(rig) ?? []));
  };
  // The least and the most of trials decide nothing: the middle stands for them.
  const statistic = decide?.statistic === 'mean' ? 'mean' : 'median';
  return (cell, own, to, others) => {
    const other = others.find(
      ({ metric, operation, statistic }) =>
        metric === own.metric && operation === own.operation && statistic === own.statistic,
    );
    const trials = new Map([cell, to].flatMap((one) => byCell.get(one) ?? []).map((one) => [one.trial, one]));
    const [its, reference] = [
      sidedOf(cell, own, statistic, trials),
      other === undefined ? null : sidedOf(to, other, statistic, trials),
    ];
    if (its === null || reference === null) return null;
    const better = betterOf(metrics, own.metric, own.unit);
    const order = ({ contender }: Sided): number => (statistic === 'mean' ? contender.value : contender.logs.mean);
    const more = order(its) >= order(reference);
    const leads = more === (better === 'higher');
    const [leader, rival] = leads ? [its, reference] : [reference, its];
    const found = compared(leader, rival, {
      ...designFacts(!local, several, trials.values()),
      trials,
      better,
      margin: decide?.margin ?? MARGIN,
      statistic,
      drifting: driftingIn(own.metric),
    });
    const { low, high, doubt } = found;
    // `compared` says how many times the leader is better: the other way round where less is, and it is the reference.
    const times = found.ratio ?? timesOf(found.leader.value, found.rival.value, better);
    return {
      value: more ? times : 1 / times,
      interval:
        low === null || high === null ? null : { low: more ? low : 1 / high, high: more ? high : 1 / low, level: 0.95 },
      doubt,
    };
  };
}

function timesOf(leader: number, rival: number, better: Metric['better']): number {
  return better === 'higher' ? leader / rival : rival / leader;
}

function sidedOf(
  cell: string,
  measure: Measure,
  statistic: 'median' | 'mean',
  trials: ReadonlyMap<string, CountedTrial>,
): Sided | null {
  const { statistics } = measure;
  if (statistics === null || statistics.logs === null) return null;
  const { n, logs, unit: unitKind } = statistics;
  const values = countedValues(measure.values, trials);
  const { value } = estimateOf(statistic, statistics, values);
  return { contender: { cell, value, n, logs, unitKind, lost: lostOf(cell, values.length, trials) }, values };
}
