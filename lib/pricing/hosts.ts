/** Cost of hosts: instances, public addresses and root volumes. */
import { DEFAULT_IMAGE, type ImageName, IMAGES, type OperatingSystem } from '../shapes/images';
import type { LineItem, PricedLines } from '../shapes/line-item';
import { priceMonthlyAmounts } from './months';
import { findPrice } from './price-book';
import type { Price, PriceBook } from '../shapes/price';

/** Price of a public IPv4 address, the same in every Region. https://aws.amazon.com/vpc/pricing/ */
export const ADDRESS_PRICE: Omit<Price, 'region'> = {
  service: 'vpc',
  dimension: 'public_ipv4.in_use',
  unit: 'address-hour',
  usd: 0.005,
  source:
    'aws.amazon.com/vpc/pricing, the same in all Regions since 2024-02-01; third parties that cite it, 2026-11-22',
  confidence: 'high',
  note: '750 hours a month are free in the first year of an account, which fsxbench ignores',
};

export interface HostGroup {
  readonly instanceType: string;
  readonly count: number;
  /** Default: the deployment's image, Amazon Linux 2023. */
  readonly image?: ImageName | undefined;
}

interface MachineGroup {
  readonly instanceType: string;
  readonly count: number;
  readonly system: OperatingSystem;
}

/**
 * Minimum of EC2's per-second billing for Linux, RHEL, public addresses and EBS volumes:
 * https://aws.amazon.com/ec2/pricing/on-demand/, https://aws.amazon.com/ebs/pricing/,
 * https://aws.amazon.com/about-aws/whats-new/2024/04/per-second-billing-ec2-rhel-based-instances
 */
const MIN_BILLED_SECONDS = 60;

/** Suffix of the instance type in a line item. */
const LINE_ITEM_SUFFIX: Readonly<Record<OperatingSystem, string>> = { linux: '', rhel: ' with RHEL' };

/**
 * On-demand hosts for `seconds`, with addresses and root volumes. `unknown` lists what has no price: instance types,
 * dimensions of licensed operating systems, and the dimension of root volumes.
 */
export function priceHosts(groups: readonly HostGroup[], seconds: number, book: PriceBook): PricedLines {
  const machines = priceMachineGroups(groups.map(toMachineGroups), seconds, book);
  const hosts = groups.reduce((sum, { count }) => sum + count, 0);
  const gib = groups.reduce((sum, { count, image = DEFAULT_IMAGE }) => sum + count * IMAGES[image].root.VolumeSize, 0);
  const roots = priceRootVolumes(hosts, gib, seconds, book);
  return { lines: [...machines.lines, ...roots.lines], unknown: [...machines.unknown, ...roots.unknown] };
}

function toMachineGroups({ image = DEFAULT_IMAGE, ...machine }: HostGroup): MachineGroup {
  return { ...machine, system: IMAGES[image].price };
}

/** Dimension of a host's price. */
export function getHostDimension(instanceType: string, system: OperatingSystem): string {
  return `${instanceType}.${system}.ondemand`;
}

/** One line item for each instance type and system, and public addresses, if the book has a price for them. */
export function priceMachineGroups(groups: readonly MachineGroup[], seconds: number, book: PriceBook): PricedLines {
  const machines = new Map<string, MachineGroup>();
  for (const { instanceType, system, count } of groups) {
    const dimension = getHostDimension(instanceType, system);
    machines.set(dimension, { instanceType, system, count: (machines.get(dimension)?.count ?? 0) + count });
  }
  const lines: LineItem[] = [];
  const unknown: string[] = [];
  const add = (service: string, dimension: string, item: string, count: number): boolean => {
    const price = findPrice(book, service, dimension);
    if (price === undefined) return false;
    const { unit, usd: usdPerUnit, source } = price;
    const quantity = (count * Math.max(seconds, MIN_BILLED_SECONDS)) / 3600;
    lines.push({ item, of: 'hosts', quantity, unit, usdPerUnit, usd: quantity * usdPerUnit, source });
    return true;
  };
  for (const [dimension, { instanceType, system, count }] of machines)
    if (!add('ec2', dimension, `${instanceType}${LINE_ITEM_SUFFIX[system]}, ${formatHostCount(count)}`, count))
      unknown.push(system === 'linux' ? instanceType : dimension);
  const hosts = [...machines.values()].reduce((sum, { count }) => sum + count, 0);
  if (hosts > 0)
    add(ADDRESS_PRICE.service, ADDRESS_PRICE.dimension, `public addresses, ${formatHostCount(hosts)}`, hosts);
  return { lines, unknown };
}

/** Root volumes of these hosts. @param gib total size */
export function priceRootVolumes(hosts: number, gib: number, seconds: number, book: PriceBook): PricedLines {
  const item = `root volumes, ${formatHostCount(hosts)}`;
  const root = { service: 'ebs', of: 'hosts', item, dimension: 'gp3.storage', amount: gib } as const;
  return priceMonthlyAmounts([root], Math.max(seconds, MIN_BILLED_SECONDS), book);
}

function formatHostCount(count: number): string {
  return `${count} ${count === 1 ? 'host' : 'hosts'}`;
}
