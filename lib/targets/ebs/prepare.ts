/** The host script that makes volumes of EBS ready. */
import { renderScript } from '../../workloads/shell';
import type { Fixture } from '../../shapes/fixture';
import type { MountPlace, TargetFiles } from '../contract';
import { mountFixture } from '../mount-fixture';
import { type DiskMount, mountOptions } from '../disk-mount';
import type { Ebs } from './schema';

const SHELL = ['clock', 'host', 'status', 'package', 'volume', 'disk'].map((name) => `shell/${name}.sh`);

/** Assumed: formatting an empty volume writes its structure only. */
const SECONDS = { expectedSeconds: 5, timeoutSeconds: 600 };

/** Volumes, mounted on the hosts of some roles. */
export function mount(config: Ebs, options: DiskMount, place: MountPlace): Fixture {
  const { files } = place;
  return mountFixture(place, { up: prepare(config, options, files), down: takeDown(files), ...SECONDS });
}

/** Nothing of the rig is in it: equal configurations have equal scripts. */
function prepare(config: Ebs, mount: DiskMount, files: TargetFiles): string {
  const { fileSystem, volumes, sizeGiB, stripeKiB } = config;
  return renderScript(
    {
      comment: ['Finds the volumes by their ids, formats and mounts them, and makes the folder of the host.'],
      variables: {
        DISK_FILE_SYSTEM: fileSystem,
        ...(stripeKiB === undefined ? {} : { DISK_STRIPE_KIB: String(stripeKiB) }),
        EBS_OPTIONS: mountOptions(mount),
        EBS_VOLUMES: String(volumes),
        EBS_SIZE_GIB: String(sizeGiB),
      },
      files: [...SHELL, 'prepare.sh'],
    },
    files,
  );
}

/** The host script that unmounts it. */
function takeDown(files: TargetFiles): string {
  return renderScript({ comment: ['Unmounts a volume of EBS.'], variables: {}, files: [...SHELL, 'down.sh'] }, files);
}
