/** What the kernel says about the processes of this machine: `/proc` of Linux, proc(5). */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

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
  return { pid, ...ids, terminal: terminal !== '0', start: rest[14] ?? '', boot: bootId() };
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
export function environmentOf(pid: number): readonly string[] {
  return (readOrNull(`/proc/${pid}/environ`) ?? '').split('\0');
}

/**
 * Paths where a process works, and of what it holds open to write to, pipes included; behind what was deleted stands
 * ` (deleted)`. None where it is gone or belongs to somebody else.
 * @param isWanted of them: the others are not looked at any further
 */
export function placesOf(pid: number, isWanted: (path: string) => boolean = () => true): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  const open = namesIn(folder).map((name) => `${folder}/${name}`);
  const wanted = (link: string): readonly string[] => linkOf(link).filter(isWanted);
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

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkOf(path: string): readonly string[] {
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
  return identity.boot === bootId() && readProcess(identity.pid)?.start === identity.start;
}

/** Clock ticks a second, as the kernel tells them to programs: always, on the machines that we run on. */
const TICKS = 100;

/** Now. */
export function momentNow(): Moment {
  const uptime = Number.parseFloat(readOrNull('/proc/uptime') ?? '');
  return { start: String(Math.floor(uptime * TICKS)), boot: bootId() };
}

/** Whether a living process began at a moment or later. Nobody did where the moment is not known. */
export function hasBegunSince(one: RunningProcess, moment: Moment | null): boolean {
  if (moment === null) return false;
  return one.boot !== moment.boot || Number(one.start) >= Number(moment.start);
}

/** A value read from a file, where it has the shape of a moment. */
export function asMoment(value: unknown): Moment | null {
  if (typeof value !== 'object' || value === null) return null;
  const { start, boot } = value as Record<string, unknown>;
  return typeof start === 'string' && typeof boot === 'string' ? { start, boot } : null;
}

/** A value read from a file, where it has the shape of an identity. */
export function asIdentity(value: unknown): ProcessIdentity | null {
  if (typeof value !== 'object' || value === null) return null;
  const { pid } = value as Record<string, unknown>;
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 1) return null;
  const began = asMoment(value);
  return began === null ? null : { pid, ...began };
}

let boot: string | undefined;

function bootId(): string {
  boot ??= (readOrNull('/proc/sys/kernel/random/boot_id') ?? '').trim();
  return boot;
}

/** Files of `/proc` vanish while one looks (ENOENT, ESRCH), and some belong to others (EACCES, EPERM). */
function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
