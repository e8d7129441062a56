/** Rates of FSx for Lustre from AWS's pages, by deployment type, storage and throughput. */
import { ensure } from '../../shapes/errors';
import { MB, toTiB } from '../fsx-shared';
import {
  type FsxLustre,
  hasEfa,
  isHardDisk,
  isPersistent,
  isScratch,
  isTiered,
  getSizeGiB,
  type Persistent,
  type TieredConfig,
} from './config';

export const LUSTRE_GUIDE_URL = 'https://docs.aws.amazon.com/fsx/latest/LustreGuide';
export const PERFORMANCE_URL = `${LUSTRE_GUIDE_URL}/ssd-storage.html`;
export const TIERED_PERFORMANCE_URL = `${LUSTRE_GUIDE_URL}/intelligent-tiering-file-systems.html`;
export const METADATA_URL = `${LUSTRE_GUIDE_URL}/performance.html#dne-metadata-performance`;

/** MB/s, baseline and while credits last. */
export interface BurstRate {
  readonly baseline: number;
  readonly burst: number;
}

/** Rates and memory (GiB) of the file servers for each unit of {@link countRateUnits}. */
interface ServerTier {
  readonly network: BurstRate;
  readonly read: BurstRate;
  readonly write: BurstRate;
  readonly memoryGiB: number;
}

function toRate([baseline, burst]: readonly [number, number]): BurstRate {
  return { baseline, burst };
}

type RatePair = readonly [number, number];

function makeTier(network: RatePair, disk: RatePair, memoryGiB: number, write: RatePair = disk): ServerTier {
  return { network: toRate(network), read: toRate(disk), write: toRate(write), memoryGiB };
}

/**
 * Table "File system performance for SSD storage options" of {@link PERFORMANCE_URL}. AWS publishes no burst of
 * SCRATCH_1, only that it is less than that of SCRATCH_2 (API reference, DeploymentType); none is assumed.
 */
const SCRATCH_TIERS = {
  SCRATCH_1: makeTier([200, 200], [200, 200], 6.7, [100, 100]),
  SCRATCH_2: makeTier([200, 1300], [200, 200], 6.7, [100, 100]),
} as const;
/** Same table. Rates with EFA are equal. */
const PERSISTENT_2_TIERS: Readonly<Record<number, ServerTier>> = {
  125: makeTier([320, 1300], [125, 500], 3.4),
  250: makeTier([640, 1300], [250, 500], 6.8),
  500: makeTier([1300, 1300], [500, 500], 13.7),
  1000: makeTier([2600, 2600], [1000, 1000], 27.3),
};
/** Table "File system performance for previous generation SSD storage options" of the same page. */
const PERSISTENT_1_TIERS: Readonly<Record<number, ServerTier>> = {
  50: makeTier([250, 1300], [50, 240], 2.2),
  100: makeTier([500, 1300], [100, 240], 4.4),
  200: makeTier([750, 1300], [200, 240], 8.8),
};
/** Table "File system performance for HDD storage options" of the same page. */
const HDD_TIERS: Readonly<Record<number, ServerTier>> = {
  12: makeTier([40, 375], [12, 80], 0.4, [12, 50]),
  40: makeTier([150, 1300], [40, 250], 1.5, [40, 150]),
};
/** Network burst of persistent file systems in some Regions that the page names, for each TiB. */
export const LESSER_BURST_MBPS = 530;

/** SSD cache of hard disks for each TiB of storage: GiB (a fifth), and MB/s of reads. Same page. */
export const DRIVE_CACHE = { gib: 200, read: 200 / 5 } as const;

/** Throughputs of Intelligent-Tiering, MB/s: some, and multiples of a step. API reference, ThroughputCapacity. */
export const TIERED_MBPS = { small: [1000, 2000], step: 4000, most: 2_000_000 } as const;
/**
 * One throughput step: table of {@link TIERED_PERFORMANCE_URL}. Assumed: capacity storage is as fast as the cache, and
 * throughputs below a step have a server in proportion.
 */
const INTELLIGENT_TIER = { ...makeTier([12_500, 12_500], [4000, 4000], 76.8), cacheIops: 160_000 };
/** GiB of proportional SSD cache for each MB/s: guide, page on managing throughput capacity. */
const PROPORTIONAL_CACHE_GIB = 5;

/** Rates for one unit of {@link countRateUnits}. */
export function getServerTier(config: FsxLustre): ServerTier {
  if (isTiered(config)) return INTELLIGENT_TIER;
  if (isScratch(config)) return SCRATCH_TIERS[config.deploymentType];
  if (isHardDisk(config)) return ensure(HDD_TIERS[config.perUnitMBps], 'a throughput of hard disks');
  const found = (isPersistent(config) ? PERSISTENT_2_TIERS : PERSISTENT_1_TIERS)[config.perUnitMBps];
  return ensure(found, 'a Lustre throughput that its schema lets through');
}

/** Units of rates: TiB of storage, or throughput steps. */
export function countRateUnits(config: FsxLustre): number {
  return isTiered(config) ? config.throughputMBps / TIERED_MBPS.step : toTiB(config.storageGiB);
}

/** Bytes a second of the whole file system, from a rate for one unit of {@link countRateUnits}. */
export function scaleRate(config: FsxLustre, perUnit: number): number {
  return perUnit * countRateUnits(config) * MB;
}

/** Data IOPS of Intelligent-Tiering for each step. */
export const TIERED_STEP_IOPS = INTELLIGENT_TIER.cacheIops;

/** Read cache of Intelligent-Tiering, GiB. */
export function getReadCacheGiB({ readCacheGiB: requested, throughputMBps }: TieredConfig): number {
  if (requested === 'none') return 0;
  return requested === 'proportional' ? PROPORTIONAL_CACHE_GIB * throughputMBps : requested;
}

/** GiB of one EFA file server, and its storage step, by throughput: guide, getting started. */
export const EFA_STEP_GIB: Readonly<Record<number, number>> = { 1000: 4800, 500: 9600, 250: 19_200, 125: 38_400 };

/**
 * One file server for each 2.4 TiB: page "Using FSx for Lustre", network interfaces; with EFA one for each storage
 * step. For Intelligent-Tiering one for each started throughput step is assumed.
 */
export function countServers(config: FsxLustre): number {
  if (isTiered(config)) return Math.ceil(countRateUnits(config));
  const step = isPersistent(config) && hasEfa(config) ? EFA_STEP_GIB[config.perUnitMBps] : undefined;
  return Math.ceil(getSizeGiB(config) / (step ?? 2400));
}

/** Maximum of a file system. API reference, CreateFileSystemLustreMetadataConfiguration. */
export const MAX_METADATA_IOPS = 192_000;

/**
 * Metadata IOPS of mode AUTOMATIC for a capacity: https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance.html,
 * file system metadata performance.
 */
export function computeAutomaticIops(storageGiB: number): number {
  if (storageGiB <= 1200) return 1500;
  if (storageGiB <= 2400) return 3000;
  if (storageGiB <= 9600) return 6000;
  if (storageGiB < 48_000) return 12_000;
  return Math.min(MAX_METADATA_IOPS, 12_000 * Math.floor(storageGiB / 24_000));
}

/** Assumed for each 1000 MB/s: until 2026-11-20, 4000 MB/s was the smallest throughput, and 6000 the fewest IOPS. */
const ASSUMED_TIERED_IOPS = 1500;

/** Metadata IOPS of mode AUTOMATIC of Intelligent-Tiering. Assumed: AWS only says that they follow the throughput. */
export function assumeTieredIops(throughputMBps: number): number {
  const iops = (ASSUMED_TIERED_IOPS * throughputMBps) / 1000;
  return iops < 12_000 ? iops : Math.min(MAX_METADATA_IOPS, 12_000 * Math.floor(iops / 12_000));
}

/** Metadata IOPS of mode AUTOMATIC; those of Intelligent-Tiering are assumed. */
export function getAutomaticIops(config: Persistent | TieredConfig): number {
  return isTiered(config) ? assumeTieredIops(config.throughputMBps) : computeAutomaticIops(config.storageGiB);
}

/** Metadata IOPS of a configuration, see {@link getAutomaticIops}; undefined without a metadata configuration. */
export function getMetadataIops(config: FsxLustre): number | undefined {
  if (!('metadataIops' in config) || config.metadataIops === 'none') return undefined;
  return config.metadataIops === 'automatic' ? getAutomaticIops(config) : config.metadataIops;
}

/** One metadata server for each 12,000 IOPS: page on managing metadata performance. */
export function countMetadataServers(iops: number): number {
  return Math.ceil(iops / 12_000);
}

/** Operations of each kind for one metadata IOPS: table of {@link METADATA_URL}. */
export const PER_METADATA_IOPS = { create: 2, open: 2, delete: 1, mkdir: 0.1, rename: 0.1, rmdir: 0.2 } as const;
