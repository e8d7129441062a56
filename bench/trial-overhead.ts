/**
 * Overhead of a trial besides warm-up and measurement: barrier, script, judgement, marks. Runs a small local execution
 * for real. Limit: 2 s a trial. Usage: npm run bench:overhead
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Plan } from '../lib/shapes/plan';

const LIMIT_SECONDS = 2;
const MEASURED_SECONDS = 3;
const SPEC = `
experiment: overhead
question: What does a trial take beside its measurement?
targets: { here: { kind: directory, path: data } }
fleet: { client: { count: 1 } }
workloads: { fio: { kind: fio, rw: randread, bs: 4k, iodepth: 4, size: 16 MiB, ramp_time: 1s, runtime: 2s } }
design: { replicates: 8 }
decide: { metric: iops, prefer: highest }
`;

const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-bench-'));
writeFileSync(join(cwd, 'spec.yaml'), SPEC);
const program = resolve('dist/fsxbench.mjs');
const { status } = spawnSync(process.execPath, [program, 'run', 'spec.yaml', '--name', 'e1', '--wait'], {
  cwd,
  stdio: 'ignore',
});
// Exit code 6: on a busy machine too few trials are valid, which does not affect their overhead.
if (status !== 0 && status !== 6) throw new Error(`the execution ended with ${String(status)}`);
const root = join(cwd, '.fsxbench/bucket/executions/overhead/e1');
const read = <T>(file: string): T => JSON.parse(readFileSync(join(root, file), 'utf8')) as T;
const overheads = read<Plan>('plan.json').trials.map(({ rig, trial }) => {
  const { startedAt } = read<{ startedAt: string }>(`raw/${rig}/${trial}/a1/started.json`);
  const { endedAt } = read<{ endedAt: string }>(`raw/${rig}/${trial}/a1/ended.json`);
  return (Date.parse(endedAt) - Date.parse(startedAt)) / 1000 - MEASURED_SECONDS;
});
rmSync(cwd, { recursive: true });
overheads.sort((a, b) => a - b);
const middle = overheads[Math.floor(overheads.length / 2)] ?? Number.NaN;
const most = overheads.at(-1) ?? Number.NaN;
process.stdout.write(
  `overhead of a trial: median ${middle.toFixed(2)} s, most ${most.toFixed(2)} s of ${overheads.length}\n`,
);
process.stdout.write(`median against the limit of ${LIMIT_SECONDS} s: ${(middle / LIMIT_SECONDS).toFixed(2)}\n`);
process.exitCode = middle <= LIMIT_SECONDS ? 0 : 1;
