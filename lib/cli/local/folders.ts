/** Where local executions keep what they make: `.fsxbench/` of the working directory. */
import { join } from 'node:path';

/** Folders of local state. */
export interface LocalFolders {
  readonly root: string;
  readonly bucket: string;
  readonly hosts: string;
  /** One file for each execution that is under way: which process conducts it. */
  readonly running: string;
}

export function localFolders(cwd: string): LocalFolders {
  const root = join(cwd, '.fsxbench');
  return { root, bucket: join(root, 'bucket'), hosts: join(root, 'hosts'), running: join(root, 'running') };
}
