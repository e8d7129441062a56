/**
 * How many times a cell is its reference, by the rules that answers obey: what may be chance, the copy or the hour is
 * marked, for a ratio that stands alone is read as a difference.
 */
import { MARGIN } from '../../shapes/decide';
import { groupBy } from '../../shapes/group';
import type { Plan } from '../../shapes/plan';
import { lostOf } from '../answer/contender';
import { compared, type Compared, type Doubt, type Sided } from '../answer/rivals';
import { roughShare } from '../answer/wording';
import type { CountedTrial } from '../counting';
import { betterOf, countedValues, type Measure } from '../measures';
import type { Metric } from '../../shapes/metric';
import type { Interval } from '../statistics/interval';
import { estimateOf } from '../statistics/statistics';
import { mayDrift } from '../statistics/trend';
import { seriesOfRigs } from '../trends';

/** How many times the reference it is. */
export interface Ratio {
  /**
   * By logarithms, as the interval is, or of means where `decide` asks for these; of the values themselves where one
   * has too few units to be compared.
   */
  readonly value: number;
  /** On logarithms, by itself; null where one of the two has too few units to be compared. */
  readonly interval: Pick<Interval, 'low' | 'high' | 'level'> | null;
  /**
   * Why the two are not told apart; null where they are. `many`: by itself it would be, but of so many ratios of one
   * metric some would by chance. `equal`: they surely differ by less than the margin.
   */
  readonly doubt: Doubt | 'many' | 'equal' | null;
  /** The same as people say it, e.g. `may be chance`; null where they are told apart. */
  readonly words: string | null;
}

/** What is said beside a ratio that tells nothing apart. */
const DOUBT_WORDS: Readonly<Record<Exclude<Ratio['doubt'], 'equal' | null>, string>> = {
  few: 'too few',
  noise: 'may be chance',
  order: 'may be chance',
  many: 'may be chance among so many',
  margin: 'too little to matter',
  copy: 'may be the copy',
  hour: 'may be the hour',
  period: 'may be the hour',
  drift: 'rose or fell meanwhile',
  selected: 'trials left out',
};

/** @param margin a share */
function doubtWords(doubt: Ratio['doubt'], margin: number): string | null {
  if (doubt === null) return null;
  return doubt === 'equal' ? `equal to within ${roughShare(margin)}` : DOUBT_WORDS[doubt];
}

/** By cell, then in the order of its measures; null where one of the two has no median above zero. */
export type Ratios = ReadonlyMap<string, readonly (Ratio | null)[]>;

/** A measure of a cell and that of its reference. */
interface Pair {
  readonly own: Measure;
  /** As one of so many claims. */
  readonly hold: (among: number) => Compared;
  readonly first: Compared;
  /** Values ÷ those of the reference: as `first` says how many times the leader is better, or the other way round. */
  readonly more: boolean;
  readonly better: Metric['better'];
}

/**
 * Of all measures of cells that have a reference.
 * @param several copies were made anew, block by block
 */
export function ratiosOf(
  plan: Pick<Plan, 'decide' | 'metrics' | 'references'>,
  measured: ReadonlyMap<string, readonly Measure[]>,
  counting: ReadonlyMap<string, CountedTrial>,
  several: boolean,
): Ratios {
  const pairUp = pairing(plan, measured, counting, several);
  const cells = plan.references
    .filter(({ cell, to }) => cell !== to)
    .map(({ cell, to }) => ({ cell, pairs: (measured.get(cell) ?? []).map((own) => pairUp(cell, own, to)) }));
  const all = cells.flatMap(({ pairs }) => pairs.filter((one) => one !== null));
  const tables = groupBy(all, ({ own }) => `${own.metric} ${own.statistic}`);
  const doubtful = new Set([...tables.values()].flatMap(notSure));
  return new Map(
    cells.map(({ cell, pairs }) => [
      cell,
      pairs.map((one) => {
        if (one === null) return null;
        const { result, doubt } = one.first;
        return ratioOf(one, doubtful.has(one) ? 'many' : result === 'equal' ? 'equal' : doubt, marginOf(plan));
      }),
    ]),
  );
}

/**
 * How many times a measure of a cell is that of any other one, as one claim by itself; null where one of the two has no
 * median above zero.
 */
export function ratioBetween(
  plan: Pick<Plan, 'decide' | 'metrics'>,
  measured: ReadonlyMap<string, readonly Measure[]>,
  counting: ReadonlyMap<string, CountedTrial>,
  several: boolean,
): (cell: string, own: Measure, to: string) => Ratio | null {
  const pairUp = pairing(plan, measured, counting, several);
  return (cell, own, to) => {
    const pair = pairUp(cell, own, to);
    if (pair === null) return null;
    const { result, doubt } = pair.first;
    return ratioOf(pair, result === 'equal' ? 'equal' : doubt, marginOf(plan));
  };
}

/**
 * Of ratios that stand in one table, those that are told apart by themselves and not as one of so many: the surest
 * first, each among those that are left (Holm, Scandinavian Journal of Statistics 6, 1979). One of 19 that are the same
 * would be marked as different in a third of tables.
 */
function notSure(table: readonly Pair[]): readonly Pair[] {
  const tested = table.filter(({ first }) => first.ratio !== null).length;
  const apart = new Set<Pair>();
  for (;;) {
    const left = table.filter((one) => one.first.result === 'apart' && !apart.has(one));
    const among = tested - apart.size;
    const sure = left.filter(({ hold }) => hold(among).result === 'apart');
    if (sure.length === 0) return left;
    for (const one of sure) apart.add(one);
  }
}

function marginOf({ decide }: Pick<Plan, 'decide'>): number {
  return decide?.margin ?? MARGIN;
}

function ratioOf({ first, more, better }: Pair, doubt: Ratio['doubt'], margin: number): Ratio {
  const { low, high } = first;
  const times = first.ratio ?? timesOf(first.leader.value, first.rival.value, better);
  return {
    value: more ? times : 1 / times,
    interval:
      low === null || high === null ? null : { low: more ? low : 1 / high, high: more ? high : 1 / low, level: 0.95 },
    doubt,
    words: doubtWords(doubt, margin),
  };
}

/** Compares the same measure of two cells; null where one of them has no median above zero. */
function pairing(
  { decide, metrics }: Pick<Plan, 'decide' | 'metrics'>,
  measured: ReadonlyMap<string, readonly Measure[]>,
  counting: ReadonlyMap<string, CountedTrial>,
  several: boolean,
): (cell: string, own: Measure, to: string) => Pair | null {
  const byCell = groupBy(counting.values(), ({ cell }) => cell);
  const cells = [...measured.values()].map((measures) => ({ measures }));
  const known = new Map<string, ReturnType<typeof seriesOfRigs>>();
  const driftingIn = (metric: string) => (rigs: ReadonlySet<string>) => {
    const series = known.get(metric) ?? seriesOfRigs(cells, metric, counting);
    known.set(metric, series);
    return mayDrift([...rigs].flatMap((rig) => series.get(rig) ?? []));
  };
  // The least and the most of trials decide nothing: the middle stands for them.
  const statistic = decide?.statistic === 'mean' ? 'mean' : 'typical';
  return (cell, own, to) => {
    const other = measured
      .get(to)
      ?.find((one) => one.metric === own.metric && one.operation === own.operation && one.statistic === own.statistic);
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
    const by = {
      several,
      trials,
      better,
      margin: marginOf({ decide }),
      statistic,
      drifting: driftingIn(own.metric),
    } as const;
    const hold = (among: number): Compared => compared(leader, rival, { ...by, among });
    return { own, hold, first: hold(1), more, better };
  };
}

function timesOf(leader: number, rival: number, better: Metric['better']): number {
  return better === 'higher' ? leader / rival : rival / leader;
}

function sidedOf(
  cell: string,
  measure: Measure,
  statistic: 'typical' | 'mean',
  trials: ReadonlyMap<string, CountedTrial>,
): Sided | null {
  const { statistics } = measure;
  if (statistics === null || statistics.logs === null) return null;
  const { n, logs, unit: unitKind } = statistics;
  const values = countedValues(measure.values, trials);
  const { value } = estimateOf(statistic, statistics, values);
  return {
    contender: { cell, value, n, logs, unitKind, lost: lostOf(cell, measure.metric, values.length, trials) },
    values,
  };
}
