/**
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemLustreConfiguration.html
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystem.html
 */
import type {
  CreateFileSystemCommandInput,
  CreateFileSystemLustreConfiguration,
  DeleteFileSystemCommandInput,
  LustreDeploymentType,
  LustreFileSystemConfiguration,
} from '@aws-sdk/client-fsx';
import { dropUndefined } from '../../../../shapes/canonical-json';
import { DURATIONS } from '../../../../targets/fsx-lustre/durations';
import {
  assumeTieredIops,
  computeAutomaticIops,
  countServers,
  getMetadataIops,
  countMetadataServers,
} from '../../../../targets/fsx-lustre/limits';
import type { FsxLustre } from '../../../../targets/fsx-lustre/config';
import { COOL_DOWN_SECONDS } from '../../../../targets/fsx-shared';
import type { DeletionInput, FileSystemRecord, NewFileSystemIds, FsxType, FsxSettings } from '../contract';
import { makeBadRequest } from '../errors';
import { type DiskIops, readDiskIops, requireValidTarget } from '../settings';

interface LustreSettings extends FsxSettings {
  readonly FileSystemType: 'LUSTRE';
  readonly FileSystemTypeVersion: string;
  readonly LustreConfiguration: LustreFileSystemConfiguration & {
    readonly DeploymentType: LustreDeploymentType;
    readonly MetadataConfiguration?: DiskIops;
  };
}

/** Temporary storage: no backups, and an invisible key that FSx manages. */
function isScratch({ LustreConfiguration }: LustreSettings): boolean {
  return LustreConfiguration.DeploymentType.startsWith('SCRATCH');
}

/** For each deployment type; throughput is unlimited. https://docs.aws.amazon.com/fsx/latest/LustreGuide/limits.html */
const DEFAULT_QUOTA = { fileSystems: 100, storageGiB: 100_800 };
/** HDD has a limit for each file system, above its possible sizes; no total is documented. */
const HDD_QUOTA = { fileSystems: 100, storageGiB: Number.POSITIVE_INFINITY };
/** Storage is unlimited, throughput limited (MBps). The quota of read caches is not simulated. */
const INTELLIGENT_TIERING_QUOTA = { fileSystems: 100, storageGiB: Number.POSITIVE_INFINITY, throughput: 100_000 };
/** The mount name of every SCRATCH_1: API reference, LustreFileSystemConfiguration, MountName. */
const SCRATCH_1_MOUNT_NAME = 'fsx';
/** GiB of proportional cache for each MBps. Guide, managing throughput capacity */
const CACHE_GIB_PER_MBPS = 5;

export const lustre: FsxType<LustreSettings> = {
  member: 'LustreConfiguration',
  durations: DURATIONS,
  // Assumed, not documented: each kind has its own six hours.
  coolDownSeconds: { storage: COOL_DOWN_SECONDS, throughput: COOL_DOWN_SECONDS, metadata: COOL_DOWN_SECONDS },
  storageTypes: ['SSD', 'HDD', 'INTELLIGENT_TIERING'],
  quotas: () => ({
    scratch: DEFAULT_QUOTA,
    persistent1: DEFAULT_QUOTA,
    hardDisk: HDD_QUOTA,
    persistent2: DEFAULT_QUOTA,
    tiering: INTELLIGENT_TIERING_QUOTA,
  }),
  quota: (setup) => {
    if (isScratch(setup)) return { group: 'scratch' };
    const { StorageType, LustreConfiguration: its } = setup;
    if (StorageType === 'HDD') return { group: 'hardDisk' };
    if (StorageType === 'INTELLIGENT_TIERING') return { group: 'tiering', throughput: its.ThroughputCapacity ?? 0 };
    return { group: its.DeploymentType === 'PERSISTENT_1' ? 'persistent1' : 'persistent2' };
  },
  network: () => ({ subnets: 1, preferred: undefined, routeTables: [] }),
  setup: readLustreSettings,
  changeSeconds: ([first]) => DURATIONS.changes[first as keyof typeof DURATIONS.changes].seconds,
  /** One per object and metadata server: https://docs.aws.amazon.com/fsx/latest/LustreGuide/using-fsx-lustre.html */
  interfaces: (its) => {
    const config = requireValidTarget(lustre, its).config as FsxLustre;
    return countServers(config) + countMetadataServers(getMetadataIops(config) ?? 1);
  },
  showsKey: (its) => !isScratch(its),
  deployment: ({ LustreConfiguration }) => LustreConfiguration?.DeploymentType,
  // Elastic storage has no capacity.
  described: ({ StorageCapacity, ...its }) =>
    its.StorageType === 'INTELLIGENT_TIERING' ? its : { ...its, StorageCapacity },
  deletion: requireDeletionOptions,
  backsUp: (its) => !isScratch(its),
};

function readLustreSettings(input: CreateFileSystemCommandInput, { mountName }: NewFileSystemIds): LustreSettings {
  const { LustreConfiguration: given = {}, StorageType = 'SSD', StorageCapacity } = input;
  // The default is SCRATCH_1, with or without a configuration.
  const { DeploymentType = 'SCRATCH_1', MetadataConfiguration: metadata } = given;
  const scratch = DeploymentType.startsWith('SCRATCH');
  if (input.KmsKeyId !== undefined && scratch)
    throw makeBadRequest(`KmsKeyId is only supported on PERSISTENT_1 and PERSISTENT_2, not on ${DeploymentType}`);
  const grows = StorageType === 'INTELLIGENT_TIERING';
  if ((StorageCapacity === undefined) !== grows)
    throw makeBadRequest(`StorageCapacity ${grows ? 'cannot be given' : 'is required'} for ${StorageType}`);
  const automatic = grows
    ? assumeTieredIops(given.ThroughputCapacity ?? 0)
    : computeAutomaticIops(StorageCapacity ?? 0);
  // API reference, CreateFileSystem, FileSystemTypeVersion.
  const oldest = DeploymentType === 'PERSISTENT_2' ? '2.12' : '2.10';
  return {
    FileSystemType: 'LUSTRE',
    FileSystemTypeVersion: input.FileSystemTypeVersion ?? (metadata === undefined ? oldest : '2.15'),
    StorageType,
    // 0 for elastic storage.
    StorageCapacity: StorageCapacity ?? 0,
    LustreConfiguration: {
      WeeklyMaintenanceStartTime: given.WeeklyMaintenanceStartTime ?? '1:05:00',
      DeploymentType,
      ...dropUndefined({ PerUnitStorageThroughput: given.PerUnitStorageThroughput }),
      ...dropUndefined({
        ThroughputCapacity: given.ThroughputCapacity,
        DataReadCacheConfiguration: toReadCache(given),
      }),
      ...dropUndefined({ DriveCacheType: given.DriveCacheType }),
      // Drawn for every type, so that other names do not depend on it.
      MountName: DeploymentType === 'SCRATCH_1' ? (mountName(), SCRATCH_1_MOUNT_NAME) : mountName(),
      ...(scratch
        ? {}
        : { AutomaticBackupRetentionDays: given.AutomaticBackupRetentionDays ?? 0, CopyTagsToBackups: false }),
      DataCompressionType: given.DataCompressionType ?? 'NONE',
      ...(metadata === undefined ? {} : { MetadataConfiguration: readDiskIops(metadata, automatic) }),
      EfaEnabled: given.EfaEnabled ?? false,
    },
  };
}

function toReadCache({
  DataReadCacheConfiguration: cache,
  ThroughputCapacity = 0,
}: CreateFileSystemLustreConfiguration): CreateFileSystemLustreConfiguration['DataReadCacheConfiguration'] {
  if (cache?.SizingMode !== 'PROPORTIONAL_TO_THROUGHPUT_CAPACITY') return cache;
  return { SizingMode: cache.SizingMode, SizeGiB: CACHE_GIB_PER_MBPS * ThroughputCapacity };
}

/** Final backups must be requested: https://docs.aws.amazon.com/fsx/latest/APIReference/API_DeleteFileSystem.html */
function requireDeletionOptions(
  { id, setup: its }: FileSystemRecord<LustreSettings>,
  { LustreConfiguration: given }: DeleteFileSystemCommandInput,
): DeletionInput {
  // Scratch refuses backup options, even empty ones (https://github.com/hashicorp/terraform-provider-aws/pull/37717).
  if (given !== undefined && isScratch(its))
    throw makeBadRequest(`LustreConfiguration cannot be given for '${id}', which is a scratch file system`);
  return { backup: given?.SkipFinalBackup === false, withVolumes: false };
}
