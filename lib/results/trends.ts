/** Rigs whose cells rose or fell together over their time, as where burst credits run out. */
import type { CountedTrial } from './counting';
import { type Measure, primaryMeasures } from './measures';
import { type Trend, trendOf } from './statistics/trend';
import { threeDigits } from './format';

/** A rig that changed. */
export interface RigTrend extends Trend {
  readonly rig: string;
}

/**
 * Those that did, in one metric; none where that is null. Cells and operations of a rig are looked at together.
 * @param trials in the order of the plan, which stands where instants are not known
 */
export function rigTrends(
  cells: readonly { readonly measures: readonly Measure[] }[],
  metric: string | null,
  trials: ReadonlyMap<string, CountedTrial>,
): readonly RigTrend[] {
  if (metric === null) return [];
  const byRig = new Map<string, (readonly number[])[]>();
  for (const { measures } of cells) {
    for (const { values } of primaryMeasures(measures, metric)) {
      const timed = values.flatMap(({ trial, value, counted }) => {
        const place = trials.get(trial);
        return counted && value > 0 && place !== undefined ? [{ value, ...place }] : [];
      });
      const inTime = timed.toSorted((a, b) => (Date.parse(a.started ?? '') || 0) - (Date.parse(b.started ?? '') || 0));
      for (const rig of new Set(inTime.map((one) => one.rig))) {
        const series = inTime.filter((one) => one.rig === rig).map(({ value }) => value);
        byRig.set(rig, [...(byRig.get(rig) ?? []), series]);
      }
    }
  }
  return [...byRig].flatMap(([rig, series]) => {
    const trend = trendOf(series);
    return trend === null ? [] : [{ rig, ...trend }];
  });
}

/** One sentence for each. */
export function trendNotes(trends: readonly RigTrend[], metricWords: string): readonly string[] {
  return trends.map(({ rig, ratio }) => {
    const verb = ratio < 1 ? 'fell' : 'rose';
    const cause = ratio < 1 ? 'burst credits run out' : 'a cache fills, or a disk warms up';
    return (
      `Over the time of rig ${rig} ${metricWords} ${verb} in all configurations together, to ${threeDigits(ratio)} ` +
      `times in its later half, as where ${cause}.`
    );
  });
}
