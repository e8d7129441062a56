/** The command line in a process: streams, signals, exit code. Everything else is in `lib/cli`. */
import { toPrintableLines } from '../shapes/printable';
import { setFlagsFromString } from 'node:v8';
import { type Cli, toRefusal, UserError } from './command';
import { processInterrupts } from './interrupts';
import { unprintedCode } from './outcome';
import { main } from './program';

// V8 optimises what has run for a while, and most of this program ends before that pays. Bytes of bytecode until then,
// eight times the default: of a rehearsal with 200 hosts it saves a third of the processor time (3.5 s down to 2.2 s).
setFlagsFromString('--interrupt-budget=1000000');

// A closed pipe (`fsxbench … | head`) is no failure, nor is a terminal that was closed. Of a full disk, say, the exit
// code tells: an execution goes on, and its results are kept. Progress and messages may be lost.
let unwritten: NodeJS.ErrnoException | undefined;
process.stderr.on('error', () => undefined);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  unwritten ??= error;
});
process.on('exit', (code) => {
  if (unwritten === undefined || ['EPIPE', 'EIO'].includes(unwritten.code ?? '')) return;
  process.exitCode = unprintedCode(code);
  process.stderr.write(`standard output cannot be written: ${unwritten.message}\n`);
});

const toCli = (root: string): Cli => ({
  root,
  cwd: getCwd(),
  // Opened by whoever reads it: a closed one would throw here.
  get input() {
    return process.stdin;
  },
  out: process.stdout,
  err: process.stderr,
  interrupts: processInterrupts(),
  lock: process.env['FSXBENCH_LOCK'] ?? 'machine',
});

/** @throws UserError where it was deleted, or moved to where this user may not look */
function getCwd(): string {
  try {
    return process.cwd();
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist any more' : 'cannot be read';
    throw new UserError(
      'WorkingFolder',
      `the working folder ${process.env['PWD'] ?? ''} ${why}: change to another one`,
    );
  }
}

/** Sets the exit code. Never throws what a user has done wrong. @param root see `Cli` */
export async function runCommandLine(root: string): Promise<void> {
  try {
    process.exitCode = await main(toCli(root), process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { name, message } = error;
    process.stderr.write(`${toPrintableLines(message)}\n`);
    if (process.argv.includes('--json'))
      process.stdout.write(`${JSON.stringify(toRefusal({ name, message }), null, 2)}\n`);
    process.exitCode = error.exitCode;
  }
}
