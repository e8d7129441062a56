/** The host scripts that mount an NFS export of others, and take it down. */
import type { Fixture } from '../../shapes/fixture';
import { renderScript } from '../../workloads/shell';
import type { MountPlace } from '../contract';
import { LEAVE_STORE_SECONDS, mountFixture } from '../mount-fixture';
import { mountOptions, MOST_REQUEST, type NfsMount } from '../nfs-mount';
import type { ExternalNfs } from './schema';

const SHELL = ['clock', 'host', 'remove', 'status', 'package', 'volume', 'nfs', 'store'].map(
  (name) => `shell/${name}.sh`,
);

/** Assumed: the client is part of the system, and mounted in seconds; what earlier executions left may have to go. */
const SECONDS = { expectedSeconds: 15, timeoutSeconds: 2400 };

/** The export, mounted on the hosts of some roles. Nothing of the rig is in it: hosts are told its folder elsewhere. */
export function mount(config: ExternalNfs, options: NfsMount, place: MountPlace): Fixture {
  const { rsize = MOST_REQUEST, wsize = MOST_REQUEST } = options;
  const up = {
    comment: ['Mounts an NFS export of others, and makes the folders of the rig and of the host.'],
    variables: {
      NFS_SOURCE: `${config.address}:${config.export}`,
      NFS_OPTIONS: mountOptions(options),
      NFS_RSIZE: String(rsize),
      NFS_WSIZE: String(wsize),
      STORE_FOLDER: config.folder,
    },
    files: [...SHELL, 'prepare.sh'],
  };
  const down = {
    comment: ['Unmounts an NFS export of others.'],
    variables: { STORE_FOLDER: config.folder },
    files: [...SHELL, 'down.sh'],
  };
  return mountFixture(place, {
    up: renderScript(up, place.files),
    down: renderScript(down, place.files),
    ...SECONDS,
    leaveSeconds: LEAVE_STORE_SECONDS,
  });
}
