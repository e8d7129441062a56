/** The root volume of a file system, where its type has one: made with it, never by a call of its own. */
import type { CreateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import type { FileSystemRecord, VolumeRecord } from '../records';
import { typeOf } from '../registry';
import type { FsxState } from '../state';

/** @throws ServiceError for a configuration that no volume takes */
export function rootVolume(
  state: FsxState,
  { id: fileSystemId, setup, tags }: FileSystemRecord,
  id: string,
  input: CreateFileSystemCommandInput,
): VolumeRecord | undefined {
  const root = typeOf(setup).volumes?.root?.(input);
  if (root === undefined) return undefined;
  return {
    id,
    rank: state.nextRank(),
    createdAt: state.now(),
    tags: root.tagged ? tags : {},
    fileSystemId,
    fileSystemType: setup.FileSystemType,
    name: root.name,
    root: true,
    configuration: root.configuration,
    lifecycle: 'CREATING',
    actions: [],
    deletions: 0,
  };
}
