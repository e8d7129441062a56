/** What EFS gives: numbers of AWS's page, of the Regions that have least. Its MiB are binary. */
import type { Efs } from './schema';

/** Where the numbers stand. */
export const PERFORMANCE = 'https://docs.aws.amazon.com/efs/latest/ug/performance.html';

export const MIB = 1024 ** 2;
export const GIB = 1024 ** 3;
/** Stored data for each MiB/s that comes with them. {@link PRICING} */
export const STORED_GIB_PER_MIB = 20;

/** What one host moves by plain NFS. */
export const CLIENT_BYTES = 500 * MIB;
/** With elastic throughput and the mount helper of efs-utils from 2.0 on: 1,500 MiB/s. {@link PERFORMANCE} */
const HELPER_FACTOR = 3;

/** Bytes a second that one host moves at most. */
export function clientBytes({ throughputMode }: Pick<Efs, 'throughputMode'>, tls: boolean): number {
  return tls && throughputMode === 'elastic' ? HELPER_FACTOR * CLIENT_BYTES : CLIENT_BYTES;
}
/** Of provisioned: API reference, CreateFileSystem. */
export const PROVISIONED = { least: 1, most: 3414 } as const;
/** What is read counts a third of what is written, where throughput is provisioned or bursts. */
export const READ_DISCOUNT = 3;

/** Bursting: KiB/s at all times for each GiB, MiB/s while credits last for each TiB, the least of both. */
const BURSTING = { kibPerGib: 50, leastMiB: 1, mibPerTib: 100, leastBurstMiB: 100 } as const;
/** Credits of a new file system, bytes (EFS guide, Bursting throughput: 2.1 TiB). */
export const FIRST_CREDITS = 2.1 * 1024 ** 4;

/** Most of a whole file system: GiB/s, and operations a second of what was read lately. */
interface MaxRates {
  readonly read: number;
  readonly write: number;
  readonly readIops: number;
  readonly writeIops: number;
}

const ONE_ZONE: MaxRates = { read: 3, write: 1, readIops: 35_000, writeIops: 7000 };
const REGIONAL: Readonly<Record<Efs['throughputMode'], MaxRates>> = {
  elastic: { read: 20, write: 1, readIops: 250_000, writeIops: 50_000 },
  provisioned: { read: 3, write: 1, readIops: 55_000, writeIops: 25_000 },
  bursting: { read: 3, write: 1, readIops: 35_000, writeIops: 7000 },
};

/** GiB/s of elastic throughput in the Regions that have most: reads 20 to 60, writes 1 to 5. {@link PERFORMANCE} */
export const MAX_ELASTIC = { read: 60, write: 5 } as const;

/** Most of a file system of general purpose. */
export function getMaxRates({ zone, throughputMode }: Pick<Efs, 'zone' | 'throughputMode'>): MaxRates {
  return zone === 'one-zone' ? ONE_ZONE : REGIONAL[throughputMode];
}

/** What may be written, bytes/s: at all times, and while credits last. */
export function getWriteRates(config: Efs): { readonly baseline: number; readonly burst: number } {
  const { throughputMode, provisionedMiBps = 0, storedGiB } = config;
  const most = getMaxRates(config).write * GIB;
  const rate = (bytes: number): number => Math.min(bytes, most);
  if (throughputMode === 'elastic') return { baseline: most, burst: most };
  if (throughputMode === 'provisioned') {
    const baseline = Math.min(provisionedMiBps, PROVISIONED.most) * MIB;
    return { baseline, burst: baseline };
  }
  const { kibPerGib, leastMiB, mibPerTib, leastBurstMiB } = BURSTING;
  return {
    baseline: rate(Math.max(leastMiB * MIB, kibPerGib * 1024 * storedGiB)),
    burst: rate(Math.max(leastBurstMiB, (mibPerTib * storedGiB) / 1024) * MIB),
  };
}

/** The same of what is read. */
export function getReadRates(config: Efs): { readonly baseline: number; readonly burst: number } {
  const most = getMaxRates(config).read * GIB;
  if (config.throughputMode === 'elastic') return { baseline: most, burst: most };
  const { baseline, burst } = getWriteRates(config);
  const rate = (bytes: number): number => Math.min(READ_DISCOUNT * bytes, Math.max(most, bytes));
  return { baseline: rate(baseline), burst: rate(burst) };
}
