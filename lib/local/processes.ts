/** What the kernel says about the processes of this machine: `/proc` of Linux, proc(5). */
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, sep } from 'node:path';

/** A process, told apart from a later one of the same number, also over a restart of the machine. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start in clock ticks since boot: field 22 of `/proc/<pid>/stat`. */
  readonly start: string;
  /** `/proc/sys/kernel/random/boot_id`. */
  readonly boot: string;
}

/** A moment of this machine, to be compared with when processes began. */
export type Moment = Pick<ProcessIdentity, 'start' | 'boot'>;

/** A living process; zombies are none: they hold nothing but their number. */
export interface RunningProcess extends ProcessIdentity {
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Whether somebody may sit at it: it has a controlling terminal. */
  readonly terminal: boolean;
}

/** Parent of all kernel threads, which have no environment and cannot be killed. */
const KTHREADD = 2;

/** Null where the process is gone. */
export function readProcess(pid: number): RunningProcess | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name of the program stands in parentheses and may itself hold blanks and parentheses.
  const [state, parent, group, session, terminal, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === undefined || 'ZXx'.includes(state)) return null;
  const ids = { parent: Number(parent), group: Number(group), session: Number(session) };
  return { pid, ...ids, terminal: terminal !== '0', start: rest[14] ?? '', boot: readBootId() };
}

/** All living processes but kernel threads. */
export function listProcesses(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((found) => found !== null)
    .filter(({ pid, parent }) => pid !== KTHREADD && parent !== KTHREADD);
}

/** Settings that a process was started with, `NAME=value` each; none where it is gone or belongs to somebody else. */
export function readEnvironment(pid: number): readonly string[] {
  return (readOrNull(`/proc/${pid}/environ`) ?? '').split('\0');
}

/**
 * Paths where a process works, and of what it holds open to write to, pipes included; behind what was deleted stands
 * ` (deleted)`. None where it is gone or belongs to somebody else.
 * @param isWanted of them: the others are not looked at any further
 */
export function listOpenPaths(pid: number, isWanted: (path: string) => boolean = () => true): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  const open = listNames(folder).map((name) => `${folder}/${name}`);
  const wanted = (link: string): readonly string[] => findLink(link).filter(isWanted);
  return [
    ...[`/proc/${pid}/cwd`, `/proc/${pid}/root`].flatMap(wanted),
    ...open.flatMap((link) => wanted(link).filter(() => isForWriting(link))),
  ];
}

/** Bits of the link itself say how a file was opened. */
function isForWriting(link: string): boolean {
  try {
    return (lstatSync(link).mode & 0o200) !== 0;
  } catch {
    return false;
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function findLink(path: string): readonly string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return [];
  }
}

/** Null where the process is gone. */
export function identify(pid: number): ProcessIdentity | null {
  const found = readProcess(pid);
  return found === null ? null : { pid, start: found.start, boot: found.boot };
}

/** The very process lives, not another one that was given its number. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identity.boot === readBootId() && readProcess(identity.pid)?.start === identity.start;
}

/** Clock ticks a second, as the kernel tells them to programs: always, on the machines that we run on. */
const TICKS = 100;

/** Now. */
export function momentNow(): Moment {
  const uptime = Number.parseFloat(readOrNull('/proc/uptime') ?? '');
  return { start: String(Math.floor(uptime * TICKS)), boot: readBootId() };
}

/** Whether a living process began at a moment or later. Nobody did where the moment is not known. */
export function hasBegunSince(one: RunningProcess, moment: Moment | null): boolean {
  if (moment === null) return false;
  return one.boot !== moment.boot || Number(one.start) >= Number(moment.start);
}

/** A value read from a file, where it has the shape of a moment. */
export function parseMoment(value: unknown): Moment | null {
  if (typeof value !== 'object' || value === null) return null;
  const { start, boot } = value as Record<string, unknown>;
  return typeof start === 'string' && typeof boot === 'string' ? { start, boot } : null;
}

/** A value read from a file, where it has the shape of an identity. */
export function parseIdentity(value: unknown): ProcessIdentity | null {
  if (typeof value !== 'object' || value === null) return null;
  const { pid } = value as Record<string, unknown>;
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 1) return null;
  const began = parseMoment(value);
  return began === null ? null : { pid, ...began };
}

let boot: string | undefined;

function readBootId(): string {
  boot ??= (readOrNull('/proc/sys/kernel/random/boot_id') ?? '').trim();
  return boot;
}

/** Text of a file. Those of `/proc` vanish while one looks (ENOENT, ESRCH), and some are not ours (EACCES, EPERM). */
export function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** What every process of a host is started with. */
const ROOT_MARK = 'FSXBENCH_ROOT=';

/** Behind a place that was deleted. */
const DELETED = / \(deleted\)$/;

/** One that is no earlier one's, but for when it began. */
export interface Stray {
  readonly process: RunningProcess;
  /** Where it works and writes below the folders: one at least. */
  readonly places: readonly string[];
}

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
 * @param all living processes
 * @param folders absolute, without symbolic links
 */
export function findStrays(all: readonly RunningProcess[], folders: readonly string[]): Stray[] {
  if (folders.length === 0) return [];
  const isInside = (place: string): boolean => folders.some((one) => `${place}${sep}`.startsWith(`${one}${sep}`));
  const attended = addAncestors(all, (one) => one.terminal || one.pid === process.pid);
  return all
    .filter(({ pid }) => pid !== 1 && !attended.has(pid))
    .map((one) => ({ process: one, places: listOpenPaths(one.pid, (place) => isInside(stripDeleted(place))) }))
    .filter(({ process: { pid }, places }) => places.length > 0 && !isOfOtherHost(pid, folders));
}

/** Numbers of this process and of all above it: whoever ends others must not end what it runs in. */
export function listAncestors(all: readonly RunningProcess[]): ReadonlySet<number> {
  return addAncestors(all, ({ pid }) => pid === process.pid);
}

/** The folder of the host that a place lies in, as it stands; null for one that lies in none. */
export function findHostRoot(home: string, place: string): string | null {
  if (!place.startsWith(home + sep)) return null;
  return join(home, place.slice(home.length + 1).split(sep, 1)[0] ?? '');
}

/** The name that a place had before it was deleted. */
export function stripDeleted(place: string): string {
  return place.replace(DELETED, '');
}

function addAncestors(all: readonly RunningProcess[], which: (one: RunningProcess) => boolean): Set<number> {
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const found = new Set<number>();
  for (const one of all.filter(which))
    for (let pid: number | undefined = one.pid; pid !== undefined && !found.has(pid); pid = parents.get(pid))
      found.add(pid);
  return found;
}

/** A mark of a host that is gone says nothing: its process belongs to where it works. */
function isOfOtherHost(pid: number, folders: readonly string[]): boolean {
  const roots = readEnvironment(pid)
    .filter((setting) => setting.startsWith(ROOT_MARK))
    .map((setting) => setting.slice(ROOT_MARK.length));
  return roots.some((root) => root !== '' && !folders.includes(root) && existsSync(root));
}
