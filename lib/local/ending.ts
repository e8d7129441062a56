/** Ends processes with everything that they started, wherever it has hidden. */
import { FsxbenchError } from '../shapes/errors';
import type { Clock } from '../asl/clock/clock';
import { codeOf } from '../twin/hosts/failure';
import {
  environmentOf,
  hasBegunSince,
  isAlive,
  listProcesses,
  type Moment,
  ourAncestors,
  type ProcessIdentity,
  type RunningProcess,
  straysIn,
} from './processes';

/** What belongs together and has to end together. */
export interface Family {
  /** Settings that members were started with, `NAME=value`: they are found wherever they went. */
  readonly marks: readonly string[];
  /** Processes that may head a session or group. One that is gone, or whose number changed hands, does not count. */
  readonly heads: readonly ProcessIdentity[];
  /** Who carries no mark but works in folders of it, each by itself: see `strays.ts`. */
  readonly strays?: {
    /** Absolute, without symbolic links. */
    readonly folders: readonly string[];
    /** Whoever began earlier is none; null: nobody is one. */
    readonly since: Moment | null;
  };
}

/** Time that processes are given between TERM and KILL, and after KILL before they count as stuck. */
export interface Patience {
  readonly graceMs: number;
  readonly stuckMs: number;
}

/** Between two looks, milliseconds: short, since nearly always the first or second one finds nothing. */
const LOOK_MS = 20;
/**
 * A process may start another and end while the list is read, and on a busy machine reading takes longer than that:
 * what five looks in turn do not find is not there.
 */
const EMPTY_LOOKS = 5;

/**
 * Living members: heads, their groups and sessions, what carries the marks, and the descendants of all of these. Never
 * this process, nor those that it runs in.
 */
export function membersOf(family: Family): RunningProcess[] {
  return ownAmong(listProcesses(), family);
}

function ownAmong(listed: readonly RunningProcess[], family: Family): RunningProcess[] {
  const ancestors = ourAncestors(listed);
  const all = listed.filter(({ pid }) => pid !== 1 && !ancestors.has(pid));
  const heads = new Set(family.heads.filter(isAlive).map(({ pid }) => pid));
  const led = (one: RunningProcess): boolean => heads.has(one.pid) || heads.has(one.group) || heads.has(one.session);
  const members = new Set(all.filter((one) => led(one) || carries(one, family.marks)).map(({ pid }) => pid));
  for (let before = -1; before < members.size; ) {
    before = members.size;
    for (const { pid, parent } of all) if (members.has(parent)) members.add(pid);
  }
  return all.filter(({ pid }) => members.has(pid));
}

function straysAmong(all: readonly RunningProcess[], { strays }: Family): RunningProcess[] {
  if (strays === undefined || strays.since === null) return [];
  return straysIn(all, strays.folders)
    .map((one) => one.process)
    .filter((one) => hasBegunSince(one, strays.since));
}

function carries(one: RunningProcess, marks: readonly string[]): boolean {
  if (marks.length === 0) return false;
  const environment = environmentOf(one.pid);
  return marks.every((mark) => environment.includes(mark));
}

/**
 * TERM to all members, KILL to those that stay, again and again until none is left.
 * @throws Error naming the processes that KILL does not end (they wait for a device, state D)
 */
export async function endFamily(family: Family, patience: Patience, clock: Clock): Promise<void> {
  // Whoever was seen once stays known: a process that lost its parent in the first round is found in the second.
  const heads = new Map(family.heads.map((head) => [head.pid, head]));
  const look = (signal?: 'SIGTERM' | 'SIGKILL'): readonly RunningProcess[] => {
    const all = listProcesses();
    const members = ownAmong(all, { ...family, heads: [...heads.values()] });
    for (const { pid, start, boot } of members) heads.set(pid, { pid, start, boot });
    // They lead nobody: what they have started may be somebody else's.
    const strays = straysAmong(all, family).filter(({ pid }) => !heads.has(pid));
    const found = [...members, ...strays];
    if (signal !== undefined) for (const { pid } of found) send(pid, signal);
    return found;
  };

  let left = look('SIGTERM').length;
  for (let waited = 0; left > 0 && waited < patience.graceMs; waited += LOOK_MS) {
    await clock.sleep(LOOK_MS);
    left = look().length;
  }
  for (let waited = 0, empty = 0; empty < EMPTY_LOOKS; waited += LOOK_MS) {
    const members = look('SIGKILL');
    empty = members.length === 0 ? empty + 1 : 0;
    if (empty === 0 && waited > patience.stuckMs) {
      throw new FsxbenchError(
        'HostFailed',
        `processes ${members.map(({ pid }) => pid).join(', ')} do not end, not even by KILL`,
      );
    }
    if (empty < EMPTY_LOOKS) await clock.sleep(empty > 0 ? 1 : LOOK_MS);
  }
}

/** No other work comes between the look and the signal, so that no number changes hands meanwhile. */
function send(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // Gone meanwhile. What may not be signalled is found again, and reported as stuck.
    if (!['ESRCH', 'EPERM'].includes(codeOf(error))) throw error;
  }
}
