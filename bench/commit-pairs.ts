/**
 * etcd's fio command run by hand and by fsxbench, in alternating pairs on the disk of the working directory. Reports
 * the ratio of their commit latencies with its interval, which contains 1 if fsxbench measures what fio does. Usage, on
 * an idle machine: npm run bench:commits [-- PAIRS [SECONDS]]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Observation } from '../lib/shapes/observation';
import { parseOutput } from '../lib/workloads/fio/output/parse';

const PAIRS = Number(process.argv[2] ?? 5);
const METRICS = ['sync_latency_mean', 'sync_latency_p50', 'sync_latency_p99'] as const;
const [WARM_UP, SECONDS] = [2, Number(process.argv[3] ?? 20)];
const SPEC = `
experiment: commit-pairs
question: Are commits by fsxbench as by hand?
targets: { here: { kind: directory, path: data } }
workloads:
  wal:
    kind: fio
    rw: write
    ioengine: sync
    fdatasync: 1
    bs: 2300 B
    size: 22 MiB
    direct: false
    ramp_time: ${WARM_UP}s
    runtime: ${SECONDS}s
design: { replicates: 1 }
`;
/** Two-sided 95% quantile of t, by degrees of freedom from 1 on. */
const T95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];

type Figures = Readonly<Partial<Record<string, number>>>;

const cwd = mkdtempSync(resolve('.fsxbench-pairs-'));
writeFileSync(join(cwd, 'spec.yaml'), SPEC);
const program = resolve('dist/fsxbench.mjs');

function call(command: string, given: readonly string[], allowed: readonly number[]): string {
  const { status, stdout, stderr } = spawnSync(command, given, { cwd, encoding: 'utf8' });
  if (!allowed.includes(status ?? -1)) throw new Error(`${command} ended with ${String(status)}: ${stderr}`);
  return stdout;
}

function runByHand(
  more: readonly string[] = ['--time_based', `--ramp_time=${WARM_UP}`, `--runtime=${SECONDS}`],
): Figures {
  const command = ['--rw=write', '--ioengine=sync', '--fdatasync=1', '--directory=.', '--size=22m', '--bs=2300'];
  const text = call('fio', [...command, '--name=mytest', '--output-format=json+', ...more], [0]);
  const all = parseOutput(text).runs.flatMap(({ observations }) => observations);
  return Object.fromEntries(all.map(({ metric, value }) => [metric, value]));
}

function runByProgram(name: string): Figures {
  // Exit code 6: on a busy machine no trial is valid, but its figures exist all the same.
  call(process.execPath, [program, 'run', 'spec.yaml', '--name', name, '--wait'], [0, 6]);
  const file = `.fsxbench/bucket/executions/commit-pairs/${name}/observations/t0001.jsonl`;
  const lines = readFileSync(join(cwd, file), 'utf8').trimEnd().split('\n');
  const all = lines.map((line) => JSON.parse(line) as Observation).filter(({ scope }) => scope === 'aggregate');
  return Object.fromEntries(all.map(({ metric, value }) => [metric, value]));
}

// Like a trial, it overwrites blocks that were written before.
runByHand([]);
const pairs = Array.from({ length: PAIRS }, (_, index) => {
  const name = `pair-${index + 1}`;
  const first = index % 2 === 0 ? runByHand() : runByProgram(name);
  const second = index % 2 === 0 ? runByProgram(name) : runByHand();
  return index % 2 === 0 ? { hand: first, program: second } : { hand: second, program: first };
});
rmSync(cwd, { recursive: true });
let holds = true;
for (const metric of METRICS) {
  // fsxbench omits a percentile of too few commits.
  const each = pairs.flatMap(({ hand, program: own }) => {
    const [byHand, byProgram] = [hand[metric], own[metric]];
    return byHand === undefined || byProgram === undefined ? [] : [{ byHand, byProgram }];
  });
  const logs = each.map(({ byHand, byProgram }) => Math.log(byProgram / byHand));
  const mean = logs.reduce((sum, one) => sum + one, 0) / logs.length;
  const variance = logs.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (logs.length - 1);
  const half = (T95[logs.length - 2] ?? 1.96) * Math.sqrt(variance / logs.length);
  const rounded = (log: number): string => Math.exp(log).toFixed(2);
  const interval = `${rounded(mean)} (${rounded(mean - half)} to ${rounded(mean + half)})`;
  if (Math.abs(mean) > half) holds = false;
  const listed = each.map(({ byHand, byProgram }) => `${Math.round(byHand)}/${Math.round(byProgram)}`).join(' ');
  console.info(`${metric}: ratio ${interval} of ${logs.length} pairs; us ${listed}`);
}
if (!holds) process.exitCode = 1;
