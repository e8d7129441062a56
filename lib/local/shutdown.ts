/** Ends processes with all their descendants, including detached ones. */
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join, sep } from 'node:path';
import { FsxbenchError } from '../shapes/errors';
import type { Clock } from '../asl/clock/clock';
import { getErrorCode } from '../twin/hosts/driver';
import {
  readEnvironment,
  hasStartedSince,
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
import { resolveLinks, getHostFolder, isInstanceId, readCreation, readServices } from './host-folder';

/** Processes that must end together. */
export interface ProcessSet {
  /** `NAME=value` variables of members, by which they are found wherever they are. */
  readonly marks: readonly string[];
  /** Possible leaders of a session or group. One that is gone, or whose id was reused, does not count. */
  readonly heads: readonly ProcessIdentity[];
  /** Unmarked processes that work in its folders, each ended alone: see `findStrays`. */
  readonly strays?: {
    /** Absolute, without symbolic links. */
    readonly folders: readonly string[];
    /** Time since which processes count, so that older ones are left alone; null: none counts. */
    readonly since: Moment | null;
  };
}

/** Time between TERM and KILL, and after KILL until processes count as stuck. */
export interface EndTimeouts {
  readonly graceMs: number;
  readonly stuckMs: number;
}

/** Poll interval, milliseconds: short, since the first or second poll nearly always finds no process. */
const POLL_MS = 20;
/** Empty polls that prove the end: a process may start another and exit while the list is read. */
const EMPTY_POLLS = 5;

/** Living members: leaders with their groups and sessions, marked processes, and all descendants; never ancestors. */
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
    .filter((one) => hasStartedSince(one, strays.since));
}

function hasMarks(one: RunningProcess, marks: readonly string[]): boolean {
  if (marks.length === 0) return false;
  const environment = readEnvironment(one.pid);
  return marks.every((mark) => environment.includes(mark));
}

/**
 * Sends TERM to all members, then KILL to the rest, repeatedly until none is left.
 * @throws FsxbenchError naming processes that survive KILL (waiting for a device, state D)
 */
export async function endProcesses(family: ProcessSet, patience: EndTimeouts, clock: Clock): Promise<void> {
  // Remember members: a process that lost its parent in the first round is then found in the second.
  const heads = new Map(family.heads.map((head) => [head.pid, head]));
  const look = (signal?: 'SIGTERM' | 'SIGKILL'): readonly RunningProcess[] => {
    const all = listProcesses();
    const members = pickMembers(all, { ...family, heads: [...heads.values()] });
    for (const { pid, start, boot } of members) heads.set(pid, { pid, start, boot });
    // Strays are no leaders: their descendants may belong to others.
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
      throw new FsxbenchError('HostFailed', `processes ${members.map(({ pid }) => pid).join(', ')} survive SIGKILL`);
    }
    if (empty < EMPTY_POLLS) await clock.sleep(empty > 0 ? 1 : POLL_MS);
  }
}

/** Synchronous with the lookup, so that no id is reused in between. */
function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // ESRCH: already gone. EPERM: it is found again, and reported as stuck.
    if (!['ESRCH', 'EPERM'].includes(getErrorCode(error))) throw error;
  }
}

interface Leftovers {
  readonly folders: readonly string[];
  /** Data of hosts, wherever it is. */
  readonly data: readonly string[];
}

/**
 * Polls while any finds a process, and the pause between them: processes start others while the list is read, and
 * killed ones die when they next run. One second in total: a process that survives it cannot be killed now.
 */
const POLLS_MAX = 20;
const PAUSE_MS = 50;

/**
 * Kills the load of all hosts of a folder at once, for a program that must exit; removes nothing. A later process finds
 * the folders, and removes their data.
 * @param folder of the hosts, as for `makeRealHosts`
 */
export function killAllHosts(folder: string): Leftovers {
  const home = resolveLinks(folder);
  // Kill first: the storage under test, which is read afterwards, may hang.
  killAll((all) => pickOfHosts(home, all, () => true));
  const names = existsSync(home) ? readdirSync(home).filter(isInstanceId) : [];
  const hosts = names.map((name) => getHostFolder(home, name));
  // Services that removed their marks, each with its group.
  for (const { pid } of hosts.flatMap(readServices).filter(isAlive)) sendSignal(-pid, 'SIGKILL');
  const links = hosts.flatMap((host) =>
    listLinks(host.volumes).map((target) => ({ target, since: readCreation(host) })),
  );
  const strays = links.map(({ target, since }) => ({ folders: [resolveLinks(target)], since }));
  killAll((all) => strays.flatMap((its) => pickStrays(all, its)));
  return { folders: hosts.map(({ root }) => root), data: [...new Set(links.map(({ target }) => target))] };
}

/**
 * Ends processes of hosts whose folder was deleted, which nothing else can find. When it returns they are gone, except
 * those that the kernel keeps for more than a second.
 * @returns their number
 */
export function killStrays(folder: string): number {
  const home = resolveLinks(folder);
  return killAll((all) => pickOfHosts(home, all, (root) => !existsSync(root)));
}

/** Finds processes by their marks, and strays by their folders. @param which hosts, by folder name */
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
  // Without its folder the age of a host is unknown: it is no older than this program, if this program made it.
  const self = identify(process.pid);
  const strays = findStrays(all, [home]).filter(({ process: one, places }) =>
    places
      .map((place) => findHostRoot(home, place))
      .some((root) => root !== null && which(root) && hasStartedSince(one, readCreation({ root }) ?? self)),
  );
  return [...marked, ...strays.map((one) => one.process)];
}

/** @returns the number of killed processes */
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
    // Blocks the thread, so that no signal handler runs in between.
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
