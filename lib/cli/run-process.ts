/** Connects the command line to its process: streams, signals, exit code. */
import { toPrintableLines } from '../shapes/printable';
import { setFlagsFromString } from 'node:v8';
import { type Cli, MACHINE_LOCK, toRefusal, UserError } from './command';
import { makeProcessInterrupts } from './interrupts';
import { getUnprintedCode } from './exit-code';
import { main } from './program';

// V8 optimises hot code, but most runs end before that pays off. Budget in bytes of bytecode, eight times the default:
// it saves a third of the CPU time of a rehearsal with 200 hosts (3.5 s down to 2.2 s). Node.js 22 and later lack the
// flag, and would print an error.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=1000000');

// A closed pipe (`fsxbench … | head`) or terminal is no failure. Other errors, such as a full disk, change the exit
// code; the execution continues and keeps its results. Progress and messages may be lost.
let unwritten: NodeJS.ErrnoException | undefined;
process.stderr.on('error', () => undefined);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  unwritten ??= error;
});
process.on('exit', (code) => {
  if (unwritten === undefined || ['EPIPE', 'EIO'].includes(unwritten.code ?? '')) return;
  process.exitCode = getUnprintedCode(code);
  process.stderr.write(`standard output cannot be written: ${unwritten.message}\n`);
});

const toCli = (root: string): Cli => ({
  root,
  cwd: getCwd(),
  // Opened lazily: a closed standard input would throw here.
  get input() {
    return process.stdin;
  },
  out: process.stdout,
  err: process.stderr,
  interrupts: makeProcessInterrupts(),
  lock: process.env['FSXBENCH_LOCK'] ?? MACHINE_LOCK,
});

/** @throws UserError if the folder was deleted, or moved to where this user has no access */
function getCwd(): string {
  try {
    return process.cwd();
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'was deleted' : 'cannot be read';
    throw new UserError(
      'WorkingFolder',
      `the working folder ${process.env['PWD'] ?? ''} ${why}. Change to another folder`,
    );
  }
}

/** Runs the command line and sets the exit code; prints user errors. @param root see `Cli` */
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
