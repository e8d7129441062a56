/** `fsxbench tools`: add and list, in the folder of executions on this machine. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { machine } from 'node:os';
import { join } from 'node:path';
import { run, runTools } from '../../../lib/cli/commands/tools';
import { inspectArchive, readVersions } from '../../../lib/cli/tool-archive';
import { readSystem } from '../../../lib/local/tools';
import { BUNDLES, parsePointer } from '../../../lib/shapes/tool-bundles';
import { Archives } from '../archives';
import { captureCli } from '../capture-cli';

let archives: Archives;
beforeEach(() => {
  archives = new Archives();
});
afterEach(() => archives.remove());

const makeTools = (version: string) => ({
  'bin/mdtest': `#!/bin/sh\necho 'mdtest-${version} was launched with 1 total task(s) on 1 node(s)'\n`,
  'bin/ior': `#!/bin/sh\necho 'IOR-${version}: MPI Coordinated Test of Parallel I/O'\n`,
});
const GOOD = makeTools('4.0.0');
const ARCH = machine();
const OPTIONS = { name: 'ior', version: '4.0.0', os: 'debian-12', arch: ARCH, local: true };
const { version: _version, ...UNVERSIONED } = OPTIONS;
const POINTER = `tools/ior/debian-12-${ARCH}.txt`;
type Values = Readonly<Record<string, unknown>>;

async function runTool(args: readonly string[], options: Values): Promise<[number, string]> {
  const { cli, out } = captureCli(archives.folder);
  const code = await run(cli, args, options);
  return [code, out()];
}
const add = async (options: Values = OPTIONS, file = 'a.tar.gz'): Promise<string> =>
  (await runTool(['add', file], options))[1];
const addJson = async (options: Values, file?: string) =>
  JSON.parse(await add({ ...options, json: true }, file)) as object;
const list = async (): Promise<string> => (await runTool(['list'], { local: true }))[1];

const bucket = (key = ''): string => join(archives.folder, '.fsxbench', 'bucket', key);
const readPointer = () => parsePointer(readFileSync(bucket(POINTER), 'utf8'), 'ior');

describe('fsxbench tools add', () => {
  it('stores an archive under its SHA-256, with a pointer for hosts of its system', async () => {
    const bytes = archives.bytes(archives.packed(GOOD));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await add()).toBe(
      `mdtest and IOR 4.0.0 for debian-12-${ARCH}, in ${bucket()}\n` +
        `  archive  tools/ior/${sha256}.tar.gz, ${bytes.length} bytes\n  pointer  ${POINTER}\n` +
        `Hosts of this system fetch it. They check that its SHA-256 is ${sha256.slice(0, 12)}…, that its paths\n` +
        'stay inside its folder, and that bin/mdtest and bin/ior find their libraries and print version 4.0.0.\n',
    );
    expect(readFileSync(bucket(`tools/ior/${sha256}.tar.gz`)).equals(bytes)).toBe(true);
    expect(readPointer()).toMatchObject({ sha256, version: '4.0.0', bytes: bytes.length });
    const names = [`${sha256}.tar.gz`, `debian-12-${ARCH}.txt`];
    expect(readdirSync(bucket('tools/ior')).toSorted()).toEqual(names.toSorted());
  });

  it('accepts a stored archive again, and replaces it by another version', async () => {
    archives.packed(GOOD);
    await add();
    const before = readPointer();
    const text = await add();
    expect(readPointer()).toEqual(before);
    expect(text).toContain(' bytes, already stored\n');
    expect(text).not.toContain('in place of');
    archives.packed({ ...makeTools('4.1.0'), more: 'x' }, 'b.tar.xz', ['-J']);
    const replaced = { version: '4.1.0', known: false, before: { version: '4.0.0' } };
    expect(await addJson({ ...OPTIONS, version: '4.1.0' }, 'b.tar.xz')).toMatchObject(replaced);
    expect(readPointer()).toMatchObject({ version: '4.1.0', archive: expect.stringMatching(/\.tar\.xz$/) });
  });

  it.each([
    [{ os: 'al2023' }, 'amzn-2023'],
    [{ os: 'rhel-9.4' }, 'rhel-9'],
    [{ os: 'ubuntu-24.04', arch: undefined }, 'ubuntu-24.04'],
    [{ os: undefined }, readSystem()],
  ])('maps the options %j to hosts of %s', async (options, system) => {
    archives.packed(GOOD);
    const pointer = `tools/ior/${system}-${ARCH}.txt`;
    expect(await addJson({ ...OPTIONS, ...options })).toMatchObject({ system: `${system}-${ARCH}`, pointer });
  });

  const NOT_STORED = 'tools add: the bundle was not stored.\n';
  const SILENT = { ...GOOD, 'bin/mdtest': '#!/bin/sh\nexit 3\n' };
  const other = ARCH === 'x86_64' ? 'aarch64' : 'x86_64';
  const wrong = { name: 'omb', version: '$(id)', os: '../x', arch: 'vax', local: true };

  it.each<[string, Readonly<Record<string, string>>, Values, string]>([
    [
      'all wrong options together',
      { 'bin/mdtest': 'text' },
      wrong,
      `BadOption ${NOT_STORED}` +
        "  --name: found 'omb'; allowed: ior\n" +
        "  --version: found '$(id)'; needed: the version that the tools print, e.g. 4.0.0; hosts compare it\n" +
        "  --os: found '../x'; allowed: amzn-2023, almalinux-9, rhel-8, rhel-9, ubuntu-22.04, ubuntu-24.04, or " +
        'another <ID>-<VERSION_ID> of os-release, e.g. debian-12\n' +
        "  --arch: found 'vax'; allowed: x86_64, aarch64: the output of `uname -m` on the build machine",
    ],
    [
      'a missing command',
      { 'bin/mdtest': 'text' },
      OPTIONS,
      `BadArchive ${NOT_STORED}  a.tar.gz: bin/ior is missing: pack with tar -C PREFIX -czf FILE .`,
    ],
    [
      'another version than the commands print',
      makeTools('4.1.0+dev'),
      OPTIONS,
      `BadArchive ${NOT_STORED}  a.tar.gz: bin/mdtest prints version 4.1.0+dev, not 4.0.0\n` +
        '  a.tar.gz: bin/ior prints version 4.1.0+dev, not 4.0.0',
    ],
    ['no printed version', SILENT, OPTIONS, 'BadArchive ? bin/mdtest prints no version (exit 3)'],
    ['no version at all', SILENT, UNVERSIONED, 'BadArchive ? bin/mdtest prints no version (exit 3)'],
    [
      'another architecture',
      SILENT,
      { ...OPTIONS, arch: other },
      `BadOption ${NOT_STORED}  --arch: found '${other}'; this machine is ${ARCH}: omit the option`,
    ],
  ])('refuses %s, and stores nothing', async (_, files, options, message) => {
    archives.packed(files);
    const error = (await add(options).catch((one: unknown) => one)) as Error;
    expect(existsSync(bucket())).toBe(false);
    const expected = message.replace('? ', `${NOT_STORED}  a.tar.gz: `);
    expect(`${error.name} ${error.message}`.slice(0, expected.length)).toBe(expected);
  });

  it('reads the version from the commands, but runs none when an option is wrong', async () => {
    archives.packed(makeTools('4.1.0+dev'));
    expect(await addJson(UNVERSIONED)).toMatchObject({ version: '4.1.0+dev' });
    const mark = join(archives.folder, 'ran');
    archives.packed({ ...GOOD, 'bin/mdtest': `#!/bin/sh\ntouch ${mark}\nexit 3\n` });
    await expect(add({ ...OPTIONS, os: '../x' })).rejects.toThrow("--os: found '../x'");
    expect(existsSync(mark)).toBe(false);
    await expect(add()).rejects.toThrow('bin/mdtest prints no version (exit 3)');
    expect(existsSync(mark)).toBe(true);
  });

  it.each([
    ['nowhere.tar.gz', 'UnreadableFile', /\n {2}nowhere\.tar\.gz: no such file \(expected at \//],
    ['.', 'UnreadableFile', /\n {2}\.: not a regular file; name an archive$/],
    ['', 'BadOption', /\n {2}the archive is missing/],
    ['loop', 'UnreadableFile', /\n {2}loop: a symbolic link points to itself/],
  ])('refuses the archive %j', async (file, name, message) => {
    symlinkSync('loop', join(archives.folder, 'loop'));
    await expect(add(OPTIONS, file)).rejects.toMatchObject({ name, message: expect.stringMatching(message) });
    expect(existsSync(bucket())).toBe(false);
  });
});

describe('fsxbench tools list', () => {
  it('prints name, system and version of each bundle, or that there is none', async () => {
    expect(await list()).toBe(`${bucket()} has no tool bundles. \`npx fsxbench tools --help\` shows how to add one.\n`);
    const [, json] = await runTool(['list'], { local: true, json: true });
    expect(JSON.parse(json)).toMatchObject({ bundles: [] });
    archives.packed(GOOD);
    await add();
    await add({ ...OPTIONS, os: 'al2023' });
    const rows = (await list()).split('\n').map((line) => line.split(/ {2,}/).slice(0, 3).join());
    expect(rows).toEqual([`ior,amzn-2023-${ARCH},4.0.0`, `ior,debian-12-${ARCH},4.0.0`, '']);
  });

  it('marks invalid pointers as unusable, and replaces them at the next add', async () => {
    archives.packed(GOOD);
    await add();
    writeFileSync(bucket(POINTER), 'archive ../../etc\n');
    expect(await list()).toContain('unusable: the line "archive ../../etc" is invalid');
    expect(await add()).not.toContain('in place of');
    expect(readPointer()).toMatchObject({ version: '4.0.0' });
  });

  it.each<[string[], Values, object]>([
    [['remove'], { local: true }, { message: "tools: unknown action 'remove'; allowed: add, fetch, list" }],
    [['list', 'x'], { local: true }, { message: "tools list: unexpected argument 'x'" }],
    [['list'], { stack: 'no stack' }, { name: 'NotDeployed' }],
  ])('refuses %j with %j', async (args, options, error) => {
    await expect(runTool(args, options)).rejects.toMatchObject(error);
  });

  it('throws WorkingFolder when .fsxbench cannot be written', async () => {
    archives.packed(GOOD);
    writeFileSync(join(archives.folder, '.fsxbench'), 'a file');
    const message = expect.stringMatching(/^tools: \.fsxbench\/bucket cannot be read or written: ENOTDIR/) as string;
    await expect(add()).rejects.toMatchObject({ name: 'WorkingFolder', message });
  });

  it('replaces control characters of object keys in its output', async () => {
    const list = async () => ['tools/x\x1b[2J/y.txt'];
    const store = { where: 's3://b', list, read: async () => '', write: async () => {}, putOnce: async () => true };
    const { cli, out } = captureCli(archives.folder);
    expect(await runTools(cli, async () => store, ['list'], {})).toBe(0);
    expect(out()).toBe('x?[2J  y  unusable: unknown tool bundle; known: ior,kafka\n');
  });
});

describe('archive of a tool bundle', () => {
  const inspect = (file: string) => inspectArchive(file, ['mdtest', 'ior']);
  const FILES = { 'bin/mdtest': 'x', 'bin/ior': 'x', 'share/man/ior.1': 'x' };
  const hint = 'pack with tar -C PREFIX -czf FILE .';

  it.each([
    ['tar.gz', ['-z']],
    ['tar.xz', ['-J']],
  ])('is accepted as %s, whatever its name', async (ending, flags) => {
    const bytes = expect.any(Number) as number;
    expect(await inspect(archives.packed(FILES, 'a.zip', flags))).toEqual({ ending, bytes, problems: [] });
  });

  it.each<[string, () => string, (string | RegExp)[]]>([
    ['is empty', () => archives.file('a.tar.gz', ''), ['it is neither gzip nor xz; allowed: a .tar.gz or .tar.xz']],
    ['is a zip', () => archives.file('a.tar.gz', 'PK\x03\x04'), [/^it is neither gzip nor xz; allowed: /]],
    [
      'lacks commands',
      () => archives.packed({ 'ior/bin/ior': 'x' }),
      [`bin/mdtest is missing: ${hint}`, `bin/ior is missing: ${hint}`],
    ],
    ['is truncated', () => resize(60), [/^tar cannot list it: \S[^\n]*$/]],
    ['is large', () => resize(2 * 1024 ** 3 + 1), ['it has 2147483649 bytes; allowed: up to 2147483648']],
  ])('is refused when it %s', async (_, make, problems) => {
    expect((await inspect(make())).problems).toEqual(problems.map((one) => expect.stringMatching(one) as string));
  });
  const resize = (bytes: number): string => {
    const file = archives.packed(FILES);
    truncateSync(file, bytes);
    return file;
  };

  it('is not waited for when a command hangs', async () => {
    const file = archives.packed({ 'bin/mdtest': "#!/bin/sh\ntrap '' TERM\nsleep 60\n", 'bin/ior': '#!/bin/sh\n' });
    expect(await readVersions(file, BUNDLES.ior, 0.3)).toEqual([
      { command: 'mdtest', version: null, ending: 'no answer within 0.3 s' },
      { command: 'ior', version: null, ending: 'exit 0' },
    ]);
  });
});
