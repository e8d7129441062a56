/** AWS's price book: list prices in data files, each with source and date. Makes no call. */
import type { Price, PriceBook, PriceTable } from '../shapes/price';
import ebs from './data/ebs.json';
import ec2 from './data/ec2.json';
import efs from './data/efs.json';
import fsxLustre from './data/fsx-lustre.json';
import fsxOntap from './data/fsx-ontap.json';
import fsxOpenzfs from './data/fsx-openzfs.json';
import s3Files from './data/s3-files.json';
import secretsManager from './data/secretsmanager.json';
import { HOST_REGIONS, listTablePrices } from './host-prices';
import { ADDRESS_PRICE } from './hosts';
import { addRhelPrices } from './rhel';

/** Widens the literal types of imported JSON. */
function toTables(data: unknown): readonly PriceTable[] {
  return data as readonly PriceTable[];
}

/** Linux, on demand, shared tenancy: newer or surer prices than those of `data/hosts.json`. */
const EC2_TABLES = toTables(ec2);

/** Storage and its accessories, from https://aws.amazon.com/SERVICE/pricing/ */
export const STORAGE_TABLES: readonly PriceTable[] = [
  fsxLustre,
  fsxOntap,
  secretsManager,
  fsxOpenzfs,
  ebs,
  efs,
  s3Files,
].flatMap(toTables);

const PRICE_TABLES: readonly PriceTable[] = [...STORAGE_TABLES, ...EC2_TABLES, ...addRhelPrices(EC2_TABLES)];
export const PRICED_REGIONS: readonly string[] = [...new Set(PRICE_TABLES.map(({ region }) => region))].sort();

/**
 * All prices of a Region; empty for an unknown one. Prices of hosts that are only in `data/hosts.json` are not listed,
 * but found.
 * @param publicAddresses whether hosts have public addresses, as in the stack's network
 * @param read newer prices from AWS's files, which replace those of the data files
 */
export function buildPriceBook(region: string, publicAddresses = true, read: readonly Price[] = []): PriceBook {
  const applies = ({ service }: Pick<Price, 'service'>): boolean =>
    publicAddresses || service !== ADDRESS_PRICE.service;
  const keyOf = ({ service, dimension }: Pick<Price, 'service' | 'dimension'>): string => `${service} ${dimension}`;
  const newer = new Map(read.map((price) => [keyOf(price), price]));
  const written = listTablePrices(PRICE_TABLES.filter((table) => table.region === region));
  const known = new Set(written.map(keyOf));
  const prices = [
    ...written.map((price) => newer.get(keyOf(price)) ?? price),
    ...read.filter((price) => !known.has(keyOf(price))),
  ];
  const addresses = prices.length > 0 && !prices.some(({ service }) => service === ADDRESS_PRICE.service);
  return {
    region,
    prices: (addresses ? [...prices, { ...ADDRESS_PRICE, region }] : prices).filter(applies),
    ...(HOST_REGIONS.includes(region) ? { hosts: true } : {}),
  };
}
