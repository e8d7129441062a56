/**
 * Processes of hosts that carry no mark: scripts of users may clear their environment. They are known by where they
 * work and write.
 */
import { join, sep } from 'node:path';
import { environmentOf, placesOf, type RunningProcess } from './proc';

/** What every process of a host is started with. */
const MARK = 'FSXBENCH_ROOT=';

/**
 * Null for a process with marks, which say whose it is, for this process, and for those at a terminal: somebody who
 * looks at a folder of ours works in it too.
 * @param folders absolute, without symbolic links
 * @returns one of the places below a folder where it works or writes
 */
export function strayPlace({ pid, terminal }: RunningProcess, folders: readonly string[]): string | null {
  if (folders.length === 0 || terminal || pid === process.pid || pid === 1) return null;
  const isInside = (place: string): boolean => folders.some((one) => `${place}${sep}`.startsWith(`${one}${sep}`));
  const [found] = placesOf(pid, (place) => isInside(place.replace(/ \(deleted\)$/, '')));
  return found === undefined || environmentOf(pid).some((one) => one.startsWith(MARK)) ? null : found;
}

/** The folder of the host that a place lies in; null for one that lies in none. */
export function hostOfPlace(home: string, place: string): string | null {
  if (!place.startsWith(home + sep)) return null;
  return join(home, place.slice(home.length + 1).split(sep, 1)[0] ?? '');
}
