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
import { kindOf } from './lustre';
import { SETTINGS } from '../timing';
import {
  automaticMetadataIops,
  isScratch,
  type LustreSetup,
  readCacheOf,
  requireCapacity,
  requireMetadataIops,
  requirePerUnit,
  requireThroughput,
  requireTieredIops,
} from './sizes';

/** What can be changed. */
type Kind = keyof typeof DURATIONS.changes | 'settings';

/** @throws ServiceError BadRequest, InvalidPerUnitStorageThroughput */
export function lustreChange(setup: LustreSetup, input: UpdateFileSystemCommandInput): PlannedChange<LustreSetup> {
  const given = input.LustreConfiguration ?? {};
  const { PerUnitStorageThroughput, MetadataConfiguration, ...light } = given;
  const { ThroughputCapacity, DataReadCacheConfiguration, ...settings } = light;
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
  if (ThroughputCapacity !== undefined) {
    kinds.push('throughput');
    next = withWholeThroughput(next, ThroughputCapacity);
  }
  if (MetadataConfiguration !== undefined) {
    kinds.push('metadata');
    next = withMetadata(next, MetadataConfiguration);
  }
  // Metadata and storage are documented to exclude each other; that throughput may come along is documented nowhere.
  if (kinds.length > 1) throw badRequest(`Only one of ${kinds.join(' and ')} can be changed at once`);
  if (input.FileSystemTypeVersion !== undefined) next = withVersion(next, input.FileSystemTypeVersion);
  requireBackupsAllowed(next, settings);
  if (DataReadCacheConfiguration !== undefined) {
    kinds.push('readCache');
    next = withReadCache(next, DataReadCacheConfiguration);
  }
  if (settings.DataCompressionType !== undefined) kinds.push('compression');
  const { DataCompressionType: _, ...others } = settings;
  if (Object.keys(others).length > 0 || input.FileSystemTypeVersion !== undefined) kinds.push('settings');
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
  const { DeploymentType, MetadataConfiguration: metadata } = setup.LustreConfiguration;
  if (DeploymentType === 'SCRATCH_1' || setup.StorageType === 'INTELLIGENT_TIERING')
    throw badRequest(`StorageCapacity of ${DeploymentType} on ${setup.StorageType} cannot be changed`);
  if (capacity <= setup.StorageCapacity) {
    throw badRequest(`StorageCapacity ${capacity} must be greater than the present ${setup.StorageCapacity} GiB`);
  }
  requireCapacity(kindOf(setup), capacity);
  const grown = { ...setup, StorageCapacity: capacity };
  if (metadata?.Mode !== 'AUTOMATIC') return grown;
  const MetadataConfiguration = { Mode: metadata.Mode, Iops: automaticMetadataIops(capacity) };
  return { ...grown, LustreConfiguration: { ...setup.LustreConfiguration, MetadataConfiguration } };
}

/** That of hard disks may be changed is said nowhere: the harder case is modelled. */
function withThroughput(setup: LustreSetup, perUnit: number): LustreSetup {
  const { EfaEnabled, PerUnitStorageThroughput: now } = setup.LustreConfiguration;
  if (isScratch(setup)) throw badRequest('Throughput of scratch file systems cannot be changed');
  if (setup.StorageType !== 'SSD')
    throw badRequest(`PerUnitStorageThroughput of ${setup.StorageType} cannot be changed`);
  if (EfaEnabled) throw badRequest('Throughput of EFA-enabled file systems cannot be changed');
  requirePerUnit(kindOf(setup), perUnit);
  if (perUnit === now) throw badRequest(`PerUnitStorageThroughput is ${perUnit} already`);
  return { ...setup, LustreConfiguration: { ...setup.LustreConfiguration, PerUnitStorageThroughput: perUnit } };
}

/** A cache that is proportional goes with it. */
function withWholeThroughput(setup: LustreSetup, throughput: number): LustreSetup {
  const { ThroughputCapacity: now, DataReadCacheConfiguration: cache } = setup.LustreConfiguration;
  if (now === undefined) throw badRequest('ThroughputCapacity is only supported on INTELLIGENT_TIERING');
  if (requireThroughput(throughput) <= now)
    throw badRequest(`ThroughputCapacity ${throughput} must be greater than the present ${now}`);
  const { SizingMode } = cache ?? {};
  const grown = { ...setup.LustreConfiguration, ThroughputCapacity: throughput };
  if (SizingMode !== 'PROPORTIONAL_TO_THROUGHPUT_CAPACITY') return { ...setup, LustreConfiguration: grown };
  const DataReadCacheConfiguration = readCacheOf({ SizingMode }, throughput);
  return { ...setup, LustreConfiguration: { ...grown, DataReadCacheConfiguration } };
}

function withReadCache(
  setup: LustreSetup,
  given: NonNullable<UpdateFileSystemLustreConfiguration['DataReadCacheConfiguration']>,
): LustreSetup {
  const { ThroughputCapacity: throughput } = setup.LustreConfiguration;
  if (throughput === undefined) throw badRequest('DataReadCacheConfiguration is only supported on INTELLIGENT_TIERING');
  const DataReadCacheConfiguration = readCacheOf(given, throughput);
  return { ...setup, LustreConfiguration: { ...setup.LustreConfiguration, DataReadCacheConfiguration } };
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
  const tiered = setup.StorageType === 'INTELLIGENT_TIERING';
  const wanted = (): number => (tiered ? requireTieredIops(Mode, Iops) : requireMetadataIops(Iops));
  const iops = Mode === 'AUTOMATIC' && !tiered ? automaticMetadataIops(setup.StorageCapacity) : wanted();
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
  if (!isScratch(setup)) return;
  if ((settings.AutomaticBackupRetentionDays ?? 0) > 0 || settings.DailyAutomaticBackupStartTime !== undefined) {
    throw badRequest('Automatic backups are not supported on scratch file systems');
  }
}
