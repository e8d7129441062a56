/** Rates of EFS from AWS's performance page, for the slowest Regions, in MiB/s. */
import type { Efs } from './schema';

export const PERFORMANCE_URL = 'https://docs.aws.amazon.com/efs/latest/ug/performance.html';

export const MIB = 1024 ** 2;
export const GIB = 1024 ** 3;
/** Stored GiB for each included MiB/s. {@link PRICING} */
export const STORED_GIB_PER_MIB = 20;

/** Maximum of one host by plain NFS. */
export const CLIENT_BYTES = 500 * MIB;
/** With elastic throughput and the mount helper of efs-utils 2.0 or later: 1,500 MiB/s. {@link PERFORMANCE_URL} */
const MOUNT_HELPER_FACTOR = 3;

/** Maximum bytes a second of one host. */
export function getClientBytes({ throughputMode }: Pick<Efs, 'throughputMode'>, tls: boolean): number {
  return tls && throughputMode === 'elastic' ? MOUNT_HELPER_FACTOR * CLIENT_BYTES : CLIENT_BYTES;
}
/** Provisioned throughput: API reference, CreateFileSystem. */
export const PROVISIONED_MIBPS = { least: 1, most: 3414 } as const;
/** Reads count a third of writes with provisioned or bursting throughput. */
export const READ_DISCOUNT = 3;

/** Bursting: baseline KiB/s for each GiB, burst MiB/s for each TiB, and their minimums. */
const BURSTING_RATES = { kibPerGib: 50, leastMiB: 1, mibPerTib: 100, leastBurstMiB: 100 } as const;
/** Credits of a new file system, bytes (EFS guide, Bursting throughput: 2.1 TiB). */
export const INITIAL_CREDITS = 2.1 * 1024 ** 4;

/** Maximum of a whole file system: GiB/s, and IOPS of recently read data. */
interface MaxRates {
  readonly read: number;
  readonly write: number;
  readonly readIops: number;
  readonly writeIops: number;
}

const ONE_ZONE_RATES: MaxRates = { read: 3, write: 1, readIops: 35_000, writeIops: 7000 };
const REGIONAL_RATES: Readonly<Record<Efs['throughputMode'], MaxRates>> = {
  elastic: { read: 20, write: 1, readIops: 250_000, writeIops: 50_000 },
  provisioned: { read: 3, write: 1, readIops: 55_000, writeIops: 25_000 },
  bursting: { read: 3, write: 1, readIops: 35_000, writeIops: 7000 },
};

/** GiB/s of elastic throughput in the fastest Regions: reads 20 to 60, writes 1 to 5. {@link PERFORMANCE_URL} */
export const MAX_ELASTIC_GIBPS = { read: 60, write: 5 } as const;

/** Maximum of a general purpose file system. */
export function getMaxRates({ zone, throughputMode }: Pick<Efs, 'zone' | 'throughputMode'>): MaxRates {
  return zone === 'one-zone' ? ONE_ZONE_RATES : REGIONAL_RATES[throughputMode];
}

/** Write rates, bytes/s: baseline, and while credits last. */
export function getWriteRates(config: Efs): { readonly baseline: number; readonly burst: number } {
  const { throughputMode, provisionedMiBps = 0, storedGiB } = config;
  const most = getMaxRates(config).write * GIB;
  const rate = (bytes: number): number => Math.min(bytes, most);
  if (throughputMode === 'elastic') return { baseline: most, burst: most };
  if (throughputMode === 'provisioned') {
    const baseline = Math.min(provisionedMiBps, PROVISIONED_MIBPS.most) * MIB;
    return { baseline, burst: baseline };
  }
  const { kibPerGib, leastMiB, mibPerTib, leastBurstMiB } = BURSTING_RATES;
  return {
    baseline: rate(Math.max(leastMiB * MIB, kibPerGib * 1024 * storedGiB)),
    burst: rate(Math.max(leastBurstMiB, (mibPerTib * storedGiB) / 1024) * MIB),
  };
}

export function getReadRates(config: Efs): { readonly baseline: number; readonly burst: number } {
  const most = getMaxRates(config).read * GIB;
  if (config.throughputMode === 'elastic') return { baseline: most, burst: most };
  const { baseline, burst } = getWriteRates(config);
  const rate = (bytes: number): number => Math.min(READ_DISCOUNT * bytes, Math.max(most, bytes));
  return { baseline: rate(baseline), burst: rate(burst) };
}
