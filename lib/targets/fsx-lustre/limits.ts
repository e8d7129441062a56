/** What FSx for Lustre promises for its sizes: numbers of AWS's pages, by deployment type and throughput. */
import { expected } from '../../shapes/errors';
import { MB, tebibytes } from '../fsx-shared';
import type { FsxLustre } from './schema';

/** Where the numbers stand. */
export const GUIDE = 'https://docs.aws.amazon.com/fsx/latest/LustreGuide';
export const PERFORMANCE = `${GUIDE}/ssd-storage.html`;
export const METADATA = `${GUIDE}/performance.html#dne-metadata-performance`;

/** MB/s for each TiB, and memory of the file servers, GiB for each TiB. */
interface Tier {
  readonly network: { readonly baseline: number; readonly burst: number };
  readonly read: { readonly baseline: number; readonly burst: number };
  readonly write: { readonly baseline: number; readonly burst: number };
  readonly memoryGiB: number;
}

function tier(network: readonly [number, number], disk: readonly [number, number], memoryGiB: number): Tier {
  const rate = { baseline: disk[0], burst: disk[1] };
  return { network: { baseline: network[0], burst: network[1] }, read: rate, write: rate, memoryGiB };
}

/** Table "File system performance for SSD storage options" of {@link PERFORMANCE}. */
const SCRATCH_2: Tier = {
  ...tier([200, 1300], [200, 200], 6.7),
  write: { baseline: 100, burst: 100 },
};
const PERSISTENT_2: Readonly<Record<number, Tier>> = {
  125: tier([320, 1300], [125, 500], 3.4),
  250: tier([640, 1300], [250, 500], 6.8),
  500: tier([1300, 1300], [500, 500], 13.7),
  1000: tier([2600, 2600], [1000, 1000], 27.3),
};

/** What one TiB of a configuration is promised. */
export function tierOf(config: FsxLustre): Tier {
  const found = config.deploymentType === 'SCRATCH_2' ? SCRATCH_2 : PERSISTENT_2[config.perUnitMBps];
  return expected(found, 'a Lustre throughput that its schema lets through');
}

/** Bytes a second of the whole file system from a rate for each TiB. */
export function wholeRate(config: FsxLustre, perTiB: number): number {
  return perTiB * tebibytes(config.storageGiB) * MB;
}

/** One file server for each 2.4 TiB: page "Using FSx for Lustre", on network interfaces. */
export function fileServers(config: FsxLustre): number {
  return Math.ceil(config.storageGiB / 2400);
}

/**
 * Metadata operations a second that mode AUTOMATIC gives for a capacity: https://docs.aws.amazon.com/fsx/latest/
 * LustreGuide/performance.html, file system metadata performance.
 */
export function automaticMetadataIops(storageGiB: number): number {
  if (storageGiB <= 1200) return 1500;
  if (storageGiB <= 2400) return 3000;
  if (storageGiB <= 9600) return 6000;
  if (storageGiB < 48_000) return 12_000;
  return 12_000 * Math.floor(storageGiB / 24_000);
}

/** Metadata operations a second of a configuration; undefined where none are promised. */
export function metadataIops(config: FsxLustre): number | undefined {
  if (config.deploymentType === 'SCRATCH_2' || config.metadataIops === 'none') return undefined;
  return config.metadataIops === 'automatic' ? automaticMetadataIops(config.storageGiB) : config.metadataIops;
}

/** One metadata server for each 12,000 operations a second: page on managing metadata performance. */
export function metadataServers(iops: number): number {
  return Math.ceil(iops / 12_000);
}

/** Operations of each kind for one metadata operation: table of {@link METADATA}. */
export const PER_METADATA_IOPS = { create: 2, delete: 1, mkdir: 0.1, rename: 0.1, rmdir: 0.2 } as const;
