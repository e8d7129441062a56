/**
 * Being told to end: Ctrl-C, SIGTERM, a closed terminal. Signals are taken over only while a command has something to
 * bring to an end; at any other time they end the program as they end any other.
 */
import { readFileSync } from 'node:fs';
import type { ExitCode } from './outcome';

/** What a command does when it is told to end. */
export interface StopHandler {
  /** The first time: begins to end well, and returns at once. */
  first(): void;
  /** The second time: the program ends when this returns, with its code. The third time nobody is asked any more. */
  second(): ExitCode;
}

export interface Interrupts {
  /** @returns what gives the signals back */
  take(ending: StopHandler): () => void;
}

/**
 * For a command that only has to look now and then whether it was told to end.
 * @param second code with which the second time ends it
 */
export function abortOnInterrupt(
  interrupts: Interrupts,
  second: ExitCode,
): { readonly signal: AbortSignal; readonly release: () => void } {
  const control = new AbortController();
  const release = interrupts.take({ first: () => control.abort(), second: () => second });
  return { signal: control.signal, release };
}

/** What is used of `process`. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  removeListener(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

/**
 * npx and npm pass on a signal that the terminal has sent to everybody already: so soon after the first one it is the
 * same press of the same key. Milliseconds; nobody presses twice in that time and means it.
 */
const SAME_PRESS_MS = 200;

/**
 * Interrupts of this process.
 * @param now milliseconds of a clock that only goes forward
 */
export function processInterrupts(
  source: SignalSource = process,
  now: () => number = () => performance.now(),
): Interrupts {
  const signals: readonly NodeJS.Signals[] = isHangupIgnored()
    ? ['SIGINT', 'SIGTERM']
    : ['SIGINT', 'SIGTERM', 'SIGHUP'];
  return {
    take: (ending) => {
      let first: number | null = null;
      const release = (): void => {
        for (const signal of signals) source.removeListener(signal, told);
      };
      const told = (): void => {
        if (first === null) {
          first = now();
          ending.first();
        } else if (now() - first >= SAME_PRESS_MS) {
          // Before anything else: with nobody listening the system itself ends the program the next time.
          release();
          source.exit(ending.second());
        }
      };
      for (const signal of signals) source.on(signal, told);
      return release;
    },
  };
}

/** `nohup` was asked for: a closed terminal is to change nothing. Bit 0 of the mask is SIGHUP (proc(5), SigIgn). */
function isHangupIgnored(): boolean {
  try {
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return mask !== undefined && (BigInt(`0x${mask}`) & 1n) === 1n;
  } catch {
    return false;
  }
}
