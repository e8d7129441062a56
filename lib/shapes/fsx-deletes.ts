/** Options for deleting FSx resources by hand. */
import type { FsxType } from './resources';

/**
 * Options of `aws fsx delete-file-system`, as in `lib/aws/storage`. Without them OpenZFS creates a final backup, which
 * is billed, and refuses to delete volumes. Lustre creates none, and its scratch types refuse options. ONTAP needs
 * none: its volumes are deleted before, each without a backup.
 */
export const FSX_DELETE_OPTIONS: Readonly<Record<FsxType, string>> = {
  LUSTRE: '',
  ONTAP: '',
  OPENZFS: '--open-zfs-configuration SkipFinalBackup=true,Options=DELETE_CHILD_VOLUMES_AND_SNAPSHOTS',
};
/** Option for an ONTAP volume, which otherwise leaves a final backup. */
export const FSX_VOLUME_DELETE_OPTIONS = '--ontap-configuration SkipFinalBackup=true';
