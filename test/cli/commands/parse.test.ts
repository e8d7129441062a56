import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type Cli, UserError } from '../../../lib/cli/command';
import { run } from '../../../lib/cli/commands/parse';
import { captureCli } from '../capture-cli';

const ROOT = join(__dirname, '../../..');
const FIXTURES = join(ROOT, 'test/recorded/fio');

interface Document {
  readonly results: readonly {
    readonly file: string;
    readonly tool: string;
    readonly toolVersion: string;
    readonly status: string;
    readonly problems: readonly string[];
    readonly runs: readonly { readonly label: string; readonly observations: readonly Record<string, unknown>[] }[];
  }[];
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fsxbench-parse-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command in the folder of the fixtures. */
async function parse(files: readonly string[], options: Readonly<Record<string, unknown>> = {}, cwd = FIXTURES) {
  const out = new PassThrough();
  const cli: Cli = { ...captureCli(cwd).cli, root: ROOT, out, err: new PassThrough() };
  const code = await run(cli, files, { workload: 'fio', ...options });
  return { code, text: String(out.read() ?? '') };
}

async function catchRefusal(
  files: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<UserError> {
  const error: unknown = await parse(files, options, folder).catch((thrown: unknown) => thrown);
  if (!(error instanceof UserError)) throw new Error(`expected a UserError, got ${String(error)}`);
  return error;
}

describe('fsxbench parse', () => {
  it('replaces control characters of file names and contents in its output', async () => {
    const name = 'e\u001b[31mvil';
    const head = 'mdtest-\u001b]0;x\u00074.0.0 was launched with 1 total task(s) on 1 node(s)';
    writeFileSync(join(folder, name), `${head}\nSUMMARY rate: (of 1 iterations)\n`);
    const { text } = await parse([name], { workload: 'mdtest' }, folder);
    expect(text).toMatch(/^e\?\[31mvil: /);
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('prints more than 100,000 lines of problems', async () => {
    writeFileSync(join(folder, 'many'), 'mdtest-4 was launched with 1 total task\n'.repeat(200_000));
    const { code, text } = await parse(['many'], { workload: 'mdtest' }, folder);
    expect(code).toBe(1);
    expect(text.split('\n').length).toBeGreaterThan(100_000);
  });

  it('prints one JSON document for all files, in their order', async () => {
    const { code, text } = await parse(['randrw.json', 'host-a.json', 'host-b.json'], { json: true });
    const { results } = JSON.parse(text) as Document;
    expect(code).toBe(0);
    expect(results.map(({ file }) => file)).toEqual(['randrw.json', 'host-a.json', 'host-b.json']);
    expect(Object.keys(results[0] ?? {})).toEqual(['file', 'tool', 'toolVersion', 'status', 'problems', 'runs']);
    expect(results[1]).toMatchObject({ tool: 'fio', toolVersion: 'fio-3.33', status: 'ok', problems: [] });
    expect(results[1]?.runs[0]?.label).toBe('randread/0');
    expect(results[1]?.runs[0]?.observations[0]).toEqual({
      metric: 'iops',
      operation: 'read',
      statistic: 'value',
      unit: 'ops/s',
      value: expect.any(Number) as number,
    });
  });

  it('prints an aligned table without --json', async () => {
    const { text } = await parse(['randrw.json']);
    const [head, run1, ...rows] = text.trimEnd().split('\n');
    expect(head).toBe('randrw.json: fio-3.33, ok');
    expect(run1).toBe('  mix/0');
    expect(rows).toHaveLength(14);
    expect(rows[0]).toMatch(/^ {4}read {3}iops +value +[\d,.]+ {2}ops\/s$/);
    const places = rows.map((row) => row.search(/ (ops\/s|bytes\/s|us)$/));
    expect(new Set(places).size).toBe(1);
  });

  it('prints the problems, and exits 1 when a result failed', async () => {
    const failed = await parse(['host-a.json', 'error.json']);
    expect(failed.code).toBe(1);
    expect(failed.text).toMatch(/^error.json: fio-3.33, failed\n {2}! job full\/0 ended with error 28/m);
    expect((await parse(['short.json'])).code).toBe(0);
  });

  it('reads UTF-16 files, as PowerShell writes them', async () => {
    writeFileSync(join(folder, 'utf16.json'), Buffer.from('\uFEFF{"fio version": "fio-3.1", "jobs": []}', 'utf16le'));
    const { text } = await parse(['utf16.json'], { json: true }, folder);
    expect((JSON.parse(text) as Document).results[0]?.toolVersion).toBe('fio-3.1');
  });

  it('names every unreadable file, and exits 2', async () => {
    mkdirSync(join(folder, 'sub'));
    const error = await catchRefusal(['none.json', 'sub', 'none-either.json']);
    expect(error.exitCode).toBe(2);
    expect(error.message.split('\n')).toEqual([
      expect.stringMatching(/^none\.json: no such file \(expected at .*none\.json\)$/),
      'sub: a folder; name a file',
      expect.stringMatching(/^none-either\.json: no such file/),
    ]);
  });

  it('lists the allowed workload kinds when --workload is unknown or missing', async () => {
    const unknown = await catchRefusal(['a'], { workload: 'bonnie' });
    expect([unknown.exitCode, unknown.message]).toEqual([
      2,
      expect.stringMatching(/^--workload: unknown workload kind 'bonnie'; allowed: fio/),
    ]);
    const missing = await catchRefusal(['a'], { workload: undefined });
    expect(missing.message).toMatch(/^--workload is missing: .*fio/);
  });
});
