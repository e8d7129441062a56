/**
 * On-demand prices of hosts by instance type: `data/hosts.json`, which `npm run facts` writes. Made when they are
 * looked up, because there are thousands.
 */
import type { Price, PriceTable } from '../shapes/price';
import data from './data/hosts.json';
import { addRhelPrices } from './rhel';

/** US dollars an hour of each type: a column for each Region, `-` for unknown. */
const HOST_USD: Readonly<Record<string, string>> = data.usd;
export const HOST_REGIONS: readonly string[] = data.columns.map(({ region }) => region);

/** Price of a dimension such as `c5.large.linux.ondemand`, also with RHEL; undefined if it is unknown. */
export function findHostPrice(region: string, dimension: string): Price | undefined {
  const type = /^(.+)\.\w+\.ondemand$/.exec(dimension)?.[1] ?? '';
  return listTypePrices(region, Object.hasOwn(HOST_USD, type) ? [type] : []).find((one) => one.dimension === dimension);
}

export function listHostPrices(region: string): readonly Price[] {
  return listTypePrices(region, Object.keys(HOST_USD));
}

/** Prices of all tables, one by one. */
export function listTablePrices(tables: readonly PriceTable[]): readonly Price[] {
  return tables.flatMap(({ usd, ...about }) =>
    Object.entries(usd).map(([dimension, dollars]) => ({ ...about, dimension, usd: dollars })),
  );
}

function listTypePrices(region: string, types: readonly string[]): readonly Price[] {
  const column = HOST_REGIONS.indexOf(region);
  const { source = '', confidence } = data.columns[column] ?? {};
  const prices = types.flatMap((type): [string, number][] => {
    const usd = Number(HOST_USD[type]?.split(' ')[column]);
    return usd > 0 ? [[`${type}.linux.ondemand`, usd]] : [];
  });
  const linux: PriceTable = {
    service: 'ec2',
    region,
    unit: 'instance-hour',
    source,
    confidence: confidence as PriceTable['confidence'],
    usd: Object.fromEntries(prices),
  };
  return listTablePrices([linux, ...addRhelPrices([linux])]);
}
