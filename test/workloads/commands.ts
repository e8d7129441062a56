/** Commands in place of those of this machine, for scripts of hosts that run here. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fake } from '../fake';

/** Writes an executable bash script into a folder, which it creates. */
export function addCommand(folder: string, name: string, text: string, shell = '/bin/bash'): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!${shell}\n${text}\n`, { mode: 0o755 });
}

/** A path in which the commands of this folder come first. */
export const putFirst = (folder: string): string => `${folder}:${process.env['PATH'] ?? ''}`;

/**
 * Adds an `lfs` for a Lustre with several metadata servers; returns the environment with which scripts find it.
 * Directories are on the first server until a distribution is requested (`$LFS_HOME/spread`), unless that is refused.
 * The call `$LFS_HANGS` never answers; `$LFS_HOME/groups` lists the process groups of the calls.
 */
export function fakeLfs(folder: string, servers: number, refuses = false): Readonly<Record<string, string>> {
  const home = join(folder, 'lfs');
  addCommand(home, 'lfs', fake('lfs-directories'));
  writeFileSync(join(home, 'calls'), '');
  return { PATH: putFirst(home), LFS_HOME: home, LFS_SERVERS: String(servers), LFS_REFUSES: refuses ? '1' : '' };
}
