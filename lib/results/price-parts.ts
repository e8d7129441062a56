/** What of a rig's price is for hosts. */
import type { Estimate, RigPlan } from '../experiment/plan';

/** Unit of the line items of hosts. */
const OF_HOSTS = 'instance-hour';

/**
 * Price of an hour of a rig's hosts, from the line items of the estimate.
 * @returns null where the estimate has no line of one of their instance types
 */
export function hostsUsdPerHour(estimate: Pick<Estimate, 'lines'>, rig: Pick<RigPlan, 'roles'>): number | null {
  let sum = 0;
  for (const { instanceType, count } of rig.roles) {
    // `c5n.2xlarge, 2 hosts`
    const line = estimate.lines.find(({ unit, item }) => unit === OF_HOSTS && item.startsWith(`${instanceType}, `));
    if (line === undefined) return null;
    sum += count * line.usdPerUnit;
  }
  return sum;
}
