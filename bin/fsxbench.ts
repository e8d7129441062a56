#!/usr/bin/env node
/** Entry point of the command line: streams, signals, exit code. Everything else is in `lib/cli`. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../lib/cli/command';
import { main } from '../lib/cli/program';

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort(signal));
// A closed pipe (`fsxbench … | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const cli = {
  root: dirname(dirname(fileURLToPath(import.meta.url))),
  cwd: process.cwd(),
  entry: fileURLToPath(import.meta.url),
  out: process.stdout,
  err: process.stderr,
  interrupted: interrupt.signal,
};

main(cli, process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    if (error instanceof UserError) {
      const { name, message } = error;
      process.stderr.write(`${message}\n`);
      if (process.argv.includes('--json'))
        process.stdout.write(`${JSON.stringify({ error: { name, message } }, null, 2)}\n`);
      process.exitCode = error.exitCode;
      return;
    }
    process.stderr.write(
      `fsxbench met a fault of its own; please report it with this text:\n${(error as Error).stack ?? String(error)}\n`,
    );
    process.exitCode = 70;
  },
);
