/**
 * Duration of `fsxbench rehearse`, including the start of the program, for the examples with most hosts and with most
 * changes. Runs alternate with an empty Node.js, and the limit is a multiple of that, which distinguishes a slow
 * program from a slow or busy machine. The fastest of each also has an absolute limit.
 * Usage: npm run bench:rehearse
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROUNDS = 5;
const LIMIT_SECONDS = 3;
/** Multiples of an empty Node.js: 1.5 times the measured values with Node.js 20 on two shared CPUs. */
const LIMITS: Readonly<Record<string, number>> = { 'lustre-metadata': 65, 'lustre-small': 40, openzfs: 33 };
const EMPTY = 'node alone';
/** Exit codes of a complete rehearsal; 1: no configuration meets the threshold. */
const ENDED = [0, 1];

const program = resolve('dist/fsxbench.mjs');
const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-bench-'));

function secondsOf(args: readonly string[], allowed: readonly number[]): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  if (status === null || !allowed.includes(status))
    throw new Error(`node ${args.join(' ')} ended with ${String(status)}: ${stderr}`);
  return (performance.now() - begun) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

try {
  const names = Object.keys(LIMITS);
  const times = new Map([EMPTY, ...names].map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, taken] of times) {
      const rehearsal = [program, 'rehearse', resolve(`experiments/${name}.yaml`)];
      taken.push(name === EMPTY ? secondsOf(['-e', '0'], [0]) : secondsOf(rehearsal, ENDED));
    }
  }
  const bare = median(times.get(EMPTY) ?? []);
  process.stdout.write(`${EMPTY}: ${bare.toFixed(3)} s\n`);
  for (const name of names) {
    const taken = times.get(name) ?? [];
    const [seconds, least, limit] = [median(taken), Math.min(...taken), LIMITS[name] ?? 0];
    const ratio = seconds / bare;
    process.stdout.write(
      `${name}: ${seconds.toFixed(2)} s, ${ratio.toFixed(1)} times ${EMPTY}, limit ${limit}; ` +
        `quickest ${least.toFixed(2)} s, limit ${LIMIT_SECONDS}\n`,
    );
    if (!(ratio <= limit && least <= LIMIT_SECONDS)) process.exitCode = 1;
  }
} finally {
  rmSync(cwd, { recursive: true });
}
