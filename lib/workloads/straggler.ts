/** Finds hosts that did much less work than the other hosts; the trial stays valid. */
import { groupBy } from '../shapes/collections';
import type { RawObservation } from '../shapes/observation';
import type { Reason } from '../shapes/verdict';

/** Minimum rate as a share of the fastest host's rate. The median is no reference, as it hides one slow host of two. */
const MIN_RATE_SHARE = 0.7;

/** SUSPECT `Straggler` for each operation, about the slowest host. @param metric a rate that each host reports */
export function judgeStragglers(observations: readonly RawObservation[], metric: string): readonly Reason[] {
  const own = observations.filter((one) => one.metric === metric && one.host !== 'aggregate');
  return [...groupBy(own, ({ operation }) => operation)].flatMap(([operation, hosts]): readonly Reason[] => {
    const sorted = hosts.toSorted((a, b) => a.value - b.value);
    const [slowest, fastest] = [sorted[0], sorted.at(-1)];
    const slow = sorted.filter(({ value }) => value < MIN_RATE_SHARE * (fastest?.value ?? 0));
    if (slowest === undefined || fastest === undefined || slow.length === 0) return [];
    const share = `${((100 * slowest.value) / fastest.value).toFixed(0)}%`;
    const more = slow.length === 1 ? '' : ` (and ${slow.length - 1} more of ${hosts.length} hosts)`;
    const what = operation === null ? metric : `${operation} ${metric}`;
    const text = `${slowest.host} reached ${share} of ${fastest.host}, the fastest host, in ${what}${more}`;
    return [{ level: 'suspect', code: 'Straggler', text }];
  });
}
