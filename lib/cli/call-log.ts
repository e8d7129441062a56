/** `--calls FILE`: writes every AWS call of the state machines and handlers as a JSON line. */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { toLogRecord } from '../twin/cloud/cloud';
import type { CallRecord } from '../twin/cloud/service';
import { type Cli, UserError } from './command';
import { describeWriteError } from './user-file';

export interface CallLog {
  readonly write: (call: CallRecord) => void;
  /** Flushes and closes the file. */
  readonly close: () => void;
}

/** Buffer size in characters: one write per call would dominate the run time. */
const BUFFER_CHARACTERS = 256 * 1024;
/** Maximum time in the buffer, milliseconds, for users who follow the file. */
const FLUSH_MS = 500;

/**
 * Opens the log of calls; without a file it discards them. A later write error is printed once and does not end the
 * execution, which has created resources by then.
 * @throws UserError if the file cannot be opened; the caller then starts nothing
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
    const why = describeWriteError(file, error as NodeJS.ErrnoException);
    const text = `--calls: '${file}' cannot be written: ${why}. The execution was not started`;
    throw new UserError('CallsUnwritable', text);
  }
}
