/**
 * What FSx for Lustre takes and refuses as a change in place.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystem.html
 * https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-storage-capacity.html
 * https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-throughput-capacity.html
 * https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-metadata-performance.html
 */
import type { UpdateFileSystemCommandInput, UpdateFileSystemLustreConfiguration } from '@aws-sdk/client-fsx';
import { DURATIONS } from '../../../../targets/fsx-lustre/durations';
import type { PlannedChange } from '../contract';
import { badRequest, requireOneOf } from '../errors';
import { requireCapacity, requirePerUnit } from './lustre';
import { automaticMetadataIops, requireMetadataIops } from './metadata';
import { SETTINGS } from '../timing';
import type { LustreSetup } from './setup';

/** What can be changed. */
type Kind = keyof typeof DURATIONS.changes | 'settings';

/** @throws ServiceError BadRequest, InvalidPerUnitStorageThroughput */
export function lustreChange(setup: LustreSetup, input: UpdateFileSystemCommandInput): PlannedChange<LustreSetup> {
  const { PerUnitStorageThroughput, MetadataConfiguration, ...settings } = input.LustreConfiguration ?? {};
  requireOneOf('dataCompressionType', settings.DataCompressionType, ['NONE', 'LZ4']);
  const kinds: Kind[] = [];
  let next: LustreSetup = { ...setup, LustreConfiguration: { ...setup.LustreConfiguration, ...settings } };
  if (input.StorageCapacity !== undefined) {
    kinds.push('storage');
    next = withCapacity(next, input.StorageCapacity);
  }
  if (PerUnitStorageThroughput !== undefined) {
    kinds.push('throughput');
    next = withThroughput(next, PerUnitStorageThroughput);
  }
  if (MetadataConfiguration !== undefined) {
    kinds.push('metadata');
    next = withMetadata(next, MetadataConfiguration);
  }
  // Metadata and storage are documented to exclude each other; that throughput may come along is documented nowhere.
  if (kinds.length > 1) throw badRequest(`Only one of ${kinds.join(' and ')} can be changed at once`);
  if (input.FileSystemTypeVersion !== undefined) next = withVersion(next, input.FileSystemTypeVersion);
  requireBackupsAllowed(next, settings);
  if (Object.keys(settings).length > 0 || input.FileSystemTypeVersion !== undefined) kinds.push('settings');
  const [first = 'settings'] = kinds;
  const { changes } = DURATIONS;
  return {
    next,
    kinds,
    takes: first === 'settings' ? SETTINGS : changes[first],
    ...(first === 'storage' ? { settles: { seconds: changes.storage.settleSeconds } } : {}),
  };
}

function withCapacity(setup: LustreSetup, capacity: number): LustreSetup {
  const { EfaEnabled, PerUnitStorageThroughput, MetadataConfiguration: metadata } = setup.LustreConfiguration;
  if (capacity <= setup.StorageCapacity) {
    throw badRequest(`StorageCapacity ${capacity} must be greater than the present ${setup.StorageCapacity} GiB`);
  }
  requireCapacity(capacity, EfaEnabled, PerUnitStorageThroughput);
  const grown = { ...setup, StorageCapacity: capacity };
  if (metadata?.Mode !== 'AUTOMATIC') return grown;
  const MetadataConfiguration = { Mode: metadata.Mode, Iops: automaticMetadataIops(capacity) };
  return { ...grown, LustreConfiguration: { ...setup.LustreConfiguration, MetadataConfiguration } };
}

function withThroughput(setup: LustreSetup, perUnit: number): LustreSetup {
  const { DeploymentType, EfaEnabled, PerUnitStorageThroughput: now } = setup.LustreConfiguration;
  if (DeploymentType !== 'PERSISTENT_2') throw badRequest('Throughput of scratch file systems cannot be changed');
  if (EfaEnabled) throw badRequest('Throughput of EFA-enabled file systems cannot be changed');
  requirePerUnit(perUnit);
  if (perUnit === now) throw badRequest(`PerUnitStorageThroughput is ${perUnit} already`);
  return { ...setup, LustreConfiguration: { ...setup.LustreConfiguration, PerUnitStorageThroughput: perUnit } };
}

function withMetadata(
  setup: LustreSetup,
  given: NonNullable<UpdateFileSystemLustreConfiguration['MetadataConfiguration']>,
): LustreSetup {
  const before = setup.LustreConfiguration.MetadataConfiguration;
  if (before === undefined) {
    throw badRequest('MetadataConfiguration can only be changed where it was given when the file system was created');
  }
  const { Iops } = given;
  const Mode = given.Mode ?? before.Mode ?? 'USER_PROVISIONED';
  requireOneOf('metadataConfiguration.mode', Mode, ['AUTOMATIC', 'USER_PROVISIONED']);
  if (Mode === 'AUTOMATIC' && Iops !== undefined) throw badRequest('Iops cannot be given in AUTOMATIC mode');
  const iops = Mode === 'AUTOMATIC' ? automaticMetadataIops(setup.StorageCapacity) : requireMetadataIops(Iops);
  if (iops < before.Iops) {
    throw badRequest(`Metadata Iops cannot be lowered: they are ${before.Iops}, ${iops} were asked for`);
  }
  if (Mode === before.Mode && iops === before.Iops)
    throw badRequest(`MetadataConfiguration is ${Mode} ${iops} already`);
  const MetadataConfiguration = { Mode, Iops: iops };
  return { ...setup, LustreConfiguration: { ...setup.LustreConfiguration, MetadataConfiguration } };
}

function withVersion(setup: LustreSetup, version: string): LustreSetup {
  const known = ['2.10', '2.12', '2.15'];
  if (known.indexOf(version) <= known.indexOf(setup.FileSystemTypeVersion)) {
    throw badRequest(`FileSystemTypeVersion ${version} must be newer than ${setup.FileSystemTypeVersion}`);
  }
  return { ...setup, FileSystemTypeVersion: version };
}

function requireBackupsAllowed(setup: LustreSetup, settings: UpdateFileSystemLustreConfiguration): void {
  if (setup.LustreConfiguration.DeploymentType !== 'SCRATCH_2') return;
  if ((settings.AutomaticBackupRetentionDays ?? 0) > 0 || settings.DailyAutomaticBackupStartTime !== undefined) {
    throw badRequest('Automatic backups are not supported on scratch file systems');
  }
}
