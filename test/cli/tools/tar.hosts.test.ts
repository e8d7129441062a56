import { type Member, membersOf } from '../../../lib/cli/tools/tar';
import { Archives, member } from './archives';

let archives: Archives;
beforeEach(() => {
  archives = new Archives();
});
afterEach(() => archives.remove());

/** In pieces of so many bytes, as streams bring them. */
async function* inPieces(bytes: Buffer, piece: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}

async function read(bytes: Buffer, piece = 10_000): Promise<Member[]> {
  const found: Member[] = [];
  for await (const one of membersOf(inPieces(bytes, piece))) found.push(one);
  return found;
}

const LONG = `${'folder/'.repeat(40)}end`;

describe('the members of a tar archive', () => {
  it.each(['gnu', 'posix', 'ustar', 'v7'])('are those that tar has written: --format=%s', async (format) => {
    const short = format === 'v7' || format === 'ustar';
    const files = { 'bin/tool': 'x'.repeat(1500), 'lib/ü': 'y', ...(short ? {} : { [LONG]: 'z' }) };
    const bytes = archives.bytes(archives.packed(files, 'a.tar', [`--format=${format}`]));
    for (const piece of [100, 512, 100_000]) {
      const found = (await read(bytes, piece)).filter(({ type }) => type === 'file');
      expect(found.map(({ path, bytes: length }) => `${path} ${length}`).sort()).toEqual(
        Object.entries(files)
          .map(([path, text]) => `./${path} ${text.length}`)
          .sort(),
      );
      expect(found.find(({ path }) => path === './bin/tool')).toMatchObject({
        mode: 0o755,
        head: Buffer.alloc(64, 'x'),
      });
    }
  });

  it('are links, pipes and folders too', async () => {
    const bytes = Buffer.concat([
      member('a/', { type: '5' }),
      member('b', { type: '2', to: '../x' }),
      member('c', { type: '1', to: 'a' }),
      member('d', { type: '6' }),
      Buffer.alloc(1024),
    ]);
    expect((await read(bytes)).map(({ path, type, to }) => [path, type, to])).toEqual([
      ['a/', 'folder', ''],
      ['b', 'link', '../x'],
      ['c', 'hard link', 'a'],
      ['d', 'other', ''],
    ]);
  });

  it.each([
    ['cut in a header', member('a').subarray(0, 300), 'it was cut'],
    ['cut in a file', member('a', { content: Buffer.alloc(2000) }).subarray(0, 1200), 'it was cut'],
    ['something else', Buffer.from('x'.repeat(2000)), 'it is no tar archive, or damaged'],
    ['damaged', Buffer.concat([member('a'), Buffer.from('b'.repeat(512))]), 'it is no tar archive, or damaged'],
    [
      'a name without end',
      Buffer.concat([member('x', { type: 'L', size: 2 ** 30 }), Buffer.alloc(65 * 2 ** 20)]),
      'a name in it has no end',
    ],
    [
      'a link with content',
      member('a', { type: '2', to: 'b', content: Buffer.from('c') }),
      'a link in it has a content',
    ],
    ...['10 size=x', '14 size=0x400', '8 size=', '12 size=1e3', '11 size=-1'].map(
      (record): [string, Buffer, string] => [
        `a length that is none: ${record}`,
        Buffer.concat([member('x', { type: 'x', content: Buffer.from(`${record}\n`) }), member('a')]),
        'a length in it is no number',
      ],
    ),
    [
      'holes',
      Buffer.concat([member('x', { type: 'x', content: Buffer.from('22 GNU.sparse.major=1\n') }), member('a')]),
      'it holds files with holes: pack it without --sparse',
    ],
  ])('are refused where it is %s', async (_, bytes, why) => {
    await expect(read(bytes)).rejects.toMatchObject({ name: 'BadArchive', message: why });
  });

  it('are read to the end of the bytes, where whoever unpacks them tells what is wrong', async () => {
    async function* cut(): AsyncGenerator<Buffer> {
      yield Buffer.concat([member('a'), Buffer.alloc(1024)]);
      yield Buffer.alloc(8192);
      throw new Error('checksum');
    }
    const found: string[] = [];
    const all = async (): Promise<void> => {
      for await (const { path } of membersOf(cut())) found.push(path);
    };
    await expect(all()).rejects.toThrow('checksum');
    expect(found).toEqual(['a']);
  });
});
