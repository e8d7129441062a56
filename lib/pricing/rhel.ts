/**
 * What hosts with Red Hat Enterprise Linux cost: since July 2024 the price of Linux and an amount for each vCPU
 * (https://aws.amazon.com/ec2/spot/pricing/, notice; https://aws.amazon.com/partners/redhat/rhel-pricing/).
 */
import type { PriceTable } from '../shapes/price';
import { findVcpus } from '../targets/instance-types';

/**
 * US dollars a vCPU and hour, up to so many of them. Worked out of two of AWS's examples, as a third party cites them
 * (qiita.com/AlmondTofu/items/b15810c51c9548425365, 2024), with the flat amounts from before
 * (strategic-blue.com/resources/blog/understanding-rhel-license-costs-on-aws-analysis-and-pricing-insights, 2023):
 * c5.xlarge 0.06 - 0.0024 for 4, c5.4xlarge 0.13 + 0.0428 for 16. A host with 12 would become dearer by the first rate
 * and cheaper by the second, and it says cheaper. Of 8 either would do: the dearer is assumed. What more than 127 cost
 * is not known.
 */
const RATES = [
  { upTo: 8, usd: 0.0144 },
  { upTo: 127, usd: 0.0108 },
] as const;

const LINUX = /^(.+)\.linux\.ondemand$/;

/** Of tables of hosts with Linux the same with Red Hat Enterprise Linux, of types whose processors are known. */
export function addRhel(tables: readonly PriceTable[]): PriceTable[] {
  return tables.flatMap((table): PriceTable[] => {
    const prices = Object.entries(table.usd).flatMap(([dimension, usd]): [string, number][] => {
      const type = LINUX.exec(dimension)?.[1];
      const vcpus = type === undefined ? undefined : findVcpus(type);
      const rate = RATES.find(({ upTo }) => vcpus !== undefined && vcpus <= upTo);
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
        note: 'the amount for each vCPU is taken to be the same in every Region',
        usd: Object.fromEntries(prices),
      },
    ];
  });
}
