/** Processes of this machine, from Linux's `/proc`, proc(5). */
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Identifies a process across reuse of its id and reboots. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start in clock ticks since boot: field 22 of `/proc/<pid>/stat`. */
  readonly start: string;
  /** `/proc/sys/kernel/random/boot_id`. */
  readonly boot: string;
}

/** A moment on this machine, comparable with start times of processes. */
export type Moment = Pick<ProcessIdentity, 'start' | 'boot'>;

/** A living process, not a zombie, which holds nothing but its id. */
export interface RunningProcess extends ProcessIdentity {
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Whether it has a controlling terminal, so a user may be working in it. */
  readonly terminal: boolean;
}

/** Parent of all kernel threads, which have no environment and cannot be killed. */
const KTHREADD = 2;

/** Null if the process is gone. */
export function readProcess(pid: number): RunningProcess | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The program name is in parentheses, and may itself contain blanks and parentheses.
  const [state, parent, group, session, terminal, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === undefined || 'ZXx'.includes(state)) return null;
  const ids = { parent: Number(parent), group: Number(group), session: Number(session) };
  return { pid, ...ids, terminal: terminal !== '0', start: rest[14] ?? '', boot: readBootId() };
}

/** All living processes except kernel threads. */
export function listProcesses(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((found) => found !== null)
    .filter(({ pid, parent }) => pid !== KTHREADD && parent !== KTHREADD);
}

/** Milliseconds of a clock tick: `USER_HZ` is 100 on all Linux machines that Node.js supports. */
const TICK_MS = 10;

/** CPU time of a process since its start. */
export interface CpuTime {
  readonly name: string;
  readonly ms: number;
}

/** CPU time of each visible process but this one, by its id: kernel threads change their names. */
export function listCpuTimes(): ReadonlyMap<number, CpuTime> {
  const times = listNames('/proc').flatMap((pid): [number, CpuTime][] => {
    const stat = /^\d+$/.test(pid) ? readOrNull(`/proc/${pid}/stat`) : null;
    if (stat === null || Number(pid) === process.pid) return [];
    const end = stat.lastIndexOf(')');
    // Fields 14 and 15: user and system time.
    const [user = 0, system = 0] = stat
      .slice(end + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return [[Number(pid), { name: stat.slice(stat.indexOf('(') + 1, end), ms: (user + system) * TICK_MS }]];
  });
  return new Map(times);
}

/** Environment at the start of a process, `NAME=value` each; empty if it is gone or belongs to another user. */
export function readEnvironment(pid: number): readonly string[] {
  return (readOrNull(`/proc/${pid}/environ`) ?? '').split('\0');
}

/**
 * Working directory of a process, and paths that it has open for writing, including pipes; deleted ones end in
 * ` (deleted)`. Empty if it is gone or belongs to another user.
 * @param isWanted other paths are not examined further
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

/** The mode bits of the link show how the file was opened. */
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

/** Null if the process is gone. */
export function identify(pid: number): ProcessIdentity | null {
  const found = readProcess(pid);
  return found === null ? null : { pid, start: found.start, boot: found.boot };
}

/** Whether this very process lives, not another one with its id. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identity.boot === readBootId() && readProcess(identity.pid)?.start === identity.start;
}

/** Clock ticks a second for user space: a constant on all supported machines. */
const TICKS_PER_SECOND = 100;

export function getMoment(): Moment {
  const uptime = Number.parseFloat(readOrNull('/proc/uptime') ?? '');
  return { start: String(Math.floor(uptime * TICKS_PER_SECOND)), boot: readBootId() };
}

/** Whether a living process started at or after a moment; false if the moment is unknown. */
export function hasStartedSince(one: RunningProcess, moment: Moment | null): boolean {
  if (moment === null) return false;
  return one.boot !== moment.boot || Number(one.start) >= Number(moment.start);
}

/** A value from a file, if it is a moment. */
export function parseMoment(value: unknown): Moment | null {
  if (typeof value !== 'object' || value === null) return null;
  const { start, boot } = value as Record<string, unknown>;
  return typeof start === 'string' && typeof boot === 'string' ? { start, boot } : null;
}

/** A value from a file, if it is an identity. */
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

/** Text of a file; null for files of `/proc` that vanish meanwhile (ENOENT, ESRCH) or are forbidden (EACCES, EPERM). */
export function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Variable that every process of a host starts with. */
const ROOT_MARK = 'FSXBENCH_ROOT=';

/** Suffix of a deleted path. */
const DELETED_SUFFIX = / \(deleted\)$/;

/** A process that meets all rules of {@link findStrays}, except perhaps the start time. */
export interface Stray {
  readonly process: RunningProcess;
  /** Paths below the folders where it works or writes; at least one. */
  readonly places: readonly string[];
}

/**
 * Processes of hosts without a mark: users' scripts may clear their environment. The same rule is in
 * `workloads/command/folder.sh` (`command_strays`). All of this must hold:
 *
 * - It works in one of our folders (its working directory or root), or has a file there open for writing. Readers do
 *   not count: they may be an indexer or a backup.
 * - No user works in it or below it: neither it nor a descendant has a terminal, or is this program.
 * - It has no mark of another existing host (nor, for the script of an attempt, of another attempt).
 * - It started no earlier than its supposed owner. Older ones are left alone, and reported.
 *
 * It is ended alone, without its descendants, group or session.
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
    .filter(({ process: { pid }, places }) => places.length > 0 && !belongsToOtherHost(pid, folders));
}

/** Ids of this process and its ancestors, which it must not end. */
export function listAncestors(all: readonly RunningProcess[]): ReadonlySet<number> {
  return addAncestors(all, ({ pid }) => pid === process.pid);
}

/** The host folder that contains a path; null for other paths. */
export function findHostRoot(home: string, place: string): string | null {
  if (!place.startsWith(home + sep)) return null;
  return join(home, place.slice(home.length + 1).split(sep, 1)[0] ?? '');
}

/** The original name of a deleted path. */
export function stripDeleted(place: string): string {
  return place.replace(DELETED_SUFFIX, '');
}

function addAncestors(all: readonly RunningProcess[], which: (one: RunningProcess) => boolean): Set<number> {
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const found = new Set<number>();
  for (const one of all.filter(which))
    for (let pid: number | undefined = one.pid; pid !== undefined && !found.has(pid); pid = parents.get(pid))
      found.add(pid);
  return found;
}

/** Marks of hosts that are gone do not count: then the process belongs to the folder where it works. */
function belongsToOtherHost(pid: number, folders: readonly string[]): boolean {
  const roots = readEnvironment(pid)
    .filter((setting) => setting.startsWith(ROOT_MARK))
    .map((setting) => setting.slice(ROOT_MARK.length));
  return roots.some((root) => root !== '' && !folders.includes(root) && existsSync(root));
}
