/**
 * Ends the load of all hosts of a folder at once, for a program that has no time left: it is killed, and nothing is
 * removed. Whoever comes later finds the folders, and removes what they tell of.
 */
import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { homeOf, hostFolder, isInstanceId, madeWhen } from './host-folder';
import {
  environmentOf,
  hasBegunSince,
  hostOfPlace,
  identify,
  isAlive,
  listProcesses,
  type Moment,
  ourAncestors,
  type RunningProcess,
  straysIn,
} from './processes';
import { servicesOf } from './services';

/** What is left behind, as paths. */
export interface LeftAtOnce {
  readonly folders: readonly string[];
  /** Data of hosts, wherever it lies. */
  readonly data: readonly string[];
}

/**
 * Processes start others while the list is read, and what was killed dies when it next has a CPU: so many looks, while
 * any finds something, with so long between two of them. A second in all: what lives then cannot be killed now.
 */
const LOOKS_MAX = 20;
const PAUSE_MS = 50;

/** @param folder where hosts live, as given to `realHosts` */
export function endAtOnce(folder: string): LeftAtOnce {
  const home = homeOf(folder);
  // First of all: the storage under test, which is looked at afterwards, may hang by now.
  killAll((all) => ofHosts(home, all, () => true));
  const names = existsSync(home) ? readdirSync(home).filter(isInstanceId) : [];
  const hosts = names.map((name) => hostFolder(home, name));
  // Services that have taken the marks off themselves, each with its group.
  for (const { pid } of hosts.flatMap(servicesOf).filter(isAlive)) kill(-pid);
  const links = hosts.flatMap((host) => linksIn(host.volumes).map((target) => ({ target, since: madeWhen(host) })));
  killAll((all) => links.flatMap(({ target, since }) => begunIn(all, target, since)));
  return { folders: hosts.map(({ root }) => root), data: [...new Set(links.map(({ target }) => target))] };
}

/**
 * Ends processes of hosts whose folder was deleted: nothing else tells of them any more. They are gone when it returns,
 * but for those that the kernel keeps for more than a second.
 * @returns how many there were
 */
export function endStrays(folder: string): number {
  const home = homeOf(folder);
  return killAll((all) => ofHosts(home, all, (root) => !existsSync(root)));
}

/**
 * By their marks, and strays by where they work.
 * @param which of the hosts, by their folder, as places name it
 */
function ofHosts(
  home: string,
  all: readonly RunningProcess[],
  which: (root: string) => boolean,
): readonly RunningProcess[] {
  const mark = `FSXBENCH_ROOT=${home}${sep}`;
  const marked = all.filter(({ pid }) => {
    const set = environmentOf(pid).find((setting) => setting.startsWith(mark));
    return set !== undefined && which(set.slice('FSXBENCH_ROOT='.length));
  });
  // Of a host whose folder is gone nothing says when it was made: not before this program, if this one made it.
  const self = identify(process.pid);
  const strays = straysIn(all, [home]).filter(({ process: one, places }) =>
    places
      .map((place) => hostOfPlace(home, place))
      .some((root) => root !== null && which(root) && hasBegunSince(one, madeWhen({ root }) ?? self)),
  );
  return [...marked, ...strays.map((one) => one.process)];
}

function begunIn(all: readonly RunningProcess[], target: string, since: Moment | null): readonly RunningProcess[] {
  return straysIn(all, [realOf(target)])
    .map((one) => one.process)
    .filter((one) => hasBegunSince(one, since));
}

/** @returns how many there were */
function killAll(find: (all: readonly RunningProcess[]) => readonly RunningProcess[]): number {
  const seen = new Set<number>();
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const all = listProcesses();
    const ancestors = ourAncestors(all);
    const found = find(all).filter(({ pid }) => !ancestors.has(pid));
    for (const { pid } of found) {
      seen.add(pid);
      kill(pid);
    }
    if (found.length === 0) break;
    // Signals are handlers of this thread: none may come between, so it does not go on meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  return seen.size;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone meanwhile.
  }
}

function linksIn(volumes: string): string[] {
  try {
    return readdirSync(volumes)
      .map((name) => readlinkSync(join(volumes, name)))
      .filter((target) => existsSync(target));
  } catch {
    return [];
  }
}

/** The path itself where it has vanished meanwhile. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
