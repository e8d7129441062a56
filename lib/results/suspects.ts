/** What suspect trials would say: they do not count, but are shown, so that a reader sees what was thrown out. */
import { counted, formatValue } from './format';
import { type Measure, metricWords, primaryMeasures } from './measures';
import type { Metrics } from '../shapes/metric';
import { statisticsOf } from './statistics/statistics';

/** Configurations that a note names. */
const NAMED_MAX = 3;

export interface WithSuspects {
  /** The typical value over trials that count and suspect ones together, in the measure's unit. */
  readonly value: number;
  readonly n: number;
}

/** Null where no suspect trial gave a value. */
export function withSuspects({ values }: Pick<Measure, 'values'>): WithSuspects | null {
  const all = values.filter(({ counted: counts, suspect }) => counts || suspect === true);
  const found = values.some(({ suspect }) => suspect === true);
  const statistics = found ? statisticsOf(all.map(({ value }) => ({ value, block: 1 }))) : null;
  return statistics === null ? null : { value: statistics.centre, n: all.length };
}

interface Told {
  readonly label: string;
  readonly measures: readonly Measure[];
}

/** Suspect trials that gave the metric; and whether none but such gave it. */
export function suspectTrials(
  candidates: readonly Told[],
  metric: string | null,
): { readonly count: number; readonly only: boolean } {
  const values = candidates.flatMap(({ measures }) =>
    (metric === null ? measures : primaryMeasures(measures, metric)).flatMap((measure) => measure.values),
  );
  const suspects = new Set(values.flatMap(({ trial, suspect }) => (suspect === true ? [trial] : [])));
  return { count: suspects.size, only: suspects.size > 0 && values.every(({ suspect }) => suspect === true) };
}

/** One sentence where suspect trials were left out, else none. */
export function suspectNotes(candidates: readonly Told[], metric: string | null, metrics: Metrics): readonly string[] {
  const { count } = suspectTrials(candidates, metric);
  if (count === 0 || metric === null) return [];
  const found = candidates.flatMap(({ label, measures }) =>
    primaryMeasures(measures, metric).flatMap((measure) => {
      const all = withSuspects(measure);
      if (all === null) return [];
      const operation = measure.operation === null ? '' : `, ${measure.operation}`;
      const now =
        measure.statistics === null ? '' : ` in place of ${formatValue(measure.statistics.centre, measure.unit)}`;
      return [`${label}${operation}: ${formatValue(all.value, measure.unit)}${now}, n = ${all.n}`];
    }),
  );
  const more = found.length > NAMED_MAX ? `; ${found.length - NAMED_MAX} more in the report` : '';
  const what = `the typical ${metricWords(metrics, metric)} would be`;
  const left = count === 1 ? 'was left out; with it' : 'were left out; with them';
  return [`${counted(count, 'suspect trial')} ${left} ${what} ${found.slice(0, NAMED_MAX).join('; ')}${more}.`];
}
