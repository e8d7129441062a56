/** Answers of lfs for a Lustre with several metadata servers, for scripts of hosts that run here. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fake } from '../fake';

/**
 * Directories are on the first server until a distribution is requested (`$LFS_HOME/spread`), unless that is refused.
 * The call `$LFS_HANGS` never answers; `$LFS_HOME/groups` lists the process groups of the calls.
 */
const LFS = `#!/usr/bin/env bash\n${fake('lfs-directories')}`;

/** Puts it into a folder; returns the environment with which scripts find it. */
export function fakeLfs(folder: string, servers: number, refuses = false): Readonly<Record<string, string>> {
  const home = join(folder, 'lfs');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'lfs'), LFS, { mode: 0o755 });
  writeFileSync(join(home, 'calls'), '');
  const path = `${home}:${process.env['PATH'] ?? ''}`;
  return { PATH: path, LFS_HOME: home, LFS_SERVERS: String(servers), LFS_REFUSES: refuses ? '1' : '' };
}
