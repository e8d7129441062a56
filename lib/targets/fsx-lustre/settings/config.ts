/** File systems of FSx for Lustre as specs ask for them, by deployment type and storage, and what tells these apart. */

/** MB/s for each TiB that may be chosen. API reference, CreateFileSystemLustreConfiguration. */
export const PER_UNIT = {
  PERSISTENT_1: [50, 100, 200],
  HDD: [12, 40],
  PERSISTENT_2: [125, 250, 500, 1000],
} as const;

/** Metadata operations a second that Intelligent-Tiering may have. API, CreateFileSystemLustreMetadataConfiguration. */
export const TIERED_METADATA = [6000, 12_000] as const;

interface Settings {
  readonly kind: 'fsx-lustre';
  readonly compression: 'NONE' | 'LZ4';
  readonly stripeCount?: number;
}

/** Storage of a size that was chosen; left out, its type is SSD. */
interface SizedSettings extends Settings {
  readonly storageGiB: number;
  readonly storageType?: never;
}

interface KmsSettings {
  /** ARN of the key of KMS that it is encrypted with; left out: the one that AWS manages for FSx. */
  readonly kmsKeyId?: string;
}

/** Temporary storage: its throughput goes with its size alone. */
export interface Scratch extends SizedSettings {
  readonly deploymentType: 'SCRATCH_1' | 'SCRATCH_2';
}

/** Lasting storage of the generation before, on SSD. */
export interface Persistent1 extends SizedSettings, KmsSettings {
  readonly deploymentType: 'PERSISTENT_1';
  readonly perUnitMBps: (typeof PER_UNIT.PERSISTENT_1)[number];
}

/** The same on hard disks. */
export interface HardDisk extends Settings, KmsSettings {
  readonly deploymentType: 'PERSISTENT_1';
  readonly storageType: 'HDD';
  readonly storageGiB: number;
  readonly perUnitMBps: (typeof PER_UNIT.HDD)[number];
  /** `READ`: a cache of SSD of a fifth of its size for what is read often. */
  readonly driveCache: 'NONE' | 'READ';
}

/** Lasting storage with a chosen throughput. */
export interface Persistent extends SizedSettings, KmsSettings {
  readonly deploymentType: 'PERSISTENT_2';
  readonly perUnitMBps: (typeof PER_UNIT.PERSISTENT_2)[number];
  readonly metadataIops: 'automatic' | 'none' | number;
  /** Hosts may reach it past their kernels, by the Elastic Fabric Adapter. */
  readonly efa?: true;
}

/** Storage that grows with what is stored, whose throughput is chosen as a whole. */
export interface TieredConfig extends Settings, KmsSettings {
  readonly deploymentType: 'PERSISTENT_2';
  readonly storageType: 'INTELLIGENT_TIERING';
  readonly throughputMBps: number;
  /** SSD before the storage; `proportional` goes with the throughput. */
  readonly readCacheGiB: 'none' | 'proportional' | number;
  readonly metadataIops: (typeof TIERED_METADATA)[number];
  /** What would be kept on it: nothing of it is provisioned, so only prices know it. */
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

/** Of the newer generation on SSD. */
export function isPersistent(config: FsxLustre): config is Persistent {
  return config.deploymentType === 'PERSISTENT_2' && !isTiered(config);
}

/** GiB that were chosen; 0 where none are. */
export function getSize(config: FsxLustre): number {
  return isTiered(config) ? 0 : config.storageGiB;
}

/** Whether it was made for the Elastic Fabric Adapter. */
export function hasEfa(config: FsxLustre): boolean {
  return 'efa' in config && config.efa === true;
}

/** As messages and bills name it: `PERSISTENT_1`, `PERSISTENT_1 on HDD`. */
export function formatType(config: {
  readonly deploymentType: string;
  readonly storageType?: string | undefined;
}): string {
  const { deploymentType, storageType = 'SSD' } = config;
  return storageType === 'SSD' ? deploymentType : `${deploymentType} on ${storageType}`;
}
