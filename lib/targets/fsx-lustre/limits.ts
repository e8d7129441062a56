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
  getSize,
  type TieredConfig,
} from './config';

/** Sources of the numbers. */
export const GUIDE = 'https://docs.aws.amazon.com/fsx/latest/LustreGuide';
export const PERFORMANCE = `${GUIDE}/ssd-storage.html`;
export const TIERED_PERFORMANCE = `${GUIDE}/intelligent-tiering-file-systems.html`;
export const METADATA = `${GUIDE}/performance.html#dne-metadata-performance`;

/** MB/s, baseline and while credits last. */
export interface Rate {
  readonly baseline: number;
  readonly burst: number;
}

/** Rates and memory of the file servers, GiB, for each {@link getUnits}. */
interface Tier {
  readonly network: Rate;
  readonly read: Rate;
  readonly write: Rate;
  readonly memoryGiB: number;
}

function toRate([baseline, burst]: readonly [number, number]): Rate {
  return { baseline, burst };
}

type Rates = readonly [number, number];

function makeTier(network: Rates, disk: Rates, memoryGiB: number, write: Rates = disk): Tier {
  return { network: toRate(network), read: toRate(disk), write: toRate(write), memoryGiB };
}

/**
 * Table "File system performance for SSD storage options" of {@link PERFORMANCE}. AWS publishes no burst of SCRATCH_1,
 * only that it is less than that of SCRATCH_2 (API reference, DeploymentType); none is assumed.
 */
const SCRATCH = {
  SCRATCH_1: makeTier([200, 200], [200, 200], 6.7, [100, 100]),
  SCRATCH_2: makeTier([200, 1300], [200, 200], 6.7, [100, 100]),
} as const;
/** The same table; equal with EFA. */
const PERSISTENT_2: Readonly<Record<number, Tier>> = {
  125: makeTier([320, 1300], [125, 500], 3.4),
  250: makeTier([640, 1300], [250, 500], 6.8),
  500: makeTier([1300, 1300], [500, 500], 13.7),
  1000: makeTier([2600, 2600], [1000, 1000], 27.3),
};
/** Table "File system performance for previous generation SSD storage options" of the same page. */
const PERSISTENT_1: Readonly<Record<number, Tier>> = {
  50: makeTier([250, 1300], [50, 240], 2.2),
  100: makeTier([500, 1300], [100, 240], 4.4),
  200: makeTier([750, 1300], [200, 240], 8.8),
};
/** Table "File system performance for HDD storage options" of the same page. */
const HDD: Readonly<Record<number, Tier>> = {
  12: makeTier([40, 375], [12, 80], 0.4, [12, 50]),
  40: makeTier([150, 1300], [40, 250], 1.5, [40, 150]),
};
/** Network burst of persistent file systems in some Regions that the page names, for each TiB. */
export const LESSER_BURST = 530;

/** SSD cache of hard disks for each TiB of storage: GiB (a fifth), and MB/s of reads. Same page. */
export const DRIVE_CACHE = { gib: 200, read: 200 / 5 } as const;

/** MB/s of one throughput step of Intelligent-Tiering. API reference, ThroughputCapacity. */
export const TIERED_STEP = 4000;
/** For each step: table of {@link TIERED_PERFORMANCE}; capacity storage is assumed as fast as the cache. */
const TIERED = { ...makeTier([12_500, 12_500], [4000, 4000], 76.8), cacheIops: 160_000 };
/** GiB of proportional SSD cache for each MB/s: guide, page on managing throughput capacity. */
const PROPORTIONAL_CACHE = 5;

/** Rates of one {@link getUnits}. */
export function getTier(config: FsxLustre): Tier {
  if (isTiered(config)) return TIERED;
  if (isScratch(config)) return SCRATCH[config.deploymentType];
  if (isHardDisk(config)) return ensure(HDD[config.perUnitMBps], 'a throughput of hard disks');
  const found = (isPersistent(config) ? PERSISTENT_2 : PERSISTENT_1)[config.perUnitMBps];
  return ensure(found, 'a Lustre throughput that its schema lets through');
}

/** Units of rates: TiB of storage, or throughput steps. */
export function getUnits(config: FsxLustre): number {
  return isTiered(config) ? config.throughputMBps / TIERED_STEP : toTiB(config.storageGiB);
}

/** Bytes a second of the whole file system, from a rate for each {@link getUnits}. */
export function scaleRate(config: FsxLustre, perUnit: number): number {
  return perUnit * getUnits(config) * MB;
}

/** Data IOPS of Intelligent-Tiering for each step. */
export const TIERED_IOPS = TIERED.cacheIops;

/** Read cache of Intelligent-Tiering, GiB. */
export function readCacheGiB({ readCacheGiB: requested, throughputMBps }: TieredConfig): number {
  if (requested === 'none') return 0;
  return requested === 'proportional' ? PROPORTIONAL_CACHE * throughputMBps : requested;
}

/** GiB of one EFA file server, and its storage step, by throughput: guide, getting started. */
export const EFA_STEP: Readonly<Record<number, number>> = { 1000: 4800, 500: 9600, 250: 19_200, 125: 38_400 };

/**
 * One file server for each 2.4 TiB: page "Using FSx for Lustre", network interfaces; with EFA one for each storage
 * step. For Intelligent-Tiering one for each throughput step is assumed.
 */
export function countServers(config: FsxLustre): number {
  if (isTiered(config)) return getUnits(config);
  const step = isPersistent(config) && hasEfa(config) ? EFA_STEP[config.perUnitMBps] : undefined;
  return Math.ceil(getSize(config) / (step ?? 2400));
}

/** Maximum of a file system. API reference, CreateFileSystemLustreMetadataConfiguration. */
export const MAX_METADATA_IOPS = 192_000;

/**
 * Metadata IOPS of mode AUTOMATIC for a capacity: https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance.html,
 * file system metadata performance.
 */
export function automaticMetadataIops(storageGiB: number): number {
  if (storageGiB <= 1200) return 1500;
  if (storageGiB <= 2400) return 3000;
  if (storageGiB <= 9600) return 6000;
  if (storageGiB < 48_000) return 12_000;
  return Math.min(MAX_METADATA_IOPS, 12_000 * Math.floor(storageGiB / 24_000));
}

/** Metadata IOPS of a configuration; undefined if none are guaranteed. */
export function metadataIops(config: FsxLustre): number | undefined {
  if (!('metadataIops' in config) || config.metadataIops === 'none') return undefined;
  return config.metadataIops === 'automatic' ? automaticMetadataIops(getSize(config)) : config.metadataIops;
}

/** One metadata server for each 12,000 IOPS: page on managing metadata performance. */
export function countMetadataServers(iops: number): number {
  return Math.ceil(iops / 12_000);
}

/** Operations of each kind for one metadata IOPS: table of {@link METADATA}. */
export const PER_METADATA_IOPS = { create: 2, open: 2, delete: 1, mkdir: 0.1, rename: 0.1, rmdir: 0.2 } as const;
