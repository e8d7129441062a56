/** `fsxbench tools`: add, list and check, in the folder of executions on this machine. */
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { run, tools } from '../../../lib/cli/commands/tools';
import { parsePointer } from '../../../lib/shapes/tool-bundles';
import { captured } from '../captured';
import { Archives, PROGRAMS } from '../archives';

let archives: Archives;
beforeEach(() => {
  archives = new Archives();
});
afterEach(() => archives.remove());

const { x86_64, aarch64 } = PROGRAMS;
const GOOD = { 'bin/mdtest': x86_64, 'bin/ior': x86_64 };
const OPTIONS = { name: 'ior', version: '4.0.0', os: 'debian-12', local: true };
const POINTER = 'tools/ior/debian-12-x86_64.txt';

async function called(args: readonly string[], options: Readonly<Record<string, unknown>>): Promise<[number, string]> {
  const { cli, out } = captured(archives.folder);
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
      `mdtest and IOR 4.0.0 for debian-12-x86_64, in ${bucket()}\n` +
        `  archive  tools/ior/${sha256}.tar.gz, ${bytes.length} bytes\n  pointer  ${POINTER}\n` +
        `Hosts of this system fetch it, and refuse it unless its SHA-256 is ${sha256.slice(0, 12)}…, nothing in it\n` +
        'leads out of its folder, bin/mdtest and bin/ior find their libraries, and print version 4.0.0.\n',
    ]);
    expect(readFileSync(bucket(`tools/ior/${sha256}.tar.gz`)).equals(bytes)).toBe(true);
    expect(pointer()).toMatchObject({ sha256, version: '4.0.0', bytes: bytes.length });
    expect(readdirSync(bucket('tools/ior')).toSorted()).toEqual(
      [`${sha256}.tar.gz`, 'debian-12-x86_64.txt'].toSorted(),
    );
  });

  it('takes the same archive again, and another one in its place, and says so', async () => {
    archives.packed(GOOD);
    await called(['add', 'a.tar.gz'], OPTIONS);
    const before = pointer();
    const [again, text] = await called(['add', 'a.tar.gz'], OPTIONS);
    expect([again, pointer()]).toEqual([0, before]);
    expect(text).toContain(' bytes, was there already\n');
    expect(text).not.toContain('in place of');
    archives.packed({ ...GOOD, more: 'x' }, 'b.tar.xz', ['-J']);
    const [, json] = await called(['add', 'b.tar.xz'], { ...OPTIONS, version: '4.1.0', json: true });
    expect(JSON.parse(json)).toMatchObject({ version: '4.1.0', known: false, before: { version: '4.0.0' } });
    expect(pointer()).toMatchObject({ version: '4.1.0', archive: expect.stringMatching(/\.tar\.xz$/) });
    writeFileSync(bucket(POINTER), 'spoilt\n');
    const [, mended] = await called(['add', 'a.tar.gz'], OPTIONS);
    expect(mended).toContain(`pointer  ${POINTER}, in place of one that could not be read\n`);
  });

  it('does not point hosts to an archive that somebody has spoilt', async () => {
    archives.packed(GOOD);
    const [, json] = await called(['add', 'a.tar.gz'], { ...OPTIONS, json: true });
    const { archive } = JSON.parse(json) as { archive: string };
    writeFileSync(bucket(archive), 'other');
    rmSync(bucket(POINTER));
    await expect(called(['add', 'a.tar.gz'], OPTIONS)).rejects.toThrow(
      new RegExp(`^tools add: ${archive} has SHA-256 [0-9a-f]{64} there: somebody has spoilt it\\. Remove it from /`),
    );
    expect(existsSync(bucket(POINTER))).toBe(false);
  });

  it.each([
    [{ os: 'al2023' }, 'amzn-2023-x86_64'],
    [{ os: 'rhel-9.4' }, 'rhel-9-x86_64'],
    [{ os: 'ubuntu-24.04', arch: 'amd64' }, 'ubuntu-24.04-x86_64'],
  ])('%j is for hosts of %s', async (asked, system) => {
    archives.packed(GOOD);
    const [, json] = await called(['add', 'a.tar.gz'], { ...OPTIONS, ...asked, json: true });
    expect(JSON.parse(json)).toMatchObject({ system, pointer: `tools/ior/${system}.txt` });
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
      'BadOption tools add: nothing was stored.\n' +
        "  --name: found 'omb'; allowed: ior\n" +
        "  --version: found '$(id)'; needed: what the tools print of themselves, e.g. 4.0.0; hosts compare it\n" +
        "  --os: found '../x'; allowed: amzn-2023, almalinux-9, rhel-8, rhel-9, ubuntu-22.04, ubuntu-24.04, or " +
        'another <ID>-<VERSION_ID> of os-release, e.g. debian-12\n' +
        "  --arch: found 'vax'; allowed: x86_64, aarch64",
    );
    expect(await refused(['a.tar.gz'], OPTIONS)).toBe(
      'BadArchive tools add: nothing was stored.\n' +
        '  a.tar.gz: bin/mdtest is no program (ELF)\n  a.tar.gz: bin/ior is not in it',
    );
    expect(await refused([], OPTIONS)).toContain('the archive is missing: fsxbench tools add ARCHIVE');
  });

  it('refuses files of other processors than it was told', async () => {
    archives.packed({ 'bin/mdtest': aarch64, 'bin/ior': aarch64 });
    expect(await refused(['a.tar.gz'], { ...OPTIONS, arch: 'x86_64' })).toBe(
      'BadArchive tools add: nothing was stored.\n' +
        '  a.tar.gz: its commands are for aarch64, and --arch says x86_64',
    );
    const [, json] = await called(['add', 'a.tar.gz'], { ...OPTIONS, json: true });
    expect(JSON.parse(json)).toMatchObject({ system: 'debian-12-aarch64' });
  });

  it.each([
    ['nowhere.tar.gz', /^UnreadableFile .*\n {2}nowhere\.tar\.gz: there is no such file \(looked for \//],
    ['.', /^UnreadableFile .*\n {2}\.: this is no file; name an archive$/],
    ['', /^BadOption .*\n {2}the archive is missing/],
    ['loop', /^UnreadableFile .*\n {2}loop: this is a link that leads to itself/],
  ])('refuses the archive %j', async (name, message) => {
    symlinkSync('loop', join(archives.folder, 'loop'));
    expect(await refused([name], OPTIONS)).toMatch(message);
  });
});

describe('fsxbench tools list and check', () => {
  const local = { local: true };

  it('say that there is none', async () => {
    const text = `There is no tool bundle in ${bucket()}. \`fsxbench tools --help\` says how to add one.\n`;
    expect(await called(['list'], local)).toEqual([0, text]);
    expect(await called(['check'], local)).toEqual([0, text]);
    expect(JSON.parse((await called(['list'], { ...local, json: true }))[1])).toMatchObject({ bundles: [] });
  });

  it('tell what there is, and whether it is as it was added', async () => {
    archives.packed(GOOD);
    await called(['add', 'a.tar.gz'], OPTIONS);
    await called(['add', 'a.tar.gz'], { ...OPTIONS, os: 'al2023' });
    const [, list] = await called(['list'], local);
    expect(list.split('\n').map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
      ['ior', 'amzn-2023-x86_64', '4.0.0'],
      ['ior', 'debian-12-x86_64', '4.0.0'],
      [''],
    ]);
    expect(await called(['check'], local)).toEqual([
      0,
      'ior  amzn-2023-x86_64  as it was added\nior  debian-12-x86_64  as it was added\n',
    ]);
  });

  it('find what hosts would refuse', async () => {
    archives.packed(GOOD);
    const [, json] = await called(['add', 'a.tar.gz'], { ...OPTIONS, json: true });
    const { archive, sha256 } = JSON.parse(json) as { archive: string; sha256: string };
    writeFileSync(bucket(archive), 'other');
    const found = createHash('sha256').update('other').digest('hex');
    expect(await called(['check'], local)).toEqual([
      1,
      `ior  debian-12-x86_64  its archive has SHA-256 ${found}, not ${sha256}\n`,
    ]);
    rmSync(bucket(archive));
    expect((await called(['check'], local))[1]).toContain(`its archive ${archive} is not there`);
    writeFileSync(bucket(POINTER), 'archive ../../etc\n');
    expect(await called(['check'], local)).toEqual([
      1,
      'ior  debian-12-x86_64  the line "archive ../../etc" is no such line\n',
    ]);
    expect((await called(['list'], local))[1]).toContain(
      'cannot be used: the line "archive ../../etc" is no such line',
    );
  });

  it.each([
    [['remove'], "tools: there is no 'remove'; there are add, list and check"],
    [['list', 'x'], "tools list: takes no 'x'"],
  ])('there is no %j', async (args, message) => {
    await expect(called(args, local)).rejects.toThrow(message);
  });

  it('say what keeps them from writing', async () => {
    archives.packed(GOOD);
    writeFileSync(join(archives.folder, '.fsxbench'), 'a file');
    await expect(called(['add', 'a.tar.gz'], OPTIONS)).rejects.toMatchObject({
      name: 'WorkingFolder',
      message: expect.stringMatching(/^tools: \.fsxbench\/bucket cannot be read or written: ENOTDIR/),
    });
  });

  it('refuse the name of a deployment that can be none', async () => {
    await expect(called(['list'], { stack: 'no stack' })).rejects.toMatchObject({ name: 'NotDeployed' });
  });

  it('show no control character of a name that somebody left in a bucket', async () => {
    const key = 'tools/x\x1b[2J/y.txt';
    const store = {
      where: 's3://b',
      list: async () => [key],
      read: async () => '',
      open: async () => null,
      write: async () => {},
      putOnce: async () => true,
    };
    const { cli, out } = captured(archives.folder);
    expect(await tools(cli, async () => store, ['check'], {})).toBe(1);
    expect(out()).toBe('x?[2J  y  no tool bundle is called so; there is ior\n');
  });
});
