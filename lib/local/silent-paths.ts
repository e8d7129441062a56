/** Paths on mounts that do not answer: found out before anything else asks them, and blocks this program for ever. */
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** No answer within it is none. Milliseconds. */
const ANSWER_MS = 5000;

/**
 * Which paths do not answer: a call on a mount whose server is gone may never return, so that children make it.
 * @param paths relative ones begin at `cwd`
 */
export async function findSilentPaths(paths: readonly string[], cwd: string): Promise<ReadonlySet<string>> {
  const mounts = listRemoteMounts();
  const far = [...new Set(paths)].filter((path) => leadsTo(mounts, resolve(cwd, path)));
  const silent = await Promise.all(far.map(async (path) => ((await isAnswering(resolve(cwd, path))) ? [] : [path])));
  return new Set(silent.flat());
}

/** File systems behind a server or a process, which may be gone. */
const REMOTE = /^(?:nfs|cifs|smb|fuse|ceph|lustre|9p|afs|autofs|gluster|gpfs|beegfs|virtiofs)/;
/** Links that are followed: as many as the kernel does (path_resolution(7)). */
const LINKS_MAX = 40;

function listRemoteMounts(): ReadonlySet<string> {
  return new Set(
    listMounts(process.env['FSXBENCH_PROC']).flatMap(({ place, type }) => (REMOTE.test(type) ? [place] : [])),
  );
}

/** What is mounted where: proc_pid_mounts(5), in which blanks of paths are octal escapes. */
export function listMounts(proc = '/proc'): readonly { readonly place: string; readonly type: string }[] {
  const file = join(proc, 'self/mounts');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const octal = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 8));
  return lines.map((line) => {
    const [, place = '', type = ''] = line.split(' ');
    return { place: place.replace(/\\([0-7]{3})/g, octal), type };
  });
}

/** Whether a path, or a link in it, leads to one of the mounts; none of them is looked at. */
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

/** Where a link leads; null for what is none, undefined for what is not there. */
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
      // One that cannot be killed is not waited for.
      child.unref();
      done(false);
    }, ANSWER_MS);
    for (const event of ['exit', 'error'])
      child.once(event, () => {
        clearTimeout(timer);
        done(true);
      });
  });
}

/** Message for a path that does not answer. */
export const SILENT_TEXT = 'it did not answer within 5 s: its server may be gone. Mount it again, or take another path';
