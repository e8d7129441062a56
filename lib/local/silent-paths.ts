/** Finds paths on mounts that do not answer, before another call on them blocks this program for ever. */
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Time for an answer, milliseconds. */
const ANSWER_TIMEOUT_MS = 5000;

/** Paths that do not answer. A call on a mount with a dead server may never return, so child processes make it. */
export async function findSilentPaths(paths: readonly string[], cwd: string): Promise<ReadonlySet<string>> {
  const mounts = listRemoteMounts();
  const far = [...new Set(paths)].filter((path) => leadsTo(mounts, resolve(cwd, path)));
  const silent = await Promise.all(far.map(async (path) => ((await isAnswering(resolve(cwd, path))) ? [] : [path])));
  return new Set(silent.flat());
}

/** File systems behind a server or a process, which may be gone. */
const REMOTE_FILE_SYSTEMS = /^(?:nfs|cifs|smb|fuse|ceph|lustre|9p|afs|autofs|gluster|gpfs|beegfs|virtiofs)/;
/** Links to follow, as many as the kernel does (path_resolution(7)). */
const LINKS_MAX = 40;

function listRemoteMounts(): ReadonlySet<string> {
  return new Set(
    listMounts(process.env['FSXBENCH_PROC']).flatMap(({ place, type }) =>
      REMOTE_FILE_SYSTEMS.test(type) ? [place] : [],
    ),
  );
}

/** Mounts: proc_pid_mounts(5), in which blanks in paths are octal escapes. */
export function listMounts(proc = '/proc'): readonly { readonly place: string; readonly type: string }[] {
  const file = join(proc, 'self/mounts');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const octal = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 8));
  return lines.map((line) => {
    const [, place = '', type = ''] = line.split(' ');
    return { place: place.replace(/\\([0-7]{3})/g, octal), type };
  });
}

/** Whether a path, or a link in it, leads to one of the mounts; does not access them. */
function leadsTo(mounts: ReadonlySet<string>, path: string, links = 0): boolean {
  if (mounts.size === 0 || links > LINKS_MAX || path.includes('\0')) return false;
  const parts = path.split('/').filter((part) => part !== '');
  for (const [index] of parts.entries()) {
    const at = `/${parts.slice(0, index + 1).join('/')}`;
    if (mounts.has(at)) return true;
    const link = readLink(at);
    if (link === undefined) return false;
    if (link !== null) return leadsTo(mounts, resolve(dirname(at), link, ...parts.slice(index + 1)), links + 1);
  }
  return false;
}

/** Target of a link; null for other files, undefined for a missing file. */
function readLink(path: string): string | null | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null;
  } catch {
    return undefined;
  }
}

function isAnswering(path: string): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn('stat', ['--file-system', '--', path], { stdio: 'ignore' });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      // Do not wait for a child that cannot be killed.
      child.unref();
      done(false);
    }, ANSWER_TIMEOUT_MS);
    for (const event of ['exit', 'error'])
      child.once(event, () => {
        clearTimeout(timer);
        done(true);
      });
  });
}

export const SILENT_TEXT = 'it did not answer within 5 s: its server may be gone. Remount it, or choose another path';
