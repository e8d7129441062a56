/** Rigs whose cells rose or fell together over their time, as where burst credits run out. */
import type { CountedTrial } from './counting';
import { type Measure, primaryMeasures } from './measures';
import { groupBy } from '../shapes/group';
import { meanOf } from './statistics/moments';
import { type Trend, trendOf } from './statistics/trend';
import type { Metric } from '../shapes/metric';
import { threeDigits } from './format';

/** A rig that changed. */
export interface RigTrend extends Trend {
  readonly rig: string;
}

/**
 * Those that did, in one metric; none where that is null. Cells of a rig are looked at together; the operations of a
 * trial make one value of it, for what befell one befell the other.
 * @param trials in the order of the plan, which stands where instants are not known
 */
export function rigTrends(
  cells: readonly { readonly measures: readonly Measure[] }[],
  metric: string | null,
  trials: ReadonlyMap<string, CountedTrial>,
): readonly RigTrend[] {
  if (metric === null) return [];
  return [...seriesOfRigs(cells, metric, trials)].flatMap(([rig, series]) => {
    const trend = trendOf(series);
    return trend === null ? [] : [{ rig, ...trend }];
  });
}

/** By rig the values of each of its cells, in the order of time. */
export function seriesOfRigs(
  cells: readonly { readonly measures: readonly Measure[] }[],
  metric: string,
  trials: ReadonlyMap<string, CountedTrial>,
): ReadonlyMap<string, readonly (readonly number[])[]> {
  const byRig = new Map<string, (readonly number[])[]>();
  for (const { measures } of cells) {
    const timed = wholeTrials(primaryMeasures(measures, metric)).flatMap(({ trial, value }) => {
      const place = trials.get(trial);
      return place === undefined ? [] : [{ rig: place.rig, at: Date.parse(place.started ?? '') || 0, value }];
    });
    const inTime = timed.toSorted((a, b) => a.at - b.at);
    for (const [rig, own] of groupBy(inTime, (one) => one.rig))
      byRig.set(rig, [...(byRig.get(rig) ?? []), own.map(({ value }) => value)]);
  }
  return byRig;
}

/** The mean of the operations of each trial that has all of them, on logarithms. */
function wholeTrials(measures: readonly Measure[]): readonly { readonly trial: string; readonly value: number }[] {
  const counting = measures.flatMap(({ values }) => values.filter(({ counted, value }) => counted && value > 0));
  const operations = measures.filter(({ values }) => values.some(({ counted }) => counted)).length;
  return [...groupBy(counting, ({ trial }) => trial)].flatMap(([trial, own]) =>
    own.length < operations ? [] : [{ trial, value: Math.exp(meanOf(own.map(({ value }) => Math.log(value)))) }],
  );
}

/** One sentence for each. */
export function trendNotes(
  trends: readonly RigTrend[],
  metricWords: string,
  better: Metric['better'],
): readonly string[] {
  return trends.map(({ rig, ratio }) => {
    const verb = ratio < 1 ? 'fell' : 'rose';
    const worse = ratio < 1 === (better === 'higher');
    const cause = worse ? 'burst credits run out' : 'a cache fills, or a disk warms up';
    return (
      `Over the time of rig ${rig} ${metricWords} ${verb} in all configurations together, to ${threeDigits(ratio)} ` +
      `times in its later half, as where ${cause}.`
    );
  });
}
