/** FSx for OpenZFS as one of the modelled types. */
import type { DeleteFileSystemCommandInput } from '@aws-sdk/client-fsx';
import { fsxOpenZfs } from '../../../../targets/fsx-openzfs/target';
import { COOL_DOWN_SECONDS } from '../../../../targets/fsx-shared';
import type { AskedDeletion, FsxType } from '../contract';
import { requireOneOf } from '../errors';
import type { FileSystemRecord } from '../records';
import { openZfsChange, type OpenZfsSetup, openZfsSetup } from './openzfs';
import { ANY_VOLUME, openZfsVolumes, WITH_CHILDREN } from './volumes';

/** Regions with more storage at first. https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/limits.html */
const LARGE_REGIONS = ['us-east-1', 'us-east-2', 'us-west-2'];

/** Settings of creates and updates alike. */
const SETTINGS =
  'AutomaticBackupRetentionDays CopyTagsToBackups CopyTagsToVolumes DailyAutomaticBackupStartTime ' +
  'DiskIopsConfiguration ThroughputCapacity WeeklyMaintenanceStartTime';

export const openZfs: FsxType<OpenZfsSetup> = {
  member: 'OpenZFSConfiguration',
  modelled: {
    create:
      `${SETTINGS} DeploymentType EndpointIpAddressRange PreferredSubnetId RouteTableIds ` +
      `RootVolumeConfiguration(${ANY_VOLUME} CopyTagsToSnapshots)`,
    update: SETTINGS,
    delete: 'SkipFinalBackup FinalBackupTags Options',
  },
  durations: fsxOpenZfs.durations,
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
  setup: (input, { rootVolumeId, iopsPerGib }) => openZfsSetup(input, rootVolumeId, iopsPerGib),
  change: (setup, input, { iopsPerGib }) => openZfsChange(setup, input, iopsPerGib),
  // One in each subnet.
  interfaces: (_setup, subnets) => subnets,
  showsKey: () => true,
  deployment: ({ OpenZFSConfiguration }) => OpenZFSConfiguration?.DeploymentType,
  described: ({ OpenZFSConfiguration, ...setup }, EndpointIpAddress) => ({
    ...setup,
    OpenZFSConfiguration: {
      ...OpenZFSConfiguration,
      ...(EndpointIpAddress === undefined ? {} : { EndpointIpAddress }),
    },
  }),
  deletion,
  backsUp: () => true,
  backedUp: (OpenZFSResponse) => ({ OpenZFSResponse }),
  volumes: openZfsVolumes,
};

/**
 * A final backup is taken unless it is skipped.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_DeleteFileSystem.html
 */
function deletion(
  { setup }: FileSystemRecord<OpenZfsSetup>,
  { OpenZFSConfiguration: given }: DeleteFileSystemCommandInput,
): AskedDeletion {
  const options = given?.Options ?? [];
  for (const option of options) requireOneOf('options', option, [WITH_CHILDREN]);
  return {
    backup: given?.SkipFinalBackup !== true,
    backupTags: given?.FinalBackupTags,
    copiesTags: setup.OpenZFSConfiguration.CopyTagsToBackups === true,
    withVolumes: options.length > 0,
  };
}
