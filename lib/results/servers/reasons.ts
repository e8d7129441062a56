/** What servers told that a reader of a trial must know: credits that ran out in its midst, reads out of memory. */
import type { ServerMetric } from '../../shapes/telemetry';
import type { Reason } from '../../shapes/verdict';

/** Percent of a reserve below which it is used up. Rounding of what services tell. */
export const USED_UP = 1;
/** Percent of reads from which on it is the memory of the servers that was measured. */
const MOST = 50;
/** Share of the bytes from which on a trial reads: of a few reads beside writes nothing is said. */
const READS = 0.1;

/** What one metric told of a trial, point after point, each by the minute that it begins. */
export interface ToldMetric {
  readonly metric: ServerMetric;
  readonly values: readonly { readonly minute: number; readonly value: number }[];
}

/** Reasons of a trial, by all that its servers told; none where nothing is to be said. */
export function serverReasons(told: readonly ToldMetric[]): readonly Reason[] {
  return [...told.flatMap(spent), ...cached(told)];
}

/** Credits that were there at its begin and not at its end: part of it was measured with them, part without. */
function spent({ metric, values }: ToldMetric): readonly Reason[] {
  const { reserve, drained, pointMinutes = 1 } = metric;
  const name = reserve ?? drained;
  const begin = values[0]?.value ?? 0;
  const gone = values.findIndex(({ value }) => value <= USED_UP);
  if (name === undefined || begin <= USED_UP || gone === -1) return [];
  const nth = gone + 1;
  const when =
    pointMinutes === 1
      ? `minute ${nth} of ${values.length}`
      : `the ${ordinal(nth)} of ${values.length} points of ${pointMinutes} minutes`;
  const text =
    `${name} were used up in ${when}; ${Math.round(begin)} % of them were left in ` +
    'the first: before that it was measured with them, then without';
  return [{ level: 'suspect', code: 'CreditsSpent', text }];
}

/** `2nd`, `11th`. */
function ordinal(number: number): string {
  const ends = number % 100 >= 11 && number % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ends}`;
}

/** Hits of each minute weigh as much as its reads: one with hardly any says nothing of those with many. */
function cached(told: readonly ToldMetric[]): readonly Reason[] {
  const valuesOf = (wanted: (metric: ServerMetric) => boolean): ToldMetric['values'] =>
    told.find(({ metric }) => wanted(metric))?.values ?? [];
  const named = (name: ServerMetric['name']): ToldMetric['values'] => valuesOf((metric) => metric.name === name);
  const sum = (values: ToldMetric['values']): number => values.reduce((all, { value }) => all + value, 0);
  const [read, written, operations] = [named('server_read'), named('server_write'), named('server_read_ops')];
  const weights = new Map((operations.length > 0 ? operations : read).map(({ minute, value }) => [minute, value]));
  const weighed = valuesOf(({ fromMemory }) => fromMemory === true).map(({ minute, value }) => {
    const weight = weights.get(minute) ?? 0;
    return { weight, hits: weight * value };
  });
  const reads = weighed.reduce((all, { weight }) => all + weight, 0);
  const hits = reads === 0 ? 0 : weighed.reduce((all, one) => all + one.hits, 0) / reads;
  if (hits < MOST || sum(read) <= READS * (sum(read) + sum(written))) return [];
  const text = `the memory of its servers answered ${Math.floor(hits)} % of its reads: its disks were hardly measured`;
  return [{ level: 'note', code: 'ServersCached', text }];
}
