/**
 * Members of a tar archive, read from its bytes: POSIX (ustar and pax) and GNU, as `tar` of any system writes them.
 * Nothing is written anywhere.
 */

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

const BLOCK = 512;
/** Of a file's content so much is kept: enough to know a program by. */
const HEAD_BYTES = 64;
/** Names and pax records of members: more is no name. */
const NAME_BYTES = 64 * 1024;

const TYPES: Readonly<Record<string, Member['type']>> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '1': 'hard link',
  '2': 'link',
  '5': 'folder',
};

function notTar(why: string): FsxbenchError {
  return new FsxbenchError('BadArchive', why);
}

/** Bytes in the order in which they come. */
class Source {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Buffer>) {
    this.chunks = bytes[Symbol.asyncIterator]();
  }

  /** @returns fewer bytes only where there are no more */
  async take(count: number): Promise<Buffer> {
    while (this.rest.length < count && (await this.more()));
    const taken = this.rest.subarray(0, count);
    this.rest = this.rest.subarray(taken.length);
    return taken;
  }

  /** @returns whether there were so many */
  async skip(count: number): Promise<boolean> {
    let left = count;
    while (left > this.rest.length) {
      left -= this.rest.length;
      this.rest = Buffer.alloc(0);
      if (!(await this.more())) return false;
    }
    this.rest = this.rest.subarray(left);
    return true;
  }

  /** Reads all that is left, which tells whoever unpacks whether the archive was whole: checksums stand at its end. */
  async drain(): Promise<void> {
    do this.rest = Buffer.alloc(0);
    while (await this.more());
  }

  private async more(): Promise<boolean> {
    const next = await this.chunks.next();
    if (next.done === true) return false;
    this.rest = this.rest.length === 0 ? next.value : Buffer.concat([this.rest, next.value]);
    return true;
  }
}

/**
 * @param bytes of the archive, not compressed
 * @throws FsxbenchError `BadArchive` where it is none, or not whole: why, in a few words; what the bytes throw
 */
export async function* membersOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Member> {
  const source = new Source(bytes);
  let said: Record<string, string> = {};
  for (;;) {
    const header = await source.take(BLOCK);
    // Two blocks of zeros end it; some writers leave them out.
    if (header.every((byte) => byte === 0)) return source.drain();
    if (header.length < BLOCK) throw notTar('it was cut');
    if (!isHeader(header)) throw notTar('it is no tar archive, or damaged');
    const type = header.toString('latin1', 156, 157);
    const bytes = said['size'] === undefined ? numberAt(header, 124, 12) : decimal(said['size']);
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw notTar('a length in it is no number');
    if ('xgLK'.includes(type)) {
      if (bytes > NAME_BYTES) throw notTar('a name in it has no end');
      const text = (await contentOf(source, bytes)).toString('utf8');
      if (type === 'x') said = { ...said, ...paxRecords(text) };
      else if (type === 'g') refuseForAll(text);
      else said = { ...said, [type === 'L' ? 'path' : 'linkpath']: text.replace(/\0[^]*$/, '') };
      continue;
    }
    const path = said['path'] ?? pathOf(header);
    const to = said['linkpath'] ?? textAt(header, 157, 100);
    said = {};
    const kind = type !== '5' && path.endsWith('/') && TYPES[type] === 'file' ? 'folder' : (TYPES[type] ?? 'other');
    const mode = numberAt(header, 100, 8);
    // Links have no content, whatever their length says; programs that write one are not known.
    const content = kind === 'file' || kind === 'other' ? bytes : 0;
    const head = await source.take(Math.min(content, HEAD_BYTES));
    if (head.length < Math.min(content, HEAD_BYTES)) throw notTar('it was cut');
    // Before the rest of its content comes: that may have no end.
    yield { path, type: kind, mode, bytes: content, to: kind.endsWith('link') ? to : '', head };
    if (!(await source.skip(padded(content) - head.length))) throw notTar('it was cut');
  }
}

async function contentOf(source: Source, bytes: number): Promise<Buffer> {
  const content = await source.take(bytes);
  if (content.length < bytes || !(await source.skip(padded(bytes) - bytes))) throw notTar('it was cut');
  return content;
}

function padded(bytes: number): number {
  return Math.ceil(bytes / BLOCK) * BLOCK;
}

/** By its checksum: the sum of all bytes, those of the sum itself as blanks. */
function isHeader(header: Buffer): boolean {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  return sum === numberAt(header, 148, 8);
}

/** Octal digits, or of large ones the bytes of the number behind a set bit. */
function numberAt(header: Buffer, at: number, length: number): number {
  const first = header[at] ?? 0;
  if (first === 0x80) return header.subarray(at + 1, at + length).reduce((total, byte) => total * 256 + byte, 0);
  const digits = textAt(header, at, length).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits === '' ? '0' : digits, 8) : Number.NaN;
}

/** Digits and nothing else, as tar takes them: `0x10`, `1e3` and nothing at all are numbers to JavaScript only. */
function decimal(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

function textAt(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
}

function pathOf(header: Buffer): string {
  const prefix = header.toString('latin1', 257, 263) === 'ustar\0' ? textAt(header, 345, 155) : '';
  return `${prefix === '' ? '' : `${prefix}/`}${textAt(header, 0, 100)}`;
}

/** Git writes a comment for all members, which is well; a name for all of them is made by nobody who means well. */
function refuseForAll(text: string): void {
  const [name] = Object.keys(paxRecords(text));
  if (name !== undefined) throw notTar(`it tells one ${name} for all that it holds`);
}

/** Records `<length> <name>=<value>\n`; those that are none are left out. */
function paxRecords(text: string): Record<string, string> {
  const bytes = Buffer.from(text);
  const found: Record<string, string> = {};
  for (let at = 0; at < bytes.length; ) {
    const [whole = '', digits = ''] = /^(\d{1,7}) /.exec(bytes.toString('utf8', at, at + 8)) ?? [];
    const length = Number(digits);
    if (whole === '' || length <= whole.length || at + length > bytes.length) throw notTar('a name in it is damaged');
    const record = bytes.toString('utf8', at + whole.length, at + length - 1);
    const equals = record.indexOf('=');
    const name = record.slice(0, equals);
    if (['path', 'linkpath', 'size'].includes(name)) found[name] = record.slice(equals + 1);
    else if (name.startsWith('GNU.sparse.')) throw notTar('it holds files with holes: pack it without --sparse');
    at += length;
  }
  return found;
}
