/** Paths on mounts that do not answer: found out before anything else asks them, and blocks this program for ever. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** No answer within it is none. Milliseconds. */
const ANSWER_MS = 5000;

/**
 * Which paths do not answer: a call on a mount whose server is gone may never return, so that children make it.
 * @param paths relative ones begin at `cwd`
 */
export async function findSilentPaths(paths: readonly string[], cwd: string): Promise<ReadonlySet<string>> {
  // Links may lead anywhere, and following them may ask the mount: where there is one, every path is asked for.
  const isNeeded = listMounts(process.env['FSXBENCH_PROC']).some(({ type }) => REMOTE.test(type));
  const asked = isNeeded ? [...new Set(paths)].filter((path) => !path.includes('\0')) : [];
  const silent = await Promise.all(asked.map(async (path) => ((await isAnswering(resolve(cwd, path))) ? [] : [path])));
  return new Set(silent.flat());
}

/** File systems behind a server or a process, which may be gone. */
const REMOTE = /^(?:nfs|cifs|smb|fuse|ceph|lustre|9p|afs|autofs|gluster|gpfs|beegfs|virtiofs)/;

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
export const SILENT = 'it did not answer within 5 s: its server may be gone. Mount it again, or take another path';
