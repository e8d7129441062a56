#!/usr/bin/env node
/** Entry point of the command line: streams, signals, exit code. Everything else is in `lib/cli`. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refusal, UserError } from '../lib/cli/command';
import { processInterrupts } from '../lib/cli/interrupts';
import { EXIT } from '../lib/cli/outcome';
import { main } from '../lib/cli/program';

// A closed pipe (`fsxbench … | head`) is no failure, nor is a terminal that was closed.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
  });
}

const cli = {
  root: dirname(dirname(fileURLToPath(import.meta.url))),
  cwd: process.cwd(),
  entry: fileURLToPath(import.meta.url),
  out: process.stdout,
  err: process.stderr,
  interrupts: processInterrupts(),
  lock: process.env['FSXBENCH_LOCK'] ?? 'machine',
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
        process.stdout.write(`${JSON.stringify(refusal({ name, message }), null, 2)}\n`);
      process.exitCode = error.exitCode;
      return;
    }
    process.stderr.write(
      `fsxbench met a fault of its own; please report it with this text:\n${(error as Error).stack ?? String(error)}\n`,
    );
    process.exitCode = EXIT.fault;
  },
);
