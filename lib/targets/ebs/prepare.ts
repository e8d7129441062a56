/** The host script that makes a volume of EBS ready. */
import { renderScript } from '../../workloads/shell';
import type { TargetFiles } from '../contract';
import { mountOptions } from './mount';
import type { DiskMount, Ebs } from './schema';

const SHELL = ['clock', 'host', 'status', 'package', 'volume'].map((name) => `shell/${name}.sh`);

/** Nothing of the rig is in it: equal configurations have equal scripts. */
export function prepare({ fileSystem }: Ebs, mount: DiskMount, files: TargetFiles): string {
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
export function takeDown(files: TargetFiles): string {
  return renderScript({ comment: ['Unmounts a volume of EBS.'], variables: {}, files: [...SHELL, 'down.sh'] }, files);
}
