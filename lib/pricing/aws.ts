/**
 * The price book of AWS: list prices that were written down, each with its source and day. No call is made. Prices of
 * storage stand with the kind that is paid for.
 */
import type { Price, PriceBook, PriceTable } from '../shapes/price';
import { TARGET_KINDS, targetOf } from '../targets/registry';
import { ADDRESS, EC2 } from './ec2';
import { withRhel } from './rhel';

const TABLES: readonly PriceTable[] = [
  ...TARGET_KINDS.flatMap((kind) => targetOf(kind)?.prices ?? []),
  ...EC2,
  ...withRhel(EC2),
];

/** Regions that have any price, in alphabetical order. */
export const PRICED_REGIONS: readonly string[] = [...new Set(TABLES.map(({ region }) => region))].sort();

/**
 * All prices of a Region; none where nothing is known of it.
 * @param publicAddresses whether hosts have public addresses, as in the network that the stack makes
 * @param read prices of the Region that were read from AWS's files since: they stand in place of those written down
 */
export function bookOf(region: string, publicAddresses = true, read: readonly Price[] = []): PriceBook {
  const applies = ({ service }: Pick<Price, 'service'>): boolean => publicAddresses || service !== ADDRESS.service;
  const keyOf = ({ service, dimension }: Pick<Price, 'service' | 'dimension'>): string => `${service} ${dimension}`;
  const newer = new Map(read.map((price) => [keyOf(price), price]));
  const written = TABLES.filter((table) => table.region === region).flatMap(({ usd, ...about }): readonly Price[] =>
    Object.entries(usd).map(([dimension, dollars]) => ({ ...about, dimension, usd: dollars })),
  );
  const known = new Set(written.map(keyOf));
  const prices = [
    ...written.map((price) => newer.get(keyOf(price)) ?? price),
    ...read.filter((price) => !known.has(keyOf(price))),
  ];
  const addresses = prices.length > 0 && !prices.some(({ service }) => service === ADDRESS.service);
  return { region, prices: (addresses ? [...prices, { ...ADDRESS, region }] : prices).filter(applies) };
}
