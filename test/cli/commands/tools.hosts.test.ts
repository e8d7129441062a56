/** `fsxbench tools`: add and list, in the folder of executions on this machine. */
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { machine } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { run, runTools } from '../../../lib/cli/commands/tools';
import { readSystem } from '../../../lib/local/tools';
import { parsePointer } from '../../../lib/shapes/tool-bundles';
import { captureCli } from '../capture-cli';
import { Archives } from '../archives';

let archives: Archives;
beforeEach(() => {
  archives = new Archives();
});
afterEach(() => archives.remove());

const printing = (version: string) => ({
  'bin/mdtest': `#!/bin/sh\necho 'mdtest-${version} was launched with 1 total task(s) on 1 node(s)'\n`,
  'bin/ior': `#!/bin/sh\necho 'IOR-${version}: MPI Coordinated Test of Parallel I/O'\n`,
});
const GOOD = printing('4.0.0');
const ARCH = machine();
const OPTIONS = { name: 'ior', version: '4.0.0', os: 'debian-12', arch: ARCH, local: true };
const POINTER = `tools/ior/debian-12-${ARCH}.txt`;

async function called(args: readonly string[], options: Readonly<Record<string, unknown>>): Promise<[number, string]> {
  const { cli, out } = captureCli(archives.folder);
  const code = await run(cli, args, options);
  return [code, out()];
}

const bucket = (key = ''): string => join(archives.folder, '.fsxbench', 'bucket', key);
const pointer = () => parsePointer(readFileSync(bucket(POINTER), 'utf8'), 'ior');

describe('fsxbench tools add', () => {
  it('stores an archive under its SHA-256 and points hosts of its system to it', async () => {
    const file = archives.packed(GOOD);
    const bytes = archives.bytes(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await called(['add', 'a.tar.gz'], OPTIONS)).toEqual([
      0,
      `mdtest and IOR 4.0.0 for debian-12-${ARCH}, in ${bucket()}\n` +
        `  archive  tools/ior/${sha256}.tar.gz, ${bytes.length} bytes\n  pointer  ${POINTER}\n` +
        `Hosts of this system fetch it. They check that its SHA-256 is ${sha256.slice(0, 12)}…, that its paths\n` +
        'stay inside its folder, and that bin/mdtest and bin/ior find their libraries and print version 4.0.0.\n',
    ]);
    expect(readFileSync(bucket(`tools/ior/${sha256}.tar.gz`)).equals(bytes)).toBe(true);
    expect(pointer()).toMatchObject({ sha256, version: '4.0.0', bytes: bytes.length });
    expect(readdirSync(bucket('tools/ior')).toSorted()).toEqual(
      [`${sha256}.tar.gz`, `debian-12-${ARCH}.txt`].toSorted(),
    );
  });

  it('takes the same archive again, and another one in its place, and says so', async () => {
    archives.packed(GOOD);
    await called(['add', 'a.tar.gz'], OPTIONS);
    const before = pointer();
    const [again, text] = await called(['add', 'a.tar.gz'], OPTIONS);
    expect([again, pointer()]).toEqual([0, before]);
    expect(text).toContain(' bytes, already stored\n');
    expect(text).not.toContain('in place of');
    archives.packed({ ...printing('4.1.0'), more: 'x' }, 'b.tar.xz', ['-J']);
    const [, json] = await called(['add', 'b.tar.xz'], { ...OPTIONS, version: '4.1.0', json: true });
    expect(JSON.parse(json)).toMatchObject({ version: '4.1.0', known: false, before: { version: '4.0.0' } });
    expect(pointer()).toMatchObject({ version: '4.1.0', archive: expect.stringMatching(/\.tar\.xz$/) });
  });

  it.each([
    [{ os: 'al2023' }, 'amzn-2023'],
    [{ os: 'rhel-9.4' }, 'rhel-9'],
    [{ os: 'ubuntu-24.04', arch: undefined }, 'ubuntu-24.04'],
    [{ os: undefined }, readSystem()],
  ])('%j is for hosts of %s', async (asked, system) => {
    archives.packed(GOOD);
    const [, json] = await called(['add', 'a.tar.gz'], { ...OPTIONS, ...asked, json: true });
    expect(JSON.parse(json)).toMatchObject({ system: `${system}-${ARCH}`, pointer: `tools/ior/${system}-${ARCH}.txt` });
  });

  const refused = async (args: readonly string[], options: object): Promise<string> => {
    const error = await called(['add', ...args], { local: true, ...options }).catch((one: unknown) => one as Error);
    expect(existsSync(bucket())).toBe(false);
    const { name, message } = error as Error;
    return `${name} ${message}`;
  };

  it('tells all that is wrong at once, and stores nothing', async () => {
    archives.packed({ 'bin/mdtest': 'text' });
    const options = { name: 'omb', version: '$(id)', os: '../x', arch: 'vax' };
    expect(await refused(['a.tar.gz'], options)).toBe(
      'BadOption tools add: the bundle was not stored.\n' +
        "  --name: found 'omb'; allowed: ior\n" +
        "  --version: found '$(id)'; needed: the version that the tools print, e.g. 4.0.0; hosts compare it\n" +
        "  --os: found '../x'; allowed: amzn-2023, almalinux-9, rhel-8, rhel-9, ubuntu-22.04, ubuntu-24.04, or " +
        'another <ID>-<VERSION_ID> of os-release, e.g. debian-12\n' +
        "  --arch: found 'vax'; allowed: x86_64, aarch64: the output of `uname -m` on the build machine",
    );
    expect(await refused(['a.tar.gz'], OPTIONS)).toBe(
      'BadArchive tools add: the bundle was not stored.\n' +
        '  a.tar.gz: bin/ior is missing: pack with tar -C PREFIX -czf FILE .',
    );
    expect(await refused([], OPTIONS)).toContain('the archive is missing: npx fsxbench tools add ARCHIVE');
  });

  it('asks the commands for their version with --local, and refuses another one', async () => {
    archives.packed(printing('4.1.0+dev'));
    expect(await refused(['a.tar.gz'], OPTIONS)).toBe(
      'BadArchive tools add: the bundle was not stored.\n' +
        '  a.tar.gz: bin/mdtest prints version 4.1.0+dev, not 4.0.0\n' +
        '  a.tar.gz: bin/ior prints version 4.1.0+dev, not 4.0.0',
    );
    const { version: _, ...rest } = OPTIONS;
    const [, json] = await called(['add', 'a.tar.gz'], { ...rest, json: true });
    expect(JSON.parse(json)).toMatchObject({ version: '4.1.0+dev' });
  });

  it('runs nothing of the archive if an option is wrong', async () => {
    const mark = join(archives.folder, 'ran');
    archives.packed({ ...GOOD, 'bin/mdtest': `#!/bin/sh\ntouch ${mark}\nexit 3\n` });
    expect(await refused(['a.tar.gz'], { ...OPTIONS, os: '../x' })).toContain("--os: found '../x'");
    expect(existsSync(mark)).toBe(false);
    expect(await refused(['a.tar.gz'], OPTIONS)).toContain('bin/mdtest prints no version (exit 3)');
    expect(existsSync(mark)).toBe(true);
  });

  it('refuses commands that print no version on this machine, and another architecture', async () => {
    archives.packed({ ...GOOD, 'bin/mdtest': '#!/bin/sh\nexit 3\n' });
    const { version: _, ...rest } = OPTIONS;
    const silent =
      'BadArchive tools add: the bundle was not stored.\n  a.tar.gz: bin/mdtest prints no version (exit 3)';
    for (const options of [OPTIONS, rest]) expect(await refused(['a.tar.gz'], options)).toBe(silent);
    const other = ARCH === 'x86_64' ? 'aarch64' : 'x86_64';
    const asked = await refused(['a.tar.gz'], { ...OPTIONS, arch: other });
    expect(asked).toContain(`  --arch: found '${other}'; this machine is ${ARCH}: omit the option`);
  });

  it.each([
    ['nowhere.tar.gz', /^UnreadableFile .*\n {2}nowhere\.tar\.gz: no such file \(expected at \//],
    ['.', /^UnreadableFile .*\n {2}\.: not a regular file; name an archive$/],
    ['', /^BadOption .*\n {2}the archive is missing/],
    ['loop', /^UnreadableFile .*\n {2}loop: a symbolic link points to itself/],
  ])('refuses the archive %j', async (name, message) => {
    symlinkSync('loop', join(archives.folder, 'loop'));
    expect(await refused([name], OPTIONS)).toMatch(message);
  });
});

describe('fsxbench tools list', () => {
  const local = { local: true };

  it('says that there is none', async () => {
    const text = `${bucket()} has no tool bundles. \`npx fsxbench tools --help\` shows how to add one.\n`;
    expect(await called(['list'], local)).toEqual([0, text]);
    expect(JSON.parse((await called(['list'], { ...local, json: true }))[1])).toMatchObject({ bundles: [] });
  });

  it('tells what there is', async () => {
    archives.packed(GOOD);
    await called(['add', 'a.tar.gz'], OPTIONS);
    await called(['add', 'a.tar.gz'], { ...OPTIONS, os: 'al2023' });
    const [, list] = await called(['list'], local);
    expect(list.split('\n').map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
      ['ior', `amzn-2023-${ARCH}`, '4.0.0'],
      ['ior', `debian-12-${ARCH}`, '4.0.0'],
      [''],
    ]);
  });

  it('tells of pointers that hosts cannot use, and adding replaces them', async () => {
    archives.packed(GOOD);
    await called(['add', 'a.tar.gz'], OPTIONS);
    writeFileSync(bucket(POINTER), 'archive ../../etc\n');
    expect((await called(['list'], local))[1]).toContain('unusable: the line "archive ../../etc" is invalid');
    const [, text] = await called(['add', 'a.tar.gz'], OPTIONS);
    expect(text).not.toContain('in place of');
    expect(pointer()).toMatchObject({ version: '4.0.0' });
  });

  it.each([
    [['remove'], "tools: unknown action 'remove'; allowed: add, fetch, list"],
    [['list', 'x'], "tools list: unexpected argument 'x'"],
  ])('there is no %j', async (args, message) => {
    await expect(called(args, local)).rejects.toThrow(message);
  });

  it('says what keeps it from writing', async () => {
    archives.packed(GOOD);
    writeFileSync(join(archives.folder, '.fsxbench'), 'a file');
    await expect(called(['add', 'a.tar.gz'], OPTIONS)).rejects.toMatchObject({
      name: 'WorkingFolder',
      message: expect.stringMatching(/^tools: \.fsxbench\/bucket cannot be read or written: ENOTDIR/),
    });
  });

  it('refuses the name of a deployment that can be none', async () => {
    await expect(called(['list'], { stack: 'no stack' })).rejects.toMatchObject({ name: 'NotDeployed' });
  });

  it('shows no control character of a name that somebody left in a bucket', async () => {
    const key = 'tools/x\x1b[2J/y.txt';
    const store = {
      where: 's3://b',
      list: async () => [key],
      read: async () => '',
      write: async () => {},
      putOnce: async () => true,
    };
    const { cli, out } = captureCli(archives.folder);
    expect(await runTools(cli, async () => store, ['list'], {})).toBe(0);
    expect(out()).toBe('x?[2J  y  unusable: unknown tool bundle; known: ior,kafka\n');
  });
});
