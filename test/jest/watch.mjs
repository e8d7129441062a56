/** Limits of a test file. They count what its processes do, as the time that this takes depends on other processes. */
import { listProcesses } from './processes.mjs';

/** Measured: at most 250 CPU seconds, also next to ten other processes for each CPU, and 52 seconds of waiting. */
export const LIMITS = { cpuSeconds: 1200, idleSeconds: 600 };

const PERIOD_MS = 1000;

/** A program that polls uses less of a CPU than this, one that works more. */
const IDLE_SHARE = 0.05;

/** Watches running test files. */
export class Watch {
  #limits;
  #files = new Set();
  #timer;

  constructor(limits) {
    this.#limits = { ...LIMITS, ...limits };
    this.#timer = setInterval(() => this.#look(listProcesses()), PERIOD_MS);
  }

  /** Calls `fail` with the reason when the file exceeds a limit. @returns what ends watching it */
  add(family, fail) {
    const file = { family, fail, cpuSeconds: 0, idleSeconds: 0 };
    this.#files.add(file);
    return () => this.#files.delete(file);
  }

  end() {
    clearInterval(this.#timer);
  }

  #look(processes) {
    for (const file of this.#files) {
      count(file, file.family.measure(processes));
      const reason = this.#judge(file);
      if (reason === undefined) continue;
      this.#files.delete(file);
      file.fail(reason);
    }
  }

  #judge({ cpuSeconds, idleSeconds }) {
    const { cpuSeconds: most, idleSeconds: mostIdle } = this.#limits;
    if (cpuSeconds > most) return `it used ${Math.floor(cpuSeconds)} CPU seconds; allowed: ${most}`;
    if (idleSeconds > mostIdle) return `it waited ${idleSeconds} s without using a CPU; allowed: ${mostIdle}`;
  }
}

/** A period counts once, however long ago the last look was: then this process did not run either. */
function count(file, { cpuSeconds, isBusy }) {
  const used = Math.max(0, cpuSeconds - (file.last ?? cpuSeconds));
  file.last = cpuSeconds;
  file.cpuSeconds += used;
  if (!isBusy && used < (IDLE_SHARE * PERIOD_MS) / 1000) file.idleSeconds += PERIOD_MS / 1000;
}
