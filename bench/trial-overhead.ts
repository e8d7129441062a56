/** What a local trial takes in comparison with a bare call of fio with the same arguments, in real time. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from '../lib/shapes/plan';
import { computeMedian } from './pairs';

const ROUNDS = 2;
const TRIALS = 8;

/** Durations of the trials of an execution. */
interface Execution {
  /** Seconds of each trial from its start to its end. */
  readonly seconds: readonly number[];
  /** Command line of fio. */
  readonly argv: readonly string[];
}

function execute(root: string, trials: number): Execution {
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
  const program = [join(root, 'dist/fsxbench.mjs'), 'run', 'spec.yaml', '--name', 'e1', '--wait'];
  const { status } = spawnSync(process.execPath, program, { cwd, stdio: 'ignore' });
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

/** Seconds of a trial ÷ those of a bare call. @param root of the build */
export function compareTrial(root: string): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const { seconds, argv } = execute(root, TRIALS);
    return { seconds, bare: loopFio(argv) };
  });
  return computeMedian(rounds.flatMap(({ seconds }) => seconds)) / computeMedian(rounds.flatMap(({ bare }) => bare));
}
