/** Rigs whose configurations rose or fell together over their time, as where burst credits run out. */
import { groupBy } from '../shapes/group';
import type { Metric } from '../shapes/metric';
import type { CountedTrial } from './counting';
import { threeDigits } from './format';
import { type Measure, primaryMeasures } from './measures';
import { measureFall } from './statistics/limit';
import { meanOf } from './statistics/moments';

/** A rig that changed. */
export interface RigTrend {
  readonly rig: string;
  /** Level at its end ÷ that at its begin, by a straight line. */
  readonly ratio: number;
}

/** Smaller changes are not worth a sentence. */
const CHANGE_MIN = 0.05;

/**
 * Those that did, in one metric; none where that is null. A round counts with the mean of its configurations, where all
 * of the rig are in it; one configuration alone may have two levels by itself.
 */
export function rigTrends(
  cells: readonly { readonly measures: readonly Measure[] }[],
  metric: string | null,
  trials: ReadonlyMap<string, CountedTrial>,
): readonly RigTrend[] {
  if (metric === null) return [];
  const values = cells.flatMap(({ measures }) => {
    const counting = primaryMeasures(measures, metric).flatMap((one) => one.values.filter(({ counted }) => counted));
    // The operations of a trial make one value of it: what befell one befell the other.
    return [...groupBy(counting, ({ trial }) => trial)].flatMap(([trial, own]) => {
      const place = trials.get(trial);
      const log = meanOf(own.map(({ value }) => Math.log(value)));
      return place === undefined || !Number.isFinite(log) ? [] : [{ place, log }];
    });
  });
  return [...groupBy(values, ({ place }) => place.rig)].flatMap(([rig, own]) => {
    const rounds = [...groupBy(own, ({ place }) => place.round)].toSorted(([a], [b]) => a - b).map(([, one]) => one);
    const most = Math.max(...rounds.map(({ length }) => length));
    const whole = rounds.filter(({ length }) => length === most && length > 1);
    const fall = measureFall(
      whole.map((one) => meanOf(one.map(({ log }) => log))),
      CHANGE_MIN,
    );
    return fall === 0 ? [] : [{ rig, ratio: Math.exp(-2 * fall) }];
  });
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
      `times at its end, as where ${cause}.`
    );
  });
}
