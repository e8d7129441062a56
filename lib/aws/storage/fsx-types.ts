/** Differences between FSx types: how they are deleted, and what hosts need to mount them. */
import type { DeleteFileSystemCommandInput, DeleteVolumeCommandInput, FileSystem, Volume } from '@aws-sdk/client-fsx';
import type { FsxType, FsxVolumeType } from '../../shapes/resources';

type Values = Readonly<Record<string, string | undefined>>;

/** Facts of an FSx type for deletes, hosts and later requests. */
interface FsxTypeFacts<T extends FsxType = FsxType> {
  /** Options of DeleteFileSystem that prevent a final backup and errors about existing contents. */
  readonly removal: Omit<DeleteFileSystemCommandInput, 'FileSystemId'>;
  readonly values: (found: FileSystem) => Values;
  /** Null for a type without volumes. */
  readonly volumes: T extends FsxVolumeType ? FsxVolumeFacts : null;
}

interface FsxVolumeFacts {
  /** Options of DeleteVolume. */
  readonly removal: Omit<DeleteVolumeCommandInput, 'VolumeId'>;
  readonly values: (found: Volume) => Values;
  /** Id of the containing resource, which must be deleted after the volume. */
  readonly parent: (found: Volume) => string | undefined;
  /** The root volume is created and deleted with its file system, and cannot be deleted alone. */
  readonly root?: (found: Volume) => boolean;
}

const lustre: FsxTypeFacts<'LUSTRE'> = {
  // Lustre makes no final backup by default (API reference), and scratch types refuse any configuration, even an empty
  // one (https://github.com/hashicorp/terraform-provider-aws/pull/37717).
  removal: {},
  values: ({ LustreConfiguration }) => ({ mountName: LustreConfiguration?.MountName }),
  volumes: null,
};

const ontap: FsxTypeFacts<'ONTAP'> = {
  // DeleteFileSystem has no options for ONTAP: its contents are deleted first (API reference).
  removal: {},
  // Address of ONTAP's management interface.
  values: ({ OntapConfiguration }) => ({ management: OntapConfiguration?.Endpoints?.Management?.DNSName }),
  volumes: {
    // Without this option, FSx makes a final backup of each volume (API reference, DeleteVolumeOntapConfiguration).
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

/** A type that no target kind uses is deleted without options, because its options are unknown. */
const UNKNOWN_TYPE = { removal: {}, values: () => ({}), volumes: null } as const;

/** @param type `FileSystemType`, or `VolumeType`, which is the type of the file system */
export function getTypeFacts(type: string | null | undefined): FsxTypeFacts | typeof UNKNOWN_TYPE {
  return typeof type === 'string' && Object.hasOwn(TYPE_FACTS, type) ? TYPE_FACTS[type as FsxType] : UNKNOWN_TYPE;
}
