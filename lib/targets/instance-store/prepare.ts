/** The host script that makes the disks of a host ready. */
import { renderScript } from '../../workloads/shell';
import type { Fixture } from '../../shapes/fixture';
import type { MountPlace, TargetFiles } from '../contract';
import { mountFixture } from '../mount-fixture';
import { type DiskMount, mountOptions } from '../disk-mount';
import type { InstanceStore } from './schema';

const SHELL = ['clock', 'host', 'status', 'package', 'volume', 'disk'].map((name) => `shell/${name}.sh`);

/** Assumed: mkfs first tells the disks that nothing of them is used, which takes seconds for each TB. */
const SECONDS = { expectedSeconds: 20, timeoutSeconds: 900 };

/** The disks of each host, as one volume of its own. */
export function mount(config: InstanceStore, options: DiskMount, place: MountPlace): Fixture {
  const { files } = place;
  return mountFixture(place, { up: prepare(config, options, files), down: takeDown(files), ...SECONDS });
}

/** Nothing of the rig is in it: equal configurations have equal scripts. */
function prepare({ fileSystem }: InstanceStore, mount: DiskMount, files: TargetFiles): string {
  return renderScript(
    {
      comment: ['Finds the disks that this host came with, stripes, formats and mounts them.'],
      variables: { DISK_FILE_SYSTEM: fileSystem, DISK_OPTIONS: mountOptions(mount) },
      files: [...SHELL, 'prepare.sh'],
    },
    files,
  );
}

/** The host script that unmounts it. */
function takeDown(files: TargetFiles): string {
  return renderScript(
    { comment: ['Unmounts the disks of this host.'], variables: {}, files: [...SHELL, 'down.sh'] },
    files,
  );
}
