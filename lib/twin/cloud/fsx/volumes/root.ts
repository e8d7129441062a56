/** The root volume of an OpenZFS file system: made with it, never by a call of its own. */
import type { CreateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import type { FileSystemRecord, FsxState, VolumeRecord } from '../state';
import { requireVolumeRules } from './rules';

/** Name and path of every root volume. https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-volumes.html */
const ROOT_NAME = 'fsx';
/** Every client may read and write, below it too. Same source. */
const EVERYBODY = [{ ClientConfigurations: [{ Clients: '*', Options: ['rw', 'crossmnt'] }] }];

/** @throws ServiceError for a configuration that no volume takes */
export function makeRootVolume(
  state: FsxState,
  fileSystem: FileSystemRecord,
  id: string,
  input: CreateFileSystemCommandInput,
): VolumeRecord {
  const given = input.OpenZFSConfiguration?.RootVolumeConfiguration ?? {};
  requireVolumeRules(given);
  return {
    id,
    rank: state.nextRank(),
    createdAt: state.now(),
    tags: input.OpenZFSConfiguration?.CopyTagsToVolumes === true ? fileSystem.tags : {},
    fileSystemId: fileSystem.id,
    name: ROOT_NAME,
    root: true,
    configuration: {
      VolumePath: ROOT_NAME,
      StorageCapacityReservationGiB: 0,
      StorageCapacityQuotaGiB: 0,
      RecordSizeKiB: given.RecordSizeKiB ?? 128,
      DataCompressionType: given.DataCompressionType ?? 'NONE',
      CopyTagsToSnapshots: given.CopyTagsToSnapshots ?? false,
      ReadOnly: given.ReadOnly ?? false,
      NfsExports: structuredClone(given.NfsExports ?? EVERYBODY),
      UserAndGroupQuotas: [],
    },
    lifecycle: 'CREATING',
    actions: [],
    deletions: 0,
  };
}
