import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type Cli, UserError } from '../../../lib/cli/command';
import { run } from '../../../lib/cli/commands/parse';
import { readWorkload } from '../../../lib/cli/commands/tool-outputs';
import { READERS } from '../../../lib/workloads/readers';
import { temporaryFolder } from '../../temporary';
import { captureCli } from '../capture-cli';

const FIXTURES = join(process.cwd(), 'test/recorded/fio');
type Options = Readonly<Record<string, unknown>>;

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
  folder = temporaryFolder('fsxbench-parse-');
});

async function parse(files: readonly string[], options: Options = {}, cwd = FIXTURES) {
  const out = new PassThrough();
  const cli: Cli = { ...captureCli(cwd).cli, out, err: new PassThrough() };
  const code = await run(cli, files, { workload: 'fio', ...options });
  return { code, text: String(out.read() ?? '') };
}
function parseText(name: string, content: string | Buffer, options?: Options) {
  writeFileSync(join(folder, name), content);
  return parse([name], options, folder);
}
const parseJson = async (...files: string[]) => JSON.parse((await parse(files, { json: true })).text) as Document;

describe('fsxbench parse', () => {
  it('replaces control characters of file names and contents in its output', async () => {
    const head = 'mdtest-\u001b]0;x\u00074.0.0 was launched with 1 total task(s) on 1 node(s)';
    const content = `${head}\nSUMMARY rate: (of 1 iterations)\n`;
    const { text } = await parseText('e\u001b[31mvil', content, { workload: 'mdtest' });
    expect(text).toMatch(/^e\?\[31mvil: /);
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('prints more than 100,000 lines of problems', async () => {
    const many = 'mdtest-4 was launched with 1 total task\n'.repeat(200_000);
    const { code, text } = await parseText('many', many, { workload: 'mdtest' });
    expect(code).toBe(1);
    expect(text.split('\n').length).toBeGreaterThan(100_000);
  });

  it('prints one JSON document for all files, in their order', async () => {
    const { results } = await parseJson('randrw.json', 'host-a.json', 'host-b.json');
    expect(results.map(({ file }) => file)).toEqual(['randrw.json', 'host-a.json', 'host-b.json']);
    expect(Object.keys(results[0] ?? {})).toEqual(['file', 'tool', 'toolVersion', 'status', 'problems', 'runs']);
    expect(results[1]).toMatchObject({ tool: 'fio', toolVersion: 'fio-3.33', status: 'ok', problems: [] });
    expect(results[1]?.runs[0]?.label).toBe('randread/0');
    const value = expect.any(Number) as number;
    const iops = { metric: 'iops', operation: 'read', statistic: 'value', unit: 'ops/s', value };
    expect(results[1]?.runs[0]?.observations[0]).toEqual(iops);
  });

  it('prints an aligned table without --json', async () => {
    const [head, run1, ...rows] = (await parse(['randrw.json'])).text.trimEnd().split('\n');
    expect([head, run1, rows.length]).toEqual(['randrw.json: fio-3.33, ok', '  mix/0', 14]);
    expect(rows[0]).toMatch(/^ {4}read {3}iops +value +[\d,.]+ {2}ops\/s$/);
    expect(new Set(rows.map((row) => row.search(/ (ops\/s|bytes\/s|us)$/))).size).toBe(1);
  });

  it('prints the problems, and exits 1 when a result failed', async () => {
    const { code, text } = await parse(['host-a.json', 'error.json']);
    expect(code).toBe(1);
    expect(text).toMatch(/^error.json: fio-3.33, failed\n {2}! job full\/0 ended with error 28/m);
    expect((await parse(['short.json'])).code).toBe(0);
  });

  it('reads UTF-16 files, as PowerShell writes them', async () => {
    const content = Buffer.from('\uFEFF{"fio version": "fio-3.1", "jobs": []}', 'utf16le');
    const { text } = await parseText('utf16.json', content, { json: true });
    expect((JSON.parse(text) as Document).results[0]?.toolVersion).toBe('fio-3.1');
  });

  it.each([
    ['times of containers', '2026-11-20T10:00:00.123456789Z '],
    ['times and names of containers', '2026-11-20T10:00:00Z fio-1  | '],
    ['names of pods', '[pod/fio-7d/fio] '],
    ['tags of mpirun', '[1,0]<stdout>:'],
    ['labels of srun', '0: '],
    ['blanks after labels of srun', '0:   '],
    ['indentation', '    '],
  ])('drops %s before every line', async (_, prefix) => {
    const lines = readFileSync(join(FIXTURES, 'host-a.json'), 'utf8').trimEnd().split('\n');
    const prefixed = lines.map((line) => prefix + line);
    const { text } = await parseText('out.json', lines.join('\n'));
    expect(text).toContain('iops');
    expect((await parseText('out.json', prefixed.join('\n'))).text).toBe(text);
  });
});

describe('refusals of fsxbench parse', () => {
  const refused = async (files: string[], options: Options = {}): Promise<string> => {
    const error: unknown = await parse(files, options, folder).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect(error).toMatchObject({ exitCode: 2 });
    return (error as UserError).message;
  };

  it('names every unreadable file', async () => {
    mkdirSync(join(folder, 'sub'));
    expect((await refused(['none.json', 'sub', 'none-either.json'])).split('\n')).toEqual([
      expect.stringMatching(/^none\.json: no such file \(expected at .*none\.json\)$/),
      'sub: a folder; name a file',
      expect.stringMatching(/^none-either\.json: no such file/),
    ]);
  });

  it('lists the workload kinds whose output can be read', async () => {
    const kinds = READERS.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['fio', 'tree-copy', 'metadata', 'command', 'kafka-omb']));
    expect(new Set(kinds).size).toBe(kinds.length);
    for (const kind of kinds) expect(readWorkload(kind).kind).toBe(kind);
    const unknown = await refused(['a'], { workload: 'bonnie' });
    expect(unknown).toMatch(/^--workload: unknown workload kind 'bonnie'; allowed: fio/);
    const missing = /^--workload is missing: name the tool that wrote the files; allowed: fio/;
    expect(await refused(['a'], { workload: undefined })).toMatch(missing);
  });
});
