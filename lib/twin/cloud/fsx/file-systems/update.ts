/** UpdateFileSystem: a change in place, accepted now and made later. */
import { UpdateFileSystemCommand, type UpdateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import type { Service } from '../../service';
import { action } from '../../shape';
import { beginChange, requireChangeable } from './change';
import { describeFileSystem } from '../describe/description';
import { badRequest } from '../errors';
import { findFileSystem } from '../find';
import { requireQuota } from '../quotas';
import type { FileSystemRecord } from '../records';
import { modelledOf, requireOwn, typeOf, TYPES } from '../registry';
import type { FsxState } from '../state';
import { RequestTokens } from '../tokens';

const MODELLED = `FileSystemId ClientRequestToken FileSystemTypeVersion StorageCapacity ${modelledOf(TYPES, 'update')}`;

export function updateFileSystemAction(state: FsxState): Service {
  const tokens = new RequestTokens<FileSystemRecord>(({ id }) => state.fileSystems.has(id));
  return {
    UpdateFileSystem: action(UpdateFileSystemCommand, MODELLED, (input) => {
      const record = findFileSystem(state, input.FileSystemId);
      const { ClientRequestToken, ...request } = input;
      tokens.once(ClientRequestToken, request, () => update(state, record, input));
      return { FileSystem: describeFileSystem(state, record) };
    }),
  };
}

function update(state: FsxState, record: FileSystemRecord, input: UpdateFileSystemCommandInput): FileSystemRecord {
  const { setup } = record;
  // What the file system is not ready for is refused before its values are looked at.
  requireChangeable(state, record, []);
  const type = typeOf(setup);
  requireOwn(input, type, `a file system of ${setup.FileSystemType}`);
  const change = type.change(setup, input, state.limits);
  if (change.kinds.length === 0) throw badRequest('At least one property to update is required');
  requireChangeable(state, record, change.kinds);
  const others = [...state.fileSystems.values()].filter((one) => one !== record).map((one) => one.setup);
  requireQuota(state.quotas, others, change.next);
  const { FileSystemId: _id, ClientRequestToken: _token, ...asked } = input;
  beginChange(state, record, change, asked);
  return record;
}
