/** FSx for Lustre as one of the modelled types. */
import type { DeleteFileSystemCommandInput } from '@aws-sdk/client-fsx';
import { fsxLustre } from '../../../../targets/fsx-lustre/target';
import { COOL_DOWN_SECONDS } from '../../../../targets/fsx-shared';
import type { AskedDeletion, FsxType } from '../contract';
import { badRequest } from '../errors';
import type { FileSystemRecord } from '../records';
import { lustreChange } from './change';
import { lustreServers, lustreSetup } from './lustre';
import { isScratch, type LustreSetup } from './sizes';

/** Of each deployment type; throughput has none. https://docs.aws.amazon.com/fsx/latest/LustreGuide/limits.html */
const QUOTA = { fileSystems: 100, storageGiB: 100_800 };

/** Hard disks have a limit for each file system, which their sizes stay below; of several together nothing is said. */
const HARD_DISK = { fileSystems: 100, storageGiB: Number.POSITIVE_INFINITY };
/** Its storage has no limit, its throughput has, MBps. That of read caches is not modelled. */
const TIERING = { fileSystems: 100, storageGiB: Number.POSITIVE_INFINITY, throughput: 100_000 };

function quotaOf(setup: LustreSetup): { readonly group: string; readonly throughput?: number } {
  if (isScratch(setup)) return { group: 'scratch' };
  const { StorageType, LustreConfiguration: its } = setup;
  if (StorageType === 'HDD') return { group: 'hardDisk' };
  if (StorageType === 'INTELLIGENT_TIERING') return { group: 'tiering', throughput: its.ThroughputCapacity ?? 0 };
  return { group: its.DeploymentType === 'PERSISTENT_1' ? 'persistent1' : 'persistent2' };
}

/** Settings of creates and updates alike. */
const SETTINGS =
  'AutomaticBackupRetentionDays DailyAutomaticBackupStartTime DataCompressionType DataReadCacheConfiguration ' +
  'MetadataConfiguration PerUnitStorageThroughput ThroughputCapacity RootSquashConfiguration ' +
  'WeeklyMaintenanceStartTime';

export const lustre: FsxType<LustreSetup> = {
  member: 'LustreConfiguration',
  modelled: {
    create: `${SETTINGS} CopyTagsToBackups DeploymentType DriveCacheType EfaEnabled`,
    update: SETTINGS,
    delete: 'SkipFinalBackup FinalBackupTags',
  },
  durations: fsxLustre.durations,
  // That each has six hours of its own is assumed, not documented.
  coolDownSeconds: { storage: COOL_DOWN_SECONDS, throughput: COOL_DOWN_SECONDS, metadata: COOL_DOWN_SECONDS },
  storageTypes: ['SSD', 'HDD', 'INTELLIGENT_TIERING'],
  quotas: () => ({ scratch: QUOTA, persistent1: QUOTA, hardDisk: HARD_DISK, persistent2: QUOTA, tiering: TIERING }),
  quota: quotaOf,
  network: () => ({ subnets: 1, preferred: undefined, routeTables: [] }),
  setup: (input, fresh) => lustreSetup(input, () => fresh.mountName()),
  change: lustreChange,
  interfaces: lustreServers,
  showsKey: (setup) => !isScratch(setup),
  deployment: ({ LustreConfiguration }) => LustreConfiguration?.DeploymentType,
  // Storage that grows has no capacity to tell of.
  described: ({ StorageCapacity, ...setup }) =>
    setup.StorageType === 'INTELLIGENT_TIERING' ? setup : { ...setup, StorageCapacity },
  deletion,
  backsUp: (setup) => !isScratch(setup),
  backedUp: (LustreResponse) => ({ LustreResponse }),
};

/**
 * A final backup is taken only where it is not skipped in so many words.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_DeleteFileSystem.html
 */
function deletion(
  { id, setup }: FileSystemRecord<LustreSetup>,
  { LustreConfiguration: given }: DeleteFileSystemCommandInput,
): AskedDeletion {
  // Scratch types have no backups, and take no word about them: an empty configuration is refused as well
  // (https://github.com/hashicorp/terraform-provider-aws/pull/37717).
  if (given !== undefined && isScratch(setup))
    throw badRequest(`LustreConfiguration cannot be given for '${id}', which is a scratch file system`);
  return {
    backup: given?.SkipFinalBackup === false,
    backupTags: given?.FinalBackupTags,
    copiesTags: setup.LustreConfiguration.CopyTagsToBackups === true,
    withVolumes: false,
  };
}
