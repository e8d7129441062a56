import { EXIT } from '../../lib/cli/exit-code';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ENTRIES } from '../../lib/cli/commands';
import { main } from '../../lib/cli/program';
import { captureCli } from './capture-cli';
import cases from './program.cases.json';

/** Every command in the order of the help, and the example that its help shows. */
const COMMANDS = cases.commands;

const KNOWN = Object.keys(COMMANDS);

async function runCli(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const { cli, out, err } = captureCli();
  const code = await main(cli, argv);
  return { code, out: out(), err: err() };
}

describe('fsxbench help', () => {
  it.each([[['--help']], [['-h']], [['help']]])(
    'prints all commands and exit codes for %j, and exits 0',
    async (argv) => {
      const { code, out, err } = await runCli(...argv);
      expect(code).toBe(0);
      expect(err).toBe('');
      for (const name of Object.keys(COMMANDS)) expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
      expect(out).toContain('Start here:\n  npx fsxbench run experiments/local-disk.yaml\n');
      for (const code of Object.values(EXIT)) expect(out).toMatch(new RegExp(`^ *${code}  [a-z]`, 'm'));
    },
  );

  it('names an existing experiment', () => {
    expect(readFileSync('experiments/local-disk.yaml', 'utf8')).toContain('experiment: local-disk');
  });
});

describe('command names in lib, docs and experiments', () => {
  const bare = new RegExp(`(?<![\\w/@.-])(?<!npx )fsxbench (${KNOWN.join('|')})\\b`);
  const isComment = /^\s*(\/\*\*|\*|\/\/)/;
  const files = ['lib', 'docs', 'experiments'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );

  it('requires npx before every command name', () => {
    const texts = [...files, 'README.md'].filter((file) => /\.(ts|json|md|yaml)$/.test(file));
    const lines = texts.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => bare.test(line) && !isComment.test(line))
        .map((line) => `${file}: ${line}`),
    );
    expect(lines).toEqual([]);
  });
});

describe.each(Object.entries(COMMANDS))('fsxbench %s', (name, example) => {
  it('prints its help with an example, and exits 0', async () => {
    const { code, out, err } = await runCli(name, '--help');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`Usage: npx fsxbench ${name} `);
    expect(out.split('Example:\n')[1]).toMatch(/^ {2}\S/);
    expect(out.split('\n')).toContain(`  ${example}`);
  });

  it('refuses an unknown option, and exits 2', async () => {
    const { code, out, err } = await runCli(name, '--no-such-option');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain("unknown option '--no-such-option'");
    expect(err).not.toMatch(/^ +at /m);
  });
});

describe('fsxbench with wrong arguments', () => {
  it.each([
    ['an unknown command', ['runn', '--json'], /^unknown command 'runn'/],
    ['an unknown option', ['plan', 'x.yaml', '--fast', '--json'], /^unknown option '--fast'/],
    ['a missing argument', ['plan', '--json'], /^missing required argument/],
  ])('prints one JSON document for %s when --json is given', async (_what, argv, message) => {
    const { code, out } = await runCli(...argv);
    expect(code).toBe(EXIT.usage);
    expect(JSON.parse(out)).toEqual({
      error: { name: 'WrongUsage', message: expect.stringMatching(message) as string },
      problems: [],
    });
  });

  it.each(cases.usageErrors as [string, string[], string][])(
    'exits 2 with one message for %s',
    async (_what, argv, message) => {
      const { code, out, err } = await runCli(...argv);
      expect(code).toBe(2);
      expect(out).toBe('');
      expect(err).toContain(message);
    },
  );
});

describe('fsxbench with an unknown command', () => {
  it.each([[['history', '--help']], [['compare', 'x']], [['help', 'compare']], [['history']]])(
    'refuses %j, and lists the known commands',
    async (argv) => {
      const { code, out, err } = await runCli(...argv);
      expect([code, out]).toEqual([2, '']);
      const name = argv[0] === 'help' ? argv[1] : argv[0];
      expect(err).toBe(`error: unknown command '${name}'; commands: ${KNOWN.join(', ')}\n`);
    },
  );

  it('suggests plan for estimate', async () => {
    expect((await runCli('estimate', 'x.yaml')).err).toContain("unknown command 'estimate' (did you mean 'plan'?)");
  });

  it('suggests rehearse for reherse', async () => {
    const { code, err } = await runCli('reherse', 'x.yaml');
    expect(code).toBe(2);
    expect(err).toContain("unknown command 'reherse' (did you mean 'rehearse'?); commands: ");
  });
});

it('refers from simulate, which was removed, to npm run campaign', async () => {
  const { code, err } = await runCli('simulate', 'experiments/lustre-small.yaml');
  expect(code).toBe(2);
  expect(err).toContain('npm run campaign -- --help');
});

describe('fsxbench --version', () => {
  it('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await runCli('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('passes --version after a command name to the command', async () => {
    const system = ['--os', 'al2023', '--arch', 'x86_64'];
    const argv = ['tools', 'add', 'none.tar.gz', '--name', 'ior', '--version', '4.0.0', ...system, '--local'];
    await expect(runCli(...argv)).rejects.toThrow(
      /^tools add: the bundle was not stored\.\n {2}none\.tar\.gz: no such/,
    );
  });
});

describe('table of commands', () => {
  const source = readFileSync(join('lib', 'cli', 'commands.ts'), 'utf8');
  const places = [...source.matchAll(/import\('(\.\.?\/[a-z/-]+)'\)/g)].map((match) => match[1] ?? '');

  it('loads a module with a run function for each command', async () => {
    const names = new Set(places.map((place) => basename(place)));
    const files = readdirSync(join('lib', 'cli', 'commands')).filter((name) => name.endsWith('.ts'));
    for (const name of names) expect(files).toContain(`${name}.ts`);
    for (const { usage, load } of ENTRIES) {
      const loaded: { run?: unknown } = await load();
      expect([usage, typeof loaded.run]).toEqual([usage, 'function']);
    }
    expect(ENTRIES.map(({ usage }) => usage.replace(/ .*$/, ''))).toEqual(KNOWN);
  });

  it('passes arguments and options to the command, and returns its exit code', async () => {
    const good = await runCli('validate', 'experiments/local-disk.yaml', '--json');
    expect(good.code).toBe(0);
    expect(() => JSON.parse(good.out) as unknown).not.toThrow();
    const bad = await runCli('validate', 'test/experiment/specs/ten-mistakes.yaml');
    expect(bad.code).toBe(2);
  });

  it('passes all files of a list to the command', async () => {
    const files = ['test/recorded/fio/host-a.json', 'test/recorded/fio/host-b.json'];
    const { code, out } = await runCli('parse', '--workload', 'fio', ...files);
    expect(code).toBe(0);
    for (const file of files) expect(out).toContain(file);
  });

  it('throws errors of the user to its caller', async () => {
    await expect(runCli('validate', 'nowhere.yaml')).rejects.toMatchObject({ exitCode: 2 });
  });
});
