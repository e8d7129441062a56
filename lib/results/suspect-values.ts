/** Values that include suspect trials. The report shows these, uncounted, so that readers see what is excluded. */
import { groupBy } from '../shapes/collections';
import { affects, type Reason } from '../shapes/verdict';
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

/** The most common reason why values of suspect trials do not count; `SUSPECT` if the trials name none. */
export function findSuspectCode(
  { metric, values }: Pick<Measure, 'metric' | 'values'>,
  trials: readonly { readonly trial: string; readonly reasons: readonly Reason[] }[],
): string {
  const excluded = new Set(values.flatMap(({ trial, suspect }) => (suspect === true ? [trial] : [])));
  const reasons = trials
    .filter(({ trial }) => excluded.has(trial))
    .flatMap((one) => one.reasons.filter((reason) => reason.level === 'suspect' && affects(reason, metric)));
  const [most] = [...groupBy(reasons, ({ code }) => code)].toSorted((a, b) => b[1].length - a[1].length);
  return most?.[0] ?? 'SUSPECT';
}
