/** AWS's price book: list prices in data files, one per service, each with source and date. Makes no call. */
import type { Price, PriceBook, PriceTable } from '../shapes/price';
import ebs from './data/ebs.json';
import ec2 from './data/ec2.json';
import efs from './data/efs.json';
import fsxLustre from './data/fsx-lustre.json';
import fsxOntap from './data/fsx-ontap.json';
import fsxOpenzfs from './data/fsx-openzfs.json';
import secretsManager from './data/secretsmanager.json';
import { ADDRESS_PRICE } from './hosts';
import { findVcpus } from '../targets/instance-types';

/** Widens the literal types of imported JSON. */
function toTables(data: unknown): readonly PriceTable[] {
  return data as readonly PriceTable[];
}

/** Linux, on demand, shared tenancy. https://aws.amazon.com/ec2/pricing/on-demand/ */
export const EC2_TABLES = toTables(ec2);

/** Storage and its accessories, from https://aws.amazon.com/SERVICE/pricing/ */
export const STORAGE_TABLES: readonly PriceTable[] = [
  fsxLustre,
  fsxOntap,
  secretsManager,
  fsxOpenzfs,
  ebs,
  efs,
].flatMap(toTables);

/**
 * US dollars per vCPU and hour, up to a number of vCPUs. Derived from two of AWS's examples, as a third party cites
 * them (qiita.com/AlmondTofu/items/b15810c51c9548425365, 2024), and the earlier flat amounts
 * (strategic-blue.com/resources/blog/understanding-rhel-license-costs-on-aws-analysis-and-pricing-insights, 2023):
 * c5.xlarge 0.06 - 0.0024 for 4, c5.4xlarge 0.13 + 0.0428 for 16. For 12 vCPUs the first rate would raise and the
 * second lower the price; AWS says it falls. For 8 vCPUs, both rates are possible: the higher is assumed. Prices above
 * 127 vCPUs are unknown.
 */
const RHEL_RATES = [
  { upTo: 8, usd: 0.0144 },
  { upTo: 127, usd: 0.0108 },
] as const;

const LINUX_DIMENSION = /^(.+)\.linux\.ondemand$/;

const PRICE_TABLES: readonly PriceTable[] = [...STORAGE_TABLES, ...EC2_TABLES, ...addRhelPrices(EC2_TABLES)];
export const PRICED_REGIONS: readonly string[] = [...new Set(PRICE_TABLES.map(({ region }) => region))].sort();

/**
 * All prices of a Region; empty for an unknown one.
 * @param publicAddresses whether hosts have public addresses, as in the stack's network
 * @param read newer prices from AWS's files, which replace those of the data files
 */
export function buildPriceBook(region: string, publicAddresses = true, read: readonly Price[] = []): PriceBook {
  const applies = ({ service }: Pick<Price, 'service'>): boolean =>
    publicAddresses || service !== ADDRESS_PRICE.service;
  const keyOf = ({ service, dimension }: Pick<Price, 'service' | 'dimension'>): string => `${service} ${dimension}`;
  const newer = new Map(read.map((price) => [keyOf(price), price]));
  const written = PRICE_TABLES.filter((table) => table.region === region).flatMap(
    ({ usd, ...about }): readonly Price[] =>
      Object.entries(usd).map(([dimension, dollars]) => ({ ...about, dimension, usd: dollars })),
  );
  const known = new Set(written.map(keyOf));
  const prices = [
    ...written.map((price) => newer.get(keyOf(price)) ?? price),
    ...read.filter((price) => !known.has(keyOf(price))),
  ];
  const addresses = prices.length > 0 && !prices.some(({ service }) => service === ADDRESS_PRICE.service);
  return { region, prices: (addresses ? [...prices, { ...ADDRESS_PRICE, region }] : prices).filter(applies) };
}

/**
 * Tables of hosts with Red Hat Enterprise Linux, for types with a known number of vCPUs: since July 2024 the price of
 * Linux plus an amount per vCPU (https://aws.amazon.com/ec2/spot/pricing/, notice;
 * https://aws.amazon.com/partners/redhat/rhel-pricing/).
 */
export function addRhelPrices(tables: readonly PriceTable[]): PriceTable[] {
  return tables.flatMap((table): PriceTable[] => {
    const prices = Object.entries(table.usd).flatMap(([dimension, usd]): [string, number][] => {
      const type = LINUX_DIMENSION.exec(dimension)?.[1];
      const vcpus = type === undefined ? undefined : findVcpus(type);
      const rate = RHEL_RATES.find(({ upTo }) => vcpus !== undefined && vcpus <= upTo);
      if (type === undefined || vcpus === undefined || rate === undefined) return [];
      return [[`${type}.rhel.ondemand`, Number((usd + vcpus * rate.usd).toFixed(5))]];
    });
    if (prices.length === 0) return [];
    return [
      {
        ...table,
        source:
          `Linux: ${table.source}; RHEL: 0.0144 a vCPU and hour up to 8, else 0.0108, aws.amazon.com/partners/redhat/` +
          'rhel-pricing as third parties cite it, 2026-11-23',
        confidence: table.confidence === 'low' ? 'low' : 'medium',
        note: 'the amount per vCPU is assumed equal in every Region',
        usd: Object.fromEntries(prices),
      },
    ];
  });
}
