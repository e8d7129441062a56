/**
 * FSx for OpenZFS as one of the modelled types, on SSD.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystemOpenZFSConfiguration.html
 */
import type {
  CreateFileSystemCommandInput,
  OpenZFSDeploymentType,
  OpenZFSFileSystemConfiguration,
} from '@aws-sdk/client-fsx';
import { DURATIONS } from '../../../../targets/fsx-openzfs/requests';
import { COOL_DOWN_SECONDS } from '../../../../targets/fsx-shared';
import { IOPS_PER_GIB } from '../../../../targets/fsx-volumes';
import type { FsxType } from '../contract';
import { fsxError, requireOneOf } from '../errors';
import type { Fresh, Setup } from '../records';
import { type Iops, multiZoneMembers, operations } from '../settings';
import { openZfsVolumes, WITH_CHILDREN } from './volumes';

/** In the words and with the defaults of descriptions. */
interface OpenZfsSetup extends Setup {
  readonly FileSystemType: 'OPENZFS';
  readonly OpenZFSConfiguration: OpenZFSFileSystemConfiguration & {
    readonly DeploymentType: OpenZFSDeploymentType;
    readonly ThroughputCapacity: number;
    readonly DiskIopsConfiguration: Iops;
  };
}

/** Regions with more storage at first. https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/limits.html */
const LARGE_REGIONS = ['us-east-1', 'us-east-2', 'us-west-2'];

export const openZfs: FsxType<OpenZfsSetup> = {
  member: 'OpenZFSConfiguration',
  durations: DURATIONS,
  // The guide has a cool-down for capacity alone.
  coolDownSeconds: { storage: COOL_DOWN_SECONDS },
  quotas: (region) => ({
    openZfs: {
      fileSystems: 100,
      storageGiB: LARGE_REGIONS.includes(region) ? 262_144 : 65_536,
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
  // In one zone it takes one subnet, Multi-AZ two with the preferred one among them
  // (https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/availability-durability.html).
  network: ({ OpenZFSConfiguration: given }) => ({
    subnets: given?.DeploymentType === 'MULTI_AZ_1' ? 2 : 1,
    preferred: given?.PreferredSubnetId,
    routeTables: given?.RouteTableIds ?? [],
    range: given?.EndpointIpAddressRange,
  }),
  setup,
  // Several changes at once take as long as the longest of them.
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
  // A final backup is taken unless it is skipped.
  // https://docs.aws.amazon.com/fsx/latest/APIReference/API_DeleteFileSystem.html
  deletion: (_record, { OpenZFSConfiguration: given }) => {
    const options = given?.Options ?? [];
    for (const option of options) requireOneOf('options', option, [WITH_CHILDREN]);
    return { backup: given?.SkipFinalBackup !== true, withVolumes: options.length > 0 };
  },
  backsUp: () => true,
  volumes: openZfsVolumes,
};

/** The setup that a request makes. @throws ServiceError MissingFileSystemConfiguration, BadRequest */
function setup(input: CreateFileSystemCommandInput, { rootVolumeId }: Fresh): OpenZfsSetup {
  const { OpenZFSConfiguration: given, StorageCapacity = 0 } = input;
  if (given === undefined)
    throw fsxError('MissingFileSystemConfiguration', 'An OpenZFSConfiguration is required for OpenZFS file systems');
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
      WeeklyMaintenanceStartTime: '1:05:00',
      DiskIopsConfiguration: operations(given.DiskIopsConfiguration, IOPS_PER_GIB * StorageCapacity),
      RootVolumeId: rootVolumeId,
      ...multiZoneMembers(given),
    },
  };
}
