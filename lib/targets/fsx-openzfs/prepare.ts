/** The host script that mounts FSx for OpenZFS. */
import { renderScript } from '../../workloads/shell';
import type { Fixture } from '../../shapes/fixture';
import type { MountPlace, TargetFiles } from '../contract';
import { mountFixture } from '../mount-fixture';
import { mountOptions, MOST_REQUEST, type NfsMount } from '../nfs-mount';
import type { FsxOpenZfs } from './schema';

const SHELL = ['clock', 'host', 'status', 'package', 'volume', 'nfs'].map((name) => `shell/${name}.sh`);

/** Assumed: the client is part of the system, and mounted in seconds. */
const SECONDS = { expectedSeconds: 15, timeoutSeconds: 1500 };

/** The volumes, mounted on the hosts of some roles. */
export function mount(config: FsxOpenZfs, options: NfsMount, place: MountPlace): Fixture {
  const { files } = place;
  return mountFixture(place, { up: prepare(config, options, files), down: takeDown(files), ...SECONDS });
}

/** Nothing of the rig is in it: equal configurations have equal scripts. */
function prepare({ volumes }: FsxOpenZfs, mount: NfsMount, files: TargetFiles): string {
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
function takeDown(files: TargetFiles): string {
  return renderScript({ comment: ['Unmounts FSx for OpenZFS.'], variables: {}, files: [...SHELL, 'down.sh'] }, files);
}
