/** FSx for Lustre as one of the modelled types: SCRATCH_2 and PERSISTENT_2. */
import type { DeleteFileSystemCommandInput } from '@aws-sdk/client-fsx';
import { fsxLustre } from '../../../../targets/fsx-lustre/target';
import { COOL_DOWN_SECONDS } from '../../../../targets/fsx-shared';
import type { AskedDeletion, FsxType } from '../contract';
import { badRequest } from '../errors';
import type { FileSystemRecord } from '../records';
import { lustreChange } from './change';
import { lustreServers, lustreSetup } from './lustre';
import { MEMBERS } from './members';
import { isScratch, type LustreSetup } from './setup';

/** Of each deployment type; throughput has none. https://docs.aws.amazon.com/fsx/latest/LustreGuide/limits.html */
const QUOTA = { fileSystems: 100, storageGiB: 100_800 };

export const lustre: FsxType<LustreSetup> = {
  members: MEMBERS,
  durations: fsxLustre.durations,
  // That each has six hours of its own is assumed, not documented.
  coolDownSeconds: { storage: COOL_DOWN_SECONDS, throughput: COOL_DOWN_SECONDS, metadata: COOL_DOWN_SECONDS },
  quotas: () => ({ scratch: QUOTA, persistent2: QUOTA }),
  quota: (setup) => ({ group: isScratch(setup) ? 'scratch' : 'persistent2' }),
  network: () => ({ subnets: 1, preferred: undefined, routeTables: [] }),
  setup: (input, fresh) => lustreSetup(input, () => fresh.mountName()),
  change: lustreChange,
  interfaces: lustreServers,
  showsKey: (setup) => !isScratch(setup),
  deployment: ({ LustreConfiguration }) => LustreConfiguration?.DeploymentType,
  described: (setup) => setup,
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
