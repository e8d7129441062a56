/**
 * `tsx checks/mutants.ts`, as `npm run mutants`: plants faults in the state machines and reports which are detected.
 */
import { type Options, parseOptions, USAGE } from './mutants/options';
import { runMutants } from './mutants/run';

/** A line that is overwritten on a terminal, or an occasional line for a log. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\u001b[K`);
  else if (/^\d*00 of /.test(text)) console.error(text);
}

function optionsOrNull(): Options | null {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return null;
  }
}

async function main(): Promise<number> {
  const root = process.cwd();
  const options = optionsOrNull();
  if (options === null) return 2;
  try {
    const code = await runMutants(options, {
      root,
      tools: root,
      print: (text) => console.log(text),
      progress,
      interrupted: interrupt.signal,
    });
    return code;
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
}

// The first signal ends the run with a report; the second ends the process. Judging processes end with it.
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interrupt.signal.aborted) process.exit(130);
    interrupt.abort();
  });
}

void main().then((code) => {
  process.exitCode = code;
});
