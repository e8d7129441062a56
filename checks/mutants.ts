/**
 * `tsx checks/mutants.ts`, as `npm run mutants`: plants faults in the state machines and reports which are detected.
 */
import { readOptions, USAGE } from './mutants/options';
import { runMutants } from './mutants/run';
import { runCommand } from './options';

/** A line that is overwritten on a terminal, or an occasional line for a log. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\u001b[K`);
  else if (/^\d*00 of /.test(text)) console.error(text);
}

// The first signal ends the run with a report; the second ends the process. Judging processes end with it.
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interrupt.signal.aborted) process.exit(130);
    interrupt.abort();
  });
}

void runCommand(async (argv) => {
  const options = readOptions(argv);
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  const root = process.cwd();
  const print = (text: string): void => console.log(text);
  return runMutants(options, { root, tools: root, print, progress, interrupted: interrupt.signal }).catch(
    (error: unknown) => {
      console.error((error as Error).message);
      return 2;
    },
  );
});
