/** UpdateFileSystem: a change in place, accepted now and made later. */
import type { UpdateFileSystemCommandInput, UpdateFileSystemCommandOutput } from '@aws-sdk/client-fsx';
import type { Service } from '../../service';
import { action, type Members } from '../../shape';
import { beginChange, requireChangeable } from './change';
import { describeFileSystem } from '../description';
import { badRequest } from '../errors';
import { findFileSystem } from '../find';
import { lustreChange } from '../lustre/change';
import { openZfsChange } from '../openzfs/change';
import { requireQuota } from '../quotas';
import type { FileSystemRecord, FsxState } from '../state';
import { RequestTokens } from '../tokens';

const MEMBERS: Members<UpdateFileSystemCommandInput> = {
  FileSystemId: 'text',
  ClientRequestToken: 'text',
  FileSystemTypeVersion: 'text',
  StorageCapacity: 'number',
  LustreConfiguration: {
    AutomaticBackupRetentionDays: 'number',
    DailyAutomaticBackupStartTime: 'text',
    DataCompressionType: 'text',
    MetadataConfiguration: { Iops: 'number', Mode: 'text' },
    PerUnitStorageThroughput: 'number',
    RootSquashConfiguration: { NoSquashNids: ['text'], RootSquash: 'text' },
    WeeklyMaintenanceStartTime: 'text',
  },
  OpenZFSConfiguration: {
    AutomaticBackupRetentionDays: 'number',
    CopyTagsToBackups: 'flag',
    CopyTagsToVolumes: 'flag',
    DailyAutomaticBackupStartTime: 'text',
    DiskIopsConfiguration: { Iops: 'number', Mode: 'text' },
    ThroughputCapacity: 'number',
    WeeklyMaintenanceStartTime: 'text',
  },
};

export function updateFileSystemAction(state: FsxState): Service {
  const tokens = new RequestTokens<FileSystemRecord>(({ id }) => state.fileSystems.has(id));
  return {
    UpdateFileSystem: action<
      UpdateFileSystemCommandInput,
      'FileSystemId',
      Omit<UpdateFileSystemCommandOutput, '$metadata'>
    >({
      name: 'fsx:UpdateFileSystem',
      members: MEMBERS,
      required: ['FileSystemId'],
      run: (input) => {
        const record = findFileSystem(state, input.FileSystemId);
        const { ClientRequestToken, ...request } = input;
        tokens.once(ClientRequestToken, request, () => update(state, record, input));
        return { FileSystem: describeFileSystem(state, record) };
      },
    }),
  };
}

function update(state: FsxState, record: FileSystemRecord, input: UpdateFileSystemCommandInput): FileSystemRecord {
  const { setup } = record;
  // What the file system is not ready for is refused before its values are looked at.
  requireChangeable(state, record, []);
  const change =
    setup.FileSystemType === 'LUSTRE'
      ? lustreChange(setup, input)
      : openZfsChange(setup, input, state.options.iopsPerGib ?? 1000);
  if (change.kinds.length === 0) throw badRequest('At least one property to update is required');
  requireChangeable(state, record, change.kinds);
  const others = [...state.fileSystems.values()].filter((one) => one !== record).map((one) => one.setup);
  requireQuota(state.quotas, others, change.next);
  const { FileSystemId: _id, ClientRequestToken: _token, ...asked } = input;
  beginChange(state, record, change, asked);
  return record;
}
