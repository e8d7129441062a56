/** Ratios of two measurements in turn, because the speed of a machine changes from minute to minute. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** CPU seconds of a process, garbage collection and compilation included, and its peak memory. */
export interface Usage {
  readonly seconds: number;
  readonly mebibytes: number;
}

export type Measure = () => number | Promise<number>;

/** Median of the ratios of pairs; the first pair warms up and does not count. */
export async function computeRatio(pairs: number, own: Measure, other: Measure): Promise<number> {
  const ratios: number[] = [];
  for (let pair = 0; pair <= pairs; pair += 1) {
    const ratio = (await own()) / (await other());
    if (pair > 0) ratios.push(ratio);
  }
  return computeMedian(ratios);
}

export function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? Number.NaN) + (sorted[sorted.length >> 1] ?? Number.NaN)) / 2;
}

/** CPU seconds of a function in this process. */
export async function measureCpu(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

/** Exit codes of a complete command: 1 no configuration meets the threshold, 3 above the budget or the time limit. */
const ENDED = [0, 1, 3];

/** Runs Node.js in a new folder. @throws Error if it fails */
export function runNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): Usage {
  const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-bench-'));
  const file = join(cwd, 'usage');
  try {
    const { status, stderr } = spawnSync(process.execPath, ['--require', resolve('bench/usage.cjs'), ...args], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, ...env, FSXBENCH_USAGE: file },
      maxBuffer: 2 ** 30,
    });
    if (status === null || !ENDED.includes(status))
      throw new Error(`node ${args.join(' ')} ended with ${String(status)}: ${stderr}`);
    return JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '') as Usage;
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
