/** The create of an FSx for Lustre file system. */
import { NETWORK, waitFor } from '../fsx-shared';
import type { CreateRequest, RequestInput } from '../../shapes/requests';
import type { FsxType } from '../../shapes/resources';
import { DURATIONS } from './durations';
import type { FsxLustre, Persistent } from './schema';

/** The version with metadata configurations; what is not said would be older. */
const LUSTRE_VERSION = '2.15';

/** One request; its result is `fs`, with `id`, `dnsName` and `mountName`. */
export function requests(config: FsxLustre): readonly CreateRequest[] {
  const input: RequestInput = {
    FileSystemType: 'LUSTRE' satisfies FsxType,
    FileSystemTypeVersion: LUSTRE_VERSION,
    StorageCapacity: config.storageGiB,
    StorageType: 'SSD',
    ...NETWORK,
    LustreConfiguration: {
      // Left out, it would be SCRATCH_1.
      DeploymentType: config.deploymentType,
      DataCompressionType: config.compression,
      ...(config.deploymentType === 'PERSISTENT_2' ? persistent(config) : {}),
    },
  };
  return [{ id: 'fs', call: 'CreateFileSystem', input, ...waitFor(DURATIONS.create, config.storageGiB) }];
}

function persistent(config: Persistent): RequestInput {
  return {
    PerUnitStorageThroughput: config.perUnitMBps,
    ...(config.metadataIops === 'none' ? {} : { MetadataConfiguration: metadataConfiguration(config.metadataIops) }),
    // No backups: they would be kept and billed.
    AutomaticBackupRetentionDays: 0,
  };
}

/** As creates and updates take it: mode AUTOMATIC must not say a number. */
export function metadataConfiguration(iops: 'automatic' | number): RequestInput {
  return iops === 'automatic' ? { Mode: 'AUTOMATIC' } : { Mode: 'USER_PROVISIONED', Iops: iops };
}
