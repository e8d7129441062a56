/**
 * What FSx for Lustre takes and refuses at creation, of every deployment type.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemLustreConfiguration.html
 * https://docs.aws.amazon.com/fsx/latest/LustreGuide/using-fsx-lustre.html
 */
import type {
  CreateFileSystemCommandInput,
  CreateFileSystemLustreConfiguration,
  LustreDeploymentType,
} from '@aws-sdk/client-fsx';
import { badRequest, requireOneOf } from '../errors';
import {
  automaticMetadataIops,
  isScratchType,
  type Kind,
  type LustreSetup,
  perServer,
  perUnitOf,
  readCacheOf,
  requireCapacity,
  requireMetadataIops,
  requireOwnStorage,
  requireThroughput,
  requireTieredIops,
} from './sizes';
import { constraintError } from '../../service';

/** Metadata IOPS of one metadata server. */
const IOPS_PER_MDS = 12_000;
/** The mount name of every SCRATCH_1: API reference, LustreFileSystemConfiguration, MountName. */
const SCRATCH_1_MOUNT = 'fsx';

/** The setup that a request makes. @throws ServiceError */
export function lustreSetup(input: CreateFileSystemCommandInput, mountName: () => string): LustreSetup {
  const given = input.LustreConfiguration ?? {};
  const { MetadataConfiguration: metadata, EfaEnabled = false } = given;
  const deployment = deploymentOf(given);
  const storageType = storageTypeOf(input, deployment);
  requireOneOf('dataCompressionType', given.DataCompressionType, ['NONE', 'LZ4']);
  const perUnit = perUnitOf({ deployment, storageType, efa: EfaEnabled }, given.PerUnitStorageThroughput);
  const kind: Kind = { deployment, storageType, efa: EfaEnabled, perUnit };
  requireMetadata(kind, metadata !== undefined);
  requireOwnStorage(storageType, given);
  if (input.KmsKeyId !== undefined && isScratchType(deployment))
    throw badRequest(`KmsKeyId is only supported on PERSISTENT_1 and PERSISTENT_2, not on ${deployment}`);
  const capacity = capacityOf(kind, input.StorageCapacity);
  return {
    FileSystemType: 'LUSTRE',
    FileSystemTypeVersion: versionOf(input.FileSystemTypeVersion, deployment, metadata !== undefined),
    StorageType: storageType,
    StorageCapacity: capacity,
    LustreConfiguration: {
      WeeklyMaintenanceStartTime: given.WeeklyMaintenanceStartTime ?? '1:05:00',
      DeploymentType: deployment,
      ...(perUnit === undefined ? {} : { PerUnitStorageThroughput: perUnit }),
      ...(storageType === 'INTELLIGENT_TIERING' ? throughputOf(given) : {}),
      ...(given.DriveCacheType === undefined ? {} : { DriveCacheType: given.DriveCacheType }),
      // Drawn for every type: the names of others do not depend on it.
      MountName: deployment === 'SCRATCH_1' ? (mountName(), SCRATCH_1_MOUNT) : mountName(),
      ...backupMembers(deployment, given),
      DataCompressionType: given.DataCompressionType ?? 'NONE',
      ...(given.RootSquashConfiguration === undefined
        ? {}
        : { RootSquashConfiguration: given.RootSquashConfiguration }),
      ...(metadata === undefined ? {} : { MetadataConfiguration: metadataOf(metadata, kind, capacity) }),
      EfaEnabled,
    },
  };
}

/** Lustre without a configuration, or without a deployment type, is a SCRATCH_1. */
function deploymentOf({ DeploymentType = 'SCRATCH_1' }: CreateFileSystemLustreConfiguration): LustreDeploymentType {
  requireOneOf('deploymentType', DeploymentType, ['SCRATCH_1', 'SCRATCH_2', 'PERSISTENT_1', 'PERSISTENT_2']);
  return DeploymentType;
}

function storageTypeOf(
  { StorageType = 'SSD' }: CreateFileSystemCommandInput,
  deployment: LustreDeploymentType,
): LustreSetup['StorageType'] {
  const only = { SSD: deployment, HDD: 'PERSISTENT_1', INTELLIGENT_TIERING: 'PERSISTENT_2' }[StorageType];
  if (only === deployment) return StorageType;
  throw badRequest(`StorageType ${StorageType} is only supported on ${only}, not on ${deployment}`);
}

/** GiB; 0 where storage grows with what is stored. */
function capacityOf(kind: Kind, given: number | undefined): number {
  if (kind.storageType === 'INTELLIGENT_TIERING') {
    if (given === undefined) return 0;
    throw badRequest('StorageCapacity cannot be given for INTELLIGENT_TIERING');
  }
  if (given === undefined) throw badRequest('StorageCapacity is required for Lustre file systems on SSD and HDD');
  requireCapacity(kind, given);
  return given;
}

function requireMetadata({ deployment, storageType, efa }: Kind, configured: boolean): void {
  if (deployment !== 'PERSISTENT_2' && configured)
    throw badRequest(`MetadataConfiguration is only supported on PERSISTENT_2, not on ${deployment}`);
  if (efa && (deployment !== 'PERSISTENT_2' || !configured))
    throw badRequest('EfaEnabled needs a PERSISTENT_2 file system with a MetadataConfiguration');
  if (storageType === 'INTELLIGENT_TIERING' && !configured)
    throw badRequest('MetadataConfiguration is required for INTELLIGENT_TIERING');
}

function throughputOf(
  given: CreateFileSystemLustreConfiguration,
): Pick<LustreSetup['LustreConfiguration'], 'ThroughputCapacity' | 'DataReadCacheConfiguration'> {
  const throughput = requireThroughput(given.ThroughputCapacity);
  return {
    ThroughputCapacity: throughput,
    DataReadCacheConfiguration: readCacheOf(given.DataReadCacheConfiguration, throughput),
  };
}

/** API reference, CreateFileSystem, FileSystemTypeVersion. */
function versionOf(given: string | undefined, deployment: LustreDeploymentType, withMetadata: boolean): string {
  const old = deployment !== 'PERSISTENT_2';
  if (given === undefined) {
    if (old) return '2.10';
    return withMetadata ? '2.15' : '2.12';
  }
  const oldest = withMetadata ? ['2.15'] : ['2.12', '2.15'];
  const allowed = old ? ['2.10', '2.12', '2.15'] : oldest;
  if (allowed.includes(given)) return given;
  const where = withMetadata ? ' with a MetadataConfiguration' : '';
  throw badRequest(`FileSystemTypeVersion of ${deployment}${where} must be one of ${allowed.join(', ')}, not ${given}`);
}

/** Scratch file systems have no backups. */
function backupMembers(
  deployment: LustreDeploymentType,
  given: CreateFileSystemLustreConfiguration,
): Pick<
  LustreSetup['LustreConfiguration'],
  'AutomaticBackupRetentionDays' | 'DailyAutomaticBackupStartTime' | 'CopyTagsToBackups'
> {
  const days = given.AutomaticBackupRetentionDays ?? 0;
  if (isScratchType(deployment)) {
    if (days > 0) throw badRequest('Automatic backups are not supported on scratch file systems');
    return {};
  }
  if (days > 90) throw constraintError('automaticBackupRetentionDays', 'Member must be at most 90', days);
  return {
    AutomaticBackupRetentionDays: days,
    ...(given.DailyAutomaticBackupStartTime === undefined
      ? {}
      : { DailyAutomaticBackupStartTime: given.DailyAutomaticBackupStartTime }),
    CopyTagsToBackups: given.CopyTagsToBackups ?? false,
  };
}

type Metadata = NonNullable<LustreSetup['LustreConfiguration']['MetadataConfiguration']>;

function metadataOf(
  given: NonNullable<CreateFileSystemLustreConfiguration['MetadataConfiguration']>,
  { storageType }: Kind,
  capacity: number,
): Metadata {
  const { Mode, Iops } = given;
  if (Mode === undefined) throw constraintError('metadataConfiguration.mode', 'Member must not be null');
  requireOneOf('metadataConfiguration.mode', Mode, ['AUTOMATIC', 'USER_PROVISIONED']);
  if (storageType === 'INTELLIGENT_TIERING') return { Mode, Iops: requireTieredIops(Mode, Iops) };
  if (Mode === 'AUTOMATIC') {
    if (Iops !== undefined) throw badRequest('Metadata Iops cannot be given in AUTOMATIC mode');
    return { Mode, Iops: automaticMetadataIops(capacity) };
  }
  // Whether less than the automatic value may be asked for at creation is documented nowhere: it is taken.
  return { Mode, Iops: requireMetadataIops(Iops) };
}

/** What sizes go by. */
export function kindOf({ StorageType: storageType, LustreConfiguration: setup }: LustreSetup): Kind {
  const { DeploymentType: deployment, EfaEnabled: efa, PerUnitStorageThroughput: perUnit } = setup;
  return { deployment, storageType, efa, perUnit };
}

/**
 * Network interfaces of a file system: one for each object and each metadata server.
 * https://docs.aws.amazon.com/fsx/latest/LustreGuide/using-fsx-lustre.html
 */
export function lustreServers(of: LustreSetup): number {
  const { StorageCapacity, LustreConfiguration: setup } = of;
  const objectServers = Math.ceil((setup.ThroughputCapacity ?? StorageCapacity) / perServer(kindOf(of)));
  return objectServers + Math.ceil((setup.MetadataConfiguration?.Iops ?? 1) / IOPS_PER_MDS);
}
