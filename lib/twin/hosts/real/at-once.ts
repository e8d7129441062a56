/**
 * Ends the load of all hosts of a folder at once, for a program that has no time left: it is killed, and nothing is
 * removed. Whoever comes later finds the folders, and removes what they tell of.
 */
import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { homeOf, hostFolder, isInstanceId } from './folders';
import { environmentOf, isAlive, listProcesses } from './proc';
import { servicesOf } from './services';
import { hostOfPlace, strayPlace } from './strays';

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
  const names = existsSync(home) ? readdirSync(home).filter(isInstanceId) : [];
  const hosts = names.map((name) => hostFolder(home, name));
  const data = [...new Set(hosts.flatMap(({ volumes }) => linksIn(volumes)))];
  killAll(
    home,
    () => true,
    data.map((one) => realpathSync(one)),
  );
  // Services that have taken the marks off themselves, each with its group.
  for (const { pid } of hosts.flatMap(servicesOf).filter(isAlive)) kill(-pid);
  return {
    folders: hosts.map(({ root }) => root),
    data,
  };
}

/**
 * Ends processes of hosts whose folder was deleted: nothing else tells of them any more. They are gone when it returns,
 * but for those that the kernel keeps for more than a second.
 * @returns how many there were
 */
export function endStrays(folder: string): number {
  return killAll(homeOf(folder), (root) => !existsSync(root));
}

/**
 * @param which of the hosts, by their folder
 * @param data whose processes are ended whatever host they are of
 * @returns how many there were
 */
function killAll(home: string, which: (root: string) => boolean, data: readonly string[] = []): number {
  const mark = `FSXBENCH_ROOT=${home}${sep}`;
  const seen = new Set<number>();
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const found = listProcesses().filter((one) => {
      const set = environmentOf(one.pid).find((setting) => setting.startsWith(mark));
      if (set !== undefined) return which(set.slice('FSXBENCH_ROOT='.length));
      const place = strayPlace(one, [home, ...data]);
      const root = place === null ? null : hostOfPlace(home, place);
      return root === null ? place !== null && place !== home : which(root);
    });
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
