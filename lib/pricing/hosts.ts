/** What the hosts of a fleet cost. */
import type { LineItem } from '../experiment/plan';
import { type PriceBook, priceOf } from './price-book';

export interface HostGroup {
  readonly instanceType: string;
  readonly count: number;
}

/** Line items of hosts over some time, or the instance types whose price is not known. */
export interface HostPrices {
  readonly lines: readonly LineItem[];
  readonly unknown: readonly string[];
}

/** EC2 bills Linux instances by the second, at least 60 of them: https://aws.amazon.com/ec2/pricing/on-demand/ */
const LEAST_SECONDS = 60;

/** On-demand Linux hosts over `seconds`, one line for each instance type. */
export function hostPrices(groups: readonly HostGroup[], seconds: number, book: PriceBook): HostPrices {
  const counts = new Map<string, number>();
  for (const { instanceType, count } of groups) counts.set(instanceType, (counts.get(instanceType) ?? 0) + count);
  const lines: LineItem[] = [];
  const unknown: string[] = [];
  for (const [instanceType, count] of counts) {
    const price = priceOf(book, 'ec2', `${instanceType}.linux.ondemand`);
    if (price === undefined) {
      unknown.push(instanceType);
      continue;
    }
    const quantity = (count * Math.max(seconds, LEAST_SECONDS)) / 3600;
    const item = `${instanceType}, ${count} ${count === 1 ? 'host' : 'hosts'}`;
    lines.push({
      item,
      quantity,
      unit: price.unit,
      usdPerUnit: price.usd,
      usd: quantity * price.usd,
      source: price.source,
    });
  }
  return { lines, unknown };
}
