#!/usr/bin/env node
/**
 * Entry point of the command line. This file has no static imports, so that any failure, even to load a module, exits
 * with 70. Node.js would exit with 1, which means that a threshold is not met.
 */

import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

/** `EXIT.fault` of `lib/shapes/user-error.ts`. */
const EXIT_FAULT = 70;

function reportFault(error: unknown): void {
  const { code = '', stack } = error as NodeJS.ErrnoException;
  process.stderr.write(
    ['EMFILE', 'ENFILE'].includes(code)
      ? `too many files are open (${code}); raise the limit (\`ulimit -n 1024\`), then run it again\n`
      : `internal error of fsxbench; please report it with this text:\n${stack ?? String(error)}\n`,
  );
  process.exitCode = EXIT_FAULT;
}

// Node.js 22 and later keep compiled code: `validate` then takes a fifth less CPU time. The folder is that of the
// program: in the temporary directory, which Node.js would take, other users could put code. Not writable: no cache.
const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
enableCompileCache?.(fileURLToPath(new URL('compile-cache', import.meta.url)));

// Hides the SDK's warning that its releases after the first week of January 2027 need Node.js 22. Those in use do not.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

process.on('uncaughtException', (error) => {
  reportFault(error);
  process.exit();
});

const root = fileURLToPath(new URL('..', import.meta.url));
import('../lib/cli/run-process').then(({ runCommandLine }) => runCommandLine(root)).catch(reportFault);
