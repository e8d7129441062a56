/** File systems of FSx for Lustre in specs, by deployment type and storage. */

/** Allowed MB/s for each TiB. API reference, CreateFileSystemLustreConfiguration. */
export const PER_UNIT_MBPS = {
  PERSISTENT_1: [50, 100, 200],
  HDD: [12, 40],
  PERSISTENT_2: [125, 250, 500, 1000],
} as const;

interface CommonSettings {
  readonly kind: 'fsx-lustre';
  readonly compression: 'NONE' | 'LZ4';
  readonly stripeCount?: number;
}

/** Storage with a chosen size; default type SSD. */
interface SizedSettings extends CommonSettings {
  readonly storageGiB: number;
  readonly storageType?: never;
}

interface KmsSettings {
  /** ARN of the KMS key. Default: the AWS managed key of FSx. */
  readonly kmsKeyId?: string;
}

/** Temporary storage. Its throughput depends only on its size. */
export interface Scratch extends SizedSettings {
  readonly deploymentType: 'SCRATCH_1' | 'SCRATCH_2';
}

/** Persistent storage of the previous generation, on SSD. */
export interface Persistent1 extends SizedSettings, KmsSettings {
  readonly deploymentType: 'PERSISTENT_1';
  readonly perUnitMBps: (typeof PER_UNIT_MBPS.PERSISTENT_1)[number];
}

/** Persistent storage of the previous generation, on hard disks. */
export interface HardDisk extends CommonSettings, KmsSettings {
  readonly deploymentType: 'PERSISTENT_1';
  readonly storageType: 'HDD';
  readonly storageGiB: number;
  readonly perUnitMBps: (typeof PER_UNIT_MBPS.HDD)[number];
  /** `READ`: an SSD cache of a fifth of the size for frequently read data. */
  readonly driveCache: 'NONE' | 'READ';
}

/** Persistent storage with a chosen throughput. */
export interface Persistent extends SizedSettings, KmsSettings {
  readonly deploymentType: 'PERSISTENT_2';
  readonly perUnitMBps: (typeof PER_UNIT_MBPS.PERSISTENT_2)[number];
  readonly metadataIops: 'automatic' | 'none' | number;
  /** Hosts may bypass their kernels through the Elastic Fabric Adapter. */
  readonly efa?: true;
}

/** Storage that grows with its data, with a chosen total throughput. */
export interface TieredConfig extends CommonSettings, KmsSettings {
  readonly deploymentType: 'PERSISTENT_2';
  readonly storageType: 'INTELLIGENT_TIERING';
  readonly throughputMBps: number;
  /** SSD cache; `proportional` depends on the throughput. */
  readonly readCacheGiB: 'none' | 'proportional' | number;
  readonly metadataIops: 'automatic' | number;
  /** Stored data, which is not provisioned and affects prices only. */
  readonly storedGiB: number;
  readonly efa?: true;
}

export type FsxLustre = Scratch | Persistent1 | HardDisk | Persistent | TieredConfig;

export function isTiered(config: FsxLustre): config is TieredConfig {
  return config.storageType === 'INTELLIGENT_TIERING';
}

export function isHardDisk(config: FsxLustre): config is HardDisk {
  return config.storageType === 'HDD';
}

export function isScratch(config: FsxLustre): config is Scratch {
  return config.deploymentType === 'SCRATCH_1' || config.deploymentType === 'SCRATCH_2';
}

export function isPersistent(config: FsxLustre): config is Persistent {
  return config.deploymentType === 'PERSISTENT_2' && !isTiered(config);
}

/** Storage capacity in the spec, GiB; 0 without a size. */
export function getSizeGiB(config: FsxLustre): number {
  return isTiered(config) ? 0 : config.storageGiB;
}

export function hasEfa(config: FsxLustre): boolean {
  return 'efa' in config && config.efa === true;
}

/** Deployment type for messages and bills: `PERSISTENT_1`, `PERSISTENT_1 on HDD`. */
export function formatType(config: {
  readonly deploymentType: string;
  readonly storageType?: string | undefined;
}): string {
  const { deploymentType, storageType = 'SSD' } = config;
  return storageType === 'SSD' ? deploymentType : `${deploymentType} on ${storageType}`;
}
