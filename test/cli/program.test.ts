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

async function called(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const { cli, out, err } = captureCli();
  const code = await main(cli, argv);
  return { code, out: out(), err: err() };
}

describe('the help of the program', () => {
  it.each([[['--help']], [['-h']], [['help']]])('is printed by %j, with exit code 0', async (argv) => {
    const { code, out, err } = await called(...argv);
    expect(code).toBe(0);
    expect(err).toBe('');
    for (const name of Object.keys(COMMANDS)) expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    expect(out).toContain('Start here:\n  npx fsxbench run experiments/local-disk.yaml\n');
    for (const code of Object.values(EXIT)) expect(out).toMatch(new RegExp(`^ *${code}  [a-z]`, 'm'));
  });

  it('names an experiment that exists', () => {
    expect(readFileSync('experiments/local-disk.yaml', 'utf8')).toContain('experiment: local-disk');
  });
});

describe('what is printed or read', () => {
  const bare = new RegExp(`(?<![\\w/@.-])(?<!npx )fsxbench (${KNOWN.join('|')})\\b`);
  const isComment = /^\s*(\/\*\*|\*|\/\/)/;
  const files = ['lib', 'docs', 'experiments'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );

  it('names commands as they are typed in a folder with this package', () => {
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
  it('has a help with an example of its own, and exit code 0', async () => {
    const { code, out, err } = await called(name, '--help');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`Usage: npx fsxbench ${name} `);
    expect(out.split('Example:\n')[1]).toMatch(/^ {2}\S/);
    expect(out.split('\n')).toContain(`  ${example}`);
  });

  it('refuses an option that it does not have, before it does anything', async () => {
    const { code, out, err } = await called(name, '--no-such-option');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain("unknown option '--no-such-option'");
    expect(err).not.toMatch(/^ +at /m);
  });
});

describe('arguments that fit no command', () => {
  it.each([
    ['an unknown command', ['runn', '--json'], /^unknown command 'runn'/],
    ['an unknown option', ['plan', 'x.yaml', '--fast', '--json'], /^unknown option '--fast'/],
    ['a missing argument', ['plan', '--json'], /^missing required argument/],
  ])('answers %s with one document, where one is asked for', async (_what, argv, message) => {
    const { code, out } = await called(...argv);
    expect(code).toBe(EXIT.usage);
    expect(JSON.parse(out)).toEqual({
      error: { name: 'WrongUsage', message: expect.stringMatching(message) as string },
      problems: [],
    });
  });

  it.each(cases.usageErrors as [string, string[], string][])(
    '%s: exit code 2 and one message',
    async (_what, argv, message) => {
      const { code, out, err } = await called(...argv);
      expect(code).toBe(2);
      expect(out).toBe('');
      expect(err).toContain(message);
    },
  );
});

describe('a command that is not known', () => {
  it.each([[['history', '--help']], [['compare', 'x']], [['help', 'compare']], [['history']]])(
    '%j is refused, with those that are',
    async (argv) => {
      const { code, out, err } = await called(...argv);
      expect([code, out]).toEqual([2, '']);
      const name = argv[0] === 'help' ? argv[1] : argv[0];
      expect(err).toBe(`error: unknown command '${name}'; commands: ${KNOWN.join(', ')}\n`);
    },
  );

  it('brings the one that tells what something costs', async () => {
    expect((await called('estimate', 'x.yaml')).err).toContain("unknown command 'estimate' (did you mean 'plan'?)");
  });

  it('brings the one that was meant', async () => {
    const { code, err } = await called('reherse', 'x.yaml');
    expect(code).toBe(2);
    expect(err).toContain("unknown command 'reherse' (did you mean 'rehearse'?); commands: ");
  });
});

it('says where a command went that there is no more', async () => {
  const { code, err } = await called('simulate', 'experiments/lustre-small.yaml');
  expect(code).toBe(2);
  expect(err).toContain('npm run campaign -- --help');
});

describe('--version', () => {
  it('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await called('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('behind the name of a command is the command’s', async () => {
    const system = ['--os', 'al2023', '--arch', 'x86_64'];
    const argv = ['tools', 'add', 'none.tar.gz', '--name', 'ior', '--version', '4.0.0', ...system, '--local'];
    await expect(called(...argv)).rejects.toThrow(
      /^tools add: the bundle was not stored\.\n {2}none\.tar\.gz: no such/,
    );
  });
});

describe('the table', () => {
  const source = readFileSync(join('lib', 'cli', 'commands.ts'), 'utf8');
  const places = [...source.matchAll(/import\('(\.\.?\/[a-z/-]+)'\)/g)].map((match) => match[1] ?? '');

  it('loads a module for each command, and each of them can be run', async () => {
    const names = new Set(places.map((place) => basename(place)));
    const files = readdirSync(join('lib', 'cli', 'commands')).filter((name) => name.endsWith('.ts'));
    for (const name of names) expect(files).toContain(`${name}.ts`);
    for (const { usage, load } of ENTRIES) {
      const loaded: { run?: unknown } = await load();
      expect([usage, typeof loaded.run]).toEqual([usage, 'function']);
    }
    expect(ENTRIES.map(({ usage }) => usage.replace(/ .*$/, ''))).toEqual(KNOWN);
  });

  it('hands arguments and options to the command, and its exit code back', async () => {
    const good = await called('validate', 'experiments/local-disk.yaml', '--json');
    expect(good.code).toBe(0);
    expect(() => JSON.parse(good.out) as unknown).not.toThrow();
    const bad = await called('validate', 'test/experiment/specs/ten-mistakes.yaml');
    expect(bad.code).toBe(2);
  });

  it('gives all files of a list to the command', async () => {
    const files = ['test/recorded/fio/host-a.json', 'test/recorded/fio/host-b.json'];
    const { code, out } = await called('parse', '--workload', 'fio', ...files);
    expect(code).toBe(0);
    for (const file of files) expect(out).toContain(file);
  });

  it('lets the mistakes of a user through to whoever prints them', async () => {
    await expect(called('validate', 'nowhere.yaml')).rejects.toMatchObject({ exitCode: 2 });
  });
});
