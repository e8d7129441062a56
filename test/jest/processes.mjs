/** Processes that a test file started: which they are, how much CPU time they used, and their end. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The unit of /proc/PID/stat for programs: see proc(5), sysconf(_SC_CLK_TCK). */
const TICKS_PER_SECOND = 100;

/** States: running or waiting for a disk; ended. */
const [BUSY, ENDED] = [/[RD]/, /[ZX]/];

/** Ends the attempts to kill what cannot be killed: another user's process, or one whose disk does not answer. */
const MAX_ROUNDS = 300;

/** All processes of this machine. */
export function listProcesses() {
  return readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? readProcess(pid) : []));
}

function readProcess(pid) {
  let text;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return [];
  }
  // The second field, the name, may hold spaces and parentheses. CPU time includes children that were awaited.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, , session] = fields;
  const cpuSeconds = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  return [
    { pid: Number(pid), state, parent: Number(parent), session: Number(session), cpuSeconds, started: fields[19] },
  ];
}

/** A process that leads a session, and all that it and its descendants started, also those in sessions of their own. */
export class Family {
  #root;
  #known = new Set();

  constructor(root) {
    this.#root = root;
  }

  /** Its living and unreaped members. Call it often: a daemon is known only if its parent was seen. */
  find(processes) {
    const members = new Map();
    const sessions = new Set([this.#root]);
    const belongs = (one) =>
      sessions.has(one.session) || members.has(one.parent) || this.#known.has(`${one.pid} ${one.started}`);
    for (let before = -1; before < members.size; ) {
      before = members.size;
      for (const one of processes.filter(belongs)) {
        members.set(one.pid, one);
        sessions.add(one.session);
      }
    }
    this.#known = new Set([...members.values()].map(({ pid, started }) => `${pid} ${started}`));
    return [...members.values()];
  }

  /** CPU seconds that its members used so far, and whether one uses a CPU or a disk now. */
  measure(processes) {
    const members = this.find(processes);
    return {
      cpuSeconds: members.reduce((sum, one) => sum + one.cpuSeconds, 0),
      isBusy: members.some(({ state }) => BUSY.test(state)),
    };
  }

  /** Kills all members, again and again: one may start another before it is killed. */
  async end() {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const alive = this.find(listProcesses()).filter(({ state }) => !ENDED.test(state));
      if (alive.length === 0) return;
      for (const { pid } of alive) kill(pid);
      await sleep(10);
    }
  }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended.
  }
}
