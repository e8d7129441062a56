/** The host scripts that mount CephFS or an image of RBD, and take it down. */
import { expected } from '../../shapes/errors';
import type { Fixture } from '../../shapes/fixture';
import { renderScript } from '../../workloads/shell';
import type { MountPlace } from '../contract';
import { LEAVE_STORE_SECONDS, mountFixture } from '../mount-fixture';
import type { CephMount, ExternalCeph } from './schema';

const SHELL = ['clock', 'host', 'remove', 'status', 'package', 'volume', 'store'].map((name) => `shell/${name}.sh`);

/** Assumed: the client is installed and mounted in a minute; what earlier executions left may have to go. */
const SECONDS = { expectedSeconds: 60, timeoutSeconds: 2400 };
/** Monitors answer here by the protocol that all clients of the kernel know. */
const MONITOR_PORT = 6789;

/** The cluster on the hosts of some roles. Nothing of the rig is in the scripts, nor the key: hosts read it. */
export function mount(config: ExternalCeph, options: CephMount, place: MountPlace): Fixture {
  const rbd = config.protocol === 'rbd';
  const variables = {
    CEPH_MONITORS: config.monitors.map((one) => `${one}:${MONITOR_PORT}`).join(','),
    CEPH_USER: config.user,
    CEPH_SECRET: config.secret ?? '',
    ...(rbd ? ofRbd(config, options) : ofFiles(config, options)),
  };
  const what = rbd ? 'an image of RBD' : 'CephFS';
  const file = rbd ? 'rbd' : 'cephfs';
  const script = (comment: string, name: string): string =>
    renderScript({ comment: [comment], variables, files: [...SHELL, 'cluster.sh', name] }, place.files);
  return mountFixture(place, {
    up: script(`Mounts ${what} of a cluster of others, and makes the folder of the host.`, `${file}.sh`),
    down: script(`Takes down ${what} of a cluster of others.`, `${file}-down.sh`),
    ...SECONDS,
    leaveSeconds: LEAVE_STORE_SECONDS,
  });
}

function ofFiles({ fsname, path = '/', folder }: ExternalCeph, { noatime }: CephMount): Record<string, string> {
  return {
    CEPH_PATH: path,
    CEPH_OPTIONS: [...(fsname === undefined ? [] : [`fs=${fsname}`]), ...(noatime ? ['noatime'] : [])].join(','),
    STORE_FOLDER: expected(folder, 'the folder of CephFS'),
  };
}

function ofRbd({ pool, sizeGiB }: ExternalCeph, { noatime }: CephMount): Record<string, string> {
  return {
    CEPH_POOL: expected(pool, 'the pool of RBD'),
    CEPH_SIZE: `${expected(sizeGiB, 'the size of an image')}G`,
    CEPH_OPTIONS: noatime ? 'noatime' : 'relatime',
  };
}
