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

const makeTools = (version: string) => ({
  'bin/mdtest': `#!/bin/sh\necho 'mdtest-${version} was launched with 1 total task(s) on 1 node(s)'\n`,
  'bin/ior': `#!/bin/sh\necho 'IOR-${version}: MPI Coordinated Test of Parallel I/O'\n`,
});
const GOOD = makeTools('4.0.0');
const ARCH = machine();
const OPTIONS = { name: 'ior', version: '4.0.0', os: 'debian-12', arch: ARCH, local: true };
const POINTER = `tools/ior/debian-12-${ARCH}.txt`;

async function runTool(args: readonly string[], options: Readonly<Record<string, unknown>>): Promise<[number, string]> {
  const { cli, out } = captureCli(archives.folder);
  const code = await run(cli, args, options);
  return [code, out()];
}

const bucket = (key = ''): string => join(archives.folder, '.fsxbench', 'bucket', key);
const readPointer = () => parsePointer(readFileSync(bucket(POINTER), 'utf8'), 'ior');

describe('fsxbench tools add', () => {
  it('stores an archive under its SHA-256, with a pointer for hosts of its system', async () => {
    const file = archives.packed(GOOD);
    const bytes = archives.bytes(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await runTool(['add', 'a.tar.gz'], OPTIONS)).toEqual([
      0,
      `mdtest and IOR 4.0.0 for debian-12-${ARCH}, in ${bucket()}\n` +
        `  archive  tools/ior/${sha256}.tar.gz, ${bytes.length} bytes\n  pointer  ${POINTER}\n` +
        `Hosts of this system fetch it. They check that its SHA-256 is ${sha256.slice(0, 12)}…, that its paths\n` +
        'stay inside its folder, and that bin/mdtest and bin/ior find their libraries and print version 4.0.0.\n',
    ]);
    expect(readFileSync(bucket(`tools/ior/${sha256}.tar.gz`)).equals(bytes)).toBe(true);
    expect(readPointer()).toMatchObject({ sha256, version: '4.0.0', bytes: bytes.length });
    expect(readdirSync(bucket('tools/ior')).toSorted()).toEqual(
      [`${sha256}.tar.gz`, `debian-12-${ARCH}.txt`].toSorted(),
    );
  });

  it('accepts a stored archive again, and replaces it by another version', async () => {
    archives.packed(GOOD);
    await runTool(['add', 'a.tar.gz'], OPTIONS);
    const before = readPointer();
    const [again, text] = await runTool(['add', 'a.tar.gz'], OPTIONS);
    expect([again, readPointer()]).toEqual([0, before]);
    expect(text).toContain(' bytes, already stored\n');
    expect(text).not.toContain('in place of');
    archives.packed({ ...makeTools('4.1.0'), more: 'x' }, 'b.tar.xz', ['-J']);
    const [, json] = await runTool(['add', 'b.tar.xz'], { ...OPTIONS, version: '4.1.0', json: true });
    expect(JSON.parse(json)).toMatchObject({ version: '4.1.0', known: false, before: { version: '4.0.0' } });
    expect(readPointer()).toMatchObject({ version: '4.1.0', archive: expect.stringMatching(/\.tar\.xz$/) });
  });

  it.each([
    [{ os: 'al2023' }, 'amzn-2023'],
    [{ os: 'rhel-9.4' }, 'rhel-9'],
    [{ os: 'ubuntu-24.04', arch: undefined }, 'ubuntu-24.04'],
    [{ os: undefined }, readSystem()],
  ])('maps the options %j to hosts of %s', async (asked, system) => {
    archives.packed(GOOD);
    const [, json] = await runTool(['add', 'a.tar.gz'], { ...OPTIONS, ...asked, json: true });
    expect(JSON.parse(json)).toMatchObject({ system: `${system}-${ARCH}`, pointer: `tools/ior/${system}-${ARCH}.txt` });
  });

  const catchRefusal = async (args: readonly string[], options: object): Promise<string> => {
    const error = await runTool(['add', ...args], { local: true, ...options }).catch((one: unknown) => one as Error);
    expect(existsSync(bucket())).toBe(false);
    const { name, message } = error as Error;
    return `${name} ${message}`;
  };

  it('reports all wrong options together, and stores nothing', async () => {
    archives.packed({ 'bin/mdtest': 'text' });
    const options = { name: 'omb', version: '$(id)', os: '../x', arch: 'vax' };
    expect(await catchRefusal(['a.tar.gz'], options)).toBe(
      'BadOption tools add: the bundle was not stored.\n' +
        "  --name: found 'omb'; allowed: ior\n" +
        "  --version: found '$(id)'; needed: the version that the tools print, e.g. 4.0.0; hosts compare it\n" +
        "  --os: found '../x'; allowed: amzn-2023, almalinux-9, rhel-8, rhel-9, ubuntu-22.04, ubuntu-24.04, or " +
        'another <ID>-<VERSION_ID> of os-release, e.g. debian-12\n' +
        "  --arch: found 'vax'; allowed: x86_64, aarch64: the output of `uname -m` on the build machine",
    );
    expect(await catchRefusal(['a.tar.gz'], OPTIONS)).toBe(
      'BadArchive tools add: the bundle was not stored.\n' +
        '  a.tar.gz: bin/ior is missing: pack with tar -C PREFIX -czf FILE .',
    );
    expect(await catchRefusal([], OPTIONS)).toContain('the archive is missing: npx fsxbench tools add ARCHIVE');
  });

  it('compares --version with the output of the commands, and refuses a difference', async () => {
    archives.packed(makeTools('4.1.0+dev'));
    expect(await catchRefusal(['a.tar.gz'], OPTIONS)).toBe(
      'BadArchive tools add: the bundle was not stored.\n' +
        '  a.tar.gz: bin/mdtest prints version 4.1.0+dev, not 4.0.0\n' +
        '  a.tar.gz: bin/ior prints version 4.1.0+dev, not 4.0.0',
    );
    const { version: _, ...rest } = OPTIONS;
    const [, json] = await runTool(['add', 'a.tar.gz'], { ...rest, json: true });
    expect(JSON.parse(json)).toMatchObject({ version: '4.1.0+dev' });
  });

  it('runs no command of the archive when an option is wrong', async () => {
    const mark = join(archives.folder, 'ran');
    archives.packed({ ...GOOD, 'bin/mdtest': `#!/bin/sh\ntouch ${mark}\nexit 3\n` });
    expect(await catchRefusal(['a.tar.gz'], { ...OPTIONS, os: '../x' })).toContain("--os: found '../x'");
    expect(existsSync(mark)).toBe(false);
    expect(await catchRefusal(['a.tar.gz'], OPTIONS)).toContain('bin/mdtest prints no version (exit 3)');
    expect(existsSync(mark)).toBe(true);
  });

  it('refuses commands that print no version, and another architecture', async () => {
    archives.packed({ ...GOOD, 'bin/mdtest': '#!/bin/sh\nexit 3\n' });
    const { version: _, ...rest } = OPTIONS;
    const silent =
      'BadArchive tools add: the bundle was not stored.\n  a.tar.gz: bin/mdtest prints no version (exit 3)';
    for (const options of [OPTIONS, rest]) expect(await catchRefusal(['a.tar.gz'], options)).toBe(silent);
    const other = ARCH === 'x86_64' ? 'aarch64' : 'x86_64';
    const asked = await catchRefusal(['a.tar.gz'], { ...OPTIONS, arch: other });
    expect(asked).toContain(`  --arch: found '${other}'; this machine is ${ARCH}: omit the option`);
  });

  it.each([
    ['nowhere.tar.gz', /^UnreadableFile .*\n {2}nowhere\.tar\.gz: no such file \(expected at \//],
    ['.', /^UnreadableFile .*\n {2}\.: not a regular file; name an archive$/],
    ['', /^BadOption .*\n {2}the archive is missing/],
    ['loop', /^UnreadableFile .*\n {2}loop: a symbolic link points to itself/],
  ])('refuses the archive %j', async (name, message) => {
    symlinkSync('loop', join(archives.folder, 'loop'));
    expect(await catchRefusal([name], OPTIONS)).toMatch(message);
  });
});

describe('fsxbench tools list', () => {
  const local = { local: true };

  it('prints that the bucket has no tool bundles', async () => {
    const text = `${bucket()} has no tool bundles. \`npx fsxbench tools --help\` shows how to add one.\n`;
    expect(await runTool(['list'], local)).toEqual([0, text]);
    expect(JSON.parse((await runTool(['list'], { ...local, json: true }))[1])).toMatchObject({ bundles: [] });
  });

  it('prints name, system and version of each bundle', async () => {
    archives.packed(GOOD);
    await runTool(['add', 'a.tar.gz'], OPTIONS);
    await runTool(['add', 'a.tar.gz'], { ...OPTIONS, os: 'al2023' });
    const [, list] = await runTool(['list'], local);
    expect(list.split('\n').map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
      ['ior', `amzn-2023-${ARCH}`, '4.0.0'],
      ['ior', `debian-12-${ARCH}`, '4.0.0'],
      [''],
    ]);
  });

  it('marks invalid pointers as unusable, and replaces them at the next add', async () => {
    archives.packed(GOOD);
    await runTool(['add', 'a.tar.gz'], OPTIONS);
    writeFileSync(bucket(POINTER), 'archive ../../etc\n');
    expect((await runTool(['list'], local))[1]).toContain('unusable: the line "archive ../../etc" is invalid');
    const [, text] = await runTool(['add', 'a.tar.gz'], OPTIONS);
    expect(text).not.toContain('in place of');
    expect(readPointer()).toMatchObject({ version: '4.0.0' });
  });

  it.each([
    [['remove'], "tools: unknown action 'remove'; allowed: add, fetch, list"],
    [['list', 'x'], "tools list: unexpected argument 'x'"],
  ])('refuses %j', async (args, message) => {
    await expect(runTool(args, local)).rejects.toThrow(message);
  });

  it('throws WorkingFolder when .fsxbench cannot be written', async () => {
    archives.packed(GOOD);
    writeFileSync(join(archives.folder, '.fsxbench'), 'a file');
    await expect(runTool(['add', 'a.tar.gz'], OPTIONS)).rejects.toMatchObject({
      name: 'WorkingFolder',
      message: expect.stringMatching(/^tools: \.fsxbench\/bucket cannot be read or written: ENOTDIR/),
    });
  });

  it('throws NotDeployed for an invalid stack name', async () => {
    await expect(runTool(['list'], { stack: 'no stack' })).rejects.toMatchObject({ name: 'NotDeployed' });
  });

  it('replaces control characters of object keys in its output', async () => {
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
