/**
 * `tsx tools/mutants.ts`, as `npm run mutants`: plants faults in the state machines and says which of them are noticed.
 */
import { spawnSync } from 'node:child_process';
import { type Options, parseOptions, USAGE } from './mutants/options';
import { runMutants } from './mutants/run';

/** Progress is for people: a line that is written over, only where somebody looks. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\u001b[K`);
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
    const code = await runMutants(options, { root, tools: root, print: (text) => console.log(text), progress });
    // The formatter has a say in the page, too.
    if (options.write) spawnSync('node_modules/.bin/biome', ['format', '--write', 'docs/machine-mutants.md']);
    return code;
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
}

// Ending through exit, so that what was made for the run goes with it; the judging processes go when nobody listens.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

void main().then((code) => {
  process.exitCode = code;
});
