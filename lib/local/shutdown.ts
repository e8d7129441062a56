/** Ends processes with everything that they started, wherever it has hidden. */
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join, sep } from 'node:path';
import { FsxbenchError } from '../shapes/errors';
import type { Clock } from '../asl/clock/clock';
import { getErrorCode } from '../twin/hosts/driver';
import {
  readEnvironment,
  hasBegunSince,
  findHostRoot,
  identify,
  isAlive,
  listProcesses,
  type Moment,
  listAncestors,
  type ProcessIdentity,
  type RunningProcess,
  findStrays,
} from './processes';
import { resolveLinks, hostFolder, isInstanceId, readCreation, readServices } from './host-folder';

/** What belongs together and has to end together. */
export interface ProcessSet {
  /** Settings that members were started with, `NAME=value`: they are found wherever they went. */
  readonly marks: readonly string[];
  /** Processes that may head a session or group. One that is gone, or whose number changed hands, does not count. */
  readonly heads: readonly ProcessIdentity[];
  /** Who carries no mark but works in folders of it, each by itself: see `findStrays`. */
  readonly strays?: {
    /** Absolute, without symbolic links. */
    readonly folders: readonly string[];
    /** Whoever began earlier is none; null: nobody is one. */
    readonly since: Moment | null;
  };
}

/** Time that processes are given between TERM and KILL, and after KILL before they count as stuck. */
export interface EndTimeouts {
  readonly graceMs: number;
  readonly stuckMs: number;
}

/** Between two looks, milliseconds: short, since nearly always the first or second one finds nothing. */
const POLL_MS = 20;
/**
 * A process may start another and end while the list is read, and on a busy machine reading takes longer than that:
 * what five looks in turn do not find is not there.
 */
const EMPTY_POLLS = 5;

/**
 * Living members: heads, their groups and sessions, what carries the marks, and the descendants of all of these. Never
 * this process, nor those that it runs in.
 */
export function listMembers(family: ProcessSet): RunningProcess[] {
  return pickMembers(listProcesses(), family);
}

function pickMembers(listed: readonly RunningProcess[], family: ProcessSet): RunningProcess[] {
  const ancestors = listAncestors(listed);
  const all = listed.filter(({ pid }) => pid !== 1 && !ancestors.has(pid));
  const heads = new Set(family.heads.filter(isAlive).map(({ pid }) => pid));
  const led = (one: RunningProcess): boolean => heads.has(one.pid) || heads.has(one.group) || heads.has(one.session);
  const members = new Set(all.filter((one) => led(one) || hasMarks(one, family.marks)).map(({ pid }) => pid));
  for (let before = -1; before < members.size; ) {
    before = members.size;
    for (const { pid, parent } of all) if (members.has(parent)) members.add(pid);
  }
  return all.filter(({ pid }) => members.has(pid));
}

function pickStrays(all: readonly RunningProcess[], strays: ProcessSet['strays']): RunningProcess[] {
  if (strays === undefined || strays.since === null) return [];
  return findStrays(all, strays.folders)
    .map((one) => one.process)
    .filter((one) => hasBegunSince(one, strays.since));
}

function hasMarks(one: RunningProcess, marks: readonly string[]): boolean {
  if (marks.length === 0) return false;
  const environment = readEnvironment(one.pid);
  return marks.every((mark) => environment.includes(mark));
}

/**
 * TERM to all members, KILL to those that stay, again and again until none is left.
 * @throws Error naming the processes that KILL does not end (they wait for a device, state D)
 */
export async function endProcesses(family: ProcessSet, patience: EndTimeouts, clock: Clock): Promise<void> {
  // Whoever was seen once stays known: a process that lost its parent in the first round is found in the second.
  const heads = new Map(family.heads.map((head) => [head.pid, head]));
  const look = (signal?: 'SIGTERM' | 'SIGKILL'): readonly RunningProcess[] => {
    const all = listProcesses();
    const members = pickMembers(all, { ...family, heads: [...heads.values()] });
    for (const { pid, start, boot } of members) heads.set(pid, { pid, start, boot });
    // They lead nobody: what they have started may be somebody else's.
    const strays = pickStrays(all, family.strays).filter(({ pid }) => !heads.has(pid));
    const found = [...members, ...strays];
    if (signal !== undefined) for (const { pid } of found) sendSignal(pid, signal);
    return found;
  };

  let left = look('SIGTERM').length;
  for (let waited = 0; left > 0 && waited < patience.graceMs; waited += POLL_MS) {
    await clock.sleep(POLL_MS);
    left = look().length;
  }
  for (let waited = 0, empty = 0; empty < EMPTY_POLLS; waited += POLL_MS) {
    const members = look('SIGKILL');
    empty = members.length === 0 ? empty + 1 : 0;
    if (empty === 0 && waited > patience.stuckMs) {
      throw new FsxbenchError(
        'HostFailed',
        `processes ${members.map(({ pid }) => pid).join(', ')} do not end, not even by KILL`,
      );
    }
    if (empty < EMPTY_POLLS) await clock.sleep(empty > 0 ? 1 : POLL_MS);
  }
}

/** No other work comes between the look and the signal, so that no number changes hands meanwhile. */
function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // Gone meanwhile. What may not be signalled is found again, and reported as stuck.
    if (!['ESRCH', 'EPERM'].includes(getErrorCode(error))) throw error;
  }
}

/** What is left behind, as paths. */
interface Leftovers {
  readonly folders: readonly string[];
  /** Data of hosts, wherever it lies. */
  readonly data: readonly string[];
}

/**
 * Processes start others while the list is read, and what was killed dies when it next has a CPU: so many looks, while
 * any finds something, with so long between two of them. A second in all: what lives then cannot be killed now.
 */
const POLLS_MAX = 20;
const PAUSE_MS = 50;

/**
 * Ends the load of all hosts of a folder at once, for a program that has no time left: it is killed, and nothing is
 * removed. Whoever comes later finds the folders, and removes what they tell of.
 * @param folder where hosts live, as given to `realHosts`
 */
export function killAllHosts(folder: string): Leftovers {
  const home = resolveLinks(folder);
  // First of all: the storage under test, which is looked at afterwards, may hang by now.
  killAll((all) => pickOfHosts(home, all, () => true));
  const names = existsSync(home) ? readdirSync(home).filter(isInstanceId) : [];
  const hosts = names.map((name) => hostFolder(home, name));
  // Services that have taken the marks off themselves, each with its group.
  for (const { pid } of hosts.flatMap(readServices).filter(isAlive)) sendSignal(-pid, 'SIGKILL');
  const links = hosts.flatMap((host) =>
    listLinks(host.volumes).map((target) => ({ target, since: readCreation(host) })),
  );
  const strays = links.map(({ target, since }) => ({ folders: [resolveLinks(target)], since }));
  killAll((all) => strays.flatMap((its) => pickStrays(all, its)));
  return { folders: hosts.map(({ root }) => root), data: [...new Set(links.map(({ target }) => target))] };
}

/**
 * Ends processes of hosts whose folder was deleted: nothing else tells of them any more. They are gone when it returns,
 * but for those that the kernel keeps for more than a second.
 * @returns how many there were
 */
export function endStrays(folder: string): number {
  const home = resolveLinks(folder);
  return killAll((all) => pickOfHosts(home, all, (root) => !existsSync(root)));
}

/**
 * By their marks, and strays by where they work.
 * @param which of the hosts, by their folder, as places name it
 */
function pickOfHosts(
  home: string,
  all: readonly RunningProcess[],
  which: (root: string) => boolean,
): readonly RunningProcess[] {
  const mark = `FSXBENCH_ROOT=${home}${sep}`;
  const marked = all.filter(({ pid }) => {
    const set = readEnvironment(pid).find((setting) => setting.startsWith(mark));
    return set !== undefined && which(set.slice('FSXBENCH_ROOT='.length));
  });
  // Of a host whose folder is gone nothing says when it was made: not before this program, if this one made it.
  const self = identify(process.pid);
  const strays = findStrays(all, [home]).filter(({ process: one, places }) =>
    places
      .map((place) => findHostRoot(home, place))
      .some((root) => root !== null && which(root) && hasBegunSince(one, readCreation({ root }) ?? self)),
  );
  return [...marked, ...strays.map((one) => one.process)];
}

/** @returns how many there were */
function killAll(find: (all: readonly RunningProcess[]) => readonly RunningProcess[]): number {
  const seen = new Set<number>();
  for (let looks = 0; looks < POLLS_MAX; looks += 1) {
    const all = listProcesses();
    const ancestors = listAncestors(all);
    const found = find(all).filter(({ pid }) => !ancestors.has(pid));
    for (const { pid } of found) {
      seen.add(pid);
      sendSignal(pid, 'SIGKILL');
    }
    if (found.length === 0) break;
    // Signals are handlers of this thread: none may come between, so it does not go on meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  return seen.size;
}

function listLinks(volumes: string): string[] {
  try {
    return readdirSync(volumes)
      .map((name) => readlinkSync(join(volumes, name)))
      .filter((target) => existsSync(target));
  } catch {
    return [];
  }
}
