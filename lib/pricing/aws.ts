/** The price book of AWS: list prices that were written down, each with its source and day. No call is made. */
import { EC2 } from './aws/ec2';
import { FSX_LUSTRE } from './aws/fsx-lustre';
import { FSX_OPENZFS } from './aws/fsx-openzfs';
import type { PriceTable } from './aws/table';
import type { PriceBook } from './price-book';

const TABLES: readonly PriceTable[] = [...FSX_LUSTRE, ...FSX_OPENZFS, ...EC2];

/** Regions that have any price, in alphabetical order. */
export const PRICED_REGIONS: readonly string[] = [...new Set(TABLES.map(({ region }) => region))].sort();

/** All prices of a Region; none where nothing is known of it. */
export function bookOf(region: string): PriceBook {
  const prices = TABLES.filter((table) => table.region === region).flatMap(({ usd, ...about }) =>
    Object.entries(usd).map(([dimension, dollars]) => ({ ...about, dimension, usd: dollars })),
  );
  return { region, prices };
}
