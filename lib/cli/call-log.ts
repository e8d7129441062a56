/** `--calls FILE`: every AWS call of the state machines and handlers, a JSON line each. */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { toLogRecord } from '../twin/cloud/cloud';
import type { CallRecord } from '../twin/cloud/service';
import { type Cli, UserError } from './command';
import { whyUnwritable } from './user-file';

export interface CallLog {
  readonly write: (call: CallRecord) => void;
  /** Everything is in the file when this returns. */
  readonly close: () => void;
}

/** Text that is kept before it is written, characters: a write for each call would be most of the work. */
const BUFFER_CHARACTERS = 256 * 1024;
/** What is kept is written at the latest after so many milliseconds: somebody may be reading along. */
const FLUSH_MS = 500;

/**
 * A log that is told of calls; without a file it keeps nothing. What cannot be written later on is said once: by then
 * something has been created, and an execution is worth more than its log.
 * @throws UserError where the file cannot be opened: then nothing should be started.
 */
export function openCallLog(cli: Cli, file: unknown): CallLog {
  if (typeof file !== 'string') return { write: () => undefined, close: () => undefined };
  const descriptor = openFile(cli, file);
  let kept = '';
  let isOpen = true;
  const attempt = (action: () => void): void => {
    try {
      if (isOpen) action();
    } catch (error) {
      cli.err.write(`--calls ${file}: cannot be written: ${(error as Error).message}\n`);
      isOpen = false;
    }
  };
  const flush = (): void => {
    if (kept !== '') attempt(() => writeFileSync(descriptor, kept));
    kept = '';
  };
  const timer = setInterval(flush, FLUSH_MS).unref();
  return {
    write: (call) => {
      if (isOpen) kept += `${JSON.stringify(toLogRecord(call))}\n`;
      if (kept.length >= BUFFER_CHARACTERS) flush();
    },
    close: () => {
      clearInterval(timer);
      flush();
      attempt(() => closeSync(descriptor));
      isOpen = false;
    },
  };
}

function openFile(cli: Cli, file: string): number {
  try {
    return openSync(resolve(cli.cwd, file), 'w');
  } catch (error) {
    const why = whyUnwritable(file, error as NodeJS.ErrnoException);
    const text = `--calls: '${file}' cannot be written: ${why}. Nothing was started`;
    throw new UserError('CallsUnwritable', text);
  }
}
