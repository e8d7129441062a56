/**
 * Processes of hosts that carry no mark: scripts of users may clear their environment. One rule says who they are, here
 * and in `workloads/command/folder.sh` (`command_strays`). All of this has to hold:
 *
 * - It works in a folder of ours (its directory or its root), or holds a file there open for writing. Readers are
 *   somebody else's: an indexer, a backup.
 * - Nobody sits at it or below it: neither it nor a descendant has a terminal, or is this program.
 * - It carries no mark of another host that is there (nor, for the script of an attempt, of another attempt).
 * - It began no earlier than what it is to belong to. Whoever did is left alone, and told of.
 *
 * It is ended by itself: neither its descendants nor its group or session are taken with it.
 */
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { environmentOf, placesOf, type RunningProcess } from './processes';

/** What every process of a host is started with. */
const MARK = 'FSXBENCH_ROOT=';

/** Behind a place that was deleted. */
const DELETED = / \(deleted\)$/;

/** One that is no earlier one's, but for when it began. */
export interface Stray {
  readonly process: RunningProcess;
  /** Where it works and writes below the folders: one at least. */
  readonly places: readonly string[];
}

/**
 * @param all living processes
 * @param folders absolute, without symbolic links
 */
export function straysIn(all: readonly RunningProcess[], folders: readonly string[]): Stray[] {
  if (folders.length === 0) return [];
  const isInside = (place: string): boolean => folders.some((one) => `${place}${sep}`.startsWith(`${one}${sep}`));
  const attended = withAncestors(all, (one) => one.terminal || one.pid === process.pid);
  return all
    .filter(({ pid }) => pid !== 1 && !attended.has(pid))
    .map((one) => ({ process: one, places: placesOf(one.pid, (place) => isInside(undeleted(place))) }))
    .filter(({ process: { pid }, places }) => places.length > 0 && !isOfAnother(pid, folders));
}

/** Numbers of this process and of all above it: whoever ends others must not end what it runs in. */
export function ourAncestors(all: readonly RunningProcess[]): ReadonlySet<number> {
  return withAncestors(all, ({ pid }) => pid === process.pid);
}

/** The folder of the host that a place lies in, as it stands; null for one that lies in none. */
export function hostOfPlace(home: string, place: string): string | null {
  if (!place.startsWith(home + sep)) return null;
  return join(home, place.slice(home.length + 1).split(sep, 1)[0] ?? '');
}

/** The name that a place had before it was deleted. */
export function undeleted(place: string): string {
  return place.replace(DELETED, '');
}

function withAncestors(all: readonly RunningProcess[], which: (one: RunningProcess) => boolean): Set<number> {
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const found = new Set<number>();
  for (const one of all.filter(which))
    for (let pid: number | undefined = one.pid; pid !== undefined && !found.has(pid); pid = parents.get(pid))
      found.add(pid);
  return found;
}

/** A mark of a host that is gone says nothing: its process belongs to where it works. */
function isOfAnother(pid: number, folders: readonly string[]): boolean {
  const roots = environmentOf(pid)
    .filter((setting) => setting.startsWith(MARK))
    .map((setting) => setting.slice(MARK.length));
  return roots.some((root) => root !== '' && !folders.includes(root) && existsSync(root));
}
