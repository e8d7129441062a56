import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENTRIES } from '../../lib/cli/commands';
import { EXIT } from '../../lib/cli/exit-code';
import { main } from '../../lib/cli/program';
import { captureCli } from './capture-cli';
import cases from './program.cases.json';

/** Every command in the order of the help, and the example that its help shows. */
const COMMANDS = cases.commands;
const KNOWN = Object.keys(COMMANDS);

async function runCli(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const { cli, out, err } = captureCli();
  return { code: await main(cli, argv), out: out(), err: err() };
}

it.each(['--help', '-h', 'help'])('prints all commands and exit codes for %s, and exits 0', async (argument) => {
  const { code, out, err } = await runCli(argument);
  expect([code, err]).toEqual([0, '']);
  for (const name of KNOWN) expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  expect(out).toContain('Start here:\n  npx fsxbench run local-disk\n');
  for (const exit of Object.values(EXIT)) expect(out).toMatch(new RegExp(`^ *${exit}  [a-z]`, 'm'));
});

it('requires npx before every command name in lib, docs and experiments', () => {
  const bare = new RegExp(`(?<![\\w/@.-])(?<!npx )fsxbench (${KNOWN.join('|')})\\b`);
  const isComment = /^\s*(\/\*\*|\*|\/\/)/;
  const files = ['lib', 'docs', 'experiments'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const texts = [...files, 'README.md'].filter((file) => /\.(ts|json|md|yaml)$/.test(file));
  const lines = texts.flatMap((file) => {
    const found = readFileSync(file, 'utf8').split('\n');
    return found.filter((line) => bare.test(line) && !isComment.test(line)).map((line) => `${file}: ${line}`);
  });
  expect(lines).toEqual([]);
});

it.each(Object.entries(COMMANDS))(
  'prints the help of %s with an example, and refuses an unknown option',
  async (name, example) => {
    const { code, out, err } = await runCli(name, '--help');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`Usage: npx fsxbench ${name} `);
    expect(out.split('Example:\n')[1]).toMatch(/^ {2}\S/);
    expect(out.split('\n')).toContain(`  ${example}`);
    const refused = await runCli(name, '--no-such-option');
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain("unknown option '--no-such-option'");
    expect(refused.err).not.toMatch(/^ +at /m);
  },
);

const list = `; commands: ${KNOWN.join(', ')}\n`;

it.each([
  ...(cases.usageErrors as [string, string[], string][]).map(([, argv, message]) => [argv, message] as const),
  [['benchmark', '--help'], `error: unknown command 'benchmark'${list}`],
  [['contrast', 'x'], `error: unknown command 'contrast'${list}`],
  [['help', 'contrast'], `error: unknown command 'contrast'${list}`],
  [['benchmark'], `error: unknown command 'benchmark'${list}`],
  [['estimate', 'x.yaml'], "unknown command 'estimate' (did you mean 'plan'?)"],
  [['reherse', 'x.yaml'], "unknown command 'reherse' (did you mean 'rehearse'?); commands: "],
  // It was removed.
  [['simulate', 'experiments/lustre-small.yaml'], 'npm run campaign -- --help'],
] as const)('exits 2 with one message for %j', async (argv, message) => {
  const { code, out, err } = await runCli(...argv);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
});

it.each([
  [['runn', '--json'], /^unknown command 'runn'/],
  [['plan', 'x.yaml', '--fast', '--json'], /^unknown option '--fast'/],
  [['plan', '--json'], /^missing required argument/],
])('prints one JSON document for %j', async (argv, message) => {
  const { code, out } = await runCli(...argv);
  const error = { name: 'WrongUsage', message: expect.stringMatching(message) as string };
  expect([code, JSON.parse(out)]).toEqual([EXIT.usage, { error, problems: [] }]);
});

it('prints the version of the package, and passes --version after a command name to the command', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(await runCli('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
  const system = ['--os', 'al2023', '--arch', 'x86_64', '--local'];
  const added = runCli('tools', 'add', 'none.tar.gz', '--name', 'ior', '--version', '4.0.0', ...system);
  await expect(added).rejects.toThrow(/^tools add: the bundle was not stored\.\n {2}none\.tar\.gz: no such/);
});

describe('table of commands', () => {
  it('loads a module with a run function for each command', async () => {
    for (const { usage, load } of ENTRIES) {
      const loaded: { run?: unknown } = await load();
      expect([usage, typeof loaded.run]).toEqual([usage, 'function']);
    }
    expect(ENTRIES.map(({ usage }) => usage.replace(/ .*$/, ''))).toEqual(KNOWN);
  });

  it('passes arguments, lists of files and options to the command, and returns its exit code and errors', async () => {
    const good = await runCli('validate', 'experiments/local-disk.yaml', '--json');
    expect([good.code, JSON.parse(good.out)]).toEqual([0, expect.anything()]);
    expect((await runCli('validate', 'test/experiment/specs/ten-mistakes.yaml')).code).toBe(2);
    const files = ['test/recorded/fio/host-a.json', 'test/recorded/fio/host-b.json'];
    const { code, out } = await runCli('parse', '--workload', 'fio', ...files);
    expect(code).toBe(0);
    for (const file of files) expect(out).toContain(file);
    await expect(runCli('validate', 'nowhere.yaml')).rejects.toMatchObject({ exitCode: 2 });
  });
});
