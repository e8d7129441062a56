import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KINDS } from '../../../lib/experiment/kinds';
import { renderSpecSchema } from '../../../lib/experiment/language/editor/spec-schema';
import { completion, run } from '../../../lib/cli/commands/schema';
import { captureCli } from '../capture-cli';

const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-schema-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const SCHEMA = renderSpecSchema(KINDS);

describe('fsxbench schema', () => {
  it('prints the JSON Schema of all kinds', async () => {
    const { cli, out, err } = captureCli(cwd);
    expect(await run(cli, [], {})).toBe(0);
    expect([out(), err()]).toEqual([SCHEMA, '']);
  });

  it('writes the schema to the file of --output, and prints the line that names it in a spec', async () => {
    const { cli, out } = captureCli(cwd);
    expect(await run(cli, [], { output: 'own.json' })).toBe(0);
    expect(readFileSync(join(cwd, 'own.json'), 'utf8')).toBe(SCHEMA);
    expect(out()).toMatch(/^own\.json: written\. .*\n# yaml-language-server: \$schema=own\.json\n$/);
  });

  it('prints only the path of the file with --output and --json', async () => {
    const { cli, out } = captureCli(cwd);
    expect(await run(cli, [], { output: 'other.json', json: true })).toBe(0);
    expect(JSON.parse(out())).toEqual({ file: join(cwd, 'other.json') });
  });
});

it('mentions `npm link` in the completion script and in README', async () => {
  const { cli, out } = captureCli(cwd);
  await completion.run(cli, ['bash'], {});
  expect(out()).toMatch(/^# In ~\/\.bashrc, after `npm link` in the clone: source <\(npx fsxbench completion bash\)\n/);
  expect(readFileSync(join(cli.root, 'README.md'), 'utf8')).toContain('After `npm link`, `npx fsxbench` works');
});
