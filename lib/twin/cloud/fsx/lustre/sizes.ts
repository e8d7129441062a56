/**
 * What a modelled Lustre file system is, in the words and with the defaults of FSx's descriptions, and the sizes,
 * throughputs and metadata IOPS that there are, by deployment type and storage.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystem.html
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemLustreConfiguration.html
 * https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-metadata-performance.html
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemLustreMetadataConfiguration.html
 */
import type {
  CreateFileSystemLustreConfiguration,
  FileSystemLustreMetadataConfiguration,
  LustreDeploymentType,
  LustreFileSystemConfiguration,
  LustreReadCacheConfiguration,
} from '@aws-sdk/client-fsx';
import { badRequest, fsxError, requireOneOf } from '../errors';
import type { Setup } from '../records';
import { constraintError } from '../../service';

export interface LustreSetup extends Setup {
  readonly FileSystemType: 'LUSTRE';
  readonly FileSystemTypeVersion: string;
  readonly LustreConfiguration: LustreFileSystemConfiguration & {
    readonly DeploymentType: LustreDeploymentType;
    readonly EfaEnabled: boolean;
    readonly MetadataConfiguration?: Required<FileSystemLustreMetadataConfiguration> & { readonly Iops: number };
  };
}

/** Temporary storage: no backups, and a key that FSx manages and does not show. */
export function isScratch({ LustreConfiguration }: LustreSetup): boolean {
  return isScratchType(LustreConfiguration.DeploymentType);
}

export function isScratchType(deployment: LustreDeploymentType): boolean {
  return deployment === 'SCRATCH_1' || deployment === 'SCRATCH_2';
}

/** Bounds of the service model for PerUnitStorageThroughput, MBps per TiB. */
const PER_UNIT_BOUNDS = { min: 12, max: 1000 } as const;
const PER_UNIT: Readonly<Record<string, readonly number[]>> = {
  'PERSISTENT_1 SSD': [50, 100, 200],
  'PERSISTENT_1 HDD': [12, 40],
  'PERSISTENT_2 SSD': [125, 250, 500, 1000],
};
/** Growth step of an EFA-enabled file system by its throughput: the cheapest tier has the largest. GiB. */
const EFA_STEP: Readonly<Record<number, number>> = { 1000: 4800, 500: 9600, 250: 19_200, 125: 38_400 };
/** The same of hard disks. */
const HDD_STEP: Readonly<Record<number, number>> = { 12: 6000, 40: 1800 };
/** GiB behind one file server without EFA; also the step of capacities. */
const STORAGE_STEP = 2400;
const SCRATCH_1_STEP = 3600;
const SMALL: readonly number[] = [1200, 2400];

/** MBps of Intelligent-Tiering: steps, and the most. */
const THROUGHPUT = { step: 4000, most: 2_000_000 } as const;
/** GiB of its read cache for each step, and for each MBps where it is proportional. */
const CACHE = { least: 32, most: 131_072, perMBps: 5 } as const;

/** What of a file system its sizes go by. */
export interface Kind {
  readonly deployment: LustreDeploymentType;
  readonly storageType: LustreSetup['StorageType'];
  readonly efa: boolean;
  readonly perUnit: number | undefined;
}

/** What is given for storage that has none, or lacks where there is some, is refused. @throws ServiceError */
export function perUnitOf(kind: Omit<Kind, 'perUnit'>, given: number | undefined): number | undefined {
  if (given !== undefined && (given < PER_UNIT_BOUNDS.min || given > PER_UNIT_BOUNDS.max)) {
    const rule = `Member must be ${PER_UNIT_BOUNDS.min} to ${PER_UNIT_BOUNDS.max}`;
    throw constraintError('lustreConfiguration.perUnitStorageThroughput', rule, given);
  }
  if (PER_UNIT[nameOf(kind)] === undefined) {
    if (given === undefined) return undefined;
    throw badRequest(
      'PerUnitStorageThroughput is only supported on PERSISTENT_1 and PERSISTENT_2 file systems on SSD or HDD',
    );
  }
  requirePerUnit(kind, given);
  return given;
}

/** @throws ServiceError InvalidPerUnitStorageThroughput for what the type does not have */
export function requirePerUnit(kind: Omit<Kind, 'perUnit'>, given: number | undefined): void {
  const all = PER_UNIT[nameOf(kind)] ?? [];
  if (given !== undefined && all.includes(given)) return;
  const found = given === undefined ? 'it is missing' : `not ${given}`;
  const rule = `PerUnitStorageThroughput of a ${nameOf(kind)} file system must be one of ${all.join(', ')}`;
  throw fsxError('InvalidPerUnitStorageThroughput', `${rule}: ${found}`);
}

/** @throws ServiceError BadRequest for a capacity, GiB, that cannot be had */
export function requireCapacity(kind: Kind, capacity: number): void {
  const step = stepOf(kind);
  const small = kind.efa || kind.storageType === 'HDD' ? [] : SMALL;
  if (small.includes(capacity) || (capacity > 0 && capacity % step === 0)) return;
  const allowed = [...small, `multiples of ${step}`].join(', ');
  throw badRequest(`StorageCapacity ${capacity} is not valid; allowed are ${allowed} GiB`);
}

function stepOf({ deployment, storageType, efa, perUnit = 0 }: Kind): number {
  if (storageType === 'HDD') return HDD_STEP[perUnit] ?? STORAGE_STEP;
  if (efa) return EFA_STEP[perUnit] ?? STORAGE_STEP;
  return deployment === 'SCRATCH_1' ? SCRATCH_1_STEP : STORAGE_STEP;
}

/** GiB, or MBps of Intelligent-Tiering, behind one file server: of that and of hard disks it is assumed. */
export function perServer({ storageType, efa, perUnit = 0 }: Kind): number {
  if (storageType === 'INTELLIGENT_TIERING') return THROUGHPUT.step;
  return (efa ? EFA_STEP[perUnit] : undefined) ?? STORAGE_STEP;
}

function nameOf({ deployment, storageType }: Pick<Kind, 'deployment' | 'storageType'>): string {
  return `${deployment} ${storageType}`;
}

/** @throws ServiceError BadRequest for a throughput, MBps, that Intelligent-Tiering does not have */
export function requireThroughput(given: number | undefined): number {
  if (given === undefined) throw badRequest('ThroughputCapacity is required for INTELLIGENT_TIERING');
  const { step, most } = THROUGHPUT;
  if (given > 0 && given % step === 0 && given <= most) return given;
  throw badRequest(`ThroughputCapacity ${given} is not valid; allowed are multiples of ${step} up to ${most}`);
}

/** The read cache as descriptions have it. @throws ServiceError BadRequest */
export function readCacheOf(
  given: LustreReadCacheConfiguration | undefined,
  throughput: number,
): LustreReadCacheConfiguration {
  if (given === undefined) throw badRequest('DataReadCacheConfiguration is required for INTELLIGENT_TIERING');
  const { SizingMode, SizeGiB } = given;
  const modes = ['NO_CACHE', 'USER_PROVISIONED', 'PROPORTIONAL_TO_THROUGHPUT_CAPACITY'];
  if (SizingMode === undefined)
    throw constraintError('dataReadCacheConfiguration.sizingMode', 'Member must not be null');
  requireOneOf('dataReadCacheConfiguration.sizingMode', SizingMode, modes);
  if (SizingMode !== 'USER_PROVISIONED') {
    if (SizeGiB !== undefined) throw badRequest(`SizeGiB cannot be given with ${SizingMode}`);
    return SizingMode === 'NO_CACHE' ? { SizingMode } : { SizingMode, SizeGiB: CACHE.perMBps * throughput };
  }
  const steps = throughput / THROUGHPUT.step;
  if (SizeGiB !== undefined && SizeGiB >= steps * CACHE.least && SizeGiB <= steps * CACHE.most)
    return { SizingMode, SizeGiB };
  throw badRequest(
    `SizeGiB ${SizeGiB ?? '(missing)'} is not valid; allowed are ${steps * CACHE.least} to ${steps * CACHE.most}`,
  );
}

/** Members that only some storage has. @throws ServiceError BadRequest where they are given for another */
export function requireOwnStorage(
  storageType: LustreSetup['StorageType'],
  given: Pick<
    CreateFileSystemLustreConfiguration,
    'ThroughputCapacity' | 'DataReadCacheConfiguration' | 'DriveCacheType'
  >,
): void {
  const tiering = given.ThroughputCapacity !== undefined || given.DataReadCacheConfiguration !== undefined;
  if (tiering && storageType !== 'INTELLIGENT_TIERING')
    throw badRequest('ThroughputCapacity and DataReadCacheConfiguration are only supported on INTELLIGENT_TIERING');
  requireOneOf('driveCacheType', given.DriveCacheType, ['NONE', 'READ']);
  if (storageType === 'HDD' && given.DriveCacheType === undefined)
    throw badRequest('DriveCacheType is required for StorageType HDD');
  if (storageType !== 'HDD' && given.DriveCacheType !== undefined)
    throw badRequest('DriveCacheType is only supported with StorageType HDD');
}

/** Metadata IOPS of PERSISTENT_2 file systems: values below the step, the step, and bounds. */
const SMALL_IOPS = [1500, 3000, 6000];
const IOPS_STEP = 12_000;
const IOPS_BOUNDS = { min: 1500, max: 192_000 } as const;

/** What AUTOMATIC gives to a capacity in GiB: 12,000 for each 24,000 GiB from 48,000 on. Third source, table. */
export function automaticMetadataIops(capacity: number): number {
  if (capacity <= 1200) return 1500;
  if (capacity <= 2400) return 3000;
  if (capacity <= 9600) return 6000;
  if (capacity < 48_000) return IOPS_STEP;
  return Math.min(IOPS_BOUNDS.max, IOPS_STEP * Math.floor(capacity / 24_000));
}

/** @throws ServiceError where it is missing or cannot be provisioned */
export function requireMetadataIops(iops: number | undefined): number {
  if (iops === undefined) throw badRequest('Metadata Iops are required in USER_PROVISIONED mode');
  if (iops < IOPS_BOUNDS.min || iops > IOPS_BOUNDS.max) {
    const rule = `Member must be ${IOPS_BOUNDS.min} to ${IOPS_BOUNDS.max}`;
    throw constraintError('metadataConfiguration.iops', rule, iops);
  }
  if (SMALL_IOPS.includes(iops) || iops % IOPS_STEP === 0) return iops;
  throw badRequest(`Metadata Iops ${iops} are not valid; allowed are 1500, 3000, 6000, 12000 and multiples of 12000`);
}

/** Of Intelligent-Tiering: 6000 or 12000, USER_PROVISIONED. Last source. @throws ServiceError BadRequest */
export function requireTieredIops(mode: string, iops: number | undefined): number {
  if (mode === 'USER_PROVISIONED' && (iops === 6000 || iops === 12_000)) return iops;
  const found = iops === undefined ? mode : `${mode} ${iops}`;
  throw badRequest(`Metadata of INTELLIGENT_TIERING must be USER_PROVISIONED with 6000 or 12000 Iops, not ${found}`);
}
