/** Interrupts: Ctrl-C, SIGTERM, a closed terminal. Handled only while a command has something to clean up. */
import { readFileSync } from 'node:fs';
import type { ExitCode } from './exit-code';

/** What a command does when it is interrupted. */
export interface StopHandler {
  /** First interrupt: starts an orderly end, and returns at once. */
  first(): void;
  /** Second interrupt: the program exits with the returned code. A third one kills it. */
  second(): ExitCode;
}

export interface Interrupts {
  /** @returns a function that releases the signals */
  take(ending: StopHandler): () => void;
}

/** For a command that polls for interrupts. @param second exit code of the second interrupt */
export function abortOnInterrupt(
  interrupts: Interrupts,
  second: ExitCode,
): { readonly signal: AbortSignal; readonly release: () => void } {
  const control = new AbortController();
  const release = interrupts.take({ first: () => control.abort(), second: () => second });
  return { signal: control.signal, release };
}

/** The part of `process` that is used. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  removeListener(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

/**
 * A second signal within this time, milliseconds, is the same key press: npx and npm forward a signal that the terminal
 * has already sent to the whole process group.
 */
const SAME_PRESS_MS = 200;

/** Interrupts of this process. @param now milliseconds of a monotonic clock */
export function makeProcessInterrupts(
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
        for (const signal of signals) source.removeListener(signal, onSignal);
      };
      const onSignal = (): void => {
        if (first === null) {
          first = now();
          ending.first();
        } else if (now() - first >= SAME_PRESS_MS) {
          // Register listeners first: without them the next signal kills the program.
          release();
          source.exit(ending.second());
        }
      };
      for (const signal of signals) source.on(signal, onSignal);
      return release;
    },
  };
}

/** Whether this process ignores SIGHUP (e.g. under nohup): bit 0 of SigIgn in /proc/self/status, proc(5). */
function isHangupIgnored(): boolean {
  try {
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return mask !== undefined && (BigInt(`0x${mask}`) & 1n) === 1n;
  } catch {
    return false;
  }
}
