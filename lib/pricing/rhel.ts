/** Prices of hosts with Red Hat Enterprise Linux: that of Linux plus an amount per vCPU. */
import type { PriceTable } from '../shapes/price';
import { findVcpus } from '../targets/instance-types';

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
