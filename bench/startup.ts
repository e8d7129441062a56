/**
 * Startup time of the command line: `--help` and `validate`, alternating with an empty Node.js.
 * Limit: 5 times `node -e 0`. Usage: npm run bench:startup
 */
import { spawnSync } from 'node:child_process';

const ROUNDS = 15;
const LIMIT = 5;
const PROGRAM = 'dist/fsxbench.mjs';

const commands: Readonly<Record<string, readonly string[]>> = {
  'node -e 0': ['-e', '0'],
  'fsxbench --help': [PROGRAM, '--help'],
  'npx fsxbench validate': [PROGRAM, 'validate', 'experiments/local-disk.yaml'],
};

function seconds(args: readonly string[]): number {
  const begun = process.hrtime.bigint();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${String(status)}`);
  return Number(process.hrtime.bigint() - begun) / 1e9;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const times = new Map(Object.keys(commands).map((name) => [name, [] as number[]]));
// The first round reads the files from disk and does not count.
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const [name, args] of Object.entries(commands)) {
    const taken = seconds(args);
    if (round > 0) times.get(name)?.push(taken);
  }
}
const base = median(times.get('node -e 0') ?? []);
let worst = 0;
for (const [name, taken] of times) {
  const middle = median(taken);
  worst = Math.max(worst, middle / base);
  process.stdout.write(
    `${name.padEnd(20)} ${(middle * 1000).toFixed(0).padStart(5)} ms  ${(middle / base).toFixed(2)} x\n`,
  );
}
process.stdout.write(`worst ratio ${worst.toFixed(2)}, limit ${LIMIT}\n`);
process.exitCode = worst <= LIMIT ? 0 : 1;
