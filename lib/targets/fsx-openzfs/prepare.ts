/** The host script that mounts FSx for OpenZFS. */
import { renderScript } from '../../workloads/shell';
import type { TargetFiles } from '../contract';
import { mountOptions } from './mount';
import { type FsxOpenZfs, MOST_REQUEST, type NfsMount } from './schema';

const SHELL = ['clock', 'host', 'status', 'package', 'volume'].map((name) => `shell/${name}.sh`);

/** Nothing of the rig is in it: equal configurations have equal scripts. */
export function prepare({ volumes }: FsxOpenZfs, mount: NfsMount, files: TargetFiles): string {
  const { rsize = MOST_REQUEST, wsize = MOST_REQUEST } = mount;
  return renderScript(
    {
      comment: ['Mounts FSx for OpenZFS, and makes the folder of the host.'],
      variables: {
        NFS_OPTIONS: mountOptions(mount),
        NFS_RSIZE: String(rsize),
        NFS_WSIZE: String(wsize),
        NFS_VOLUMES: String(volumes.count),
      },
      files: [...SHELL, 'prepare.sh'],
    },
    files,
  );
}

/** The host script that unmounts it. */
export function takeDown(files: TargetFiles): string {
  return renderScript({ comment: ['Unmounts FSx for OpenZFS.'], variables: {}, files: [...SHELL, 'down.sh'] }, files);
}
