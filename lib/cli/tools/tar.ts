/** Members of a tar archive, in the order in which it has them. Nothing is written anywhere. */
import { pipeline, Readable } from 'node:stream';
import { type Entry, extract, type Headers } from 'tar-stream';
import { FsxbenchError } from '../../shapes/errors';

/** One member. Paths are as the archive has them. */
export interface Member {
  readonly path: string;
  readonly type: 'file' | 'folder' | 'link' | 'hard link' | 'other';
  readonly mode: number;
  readonly bytes: number;
  /** Where a link leads; empty for all else. */
  readonly to: string;
  /** The first bytes of its content. */
  readonly head: Buffer;
}

/** Of a file's content so much is kept: enough to know a program by. */
const HEAD_BYTES = 64;
/** So many bytes without another member are a name without end, or zeros that only fill memory and time. */
const MOST_BETWEEN = 64 * 1024 ** 2;

const TYPES: Readonly<Record<string, Member['type']>> = {
  file: 'file',
  'contiguous-file': 'file',
  link: 'hard link',
  symlink: 'link',
  directory: 'folder',
};

/** What the library says of archives, in words that fit behind ours. */
const WORDS: readonly (readonly [begins: string, words: string])[] = [
  ['Unexpected end of data', 'it was cut'],
  ['Invalid tar header', 'it is no tar archive, or damaged'],
];

/**
 * @param bytes of the archive, not compressed
 * @throws FsxbenchError `BadArchive` where it is none, or not whole: why, in a few words; what the bytes throw
 */
export async function* membersOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Member> {
  const archive = extract({ allowUnknownFormat: true });
  const expects = { more: MOST_BETWEEN };
  // What goes wrong on the way is thrown where members are read.
  pipeline(Readable.from(limited(bytes, expects)), archive, () => undefined);
  try {
    for await (const entry of archive) {
      const member = memberOf(entry.header);
      expects.more = member.bytes + MOST_BETWEEN;
      const content = entry[Symbol.asyncIterator]();
      // Before the rest of its content comes: that may have no end.
      yield { ...member, head: await headOf(content) };
      while ((await content.next()).done !== true);
    }
  } catch (error) {
    const words = WORDS.find(([begins]) => (error as Error).message.startsWith(begins))?.[1];
    throw words === undefined ? error : notTar(words);
  }
}

function memberOf(header: Headers & { readonly pax?: Readonly<Record<string, string>> | null }): Omit<Member, 'head'> {
  const { name: path, mode = 0, size = 0, pax } = header;
  const type = TYPES[header.type ?? ''] ?? 'other';
  // Digits and nothing else, as tar takes them: the library reads `0x10` and `1e3`, too.
  if (!Number.isSafeInteger(size) || size < 0 || !/^\d+$/.test(pax?.['size'] ?? '0'))
    throw notTar('a length in it is no number');
  if (Object.keys(pax ?? {}).some((key) => key.startsWith('GNU.sparse.')))
    throw notTar('it holds files with holes: pack it without --sparse');
  const isLink = type === 'link' || type === 'hard link';
  // Programs differ in whether they skip it, and so in what comes next.
  if (isLink && size > 0) throw notTar('a link in it has a content');
  return { path, type, mode, bytes: type === 'folder' ? 0 : size, to: isLink ? (header.linkname ?? '') : '' };
}

/** The iterator is not closed: the library would end the archive with it. */
async function headOf(content: ReturnType<Entry[typeof Symbol.asyncIterator]>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const chunk = await content.next();
    if (chunk.done === true) break;
    head = Buffer.concat([head, chunk.value]);
  }
  return head.subarray(0, HEAD_BYTES);
}

async function* limited(bytes: AsyncIterable<Buffer>, expects: { more: number }): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    expects.more -= chunk.length;
    if (expects.more < 0) throw notTar('a name in it has no end');
    yield chunk;
  }
}

function notTar(why: string): FsxbenchError {
  return new FsxbenchError('BadArchive', why);
}
