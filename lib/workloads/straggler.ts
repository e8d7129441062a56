/** Hosts that did much less than the others: how a trial came out, so that it counts all the same. */
import { groupBy } from '../shapes/group';
import type { BareObservation } from '../shapes/observation';
import type { Reason } from '../shapes/verdict';

/** A host below this share of the median host lags behind. */
const STRAGGLER = 0.7;

/**
 * One reason for each operation, of the slowest host.
 * @param metric a rate that hosts share
 */
export function stragglerReasons(observations: readonly BareObservation[], metric: string): readonly Reason[] {
  const own = observations.filter((one) => one.metric === metric && one.host !== 'aggregate');
  return [...groupBy(own, ({ operation }) => operation)].flatMap(([operation, hosts]): readonly Reason[] => {
    const sorted = hosts.toSorted((a, b) => a.value - b.value);
    const slow = sorted.filter(({ value }) => value < STRAGGLER * medianOf(sorted));
    const [slowest] = slow;
    if (slowest === undefined) return [];
    const share = `${((100 * slowest.value) / medianOf(sorted)).toFixed(0)} %`;
    const more = slow.length === 1 ? '' : ` (and ${slow.length - 1} more of ${hosts.length} hosts)`;
    const what = operation === null ? metric : `${operation} ${metric}`;
    const text = `${slowest.host} reached ${share} of the median host in ${what}${more}`;
    return [{ level: 'suspect', code: 'Straggler', text }];
  });
}

function medianOf(sorted: readonly { readonly value: number }[]): number {
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle]?.value ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1]?.value ?? upper)) / 2;
}
