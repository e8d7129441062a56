/**
 * What a local trial takes over a bare call of fio with the same arguments, and the processes that it forks (counted by
 * strace, in separate executions). Limits: 0.7 s, 80 forks. With ROOT, the folder of another build, that one is
 * measured in turn with this one. Usage: npm run bench:overhead [-- ROOT]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Plan } from '../lib/shapes/plan';

const LIMIT_SECONDS = 0.7;
const LIMIT_FORKS = 80;
const ROUNDS = 2;
const TRIALS = 8;

/** Durations of the trials of an execution. */
interface Execution {
  /** Seconds of each trial from its start to its end. */
  readonly seconds: readonly number[];
  /** Command line of fio. */
  readonly argv: readonly string[];
}

/** @param tracer words before the program */
function execute(root: string, trials: number, tracer: readonly string[] = []): Execution {
  const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-bench-'));
  const spec = `
experiment: overhead
question: What does a trial take besides its measurement?
targets: { here: { kind: directory, path: data } }
fleet: { client: { count: 1 } }
workloads: { fio: { kind: fio, rw: randread, bs: 4k, iodepth: 4, size: 16 MiB, ramp_time: 1s, runtime: 2s } }
design: { replicates: ${trials} }
decide: { metric: iops, prefer: highest }
`;
  writeFileSync(join(cwd, 'spec.yaml'), spec);
  const program = [process.execPath, join(root, 'dist/fsxbench.mjs'), 'run', 'spec.yaml', '--name', 'e1', '--wait'];
  const [command = '', ...args] = [...tracer, ...program];
  const { status } = spawnSync(command, args, { cwd, stdio: 'ignore' });
  // Exit code 6: on a busy machine too few trials are valid, which does not affect their overhead.
  if (status !== 0 && status !== 6) throw new Error(`the execution ended with ${String(status)}`);
  const folder = join(cwd, '.fsxbench/bucket/executions/overhead/e1');
  const read = <T>(file: string): T => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;
  const seconds = read<Plan>('plan.json').trials.map(({ rig, trial }) => {
    const { startedAt } = read<{ startedAt: string }>(`raw/${rig}/${trial}/a1/started.json`);
    const { endedAt } = read<{ endedAt: string }>(`raw/${rig}/${trial}/a1/ended.json`);
    return (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  });
  const { argv } = read<{ argv: string[] }>('raw/r1/t0001/a1/client-0/measure/status.json');
  rmSync(cwd, { recursive: true });
  return { seconds, argv };
}

/** Seconds of calls of fio alone, in a separate folder. */
function loopFio(argv: readonly string[]): readonly number[] {
  const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-bench-'));
  mkdirSync(join(cwd, 'raw'));
  const args = argv.slice(1).map((word) => (word.startsWith('--directory=') ? `--directory=${cwd}` : word));
  // The first call makes the file.
  const seconds = Array.from({ length: TRIALS + 1 }, () => {
    const began = performance.now();
    const { status } = spawnSync(argv[0] ?? '', args, { cwd, stdio: 'ignore' });
    if (status !== 0) throw new Error(`fio ended with ${String(status)}`);
    return (performance.now() - began) / 1000;
  });
  rmSync(cwd, { recursive: true });
  return seconds.slice(1);
}

/** Forks of one more trial; NaN without strace. */
function countForks(root: string): number {
  if (spawnSync('strace', ['--version'], { stdio: 'ignore' }).error !== undefined) return Number.NaN;
  const folder = mkdtempSync(join(tmpdir(), 'fsxbench-bench-'));
  const [few = 0, many = 0] = [1, TRIALS + 1].map((trials) => {
    const file = join(folder, String(trials));
    execute(root, trials, ['strace', '-f', '-qq', '-e', 'trace=clone,clone3,fork,vfork', '-o', file]);
    const calls = readFileSync(file, 'utf8').split('\n');
    return calls.filter((line) => /(?:clone3?|v?fork)\(/.test(line) && !line.includes('CLONE_THREAD')).length;
  });
  rmSync(folder, { recursive: true });
  return (many - few) / TRIALS;
}

function computeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const roots = [resolve('.'), ...process.argv.slice(2).map((root) => resolve(root))];
const rounds = Array.from({ length: ROUNDS }, () => {
  const executions = roots.map((root) => execute(root, TRIALS));
  return { executions, bare: loopFio(executions[0]?.argv ?? []) };
});
const bare = computeMedian(rounds.flatMap((round) => round.bare));
const figures = roots.map((root, index) => {
  const seconds = rounds.flatMap(({ executions }) => executions[index]?.seconds ?? []);
  return { root, overhead: computeMedian(seconds) - bare, forks: countForks(root) };
});
process.stdout.write(`a bare call of fio: median ${bare.toFixed(2)} s\n`);
for (const { root, overhead, forks } of figures) {
  const counted = Number.isNaN(forks) ? 'strace is not installed: forks are not counted' : `forks ${forks.toFixed(0)}`;
  process.stdout.write(`${root}: a trial takes ${overhead.toFixed(2)} s more; ${counted}\n`);
}
const [{ overhead, forks } = { overhead: Number.NaN, forks: Number.NaN }] = figures;
const ratios = [overhead / LIMIT_SECONDS, forks / LIMIT_FORKS].map((one) => one.toFixed(2)).join(', ');
process.stdout.write(`of the limits (${LIMIT_SECONDS} s, ${LIMIT_FORKS} forks): ${ratios}\n`);
// Without strace only the time has a limit.
process.exitCode = overhead <= LIMIT_SECONDS && !(forks > LIMIT_FORKS) ? 0 : 1;
