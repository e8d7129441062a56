import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { main } from '../../../lib/cli/program';
import { listDifferences } from '../../asl/interpreter/agreement';
import type { ConformanceCase, Expectation } from '../../asl/interpreter/conformance-case';
import { captureCli } from '../capture-cli';

/** Part of the recordings that must be replayed exactly. */
const AGREEMENT = 0.97;

const folder = join(process.env['FSXBENCH_SHARED'] ?? resolve(process.cwd(), '../shared'), 'conformance/asl');
const present = existsSync(folder);

async function run(cwd: string, recorded: ConformanceCase): Promise<Expectation> {
  const write = (name: string, content: unknown): string => {
    writeFileSync(join(cwd, name), JSON.stringify(content));
    return name;
  };
  const { cli, out } = captureCli(cwd);
  const machine = write('machine.asl.json', recorded.definition);
  const tasks = write('tasks.json', recorded.taskResults);
  const objects = write('objects.json', recorded.objects ?? []);
  const input = JSON.stringify(recorded.input);
  const options = ['--input', input, '--tasks', tasks, '--objects', objects, '--virtual', '--json'];
  expect(await main(cli, ['states', 'run', machine, ...options])).toBe(0);
  return JSON.parse(out()) as Expectation;
}

(present ? describe : describe.skip)('fsxbench states run of executions recorded on Step Functions', () => {
  it(`reproduces result, exits, events and calls of at least ${AGREEMENT * 100}% of the executions`, async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-conformance-'));
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
    const disagreeing: string[] = [];
    for (const file of files) {
      const recorded = JSON.parse(readFileSync(join(folder, file), 'utf8')) as ConformanceCase;
      const found = await run(cwd, recorded).then(
        (actual) => listDifferences(recorded, actual),
        (error: Error) => [error.message],
      );
      if (found.length > 0) disagreeing.push(`${recorded.id}\n    ${found.join('\n    ')}`);
    }
    rmSync(cwd, { recursive: true });
    if (disagreeing.length > 0) process.stdout.write(`${disagreeing.join('\n')}\n`);
    expect(files.length).toBeGreaterThan(100);
    expect((files.length - disagreeing.length) / files.length).toBeGreaterThanOrEqual(AGREEMENT);
  });
});

if (!present) {
  it('prints that the recordings are missing', () => {
    process.stdout.write(`skipped: no recordings in ${folder} (set FSXBENCH_SHARED to the folder that has them)\n`);
    expect(present).toBe(false);
  });
}
