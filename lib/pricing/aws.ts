/**
 * The price book of AWS: list prices that were written down, each with its source and day. No call is made. Prices of
 * storage stand with the kind that is paid for.
 */
import type { PriceBook, PriceTable } from '../shapes/price';
import { TARGET_KINDS, targetOf } from '../targets/registry';
import { EC2 } from './ec2';
import { PUBLIC_ADDRESS } from './hosts';

const TABLES: readonly PriceTable[] = [...TARGET_KINDS.flatMap((kind) => targetOf(kind)?.prices ?? []), ...EC2];

/** Regions that have any price, in alphabetical order. */
export const PRICED_REGIONS: readonly string[] = [...new Set(TABLES.map(({ region }) => region))].sort();

/**
 * All prices of a Region; none where nothing is known of it.
 * @param publicAddresses whether hosts have public addresses, as in the network that the stack makes
 */
export function bookOf(region: string, publicAddresses = true): PriceBook {
  const applies = ({ service }: PriceTable): boolean => publicAddresses || service !== PUBLIC_ADDRESS.service;
  const prices = TABLES.filter((table) => table.region === region && applies(table)).flatMap(({ usd, ...about }) =>
    Object.entries(usd).map(([dimension, dollars]) => ({ ...about, dimension, usd: dollars })),
  );
  return { region, prices };
}
