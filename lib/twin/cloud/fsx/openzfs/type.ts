/**
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystemOpenZFSConfiguration.html
 */
import type {
  CreateFileSystemCommandInput,
  CreateVolumeCommandInput,
  DeleteVolumeCommandInput,
  OpenZFSDeploymentType,
  OpenZFSFileSystemConfiguration,
  OpenZFSVolumeConfiguration,
  UpdateVolumeCommandInput,
} from '@aws-sdk/client-fsx';
import { DURATIONS } from '../../../../targets/fsx-openzfs/durations';
import { COOL_DOWN_SECONDS } from '../../../../targets/fsx-shared';
import { IOPS_PER_GIB } from '../../../../targets/fsx-volumes';
import type { NewFileSystemIds, FsxType, FsxVolumeType, VolumeLookup, FsxSettings, VolumeRecord } from '../contract';
import { makeBadRequest, makeFsxError, requireEnum } from '../errors';
import { type DiskIops, readMultiZoneNetwork, readDiskIops } from '../settings';
import { FsxbenchError } from '../../../../shapes/errors';

/** With the names and defaults of descriptions. */
interface OpenZfsSettings extends FsxSettings {
  readonly FileSystemType: 'OPENZFS';
  readonly OpenZFSConfiguration: OpenZFSFileSystemConfiguration & {
    readonly DeploymentType: OpenZFSDeploymentType;
    readonly ThroughputCapacity: number;
    readonly DiskIopsConfiguration: DiskIops;
  };
}

/** Regions with higher initial storage quotas. https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/limits.html */
const HIGH_QUOTA_REGIONS = ['us-east-1', 'us-east-2', 'us-west-2'];

// Volumes of OpenZFS: a tree below the root volume of the file system.

/** Names; name and path of root volumes: https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-volumes.html */
const VOLUME_NAME = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,202}$/;
const ROOT_VOLUME_NAME = 'fsx';
/** Every client may read and write, in child volumes too. Same source. */
const DEFAULT_NFS_EXPORTS = [{ ClientConfigurations: [{ Clients: '*', Options: ['rw', 'crossmnt'] }] }];

/** The option of a delete that includes child volumes. */
const DELETE_CHILD_VOLUMES = 'DELETE_CHILD_VOLUMES_AND_SNAPSHOTS';

type OpenZfsVolume = OpenZFSVolumeConfiguration;

const openZfsVolumes: FsxVolumeType<OpenZfsVolume> = {
  type: 'OPENZFS',
  member: 'OpenZFSConfiguration',
  durations: DURATIONS.volumes,
  ready: 'AVAILABLE',
  root: ({ OpenZFSConfiguration }) => {
    const given = OpenZFSConfiguration?.RootVolumeConfiguration ?? {};
    return {
      name: ROOT_VOLUME_NAME,
      tagged: OpenZFSConfiguration?.CopyTagsToVolumes === true,
      configuration: {
        VolumePath: ROOT_VOLUME_NAME,
        StorageCapacityReservationGiB: 0,
        StorageCapacityQuotaGiB: 0,
        ...readVolumeSettings(given, DEFAULT_NFS_EXPORTS),
      },
    };
  },
  create: createOpenZfsVolume,
  change: ({ OpenZFSConfiguration: requested }: UpdateVolumeCommandInput) => {
    if (requested === undefined) throw makeMissingConfigError();
    if (Object.keys(requested).length === 0) throw makeBadRequest('At least one property to update is required');
    return structuredClone(requested);
  },
  deletion: readVolumeDeletion,
  described: (OpenZFSConfiguration) => ({ OpenZFSConfiguration }),
  virtualMachineId: () => undefined,
};

function makeMissingConfigError(): Error {
  return makeFsxError('MissingVolumeConfiguration', 'An OpenZFSConfiguration is required');
}

/** @throws ServiceError MissingVolumeConfiguration, BadRequest */
function createOpenZfsVolume(
  input: CreateVolumeCommandInput,
  holdings: VolumeLookup,
): ReturnType<FsxVolumeType<OpenZfsVolume>['create']> {
  const { Name = '', OpenZFSConfiguration: given } = input;
  if (given === undefined) throw makeMissingConfigError();
  if (!VOLUME_NAME.test(Name)) throw makeBadRequest(`Volume name '${Name}' is not valid`);
  const parent = getParent(holdings, given.ParentVolumeId);
  const path = `${getPath(parent)}/${Name}`;
  if (
    holdings
      .volumesOf(parent.fileSystemId)
      .filter(isOpenZfs)
      .some((volume) => getPath(volume) === path)
  )
    throw makeBadRequest(`A volume with the path ${path} exists already`);
  return {
    fileSystemId: parent.fileSystemId,
    configuration: {
      ParentVolumeId: parent.id,
      VolumePath: path,
      StorageCapacityReservationGiB: -1,
      StorageCapacityQuotaGiB: given.StorageCapacityQuotaGiB ?? -1,
      // The default exports are those of the parent.
      ...readVolumeSettings(given, parent.configuration.NfsExports),
    },
  };
}

/** CreateVolume has no specific error for an unknown parent (API_CreateVolume, section Errors). */
function getParent({ volumes, fileSystems }: VolumeLookup, id = ''): VolumeRecord<OpenZfsVolume> {
  const parent = volumes.get(id);
  if (parent === undefined || !isOpenZfs(parent)) throw makeBadRequest(`ParentVolumeId '${id}' does not exist`);
  const lifecycle = fileSystems.get(parent.fileSystemId)?.lifecycle ?? 'gone';
  if (lifecycle !== 'AVAILABLE') throw makeBadRequest(`File system '${parent.fileSystemId}' is ${lifecycle}`);
  if (parent.lifecycle !== 'AVAILABLE') throw makeBadRequest(`Parent volume '${parent.id}' is ${parent.lifecycle}`);
  return parent;
}

/** Settings of every volume, with the defaults of FSx. */
function readVolumeSettings(given: OpenZfsVolume, exports: OpenZfsVolume['NfsExports']): OpenZfsVolume {
  return {
    RecordSizeKiB: given.RecordSizeKiB ?? 128,
    DataCompressionType: given.DataCompressionType ?? 'NONE',
    CopyTagsToSnapshots: false,
    ReadOnly: false,
    NfsExports: structuredClone(given.NfsExports ?? exports ?? []),
    UserAndGroupQuotas: [],
  };
}

function readVolumeDeletion(
  record: VolumeRecord<OpenZfsVolume>,
  { OpenZFSConfiguration }: DeleteVolumeCommandInput,
  others: readonly VolumeRecord[],
): readonly VolumeRecord[] {
  const children = others.filter(isOpenZfs).filter((one) => getPath(one).startsWith(`${getPath(record)}/`));
  if (children.length > 0 && OpenZFSConfiguration?.Options?.includes(DELETE_CHILD_VOLUMES) !== true)
    throw makeBadRequest(`Volume '${record.id}' has child volumes; delete them, or use ${DELETE_CHILD_VOLUMES}`);
  return children;
}

function isOpenZfs(volume: VolumeRecord): volume is VolumeRecord<OpenZfsVolume> {
  return volume.fileSystemType === 'OPENZFS';
}

function getPath({ id, configuration: { VolumePath } }: VolumeRecord<OpenZfsVolume>): string {
  if (VolumePath === undefined)
    throw new FsxbenchError('Unexpected', `volume ${id} has no path, which every OpenZFS volume has`);
  return VolumePath;
}

export const openZfs: FsxType<OpenZfsSettings> = {
  member: 'OpenZFSConfiguration',
  durations: DURATIONS,
  // The guide has a cool-down for capacity only.
  coolDownSeconds: { storage: COOL_DOWN_SECONDS },
  quotas: (region) => ({
    openZfs: {
      fileSystems: 100,
      storageGiB: HIGH_QUOTA_REGIONS.includes(region) ? 262_144 : 65_536,
      throughput: 10_240,
      iops: 160_000,
      volumes: 100,
    },
  }),
  quota: ({ OpenZFSConfiguration: { ThroughputCapacity, DiskIopsConfiguration } }) => ({
    group: 'openZfs',
    throughput: ThroughputCapacity,
    iops: DiskIopsConfiguration.Iops,
  }),
  // One subnet; two for Multi-AZ: https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/availability-durability.html
  network: ({ OpenZFSConfiguration: given }) => ({
    subnets: given?.DeploymentType === 'MULTI_AZ_1' ? 2 : 1,
    preferred: given?.PreferredSubnetId,
    routeTables: given?.RouteTableIds ?? [],
    range: given?.EndpointIpAddressRange,
  }),
  setup: readOpenZfsSettings,
  // Concurrent changes take as long as the longest of them.
  changeSeconds: (kinds) =>
    Math.max(...kinds.map((kind) => DURATIONS.changes[kind as keyof typeof DURATIONS.changes].seconds)),
  // One in each subnet.
  interfaces: (_setup, subnets) => subnets,
  showsKey: () => true,
  deployment: ({ OpenZFSConfiguration }) => OpenZFSConfiguration?.DeploymentType,
  described: ({ OpenZFSConfiguration, ...its }, EndpointIpAddress) => ({
    ...its,
    OpenZFSConfiguration: {
      ...OpenZFSConfiguration,
      ...(EndpointIpAddress === undefined ? {} : { EndpointIpAddress }),
    },
  }),
  // By default a final backup is taken. https://docs.aws.amazon.com/fsx/latest/APIReference/API_DeleteFileSystem.html
  deletion: (_record, { OpenZFSConfiguration: given }) => {
    const options = given?.Options ?? [];
    for (const option of options) requireEnum('options', option, [DELETE_CHILD_VOLUMES]);
    return { backup: given?.SkipFinalBackup !== true, withVolumes: options.length > 0 };
  },
  backsUp: () => true,
  volumes: openZfsVolumes,
};

/** The settings of a request. @throws ServiceError MissingFileSystemConfiguration, BadRequest */
function readOpenZfsSettings(input: CreateFileSystemCommandInput, { rootVolumeId }: NewFileSystemIds): OpenZfsSettings {
  const { OpenZFSConfiguration: given, StorageCapacity = 0 } = input;
  if (given === undefined)
    throw makeFsxError(
      'MissingFileSystemConfiguration',
      'An OpenZFSConfiguration is required for OpenZFS file systems',
    );
  return {
    FileSystemType: 'OPENZFS',
    StorageType: 'SSD',
    StorageCapacity,
    OpenZFSConfiguration: {
      // "The default is 30": API reference, OpenZFSFileSystemConfiguration.
      AutomaticBackupRetentionDays: given.AutomaticBackupRetentionDays ?? 30,
      CopyTagsToBackups: false,
      CopyTagsToVolumes: given.CopyTagsToVolumes ?? false,
      DeploymentType: given.DeploymentType as OpenZFSDeploymentType,
      ThroughputCapacity: given.ThroughputCapacity ?? 0,
      WeeklyMaintenanceStartTime: given.WeeklyMaintenanceStartTime ?? '1:05:00',
      DiskIopsConfiguration: readDiskIops(given.DiskIopsConfiguration, IOPS_PER_GIB * StorageCapacity),
      RootVolumeId: rootVolumeId,
      ...readMultiZoneNetwork(given),
    },
  };
}
