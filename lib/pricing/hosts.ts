/** What the hosts of a fleet cost. */
import type { LineItem, PricedLines } from '../shapes/line-item';
import { priceOf } from './price-book';
import type { PriceBook } from '../shapes/price';

export interface HostGroup {
  readonly instanceType: string;
  readonly count: number;
}

/** EC2 bills Linux instances by the second, at least 60 of them: https://aws.amazon.com/ec2/pricing/on-demand/ */
const LEAST_SECONDS = 60;

/** On-demand Linux hosts over `seconds`, one line for each instance type; `unknown` are instance types. */
export function hostPrices(groups: readonly HostGroup[], seconds: number, book: PriceBook): PricedLines {
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
      of: 'hosts',
      quantity,
      unit: price.unit,
      usdPerUnit: price.usd,
      usd: quantity * price.usd,
      source: price.source,
    });
  }
  return { lines, unknown };
}
