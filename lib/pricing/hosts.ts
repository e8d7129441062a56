/** What the hosts of a fleet cost: the machines, their public addresses, their root volumes. */
import { ROOT_DISK } from '../shapes/disks';
import type { LineItem, PricedLines } from '../shapes/line-item';
import { ADDRESS } from './ec2';
import { monthlyPrices } from './months';
import { priceOf } from './price-book';
import type { PriceBook } from '../shapes/price';

export interface HostGroup {
  readonly instanceType: string;
  readonly count: number;
}

/**
 * EC2 bills Linux instances by the second, at least 60 of them, and public addresses and EBS volumes likewise:
 * https://aws.amazon.com/ec2/pricing/on-demand/, https://aws.amazon.com/ebs/pricing/
 */
const LEAST_SECONDS = 60;

/**
 * On-demand Linux hosts over `seconds`, with all that comes with each; `unknown` are instance types, and the dimension
 * of their root volumes.
 */
export function hostPrices(groups: readonly HostGroup[], seconds: number, book: PriceBook): PricedLines {
  const machines = machinePrices(groups, seconds, book);
  const hosts = groups.reduce((sum, { count }) => sum + count, 0);
  const roots = rootPrices(hosts, seconds, book);
  return { lines: [...machines.lines, ...roots.lines], unknown: [...machines.unknown, ...roots.unknown] };
}

/**
 * The machines, one line for each instance type, and their public addresses, for which a book has no price where hosts
 * have none.
 */
export function machinePrices(groups: readonly HostGroup[], seconds: number, book: PriceBook): PricedLines {
  const counts = new Map<string, number>();
  for (const { instanceType, count } of groups) counts.set(instanceType, (counts.get(instanceType) ?? 0) + count);
  const lines: LineItem[] = [];
  const unknown: string[] = [];
  const add = (service: string, dimension: string, item: string, count: number): boolean => {
    const price = priceOf(book, service, dimension);
    if (price === undefined) return false;
    const { unit, usd: usdPerUnit, source } = price;
    const quantity = (count * Math.max(seconds, LEAST_SECONDS)) / 3600;
    lines.push({ item, of: 'hosts', quantity, unit, usdPerUnit, usd: quantity * usdPerUnit, source });
    return true;
  };
  for (const [instanceType, count] of counts)
    if (!add('ec2', `${instanceType}.linux.ondemand`, `${instanceType}, ${hostsOf(count)}`, count))
      unknown.push(instanceType);
  const hosts = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (hosts > 0) add(ADDRESS.service, ADDRESS.dimension, `public addresses, ${hostsOf(hosts)}`, hosts);
  return { lines, unknown };
}

/** Root volumes of so many hosts. */
export function rootPrices(hosts: number, seconds: number, book: PriceBook): PricedLines {
  const { VolumeType, VolumeSize } = ROOT_DISK;
  const item = `root volumes, ${hostsOf(hosts)}`;
  const dimension = `${VolumeType}.storage`;
  const amount = hosts * VolumeSize;
  const root = { service: 'ebs', of: 'hosts', item, dimension, amount } as const;
  return monthlyPrices([root], Math.max(seconds, LEAST_SECONDS), book);
}

function hostsOf(count: number): string {
  return `${count} ${count === 1 ? 'host' : 'hosts'}`;
}
