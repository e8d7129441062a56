import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FUNCTIONS } from '../../lib/stacks/functions/function-table';

const folder = mkdtempSync(join(tmpdir(), 'fsxbench-bundles-'));
beforeAll(() => execFileSync('node', ['build.mjs', 'lambdas', folder]));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Each is loaded as Lambda loads it, and called with nothing: it must get as far as asking for its configuration or for
 * what is missing in the event.
 */
const TRY = `
for (const name of process.argv.slice(1)) {
  const { handler } = await import(name);
  await handler({}).catch((error) => console.log(error.name));
}`;

describe('the bundles of the lambdas', () => {
  it('are there for every function, and nothing else is', () => {
    expect(readdirSync(folder).sort()).toEqual(Object.keys(FUNCTIONS).sort());
  });

  it('load where nothing else is installed', () => {
    const files = readdirSync(folder).map((name) => join(folder, name, 'index.mjs'));
    const said = execFileSync('node', ['--input-type=module', '-e', TRY, ...files], { cwd: folder, encoding: 'utf8' });
    const names = said.trim().split('\n');
    expect(names).toHaveLength(files.length);
    expect(names.filter((name) => !['ConfigurationMissing', 'EventInvalid'].includes(name))).toEqual([]);
  });

  it('have the texts of the workloads where plans are made', () => {
    expect(existsSync(join(folder, 'admit', 'workloads', 'host', 'run-script.sh'))).toBe(true);
    expect(existsSync(join(folder, 'close-fence', 'workloads'))).toBe(false);
  });
});
