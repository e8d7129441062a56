/** Values that include suspect trials. The report shows these, uncounted, so that readers see what is excluded. */
import type { Measure } from './measures';
import { computeStatistics } from './statistics/statistics';

export interface SuspectValue {
  /** Typical value over counted and suspect trials, in the unit of the measure. */
  readonly value: number;
  readonly n: number;
}

/** Null without values of suspect trials. */
export function includeSuspects({ values }: Pick<Measure, 'values'>): SuspectValue | null {
  const all = values.filter(({ counted: counts, suspect }) => counts || suspect === true);
  const found = values.some(({ suspect }) => suspect === true);
  const statistics = found ? computeStatistics(all.map(({ value }) => ({ value, block: 1 }))) : null;
  return statistics === null ? null : { value: statistics.centre, n: all.length };
}
