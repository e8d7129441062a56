/** The host script that makes a volume of EBS ready. */
import { renderScript } from '../../workloads/shell';
import type { Fixture } from '../../shapes/fixture';
import type { MountPlace, TargetFiles } from '../contract';
import { mountFixture } from '../mount-fixture';
import { type DiskMount, mountOptions } from '../disk-mount';
import type { Ebs } from './schema';

const SHELL = ['clock', 'host', 'status', 'package', 'volume'].map((name) => `shell/${name}.sh`);

/** Assumed: formatting an empty volume writes its structure only. */
const SECONDS = { expectedSeconds: 5, timeoutSeconds: 600 };

/** A volume, mounted on the hosts of some roles. */
export function mount(config: Ebs, options: DiskMount, place: MountPlace): Fixture {
  const { files } = place;
  return mountFixture(place, { up: prepare(config, options, files), down: takeDown(files), ...SECONDS });
}

/** Nothing of the rig is in it: equal configurations have equal scripts. */
function prepare({ fileSystem }: Ebs, mount: DiskMount, files: TargetFiles): string {
  return renderScript(
    {
      comment: ['Finds the volume by its id, formats and mounts it, and makes the folder of the host.'],
      variables: { EBS_FILE_SYSTEM: fileSystem, EBS_OPTIONS: mountOptions(mount) },
      files: [...SHELL, 'prepare.sh'],
    },
    files,
  );
}

/** The host script that unmounts it. */
function takeDown(files: TargetFiles): string {
  return renderScript({ comment: ['Unmounts a volume of EBS.'], variables: {}, files: [...SHELL, 'down.sh'] }, files);
}
