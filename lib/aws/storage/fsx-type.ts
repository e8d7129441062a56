/** What a type of FSx file systems says of how it is deleted and mounted. One file a type, listed in `fsx-types.ts`. */
import type { DeleteFileSystemCommandInput, DeleteVolumeCommandInput, FileSystem, Volume } from '@aws-sdk/client-fsx';
import type { FsxType, FsxVolumeType } from '../../shapes/resources';

type Values = Readonly<Record<string, string | undefined>>;

/** What hosts and later requests must know of a thing, and how its delete is asked for. */
export interface TypeOfFsx<T extends FsxType = FsxType> {
  /** What DeleteFileSystem must be told, lest it makes a backup or stumbles over what is in the file system. */
  readonly removal: Omit<DeleteFileSystemCommandInput, 'FileSystemId'>;
  readonly values: (found: FileSystem) => Values;
  /** Its volumes; null where it has none. */
  readonly volumes: T extends FsxVolumeType ? VolumesOfFsx : null;
}

export interface VolumesOfFsx {
  /** What DeleteVolume must be told. */
  readonly removal: Omit<DeleteVolumeCommandInput, 'VolumeId'>;
  readonly values: (found: Volume) => Values;
  /** Id of what must outlive it. */
  readonly parent: (found: Volume) => string | undefined;
  /** It was made with what it is in, goes with that, and is refused to be deleted alone. Left out: none is listed. */
  readonly root?: (found: Volume) => boolean;
}
