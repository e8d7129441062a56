/** A folder in which local executions really run, with the smallest spec that measures anything. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Receipt } from '../../lib/shapes/receipt';
import type { Summary } from '../../lib/results/summary';
import type { TrialRow } from '../../lib/shapes/verdict';
import { findLeftovers } from '../../lib/local/check-cleanup';

export interface SpecSettings {
  readonly path?: string;
  readonly size?: string;
  readonly replicates?: number;
  readonly hosts?: number;
  readonly runtime?: string;
  /** By default the question is the most IOPS; false: no question. */
  readonly decides?: boolean;
}

/** Kernel files without load: other tests on this machine must not exclude trials. */
const QUIET = join(__dirname, '../recorded/kernel/proc');

export class Playground {
  readonly cwd = mkdtempSync(join(tmpdir(), 'fsxbench-run-'));

  constructor() {
    process.env['FSXBENCH_PROC'] = QUIET;
  }

  /** Writes a spec. @returns its name */
  spec({
    path = 'data',
    size = '4 MiB',
    replicates = 3,
    hosts = 1,
    runtime = '1s',
    decides = true,
  }: SpecSettings = {}): string {
    const text = `
experiment: tiny
question: Does it run?
targets: { here: { kind: directory, path: ${path} } }
fleet: { client: { count: ${hosts} } }
workloads:
  fio: { kind: fio, rw: randread, bs: 4k, iodepth: 4, size: ${size}, ramp_time: 0s, runtime: ${runtime} }
design: { replicates: ${replicates} }
${decides ? 'decide: { metric: iops, prefer: highest }' : ''}
`;
    writeFileSync(join(this.cwd, 'tiny.yaml'), text);
    return 'tiny.yaml';
  }

  private read<T>(executionId: string, file: string): T {
    const path = join(this.cwd, '.fsxbench/bucket/executions/tiny', executionId, file);
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  }

  receipt(executionId: string): Receipt {
    return this.read(executionId, 'receipt.json');
  }

  summary(executionId: string): Summary {
    return this.read(executionId, 'summary.json');
  }

  row(executionId: string, trial: string): TrialRow {
    return this.read(executionId, `rows/${trial}.json`);
  }

  /** Everything except results: processes, hosts, data, notes. Empty after a complete cleanup. */
  async left(): Promise<unknown[]> {
    const { processes, folders, volumes } = await findLeftovers(join(this.cwd, '.fsxbench/hosts'), [
      join(this.cwd, 'data'),
    ]);
    const inside = readdirSync(this.cwd).filter((name) => !['.fsxbench', 'tiny.yaml', 'calls.jsonl'].includes(name));
    const notes = readdirSync(join(this.cwd, '.fsxbench/running'));
    return [...processes, ...folders, ...volumes, ...inside, ...notes];
  }

  /** Deletes `.fsxbench` while an execution may still write into a folder that is being deleted. */
  deleteState(): void {
    const gone = (): boolean => {
      try {
        rmSync(join(this.cwd, '.fsxbench'), { recursive: true, force: true });
        return true;
      } catch (error) {
        // rmSync repeats only the same folder, not files that were added meanwhile.
        if ((error as NodeJS.ErrnoException).code === 'ENOTEMPTY') return false;
        throw error;
      }
    };
    for (let tries = 0; tries < 100; tries += 1) if (gone()) return;
    throw new Error('.fsxbench cannot be deleted');
  }

  remove(): void {
    delete process.env['FSXBENCH_PROC'];
    rmSync(this.cwd, { recursive: true, force: true });
  }
}
