/** `--calls FILE`: every AWS call of the state machines and handlers, a JSON line each. */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { forLog } from '../twin/cloud/record';
import type { CallRecord } from '../twin/cloud/service';
import type { Cli } from './command';

export interface CallLog {
  readonly write: (call: CallRecord) => void;
  /** Everything is in the file when this returns. */
  readonly close: () => void;
}

/** Text that is kept before it is written, characters: a write for each call would be most of the work. */
const KEPT_CHARACTERS = 256 * 1024;
/** What is kept is written at the latest after so many milliseconds: somebody may be reading along. */
const KEPT_MS = 500;

/** A log that is told of calls; without a file it keeps nothing. A file that cannot be written is said once. */
export function callLog(cli: Cli, file: unknown): CallLog {
  if (typeof file !== 'string') return { write: () => undefined, close: () => undefined };
  let descriptor: number | null = null;
  let kept = '';
  let timer: NodeJS.Timeout | null = null;
  const attempt = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      cli.err.write(`--calls ${file}: cannot be written: ${(error as Error).message}\n`);
      descriptor = null;
    }
  };
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const text = kept;
    kept = '';
    attempt(() => {
      if (descriptor !== null && text !== '') writeFileSync(descriptor, text);
    });
  };
  attempt(() => {
    descriptor = openSync(resolve(cli.cwd, file), 'w');
  });
  return {
    write: (call) => {
      if (descriptor === null) return;
      kept += `${JSON.stringify(forLog(call))}\n`;
      if (kept.length >= KEPT_CHARACTERS) flush();
      else timer ??= setTimeout(flush, KEPT_MS);
    },
    close: () => {
      flush();
      attempt(() => {
        if (descriptor !== null) closeSync(descriptor);
        descriptor = null;
      });
    },
  };
}
