/** The host script that mounts EFS. */
import type { Fixture } from '../../shapes/fixture';
import { renderScript } from '../../workloads/shell';
import type { MountPlace, TargetFiles } from '../contract';
import { mountFixture } from '../mount-fixture';
import { mountOptions, MOST_REQUEST } from '../nfs-mount';
import type { EfsMount } from './schema';

const SHELL = ['clock', 'host', 'status', 'package', 'volume', 'nfs'].map((name) => `shell/${name}.sh`);

/** Assumed: the client is part of the system, or installed in seconds, and mounted in seconds. */
const SECONDS = { expectedSeconds: 15, timeoutSeconds: 1500 };

/** As the EFS guide has it beside what all have: a lost connection is made anew from another port. */
const OF_EFS = ['noresvport', 'retrans=2'];

/** The file system, mounted on the hosts of some roles. */
export function mount(options: EfsMount, place: MountPlace): Fixture {
  const { files } = place;
  return mountFixture(place, { up: prepare(options, files), down: takeDown(files), ...SECONDS });
}

/** For `mount -o`: EFS refuses `nconnect`, whatever its value. */
function optionsOf(mount: EfsMount): string {
  const all = mountOptions(mount).split(',');
  return [...all.filter((option) => !option.startsWith('nconnect=')), ...OF_EFS].join(',');
}

/** Nothing of the rig is in it: equal configurations have equal scripts. */
function prepare(mount: EfsMount, files: TargetFiles): string {
  const { rsize = MOST_REQUEST, wsize = MOST_REQUEST } = mount;
  return renderScript(
    {
      comment: ['Mounts EFS, and makes the folder of the host.'],
      variables: {
        NFS_OPTIONS: optionsOf(mount),
        NFS_RSIZE: String(rsize),
        NFS_WSIZE: String(wsize),
        ...(mount.tls ? { EFS_TLS: 'yes' } : {}),
      },
      files: [...SHELL, 'prepare.sh'],
    },
    files,
  );
}

/** The host script that unmounts it. */
function takeDown(files: TargetFiles): string {
  return renderScript({ comment: ['Unmounts EFS.'], variables: {}, files: [...SHELL, 'down.sh'] }, files);
}
