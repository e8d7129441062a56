/** DeleteFileSystem, with the volumes below it and the final backup that some kinds take unless told not to. */
import type {
  DeleteFileSystemCommandInput,
  DeleteFileSystemCommandOutput,
  DeleteFileSystemLustreConfiguration,
} from '@aws-sdk/client-fsx';
import type { Service } from '../../service';
import { action, type Members } from '../../shape';
import { addInterfaces } from './create';
import { makeBackup, requireBackupAllowed } from './backups';
import { type Deletion, requireDeletable } from './deletion';
import { badRequest, requireOneOf } from '../errors';
import { findFileSystem } from '../find';
import { payForFileSystem, stopPaying } from '../paying';
import type { BackupRecord, FileSystemRecord, FsxState } from '../state';
import { tagList, tagsOf } from '../tags';
import { RequestTokens } from '../tokens';

type Output = Omit<DeleteFileSystemCommandOutput, '$metadata'>;

const MEMBERS: Members<DeleteFileSystemCommandInput> = {
  FileSystemId: 'text',
  ClientRequestToken: 'text',
  LustreConfiguration: { SkipFinalBackup: 'flag', FinalBackupTags: [{ Key: 'text', Value: 'text' }] },
  OpenZFSConfiguration: {
    SkipFinalBackup: 'flag',
    FinalBackupTags: [{ Key: 'text', Value: 'text' }],
    Options: ['text'],
  },
};

/** What was answered, as long as the delete stands. */
interface Accepted {
  readonly deletion: Deletion;
  readonly backup?: BackupRecord;
}

export function deleteFileSystemAction(state: FsxState): Service {
  const tokens = new RequestTokens<Accepted>(({ deletion }) => deletion.stands);
  return {
    DeleteFileSystem: action<DeleteFileSystemCommandInput, 'FileSystemId', Output>({
      name: 'fsx:DeleteFileSystem',
      members: MEMBERS,
      required: ['FileSystemId'],
      run: (input) => {
        const record = findFileSystem(state, input.FileSystemId);
        const { ClientRequestToken, ...request } = input;
        const { backup } = tokens.once(ClientRequestToken, request, () => accept(state, record, input));
        return { FileSystemId: record.id, Lifecycle: 'DELETING', ...backupAnswer(record, backup) };
      },
    }),
  };
}

function accept(state: FsxState, record: FileSystemRecord, input: DeleteFileSystemCommandInput): Accepted {
  const isLustre = record.setup.FileSystemType === 'LUSTRE';
  const foreign = isLustre ? 'OpenZFSConfiguration' : 'LustreConfiguration';
  if (input[foreign] !== undefined) throw badRequest(`${foreign} cannot be given for '${record.id}'`);
  // Scratch types have no backups, and take no word about them: an empty configuration is refused as well
  // (https://github.com/hashicorp/terraform-provider-aws/pull/37717).
  if (isScratch(record) && input.LustreConfiguration !== undefined)
    throw badRequest(`LustreConfiguration cannot be given for '${record.id}', which is a scratch file system`);
  const options = input.OpenZFSConfiguration?.Options ?? [];
  for (const option of options) requireOneOf('options', option, ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS']);
  const given = isLustre ? input.LustreConfiguration : input.OpenZFSConfiguration;
  const backedUp = takesBackup(record, given);
  if (backedUp) requireBackupAllowed(state, record);
  const children = state.volumesOf(record.id).filter(({ root }) => !root);
  if (children.length > 0 && options.length === 0) {
    const ids = children.map(({ id }) => id).join(', ');
    throw badRequest(
      `'${record.id}' has child volumes (${ids}); delete them, or use DELETE_CHILD_VOLUMES_AND_SNAPSHOTS`,
    );
  }
  const fault = requireDeletable(state, record);
  const deletion: Deletion = { stands: true };
  const backup = backedUp ? makeBackup(state, record, backupTags(record, given)) : undefined;
  void remove(state, record, deletion, fault === 'undone');
  return { deletion, ...(backup === undefined ? {} : { backup }) };
}

function isScratch({ setup }: FileSystemRecord): boolean {
  return setup.FileSystemType === 'LUSTRE' && setup.LustreConfiguration.DeploymentType?.startsWith('SCRATCH') === true;
}

/**
 * OpenZFS takes a final backup unless it is skipped, Lustre only where it is not skipped in so many words.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_DeleteFileSystem.html. What never became available holds
 * nothing to back up.
 */
function takesBackup({ setup, lifecycle }: FileSystemRecord, given: DeleteFileSystemLustreConfiguration = {}): boolean {
  if (lifecycle === 'CREATING' || lifecycle === 'FAILED' || lifecycle === 'DELETING') return false;
  return setup.FileSystemType === 'LUSTRE' ? given.SkipFinalBackup === false : given.SkipFinalBackup !== true;
}

function backupTags(
  { setup, tags }: FileSystemRecord,
  given: DeleteFileSystemLustreConfiguration = {},
): BackupRecord['tags'] {
  if (given.FinalBackupTags !== undefined) return tagsOf(given.FinalBackupTags);
  const copies = setup.FileSystemType === 'LUSTRE' ? setup.LustreConfiguration : setup.OpenZFSConfiguration;
  return copies.CopyTagsToBackups === true ? tags : {};
}

function backupAnswer({ setup }: FileSystemRecord, backup: BackupRecord | undefined): Partial<Output> {
  if (backup === undefined) return {};
  const answer = { FinalBackupId: backup.id, FinalBackupTags: tagList(backup.tags) };
  return setup.FileSystemType === 'LUSTRE' ? { LustreResponse: answer } : { OpenZFSResponse: answer };
}

/** Gone after its time, with all volumes; or back, where a fault undoes it. */
async function remove(state: FsxState, record: FileSystemRecord, deletion: Deletion, undone: boolean): Promise<void> {
  const before = record.lifecycle;
  const volumes = state.volumesOf(record.id).map((volume) => ({ volume, lifecycle: volume.lifecycle }));
  record.lifecycle = 'DELETING';
  for (const { volume } of volumes) volume.lifecycle = 'DELETING';
  const step = record.setup.FileSystemType === 'LUSTRE' ? 'lustreDelete' : 'openZfsDelete';
  await state.sleep(state.draw(step, record.setup.StorageCapacity));
  if (undone) {
    deletion.stands = false;
    record.lifecycle = before === 'CREATING' || before === 'UPDATING' ? 'AVAILABLE' : before;
    for (const { volume, lifecycle } of volumes) volume.lifecycle = lifecycle === 'CREATING' ? 'AVAILABLE' : lifecycle;
    if (record.lifecycle === 'AVAILABLE') addInterfaces(state, record);
    payForFileSystem(state, record);
    return;
  }
  state.fileSystems.delete(record.id);
  for (const { volume } of volumes) state.volumes.delete(volume.id);
  stopPaying(state, 'fsx:file-system', record);
}
