/** Where the types of FSx file systems differ: in how they are deleted, and in what hosts must know to mount them. */
import type { DeleteFileSystemCommandInput, DeleteVolumeCommandInput, FileSystem, Volume } from '@aws-sdk/client-fsx';
import type { FsxType, FsxVolumeType } from '../../shapes/resources';

type Values = Readonly<Record<string, string | undefined>>;

/** What hosts and later requests must know of a thing, and how its delete is asked for. */
interface FsxTypeFacts<T extends FsxType = FsxType> {
  /** What DeleteFileSystem must be told, lest it makes a backup or stumbles over what is in the file system. */
  readonly removal: Omit<DeleteFileSystemCommandInput, 'FileSystemId'>;
  readonly values: (found: FileSystem) => Values;
  /** Its volumes; null where it has none. */
  readonly volumes: T extends FsxVolumeType ? FsxVolumeFacts : null;
}

interface FsxVolumeFacts {
  /** What DeleteVolume must be told. */
  readonly removal: Omit<DeleteVolumeCommandInput, 'VolumeId'>;
  readonly values: (found: Volume) => Values;
  /** Id of what must outlive it. */
  readonly parent: (found: Volume) => string | undefined;
  /** It was made with what it is in, goes with that, and is refused to be deleted alone. Left out: none is listed. */
  readonly root?: (found: Volume) => boolean;
}

const lustre: FsxTypeFacts<'LUSTRE'> = {
  // Lustre takes no final backup unless told to (API reference), and scratch types refuse any configuration, an empty
  // one too (https://github.com/hashicorp/terraform-provider-aws/pull/37717).
  removal: {},
  values: ({ LustreConfiguration }) => ({ mountName: LustreConfiguration?.MountName }),
  volumes: null,
};

const ontap: FsxTypeFacts<'ONTAP'> = {
  // DeleteFileSystem has no word for ONTAP: what is in it is deleted before (API reference).
  removal: {},
  // Where hosts reach its own interface.
  values: ({ OntapConfiguration }) => ({ management: OntapConfiguration?.Endpoints?.Management?.DNSName }),
  volumes: {
    // Each volume else gets a final backup (API reference, DeleteVolumeOntapConfiguration).
    removal: { OntapConfiguration: { SkipFinalBackup: true } },
    values: ({ OntapConfiguration }) => ({ path: OntapConfiguration?.JunctionPath }),
    parent: ({ OntapConfiguration, FileSystemId }) => OntapConfiguration?.StorageVirtualMachineId ?? FileSystemId,
    root: ({ OntapConfiguration }) => OntapConfiguration?.StorageVirtualMachineRoot === true,
  },
};

const openZfs: FsxTypeFacts<'OPENZFS'> = {
  removal: { OpenZFSConfiguration: { SkipFinalBackup: true, Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } },
  values: ({ OpenZFSConfiguration }) => ({ rootVolumeId: OpenZFSConfiguration?.RootVolumeId }),
  volumes: {
    removal: { OpenZFSConfiguration: { Options: ['DELETE_CHILD_VOLUMES_AND_SNAPSHOTS'] } },
    values: ({ OpenZFSConfiguration }) => ({ path: OpenZFSConfiguration?.VolumePath }),
    parent: ({ OpenZFSConfiguration, FileSystemId }) => OpenZFSConfiguration?.ParentVolumeId ?? FileSystemId,
  },
};

const TYPE_FACTS: { readonly [T in FsxType]: FsxTypeFacts<T> } = {
  LUSTRE: lustre,
  ONTAP: ontap,
  OPENZFS: openZfs,
};

/** A type that no target makes is deleted without a word more: nobody knows what it would take. */
const UNKNOWN_TYPE = { removal: {}, values: () => ({}), volumes: null } as const;

/** @param type as FSx tells it: `FileSystemType`, or `VolumeType`, which is the type of the file system */
export function getTypeFacts(type: string | null | undefined): FsxTypeFacts | typeof UNKNOWN_TYPE {
  return typeof type === 'string' && Object.hasOwn(TYPE_FACTS, type) ? TYPE_FACTS[type as FsxType] : UNKNOWN_TYPE;
}
