/**
 * How long `fsxbench rehearse` takes, the start of the program included: the examples with most hosts, and with most
 * changes. Limit: 3 s each. A ratio to the start of Node.js in the same run tells a slow program from a slow machine.
 * Usage: npm run bench:rehearse
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const LIMIT_SECONDS = 3;
const TIMES = 3;
const EXPERIMENTS = ['lustre-metadata', 'lustre-small', 'openzfs'];
/** A rehearsal that ran to its end; 1 says that no configuration is good enough. */
const ENDED = [0, 1];

const program = resolve('dist/fsxbench.mjs');
const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-bench-'));

/** Seconds of the quickest of some processes. */
function quickest(args: readonly string[], allowed: readonly number[]): number {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES; time += 1) {
    const begun = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
    const seconds = (performance.now() - begun) / 1000;
    if (status === null || !allowed.includes(status))
      throw new Error(`node ${args.join(' ')} ended with ${String(status)}: ${stderr}`);
    best = Math.min(best, seconds);
  }
  return best;
}

try {
  const bare = quickest(['-e', '0'], [0]);
  process.stdout.write(`node alone: ${bare.toFixed(3)} s\n`);
  for (const name of EXPERIMENTS) {
    const seconds = quickest([program, 'rehearse', resolve(`experiments/${name}.yaml`)], ENDED);
    const ratio = (seconds / bare).toFixed(1);
    process.stdout.write(`${name}: ${seconds.toFixed(2)} s, ${ratio} times node alone, limit ${LIMIT_SECONDS} s\n`);
    if (seconds > LIMIT_SECONDS) process.exitCode = 1;
  }
} finally {
  rmSync(cwd, { recursive: true });
}
