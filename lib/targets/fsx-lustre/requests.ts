/** The create of an FSx for Lustre file system. */
import { NETWORK, waitFor } from '../fsx-shared';
import type { CreateRequest, RequestInput } from '../../shapes/requests';
import type { FsxType } from '../../shapes/resources';
import { DURATIONS } from './durations';
import { type FsxLustre, hasEfa, isScratch, isTiered, sizeOf, type Tiered } from './settings/config';

/** The version with metadata configurations, which every type takes; what is not said would be older. */
const LUSTRE_VERSION = '2.15';

/** One request; its result is `fs`, with `id`, `dnsName` and `mountName`. */
export function requests(config: FsxLustre): readonly CreateRequest[] {
  const { storageType = 'SSD' } = config;
  const input: RequestInput = {
    FileSystemType: 'LUSTRE' satisfies FsxType,
    FileSystemTypeVersion: LUSTRE_VERSION,
    // Intelligent-Tiering has none: it grows.
    ...(isTiered(config) ? {} : { StorageCapacity: config.storageGiB }),
    StorageType: storageType,
    ...('kmsKeyId' in config ? { KmsKeyId: config.kmsKeyId } : {}),
    ...NETWORK,
    LustreConfiguration: {
      // Left out, it would be SCRATCH_1.
      DeploymentType: config.deploymentType,
      DataCompressionType: config.compression,
      ...(isScratch(config) ? {} : lasting(config)),
    },
  };
  return [{ id: 'fs', call: 'CreateFileSystem', input, ...waitFor(DURATIONS.create, sizeOf(config)) }];
}

function lasting(config: Exclude<FsxLustre, { readonly deploymentType: 'SCRATCH_1' | 'SCRATCH_2' }>): RequestInput {
  return {
    ...(isTiered(config) ? throughput(config) : { PerUnitStorageThroughput: config.perUnitMBps }),
    ...('driveCache' in config ? { DriveCacheType: config.driveCache } : {}),
    ...('metadataIops' in config && config.metadataIops !== 'none'
      ? { MetadataConfiguration: metadataConfiguration(config.metadataIops) }
      : {}),
    ...(hasEfa(config) ? { EfaEnabled: true } : {}),
    // No backups: they would be kept and billed.
    AutomaticBackupRetentionDays: 0,
  };
}

function throughput(config: Tiered): RequestInput {
  return { ThroughputCapacity: config.throughputMBps, DataReadCacheConfiguration: readCache(config) };
}

/** As creates and updates take it: only a size of one's own is said. */
export function readCache({ readCacheGiB }: Pick<Tiered, 'readCacheGiB'>): RequestInput {
  if (readCacheGiB === 'none') return { SizingMode: 'NO_CACHE' };
  if (readCacheGiB === 'proportional') return { SizingMode: 'PROPORTIONAL_TO_THROUGHPUT_CAPACITY' };
  return { SizingMode: 'USER_PROVISIONED', SizeGiB: readCacheGiB };
}

/** As creates and updates take it: mode AUTOMATIC must not say a number. */
export function metadataConfiguration(iops: 'automatic' | number): RequestInput {
  return iops === 'automatic' ? { Mode: 'AUTOMATIC' } : { Mode: 'USER_PROVISIONED', Iops: iops };
}
