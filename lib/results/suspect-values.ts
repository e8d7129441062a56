/** What suspect trials would say: they do not count, but are shown, so that a reader sees what was thrown out. */
import type { Measure } from './measures';
import { computeStatistics } from './statistics/statistics';

export interface SuspectValue {
  /** The typical value over trials that count and suspect ones together, in the measure's unit. */
  readonly value: number;
  readonly n: number;
}

/** Null where no suspect trial gave a value. */
export function includeSuspects({ values }: Pick<Measure, 'values'>): SuspectValue | null {
  const all = values.filter(({ counted: counts, suspect }) => counts || suspect === true);
  const found = values.some(({ suspect }) => suspect === true);
  const statistics = found ? computeStatistics(all.map(({ value }) => ({ value, block: 1 }))) : null;
  return statistics === null ? null : { value: statistics.centre, n: all.length };
}
