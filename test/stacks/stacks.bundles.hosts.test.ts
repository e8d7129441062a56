import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FUNCTIONS } from '../../lib/stacks/functions/function-table';

const folder = mkdtempSync(join(tmpdir(), 'fsxbench-bundles-'));
beforeAll(() => execFileSync('node', ['build.mjs', 'lambdas', folder]));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Each is loaded as Lambda loads it, and called with nothing: it must get as far as asking for its configuration or for
 * what is missing in the event. Its log names it.
 */
const TRY = `
for (const name of process.argv.slice(1)) {
  const { handler } = await import(name);
  await handler({}, { functionName: name }).catch((error) => console.log(error.name));
}`;

describe('build.mjs lambdas', () => {
  it('builds exactly one bundle per function', () => {
    expect(readdirSync(folder).sort()).toEqual(Object.keys(FUNCTIONS).sort());
  });

  it('builds bundles that load without node_modules', () => {
    const files = readdirSync(folder).map((name) => join(folder, name, 'index.mjs'));
    const run = spawnSync('node', ['--input-type=module', '-e', TRY, ...files], { cwd: folder, encoding: 'utf8' });
    const names = run.stdout.trim().split('\n');
    const lines = run.stderr.trim().split('\n');
    // Admission fails before its call: it has no scripts.
    const logged = files.filter((name) => !name.includes('/admit/'));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      logged.map((name) => expect.objectContaining({ message: 'failed', function_name: name }) as unknown),
    );
    expect(names).toHaveLength(files.length);
    expect(names.filter((name) => !['ConfigurationMissing', 'EventInvalid'].includes(name))).toEqual([]);
  });

  it('includes workload files in the bundle of admit, but not of close-fence', () => {
    expect(existsSync(join(folder, 'admit', 'workloads', 'host', 'run-script.sh'))).toBe(true);
    expect(existsSync(join(folder, 'close-fence', 'workloads'))).toBe(false);
  });
});
