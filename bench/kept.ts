/** Builds of commits with which benches compare. They are kept outside the repository, and built once. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The commit that goals refer to. */
export const GOALS_COMMIT = '56190a63';

const CACHE = join(homedir(), '.cache/fsxbench/bench');

/** Runs a command in a folder. @returns its output */
function call(command: string, args: readonly string[], cwd = '.'): string {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 28,
  });
}

/** The commit that opened the version before this one's work: the last that changed the version in package.json. */
export function findRelease(): string {
  return call('git', ['log', '-1', '--format=%h', '-G^  "version":', '--', 'package.json']).trim();
}

/** Whether the clone has the commit; a shallow one may lack it. */
export function hasCommit(commit: string): boolean {
  try {
    call('git', ['cat-file', '-e', `${commit}^{commit}`]);
    return true;
  } catch {
    return false;
  }
}

/** Files that the last commit changed, a merge in comparison with its first parent. */
export function listChangedFiles(): readonly string[] {
  return call('git', ['diff', '--name-only', 'HEAD^1', 'HEAD']).split('\n');
}

/** Folder with `dist/` and `dist/lambdas/` of a commit. @throws Error if it cannot be built */
export function openBuild(commit: string): string {
  const folder = join(CACHE, commit);
  if (existsSync(folder)) return folder;
  const begun = `${folder}.${process.pid}`;
  mkdirSync(begun, { recursive: true });
  execFileSync('tar', ['-x', '-C', begun], {
    input: execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 }),
  });
  call('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], begun);
  build(begun);
  rmSync(folder, { recursive: true, force: true });
  renameSync(begun, folder);
  return folder;
}

/** Bundles the command line and the functions of a folder. */
export function build(folder: string): void {
  call(process.execPath, ['build.mjs'], folder);
  call(process.execPath, ['build.mjs', 'lambdas'], folder);
}

/** A package with which benches compare, installed outside the repository. @returns its folder */
export function openPeer(name: string, version: string): string {
  const folder = join(CACHE, `${name}-${version}`);
  const found = join(folder, 'node_modules', name);
  if (existsSync(found)) return found;
  mkdirSync(folder, { recursive: true });
  call('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${version}`]);
  return found;
}
