/** Deletes of FSx by hand: what a person says besides an id. */
import type { FsxType } from './resources';

/**
 * What a person who deletes a file system with `aws fsx delete-file-system` must say besides its id, as
 * `lib/aws/storage` does: OpenZFS else makes a final backup, which costs until somebody deletes it, and refuses where
 * it has volumes. Lustre makes none, and its scratch types refuse any option. ONTAP takes none: what is in it is
 * deleted before, volumes with a word against backups of their own.
 */
export const FSX_DELETE_OPTIONS: Readonly<Record<FsxType, string>> = {
  LUSTRE: '',
  ONTAP: '',
  OPENZFS: '--open-zfs-configuration SkipFinalBackup=true,Options=DELETE_CHILD_VOLUMES_AND_SNAPSHOTS',
};
/** The same of a volume of ONTAP, which else leaves a final backup of itself. */
export const FSX_VOLUME_DELETE_OPTIONS = '--ontap-configuration SkipFinalBackup=true';
