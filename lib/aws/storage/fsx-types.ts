/** Where the types of FSx file systems differ: in how they are deleted, and in what hosts must know to mount them. */
import type { DeleteFileSystemCommandInput, DeleteVolumeCommandInput, FileSystem, Volume } from '@aws-sdk/client-fsx';
import type { FsxType } from '../../shapes/resources';

type Values = Readonly<Record<string, string | undefined>>;

interface TypeOfFsx {
  /** What DeleteFileSystem must be told, lest it makes a backup or stumbles over what is in the file system. */
  readonly removal: Omit<DeleteFileSystemCommandInput, 'FileSystemId'>;
  readonly values: (found: FileSystem) => Values;
  /** Its volumes, and what DeleteVolume must be told; null where it has none. */
  readonly volumes: {
    readonly removal: Omit<DeleteVolumeCommandInput, 'VolumeId'>;
    readonly values: (found: Volume) => Values;
  } | null;
}

const TYPES: Readonly<Record<FsxType, TypeOfFsx>> = {
  LUSTRE: {
    // Lustre takes no final backup unless told to (API reference), and scratch types refuse any configuration, an empty
    // one too (https://github.com/hashicorp/terraform-provider-aws/pull/37717).
    removal: {},
    values: ({ LustreConfiguration }) => ({ mountName: LustreConfiguration?.MountName }),
    volumes: null,
  },
  OPENZFS: {
    removal: { OpenZFSConfiguration: { SkipFinalBackup: true, Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } },
    values: ({ OpenZFSConfiguration }) => ({ rootVolumeId: OpenZFSConfiguration?.RootVolumeId }),
    volumes: {
      removal: { OpenZFSConfiguration: { Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } },
      values: ({ OpenZFSConfiguration }) => ({ path: OpenZFSConfiguration?.VolumePath }),
    },
  },
};

/** A type that no target makes is deleted without a word more: nobody knows what it would take. */
const FOREIGN: TypeOfFsx = { removal: {}, values: () => ({}), volumes: null };

/** @param type as FSx tells it: `FileSystemType`, or `VolumeType`, which is the type of the file system */
export function typeOfFsx(type: string | undefined): TypeOfFsx {
  return type !== undefined && Object.hasOwn(TYPES, type) ? TYPES[type as FsxType] : FOREIGN;
}
