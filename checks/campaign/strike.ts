/** Ends executions on this machine at random moments, and looks what `clean` leaves of each. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { streamsFrom } from '../../lib/shapes/random';
import type { Receipt } from '../../lib/shapes/receipt';
import { leftOnMachine } from '../../lib/local/check';

/** `kill`: SIGKILL, nothing can be done about it. `twice`: Ctrl-C, and soon again. */
export type How = 'kill' | 'twice';

export interface Strike {
  readonly how: How;
  /** From the start of the program, milliseconds. */
  readonly afterMs: number;
  /** Between the two presses, milliseconds. */
  readonly pauseMs: number;
}

export interface Struck {
  /** Null where it ended by a signal. */
  readonly code: number | null;
  /** What `clean` ended with. */
  readonly cleaned: number | null;
  /** What should not be; empty where all is well. */
  readonly faults: readonly string[];
}

const SPEC = `
experiment: struck
targets: { here: { kind: directory, path: deep/er/data } }
workloads: { fio: { kind: fio, rw: randrw, bs: 4k, iodepth: 4, size: 4 MiB, ramp_time: 0s, runtime: 1s } }
design: { replicates: 3 }
`;
/** A program that is told to end and does not, hangs. */
const HANGS_MS = 240_000;

/** Ends one execution, cleans up after it, and looks. The folder is removed where all is well. */
export async function strike({ how, afterMs, pauseMs }: Strike): Promise<Struck> {
  const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-stress-'));
  writeFileSync(join(cwd, 'spec.yaml'), SPEC);
  const child = program(cwd, 'run', 'spec.yaml', '--name', 'e1');
  const ended = endOf(child);
  await sleep(afterMs);
  child.kill(how === 'kill' ? 'SIGKILL' : 'SIGINT');
  if (how === 'twice') {
    await sleep(pauseMs);
    child.kill('SIGINT');
  }
  const code = await ended;
  const cleaned = await endOf(program(cwd, 'clean'));
  const faults = await faultsOf(cwd, cleaned);
  if (faults.length === 0) rmSync(cwd, { recursive: true });
  return { code, cleaned, faults };
}

function program(cwd: string, ...args: readonly string[]): ChildProcess {
  const root = resolve(__dirname, '../..');
  const tsx = join(root, 'node_modules/tsx/dist/loader.mjs');
  // A lock of its own: others may measure on this machine meanwhile.
  const env = { ...process.env, FSXBENCH_LOCK: cwd };
  const argv = ['--import', tsx, join(root, 'bin/fsxbench.ts'), ...args];
  return spawn(process.execPath, argv, { cwd, env, stdio: 'ignore' });
}

async function endOf(child: ChildProcess): Promise<number | null> {
  const timer = setTimeout(() => child.kill('SIGKILL'), HANGS_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  return code;
}

async function faultsOf(cwd: string, cleaned: number | null): Promise<string[]> {
  const state = join(cwd, '.fsxbench');
  const { processes, folders } = await leftOnMachine(join(state, 'hosts'), []);
  const notes = existsSync(join(state, 'running')) ? readdirSync(join(state, 'running')) : [];
  return [
    ...(cleaned === 0 ? [] : [`clean ended with ${String(cleaned)}`]),
    ...processes.map(({ pid }) => `process ${pid} lives`),
    ...folders.map(({ path }) => `folder ${path} is there`),
    ...readdirSync(cwd)
      .filter((name) => !['spec.yaml', '.fsxbench'].includes(name))
      .map((name) => `${name} was left in ${cwd}`),
    ...notes.map((name) => `note ${name} was left`),
    ...receiptFaults(join(state, 'bucket'), 'executions/struck/e1/receipt.json'),
  ];
}

/** An execution that was never admitted has made nothing, and has no receipt; any other has a true one. */
function receiptFaults(bucket: string, key: string): string[] {
  if (!existsSync(join(bucket, 'pointers/e1.json'))) return [];
  if (!existsSync(join(bucket, key))) return ['there is no receipt'];
  const { clean, left, resources } = JSON.parse(readFileSync(join(bucket, key), 'utf8')) as Receipt;
  const there = resources.filter(({ kind, id }) => kind !== 'process' && existsSync(id));
  return [
    ...(clean && left.length === 0 ? [] : [`the receipt is not clean: ${JSON.stringify(left)}`]),
    ...there.map(({ kind, id }) => `the receipt says that ${kind} ${id} is gone, but it is there`),
  ];
}

/** An execution takes about so long; later strikes meet one that has ended. */
const LONGEST_MS = 12_000;
/** Less counts as the same press of the key; see `lib/cli/interrupts.ts`. */
const SHORTEST_PAUSE_MS = 200;

/** Strikes `count` executions of each kind. @returns 1 where anything is left or a receipt is not true, else 0 */
export async function runStrikes(count: number, seed: string, print: (text: string) => void): Promise<0 | 1> {
  const random = streamsFrom(seed)('strikes');
  print(`seed ${seed}\n`);
  let bad = 0;
  for (let round = 1; round <= count; round += 1) {
    for (const how of ['kill', 'twice'] satisfies How[]) {
      const afterMs = Math.round(300 + random() * LONGEST_MS);
      const pauseMs = Math.round(SHORTEST_PAUSE_MS + random() * 1500);
      const { code, cleaned, faults } = await strike({ how, afterMs, pauseMs });
      bad += faults.length === 0 ? 0 : 1;
      const when = `after ${afterMs} ms${how === 'twice' ? `, again after ${pauseMs} ms` : ''}`;
      print(
        `${round} ${how} ${when}: ended ${String(code)}, clean ${String(cleaned)}: ` +
          `${faults.join('; ') || 'nothing left'}\n`,
      );
    }
  }
  print(`${2 * count} strikes, ${bad} with faults\n`);
  return bad === 0 ? 0 : 1;
}
