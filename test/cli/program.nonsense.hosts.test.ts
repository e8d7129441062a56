/** Every option and argument of every command, given what cannot be meant: one clear message, exit code 2. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../lib/cli/command';
import { main } from '../../lib/cli/program';
import { captureCli } from './capture-cli';

const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-nonsense-'));
const root = join(__dirname, '../..');
const LOCAL = join(root, 'experiments/local-disk.yaml');
const LUSTRE = join(root, 'experiments/lustre-small.yaml');

beforeAll(() => {
  mkdirSync(join(cwd, 'folder'));
  writeFileSync(join(cwd, 'binary'), Buffer.from([0, 255, 1, 254, 10, 13]));
  writeFileSync(join(cwd, 'm.json'), '{"StartAt":"A","QueryLanguage":"JSONata","States":{"A":{"Type":"Succeed"}}}');
  symlinkSync('loop', join(cwd, 'loop'));
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
});
afterAll(() => rmSync(cwd, { recursive: true }));

/** @returns the exit code and all that was said */
async function runCli(argv: readonly string[]): Promise<[number, string]> {
  const { cli, err, out } = captureCli(cwd);
  try {
    const code = await main(cli, argv);
    return [code, out() + err()];
  } catch (error) {
    // Anything else is printed with a stack, as a fault of the program.
    if (error instanceof UserError) return [error.exitCode, error.message];
    throw error;
  }
}

const FILES = [
  '',
  '../no-such-file',
  'ünïcödé\u202e',
  '9'.repeat(30),
  'x'.repeat(300),
  'folder',
  'missing',
  'loop',
  'pipe',
  'binary',
];
const TEXTS = ['', '../x', 'ünïcödé', '9'.repeat(30), '-1', '0', '1.5', '1e3', 'a\nb'];
/** An argument of these would be an option. */
const ARGUMENTS = FILES.filter((text) => !text.startsWith('-'));

/** What reads a file, as far as the option or argument itself. */
const READS: readonly (readonly [string, (file: string) => readonly string[]])[] = [
  ['validate', (file) => ['validate', file]],
  ['plan', (file) => ['plan', file]],
  ['run', (file) => ['run', file]],
  ['rehearse', (file) => ['rehearse', file]],
  ['parse', (file) => ['parse', '--workload', 'fio', file]],
  ['report', (file) => ['report', file]],
  ['states run', (file) => ['states', 'run', file]],
  ['states --input', (file) => ['states', 'run', 'm.json', `--input=@${file}`]],
  ['states --tasks', (file) => ['states', 'run', 'm.json', `--tasks=${file}`]],
  ['states --objects', (file) => ['states', 'run', 'm.json', `--objects=${file}`]],
];

describe.each(READS)('file argument of %s', (name, argv) => {
  it.each(ARGUMENTS)('reports the unusable file %j by name', async (file) => {
    const [code, text] = await runCli(argv(file));
    // A result that nobody can read is an answer of `parse`, not a mistake in what was asked.
    expect(code).toBe(name === 'parse' && file === 'binary' ? 1 : 2);
    expect(text).toContain(file === '' ? "''" : file);
    expect(text).not.toMatch(/E[A-Z]{4,}|illegal operation|undefined|\[object/);
    if (file === '') expect(text).toContain('empty');
  });
});

/** What takes a text of a certain form: the option, what cannot be meant by it, and the rest of the command. */
const OPTIONS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['--region', TEXTS, ['validate', LOCAL]],
  ['--region', TEXTS, ['plan', LOCAL]],
  ['--region', TEXTS, ['rehearse', LUSTRE]],
  ['--region', TEXTS, ['doctor']],
  ['--stack', TEXTS, ['doctor', '--region', 'us-east-1']],
  ['--spend', TEXTS.filter((text) => text !== '1.5'), ['doctor', '--region', 'us-east-1']],
  ['--name', ['', '../x', 'ünïcödé', 'x'.repeat(49), 'a__b', 'a\nb'], ['plan', LOCAL]],
  ['--name', ['', '../x', 'ünïcödé', 'x'.repeat(49), 'a__b', 'a\nb'], ['run', LOCAL]],
  ['--name', ['', '../x', 'ünïcödé', 'x'.repeat(49), 'a__b', 'a\nb'], ['rehearse', LUSTRE]],
  ['--seed', ['', ' '], ['plan', LOCAL]],
  ['--seed', ['', ' '], ['run', LOCAL]],
  ['--seed', ['', ' '], ['rehearse', LUSTRE]],
  ['--calls', ['', 'folder', 'missing/x', 'binary/x', 'loop'], ['run', LOCAL]],
  ['--calls', ['', 'folder', 'missing/x', 'binary/x', 'loop'], ['rehearse', LUSTRE]],
  ['--output', ['', 'folder', 'missing/x', 'binary/x', 'loop'], ['schema']],
  ['--workload', TEXTS, ['parse', 'm.json']],
  ['--input', ['', '../x', 'ünïcödé', '{a:'], ['states', 'run', 'm.json']],
  ['--set', ['', '../x', 'ünïcödé', '=1', 'a b=1'], ['states', 'run', 'm.json']],
];

describe.each(OPTIONS)('option %s', (option, values, rest) => {
  it.each(values)(`refuses in ${rest[0]} the value %j`, async (value) => {
    const [code, text] = await runCli([...rest, `${option}=${value}`]);
    expect(code).toBe(2);
    expect(text).toContain(option === '--input' && value === '../x' ? '../x' : option);
    expect(text).toContain(value);
    expect(text).not.toMatch(/E[A-Z]{4,}|illegal operation|undefined|\[object/);
    expect(text.length).toBeLessThan(6000);
    expect(readdirSync(cwd)).not.toContain('.fsxbench');
  });
});

it('refuses an invalid AWS_REGION in doctor, and names the variable', async () => {
  const before = process.env['AWS_REGION'];
  process.env['AWS_REGION'] = '../x';
  try {
    expect(await runCli(['doctor'])).toEqual([2, expect.stringMatching(/^AWS_REGION: found '\.\.\/x'; allowed: /)]);
  } finally {
    delete process.env['AWS_REGION'];
    if (before !== undefined) process.env['AWS_REGION'] = before;
  }
});
