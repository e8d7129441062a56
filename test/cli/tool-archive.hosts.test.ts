import { truncateSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { inspectArchive } from '../../lib/cli/tool-archive';
import { Archives, member, PROGRAMS } from './archives';

let archives: Archives;
beforeEach(() => {
  archives = new Archives();
});
afterEach(() => archives.remove());

const look = (file: string) => inspectArchive(file, ['mdtest', 'ior']);
const { x86_64, aarch64 } = PROGRAMS;
const GOOD = { 'bin/mdtest': x86_64, 'bin/ior': x86_64, 'share/man/ior.1': 'x' };
const TOOLS = [member('bin/mdtest', { content: x86_64 }), member('./bin/ior', { content: x86_64 })];

describe('an archive that hosts would take', () => {
  it.each([
    ['tar.gz', ['-z']],
    ['tar.xz', ['-J']],
  ])('is a %s with the commands', async (ending, flags) => {
    expect(await look(archives.packed(GOOD, `a.${ending}`, flags))).toEqual({
      ending,
      bytes: expect.any(Number),
      arch: 'x86_64',
      problems: [],
    });
  });

  it('is known by what it holds, and not by its name', async () => {
    const file = archives.packed({ 'bin/mdtest': aarch64, 'bin/ior': aarch64 }, 'a.zip', ['-z']);
    expect(await look(file)).toMatchObject({ ending: 'tar.gz', arch: 'aarch64', problems: [] });
  });

  it('may hold links that stay inside', async () => {
    const file = archives.crafted([
      member('libexec/both', { content: x86_64 }),
      member('bin/mdtest', { type: '2', to: '../libexec/both' }),
      member('bin/ior', { type: '1', to: 'libexec/both' }),
    ]);
    expect(await look(file)).toMatchObject({ arch: 'x86_64', problems: [] });
  });
});

describe('an archive that is refused', () => {
  it.each([
    ['empty', Buffer.alloc(0), 'it is empty'],
    [
      'a zip',
      Buffer.from('PK\x03\x04....'),
      'it is an archive of zip; allowed: a .tar.gz or .tar.xz, which tar of every host unpacks',
    ],
    [
      'a zstd',
      Buffer.from('28b52ffd0000', 'hex'),
      'it is an archive of zstd; allowed: a .tar.gz or .tar.xz, which tar of every host unpacks',
    ],
    [
      'text',
      Buffer.from('hello'),
      'it is neither gzip nor xz; allowed: a .tar.gz or .tar.xz, which tar of every host unpacks',
    ],
    ['a cut gzip', Buffer.from([0x1f, 0x8b, 8]), 'it is no whole archive: unexpected end of file'],
    ['a cut xz', Buffer.from('fd377a585a000004', 'hex'), 'it is no whole archive: xz ended with exit code 1'],
  ])('is %s', async (_, content, problem) => {
    expect(await look(archives.file('a.tar.gz', content))).toMatchObject({ arch: null, problems: [problem] });
  });

  it.each(['-z', '-J'])('was cut in the middle: tar %s', async (flag) => {
    const bytes = archives.bytes(archives.packed({ ...GOOD, large: 'abc'.repeat(90_000) }, 'a', [flag]));
    const { problems } = await look(archives.file('cut', bytes.subarray(0, Math.floor(bytes.length / 2))));
    expect(problems).toEqual([expect.stringMatching(/^it is no whole archive: /)]);
  });

  it('is a folder', async () => {
    expect((await look(archives.folder)).problems).toEqual(['it is no file']);
  });

  it('tells everything at once', async () => {
    const file = archives.crafted([
      member('/etc/passwd'),
      member('a/../../b\n\x1b[2J'),
      member('pipe', { type: '6' }),
      member('out', { type: '2', to: '/etc' }),
      member('lib/up', { type: '2', to: '../../x' }),
      member('hard', { type: '1', to: '../x' }),
      member('bin/mdtest', { content: Buffer.from('#!/bin/sh\nexec .libs/mdtest "$@"\n') }),
      member('ior-4/bin/ior', { content: x86_64 }),
    ]);
    expect((await look(file)).problems).toEqual([
      'a path leads out of it: "/etc/passwd", "a/../../b\\n\\u001b[2J"',
      'it holds what is no file, folder or link: "pipe"',
      'a link leads out of it: "out", "lib/up", "hard"',
      'bin/mdtest is no program (ELF), but a script',
      'bin/ior is not in it (there is "ior-4/bin/ior": pack with tar -C PREFIX -czf FILE .)',
    ]);
  });

  const link = (path: string, to: string): Buffer => member(path, { type: '2', to });
  it.each([
    ['a comment for all', member('g', { type: 'g', content: Buffer.from('15 comment=abc\n') })],
    ['a circle of links', Buffer.concat([link('lib/a', 'b'), link('lib/b', 'a')])],
    ['links that stay', Buffer.concat([link('lib64', 'lib'), link('lib/x/y', '../../lib64/z')])],
  ])('does not hold %s', async (_, more) => {
    expect((await look(archives.crafted([...TOOLS, more]))).problems).toEqual([]);
  });

  it.each([
    ['cut in a header', member('a').subarray(0, 300), 'it was cut'],
    ['something else', Buffer.from('x'.repeat(2000)), 'it is no tar archive, or damaged'],
    ['damaged', Buffer.concat([member('a'), Buffer.from('b'.repeat(512))]), 'it is no tar archive, or damaged'],
    [
      'a name without end',
      Buffer.concat([member('x', { type: 'L', size: 2 ** 30 }), Buffer.alloc(65 * 2 ** 20)]),
      'a name in it has no end',
    ],
    [
      'a length that is none',
      Buffer.concat([member('x', { type: 'x', content: Buffer.from('10 size=x\n') }), member('a')]),
      'a length in it is no number',
    ],
  ])('holds no whole tar archive: %s', async (_, bytes, why) => {
    const { problems } = await look(archives.file('a.tar.gz', gzipSync(bytes)));
    expect(problems).toEqual([`it is no whole archive: ${why}`]);
  });

  it.each([
    ['nothing', [], 'it holds nothing'],
    ['a command that is a folder', [member('bin/mdtest', { type: '5' }), ...TOOLS.slice(1)], 'bin/mdtest is not in it'],
    [
      'a link in a circle',
      [member('bin/mdtest', { type: '2', to: 'mdtest' }), ...TOOLS.slice(1)],
      'bin/mdtest is not in it',
    ],
    [
      'a command without x',
      [member('bin/mdtest', { mode: 0o644, content: x86_64 }), ...TOOLS.slice(1)],
      'bin/mdtest cannot be executed: its mode has no x',
    ],
    ['an empty command', [member('bin/mdtest'), ...TOOLS.slice(1)], 'bin/mdtest is no program (ELF)'],
    [
      'programs of two processors',
      [member('bin/mdtest', { content: aarch64 }), ...TOOLS.slice(1)],
      'its commands are for different processors: aarch64, x86_64',
    ],
  ])('holds %s', async (_, members, problem) => {
    expect((await look(archives.crafted(members))).problems).toContain(problem);
  });

  it.each([
    ['a.tar.gz', ['-z'], 'cut', 'unexpected end of file'],
    ['a.tar.gz', ['-z'], 'flipped', 'incorrect data check'],
    ['a.tar.xz', ['-J'], 'cut', 'xz ended with exit code 1'],
    ['a.tar.xz', ['-J'], 'flipped', 'xz ended with exit code 1'],
  ])('is a %s (%j) whose end was %s', async (name, flags, how, why) => {
    const bytes = archives.bytes(archives.packed(GOOD, name, flags));
    // The checksum of gzip lies before the length, eight bytes from the end; xz has a footer of twelve.
    if (how === 'flipped') bytes[bytes.length - 8] = (bytes.at(-8) ?? 0) ^ 1;
    const file = archives.file(name, how === 'cut' ? bytes.subarray(0, -9) : bytes);
    expect((await look(file)).problems).toEqual([`it is no whole archive: ${why}`]);
  });

  it('would fill a disk: nothing of what it promises is waited for', async () => {
    const size = member('x', { type: 'x', content: Buffer.from('19 size=9000000000\n') });
    expect((await look(archives.crafted([...TOOLS, size, member('zeros')]))).problems).toEqual([
      'unpacked it has more than 8589934592 bytes',
    ]);
  });

  it('is larger than any tool', async () => {
    const file = archives.file('large', '');
    truncateSync(file, 2 * 1024 ** 3 + 1);
    expect((await look(file)).problems).toEqual(['it has 2147483649 bytes; allowed: up to 2147483648']);
  });
});
