/**
 * What FSx for Lustre takes and refuses at creation: SCRATCH_2 and PERSISTENT_2 on SSD.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemLustreConfiguration.html
 * https://docs.aws.amazon.com/fsx/latest/LustreGuide/using-fsx-lustre.html
 */
import type { CreateFileSystemCommandInput, CreateFileSystemLustreConfiguration } from '@aws-sdk/client-fsx';
import { constraintError } from '../../constraint';
import { ArgumentError } from '../../shape';
import { badRequest, fsxError, requireOneOf } from '../errors';
import { automaticMetadataIops, requireMetadataIops } from './metadata';
import type { LustreDeployment, LustreSetup } from './setup';

/** Bounds of the service model for PerUnitStorageThroughput, MBps per TiB. */
const PER_UNIT_BOUNDS = { min: 12, max: 1000 } as const;
/** PERSISTENT_2 on SSD. */
const PER_UNIT = [125, 250, 500, 1000];
/** Growth step of an EFA-enabled file system by its throughput: the cheapest tier has the largest. GiB. */
const EFA_STEP: Readonly<Record<number, number>> = { 1000: 4800, 500: 9600, 250: 19_200, 125: 38_400 };
/** GiB behind one file server without EFA; also the step of capacities. */
const STORAGE_STEP = 2400;
const SMALLEST = 1200;
/** Metadata IOPS of one metadata server. */
const IOPS_PER_MDS = 12_000;

/** The setup that a request makes. @throws ServiceError, or ArgumentError for what is not modelled */
export function lustreSetup(input: CreateFileSystemCommandInput, mountName: () => string): LustreSetup {
  const given = input.LustreConfiguration ?? {};
  const deployment = deploymentOf(given);
  requireOneOf('dataCompressionType', given.DataCompressionType, ['NONE', 'LZ4']);
  const capacity = input.StorageCapacity;
  if (capacity === undefined) throw badRequest('StorageCapacity is required for Lustre file systems on SSD');
  const perUnit = perUnitOf(deployment, given.PerUnitStorageThroughput);
  const { MetadataConfiguration: metadata, EfaEnabled = false } = given;
  if (deployment !== 'PERSISTENT_2' && metadata !== undefined) {
    throw badRequest(`MetadataConfiguration is only supported on PERSISTENT_2, not on ${deployment}`);
  }
  if (EfaEnabled && (deployment !== 'PERSISTENT_2' || metadata === undefined)) {
    throw badRequest('EfaEnabled needs a PERSISTENT_2 file system with a MetadataConfiguration');
  }
  requireCapacity(capacity, EfaEnabled, perUnit);
  return {
    FileSystemType: 'LUSTRE',
    FileSystemTypeVersion: versionOf(input.FileSystemTypeVersion, deployment, metadata !== undefined),
    StorageType: 'SSD',
    StorageCapacity: capacity,
    LustreConfiguration: {
      WeeklyMaintenanceStartTime: given.WeeklyMaintenanceStartTime ?? '1:05:00',
      DeploymentType: deployment,
      ...(perUnit === undefined ? {} : { PerUnitStorageThroughput: perUnit }),
      MountName: mountName(),
      ...backupMembers(deployment, given),
      DataCompressionType: given.DataCompressionType ?? 'NONE',
      ...(given.RootSquashConfiguration === undefined
        ? {}
        : { RootSquashConfiguration: given.RootSquashConfiguration }),
      ...(metadata === undefined ? {} : { MetadataConfiguration: metadataOf(metadata, capacity) }),
      EfaEnabled,
    },
  };
}

/** Lustre without a configuration, or without a deployment type, would be a SCRATCH_1. */
function deploymentOf({ DeploymentType = 'SCRATCH_1' }: CreateFileSystemLustreConfiguration): LustreDeployment {
  if (DeploymentType === 'SCRATCH_2' || DeploymentType === 'PERSISTENT_2') return DeploymentType;
  throw new ArgumentError('fsx:CreateFileSystem', [
    `DeploymentType ${DeploymentType} (SCRATCH_1 where it is absent) is not modelled, only SCRATCH_2 and PERSISTENT_2`,
  ]);
}

function perUnitOf(deployment: LustreDeployment, given: number | undefined): number | undefined {
  if (given !== undefined && (given < PER_UNIT_BOUNDS.min || given > PER_UNIT_BOUNDS.max)) {
    const rule = `Member must be ${PER_UNIT_BOUNDS.min} to ${PER_UNIT_BOUNDS.max}`;
    throw constraintError('lustreConfiguration.perUnitStorageThroughput', rule, given);
  }
  if (deployment === 'SCRATCH_2') {
    if (given === undefined) return undefined;
    throw badRequest('PerUnitStorageThroughput is only supported on PERSISTENT_1 and PERSISTENT_2 file systems');
  }
  requirePerUnit(given);
  return given;
}

/** @throws ServiceError InvalidPerUnitStorageThroughput for what PERSISTENT_2 on SSD does not have */
export function requirePerUnit(given: number | undefined): void {
  if (given !== undefined && PER_UNIT.includes(given)) return;
  const found = given === undefined ? 'it is missing' : `not ${given}`;
  const rule = `PerUnitStorageThroughput of a PERSISTENT_2 file system must be one of ${PER_UNIT.join(', ')}`;
  throw fsxError('InvalidPerUnitStorageThroughput', `${rule}: ${found}`);
}

/** @throws ServiceError BadRequest for a capacity, GiB, that cannot be had */
export function requireCapacity(capacity: number, efa: boolean, perUnit: number | undefined): void {
  const step = efa ? (EFA_STEP[perUnit ?? 0] ?? STORAGE_STEP) : STORAGE_STEP;
  const isStep = capacity > 0 && capacity % step === 0;
  if (isStep || (!efa && capacity === SMALLEST)) return;
  const allowed = efa ? `multiples of ${step} GiB with EFA at this throughput` : '1200, 2400 and multiples of 2400 GiB';
  throw badRequest(`StorageCapacity ${capacity} is not valid; allowed are ${allowed}`);
}

function versionOf(given: string | undefined, deployment: LustreDeployment, withMetadata: boolean): string {
  if (given === undefined) {
    if (deployment === 'SCRATCH_2') return '2.10';
    return withMetadata ? '2.15' : '2.12';
  }
  const oldest = withMetadata ? ['2.15'] : ['2.12', '2.15'];
  const allowed = deployment === 'SCRATCH_2' ? ['2.10', '2.12', '2.15'] : oldest;
  if (allowed.includes(given)) return given;
  const where = withMetadata ? ' with a MetadataConfiguration' : '';
  throw badRequest(`FileSystemTypeVersion of ${deployment}${where} must be one of ${allowed.join(', ')}, not ${given}`);
}

/** Scratch file systems have no backups. */
function backupMembers(
  deployment: LustreDeployment,
  given: CreateFileSystemLustreConfiguration,
): Pick<
  LustreSetup['LustreConfiguration'],
  'AutomaticBackupRetentionDays' | 'DailyAutomaticBackupStartTime' | 'CopyTagsToBackups'
> {
  const days = given.AutomaticBackupRetentionDays ?? 0;
  if (deployment === 'SCRATCH_2') {
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
  capacity: number,
): Metadata {
  const { Mode, Iops } = given;
  if (Mode === undefined) throw constraintError('metadataConfiguration.mode', 'Member must not be null');
  requireOneOf('metadataConfiguration.mode', Mode, ['AUTOMATIC', 'USER_PROVISIONED']);
  if (Mode === 'AUTOMATIC') {
    if (Iops !== undefined) throw badRequest('Metadata Iops cannot be given in AUTOMATIC mode');
    return { Mode, Iops: automaticMetadataIops(capacity) };
  }
  // Whether less than the automatic value may be asked for at creation is documented nowhere: it is taken.
  return { Mode, Iops: requireMetadataIops(Iops) };
}

/**
 * Network interfaces of a file system: one for each object and each metadata server.
 * https://docs.aws.amazon.com/fsx/latest/LustreGuide/using-fsx-lustre.html
 */
export function lustreServers({ StorageCapacity, LustreConfiguration: setup }: LustreSetup): number {
  const perServer = setup.EfaEnabled ? EFA_STEP[setup.PerUnitStorageThroughput ?? 0] : undefined;
  const objectServers = Math.ceil(StorageCapacity / (perServer ?? STORAGE_STEP));
  return objectServers + Math.ceil((setup.MetadataConfiguration?.Iops ?? 1) / IOPS_PER_MDS);
}
