/** Options for deleting FSx resources by hand. */
import type { FsxType } from './resources';

/**
 * Options of `aws fsx delete-file-system`, as in `lib/aws/storage`. Without these options OpenZFS creates a billed
 * final backup, and refuses to delete volumes. Lustre creates no backup, and its scratch types refuse options. ONTAP
 * file systems need no option: each volume is deleted before, without a backup.
 */
export const FSX_DELETE_OPTIONS: Readonly<Record<FsxType, string>> = {
  LUSTRE: '',
  ONTAP: '',
  OPENZFS: '--open-zfs-configuration SkipFinalBackup=true,Options=DELETE_CHILD_VOLUMES_AND_SNAPSHOTS',
};
/** Option of `aws fsx delete-volume` for ONTAP: without this option a final backup remains. */
export const FSX_VOLUME_DELETE_OPTIONS = '--ontap-configuration SkipFinalBackup=true';
