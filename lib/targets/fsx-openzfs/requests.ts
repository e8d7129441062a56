/** The creates of an FSx for OpenZFS file system and its volumes. */
import { MULTI_ZONE_NETWORK, NETWORK, waitFor } from '../fsx-shared';
import type { CreateRequest, RequestInput } from '../../shapes/requests';
import type { FsxType } from '../../shapes/resources';
import { diskIopsConfiguration, volumeIds } from '../fsx-volumes';
import { DURATIONS } from './durations';
import { isMultiZone } from './limits';
import type { FsxOpenZfs } from './schema';

/** The file system `fs`, then `volume1`, `volume2`, … below its root volume, mounted as `/fsx/volume1`. */
export function requests(config: FsxOpenZfs): readonly CreateRequest[] {
  const wait = waitFor(DURATIONS.create, config.storageGiB);
  return [{ id: 'fs', call: 'CreateFileSystem', input: fileSystem(config), ...wait }, ...volumes(config)];
}

function fileSystem(config: FsxOpenZfs): RequestInput {
  return {
    FileSystemType: 'OPENZFS' satisfies FsxType,
    StorageCapacity: config.storageGiB,
    StorageType: 'SSD',
    ...(config.kmsKeyId === undefined ? {} : { KmsKeyId: config.kmsKeyId }),
    ...(isMultiZone(config) ? { ...NETWORK, SubnetIds: MULTI_ZONE_NETWORK.SubnetIds } : NETWORK),
    OpenZFSConfiguration: {
      DeploymentType: config.deploymentType,
      ThroughputCapacity: config.throughputMBps,
      ...(isMultiZone(config) ? MULTI_ZONE_NETWORK.configuration : {}),
      DiskIopsConfiguration: diskIopsConfiguration(config),
      // No backups: they would be kept and billed, and are on where nothing is said.
      AutomaticBackupRetentionDays: 0,
      // The root volume has no request of its own: without our tags its deletion could be refused.
      CopyTagsToVolumes: true,
      RootVolumeConfiguration: volume(config),
    },
  };
}

function volumes(config: FsxOpenZfs): CreateRequest[] {
  return volumeIds(config).map((id) => {
    const input = {
      VolumeType: 'OPENZFS',
      Name: id,
      OpenZFSConfiguration: { ParentVolumeId: '@fs.rootVolumeId', ...quota(config), ...volume(config) },
    };
    return { id, call: 'CreateVolume', input, ...waitFor(DURATIONS.volumes.create) };
  });
}

/** For all hosts that the security group lets in; hosts write as root. */
export function nfsExports({ nfsExport }: FsxOpenZfs): readonly RequestInput[] {
  return [{ ClientConfigurations: [{ Clients: '*', Options: ['rw', 'no_root_squash', 'crossmnt', nfsExport] }] }];
}

function quota({ volumes: { quotaGiB } }: FsxOpenZfs): RequestInput {
  return quotaGiB === undefined ? {} : { StorageCapacityQuotaGiB: quotaGiB };
}

function volume(config: FsxOpenZfs): RequestInput {
  return {
    RecordSizeKiB: config.recordSizeKiB,
    DataCompressionType: config.compression,
    NfsExports: nfsExports(config),
  };
}
