import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { UserError } from '../../../lib/cli/command';
import { run } from '../../../lib/cli/commands/judge';
import { captureCli } from '../capture-cli';
import cases from './cases.json';

const FIXTURES = join(__dirname, '../../recorded/fio');

async function judge(files: readonly string[], options: Readonly<Record<string, unknown>> = {}, cwd = FIXTURES) {
  const out = new PassThrough();
  const code = await run({ ...captureCli(cwd).cli, out, err: new PassThrough() }, files, options);
  return { code, text: String(out.read() ?? '') };
}
async function catchRefusal(options: Readonly<Record<string, unknown>>): Promise<string> {
  const error: unknown = await judge(['randrw.json'], options).catch((thrown: unknown) => thrown);
  if (!(error instanceof UserError)) throw new Error(`expected a UserError, got ${String(error)}`);
  return `${error.name}: ${error.message}`;
}

describe('fsxbench judge', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fsxbench-judge-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('judges fio output as sound with exit 0, and as doubtful with exit 1 when its options differ', async () => {
    const { code, text } = await judge(['randrw.json']);
    expect(code).toBe(0);
    expect(text).toMatch(/^randrw\.json: sound \(fio-3\.33\)\n {2}note: it measured for 1s: .*\n$/);
    const other = await judge(['randrw.json'], { requested: ['bs=8k'] });
    expect(other.code).toBe(1);
    expect(other.text).toMatch(
      /^randrw\.json: doubtful \(fio-3\.33\)\n {2}the tool ran with bs=4k; requested: bs=8k\n {2}note: .*\n$/,
    );
  });

  it('judges rates above --provisioned as doubtful, and above --burst as impossible', async () => {
    const { text } = await judge(['randrw.json'], { provisioned: ['iops=1'] });
    expect(text).toMatch(/^randrw\.json: doubtful /);
    expect(text).toMatch(/ times the 1\.00 ops\/s provisioned: /);
    const burst = await judge(['randrw.json'], { provisioned: ['iops=1'], burst: ['iops=2'] });
    expect(burst.text).toMatch(/^randrw\.json: impossible .*\n.* times the 2\.00 ops\/s that bursts reach at most: /);
  });

  it('refuses requested options that fio does not have', async () => {
    await expect(catchRefusal({ requested: ['bss=4k', 'bs=4k'] })).resolves.toMatch(
      /^BadOption: --requested bss: unknown option of fio 3\.33, missing from randrw\.json; did you mean `bs`\?$/,
    );
  });

  it('prints one JSON document with --json', async () => {
    const { text } = await judge(['randrw.json', 'host-b.json'], { json: true, workload: 'fio' });
    const { results } = JSON.parse(text) as { results: readonly Record<string, unknown>[] };
    expect(results.map(({ file }) => file)).toEqual(['randrw.json', 'host-b.json']);
    expect(Object.keys(results[0] ?? {})).toEqual(['file', 'tool', 'toolVersion', 'judgement', 'reasons', 'remarks']);
  });

  it('returns undecided for fio output in text format, and recommends --output-format=json', async () => {
    const { code, text } = await judge(['people.txt']);
    expect(code).toBe(1);
    expect(text).toMatch(/^people\.txt: undecided \(fio-3\.33\)\n {2}.*`--output-format=json` has them.*\n$/);
  });

  it('returns undecided for files that no known tool wrote', async () => {
    const hostile = [
      '',
      '{"jobs":',
      '\u0000\u0001',
      '{"tool":"fio","__proto__":{"x":1}}',
      'x'.repeat(100_000),
      '[[[[[[',
    ];
    for (const [index, text] of hostile.entries()) writeFileSync(join(folder, `${index}`), text);
    const { code, text } = await judge(
      hostile.map((_, index) => `${index}`),
      {},
      folder,
    );
    expect(code).toBe(1);
    expect(text.match(/: undecided \(unknown\)$/gm)).toHaveLength(hostile.length);
  });

  it.each(cases.judge.refused as [Record<string, unknown>, string][])(
    'refuses the options %j',
    async (options, message) => expect(await catchRefusal(options)).toMatch(new RegExp(message)),
  );
});
