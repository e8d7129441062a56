/** Where the links of an archive lead, as the kernel follows them: through other links. */
import type { Member } from './tar';

/** Links that one path may lead through; the kernel ends at 40 (path_resolution(7)). */
const MOST_LINKS = 40;

/**
 * @param path of a link inside, without `.` and `..`
 * @param members by path
 * @returns whether it leads out of the folder that the archive is unpacked to; a circle leads nowhere
 */
export function leadsOut(path: string, members: ReadonlyMap<string, Pick<Member, 'type' | 'to'>>): boolean {
  const left = path.split('/').reverse();
  const at: string[] = [];
  for (let links = 0; left.length > 0; ) {
    const part = left.pop() ?? '';
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (at.pop() === undefined) return true;
      continue;
    }
    const found = members.get([...at, part].join('/'));
    if (found?.type !== 'link') at.push(part);
    else if (found.to.startsWith('/')) return true;
    else if (++links > MOST_LINKS) return false;
    else left.push(...found.to.split('/').reverse());
  }
  return false;
}
