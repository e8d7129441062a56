/** `--calls FILE`: every AWS call of the state machines and handlers, a JSON line each. */
import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import type { CallRecord } from '../twin/cloud/service';
import type { Cli } from './command';

export interface CallLog {
  readonly write: (call: CallRecord) => void;
  /** Resolves when everything is in the file. */
  readonly close: () => Promise<void>;
}

/** A log that is told of calls; without a file it keeps nothing. A file that cannot be written is said once. */
export function callLog(cli: Cli, file: unknown): CallLog {
  if (typeof file !== 'string') return { write: () => undefined, close: () => Promise.resolve() };
  const stream = createWriteStream(resolve(cli.cwd, file));
  let broken = false;
  stream.on('error', (error) => {
    if (!broken) cli.err.write(`--calls ${file}: cannot be written: ${error.message}\n`);
    broken = true;
  });
  return {
    write: (call) => void stream.write(`${JSON.stringify(call)}\n`),
    close: () =>
      new Promise((done) => {
        if (broken) done();
        else stream.end(done);
      }),
  };
}
