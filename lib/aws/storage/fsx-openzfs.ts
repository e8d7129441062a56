/** File systems of FSx for OpenZFS, and their volumes. */
import type { TypeOfFsx } from './fsx-type';

export const openZfs: TypeOfFsx<'OPENZFS'> = {
  removal: { OpenZFSConfiguration: { SkipFinalBackup: true, Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } },
  values: ({ OpenZFSConfiguration }) => ({ rootVolumeId: OpenZFSConfiguration?.RootVolumeId }),
  volumes: {
    removal: { OpenZFSConfiguration: { Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } },
    values: ({ OpenZFSConfiguration }) => ({ path: OpenZFSConfiguration?.VolumePath }),
    parent: ({ OpenZFSConfiguration, FileSystemId }) => OpenZFSConfiguration?.ParentVolumeId ?? FileSystemId,
  },
};
