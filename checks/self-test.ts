/**
 * Runs `experiments/self-test.yaml`, two folders of one disk, repeatedly, and counts false differences. Usage: npm run
 * self-test [-- COUNT [SEED]]; COUNT is 10 by default. Exit code 1 where there is more than one in ten executions, or
 * where an execution has no answer because too few trials were valid.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Summary } from '../lib/results/summary';
import { parseOptions, runCommand } from './options';

/** Allowed: one false difference in this many executions; chance gives 5%, with a margin. */
const EXECUTIONS_FOR_ONE = 10;
const SPEC = resolve('experiments/self-test.yaml');
const PROGRAM = resolve('dist/fsxbench.mjs');

/** The summary of one execution; null where it left none. */
function execution(cwd: string, seed: string): { readonly code: number | null; readonly summary: Summary | null } {
  const { status } = spawnSync(process.execPath, [PROGRAM, 'run', SPEC, '--seed', seed, '--wait'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const executions = join(cwd, '.fsxbench/bucket/executions/self-test');
  const last = readdirSync(executions).sort().at(-1);
  if (last === undefined) return { code: status, summary: null };
  return { code: status, summary: JSON.parse(readFileSync(join(executions, last, 'summary.json'), 'utf8')) as Summary };
}

function main(count: number, seed: string): number {
  const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-self-test-'));
  let apart = 0;
  let without = 0;
  try {
    for (let number = 1; number <= count; number += 1) {
      const { code, summary } = execution(cwd, `${seed}-${number}`);
      const { answer, verdicts } = summary ?? { answer: null, verdicts: null };
      if (answer === null || code === 6) without += 1;
      else if (answer.outcome === 'best') apart += 1;
      process.stdout.write(
        `${number} exit ${String(code)} ${answer?.outcome ?? 'no answer'} ${JSON.stringify(verdicts)}: ` +
          `${answer?.headline ?? ''}\n`,
      );
    }
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
  process.stdout.write(`${count} executions: ${apart} false differences, ${without} without an answer\n`);
  return apart > count / EXECUTIONS_FOR_ONE || without > 0 ? 1 : 0;
}

void runCommand((argv) => {
  const [count = '10', seed = String(Date.now())] = parseOptions(argv, {}).positionals;
  return main(Number(count), seed);
});
