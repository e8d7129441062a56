/** A command line whose output is kept, for tests of commands. */
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Cli } from '../../lib/cli/command';

export interface Captured {
  readonly cli: Cli;
  out(): string;
  err(): string;
}

/** @param cwd working directory of the user; the root of the repository where absent. */
export function captured(cwd?: string): Captured {
  const root = join(__dirname, '../..');
  const texts = { out: '', err: '' };
  const stream = (name: 'out' | 'err'): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        texts[name] += chunk.toString('utf8');
        done();
      },
    });
  const cli = {
    root,
    cwd: cwd ?? root,
    out: stream('out'),
    err: stream('err'),
    interrupted: new AbortController().signal,
  };
  return { cli, out: () => texts.out, err: () => texts.err };
}
