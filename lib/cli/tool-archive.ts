/**
 * Looks into the archive of a tool bundle, unpacking nothing: is it whole, and for which processors is it? Hosts look
 * again before they unpack it, and closer (`bundle_unpack` of `workloads/shell/bundle.sh`).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Entry, extract, type Headers } from 'tar-stream';
import { FsxbenchError } from '../shapes/errors';
import type { ArchiveEnding } from '../shapes/tool-bundles';

/** What an archive is, or why hosts would not take it: everything at once. */
export interface Inspected {
  readonly ending: ArchiveEnding | null;
  readonly bytes: number;
  /** As `uname -m` has it: of its commands; null where they are none that are known, or not alike. */
  readonly arch: string | null;
  readonly problems: readonly string[];
}

/** Larger than any such tool with its libraries. */
const MOST_BYTES = 2 * 1024 ** 3;
/** The same unpacked: a few kilobytes of archive can be terabytes of zeros. */
const MOST_UNPACKED = 8 * 1024 ** 3;
const MOST_MEMBERS = 200_000;
/** So many bytes without another member are a name without end, or zeros that only fill memory and time. */
const MOST_BETWEEN = 64 * 1024 ** 2;
/** So many of one kind of mistake are named. */
const NAMED = 3;
/** Following links through more of them leads nowhere. */
const MOST_LINKS = 16;

/** Of the header of an ELF file, up to the number of its processors. */
const ELF_BYTES = 20;

/** How archives begin (gzip: RFC 1952; xz: its file format 1.2; zstd: RFC 8878; zip: its application note). */
const BEGINNINGS: readonly (readonly [hex: string, what: ArchiveEnding | 'zstd' | 'zip'])[] = [
  ['1f8b', 'tar.gz'],
  ['fd377a585a00', 'tar.xz'],
  ['28b52ffd', 'zstd'],
  ['504b0304', 'zip'],
  ['504b0506', 'zip'],
];

/** Processors by the number in the header of an ELF file (System V ABI, e_machine). */
const MACHINES: Readonly<Record<number, string>> = {
  62: 'x86_64',
  183: 'aarch64',
  3: 'i386',
  40: 'arm',
  243: 'riscv64',
};

/** @param commands below `bin/` that must be there */
export async function inspectArchive(file: string, commands: readonly string[]): Promise<Inspected> {
  const stats = await stat(file);
  const none = { ending: null, bytes: stats.size, arch: null };
  if (!stats.isFile()) return { ...none, problems: ['it is no file'] };
  if (stats.size === 0) return { ...none, problems: ['it is empty'] };
  if (stats.size > MOST_BYTES)
    return { ...none, problems: [`it has ${stats.size} bytes; allowed: up to ${MOST_BYTES}`] };
  const what = await beginningOf(file);
  if (what !== 'tar.gz' && what !== 'tar.xz') {
    const found = what === null ? 'it is neither gzip nor xz' : `it is an archive of ${what}`;
    return { ...none, problems: [`${found}; allowed: a .tar.gz or .tar.xz, which tar of every host unpacks`] };
  }
  const seen = new Contents();
  try {
    for await (const member of membersOf(what === 'tar.gz' ? gunzipped(file) : unxzipped(file)))
      if (!seen.add(member)) break;
  } catch (error) {
    return { ...none, ending: what, problems: [`it is no whole archive: ${(error as Error).message}`] };
  }
  const archs = commands.map((command) => seen.archOf(`bin/${command}`));
  const problems = [...seen.problems(), ...archs.flatMap(({ problem }) => problem ?? [])];
  const kinds = new Set(archs.map(({ arch }) => arch));
  if (kinds.size > 1 && problems.length === 0)
    problems.push(`its commands are for different processors: ${[...kinds].join(', ')}`);
  return { ending: what, bytes: stats.size, arch: kinds.size === 1 ? (archs[0]?.arch ?? null) : null, problems };
}

/** One member of an archive. Paths are as the archive has them. */
interface Member extends Pick<Headers, 'type'> {
  readonly path: string;
  readonly mode: number;
  readonly bytes: number;
  /** Where a link leads; empty for all else. */
  readonly to: string;
  /** The first bytes of its content: enough to know a program by. */
  readonly head: Buffer;
}

const PLAIN: readonly unknown[] = ['file', 'contiguous-file', 'directory', 'symlink', 'link'];

/** What was seen of an archive, member by member. */
class Contents {
  private readonly members = new Map<string, Member>();
  private readonly wrong = new Map<string, string[]>();
  private bytes = 0;

  /** @returns false where enough was seen */
  add(member: Member): boolean {
    const { path, type, to } = member;
    this.bytes += member.bytes;
    const linked = type === 'symlink' && !to.startsWith('/') ? posix.join(posix.dirname(path), to) : to;
    if (isOutside(path) || path === '') this.complain('a path leads out of it', path);
    else if (!PLAIN.includes(type)) this.complain('it holds what is no file, folder or link', path);
    else if (isOutside(linked)) this.complain('a link leads out of it', path);
    this.members.set(posix.normalize(path).replace(/\/$/, ''), member);
    if (this.bytes > MOST_UNPACKED) this.complain(`unpacked it has more than ${MOST_UNPACKED} bytes`, null);
    if (this.members.size > MOST_MEMBERS) this.complain(`it holds more than ${MOST_MEMBERS} files`, null);
    return this.bytes <= MOST_UNPACKED && this.members.size <= MOST_MEMBERS;
  }

  problems(): string[] {
    if (this.members.size === 0) return ['it holds nothing'];
    return [...this.wrong].map(([what, paths]) => {
      const more = paths.length > NAMED ? `, and ${paths.length - NAMED} more` : '';
      return paths.length === 0 ? what : `${what}: ${paths.slice(0, NAMED).map(shown).join(', ')}${more}`;
    });
  }

  /** Processors of a program; in words what is wrong with it. */
  archOf(path: string): { readonly arch: string | null; readonly problem?: string } {
    const found = this.target(path);
    const none = (problem: string): { arch: null; problem: string } => ({ arch: null, problem: `${path} ${problem}` });
    if (found === undefined) {
      const elsewhere = [...this.members.keys()].find((one) => one.endsWith(`/${path}`));
      const hint =
        elsewhere === undefined ? '' : ` (there is ${shown(elsewhere)}: pack with tar -C PREFIX -czf FILE .)`;
      return none(`is not in it${hint}`);
    }
    if ((found.mode & 0o111) === 0) return none('cannot be executed: its mode has no x');
    const { head } = found;
    if (head.length < ELF_BYTES || head.toString('latin1', 0, 4) !== '\x7fELF')
      return none(`is no program (ELF)${head.toString('latin1', 0, 2) === '#!' ? ', but a script' : ''}`);
    const machine = head.readUInt16LE(18);
    return { arch: MACHINES[machine] ?? `machine ${machine}` };
  }

  /** The file that a path leads to, through links inside of the archive. */
  private target(path: string): Member | undefined {
    let at = path;
    for (let round = 0; round < MOST_LINKS; round++) {
      const found = this.members.get(at);
      if (found?.type === 'symlink') at = posix.join(posix.dirname(at), found.to);
      else if (found?.type === 'link') at = posix.normalize(found.to);
      else return found?.type === 'directory' ? undefined : found;
    }
    return undefined;
  }

  private complain(what: string, path: string | null): void {
    const paths = this.wrong.get(what) ?? [];
    if (path !== null) paths.push(path);
    this.wrong.set(what, paths);
  }
}

function isOutside(path: string): boolean {
  return path.startsWith('/') || path.split('/').includes('..');
}

/** Names in archives may be anything: no control character of one reaches a terminal. */
function shown(path: string): string {
  return JSON.stringify(path.length > 100 ? `${path.slice(0, 100)}…` : path);
}

async function beginningOf(file: string): Promise<(typeof BEGINNINGS)[number][1] | null> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    const hex = buffer.toString('hex', 0, bytesRead);
    return BEGINNINGS.find(([begins]) => hex.startsWith(begins))?.[1] ?? null;
  } finally {
    await handle.close();
  }
}

/** What the library says of archives, in words that fit behind ours. */
const WORDS: readonly (readonly [begins: string, words: string])[] = [
  ['Unexpected end of data', 'it was cut'],
  ['Invalid tar header', 'it is no tar archive, or damaged'],
];

/** Members in the order in which the archive has them. @throws FsxbenchError `BadArchive`; what the bytes throw */
async function* membersOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Member> {
  const archive = extract({ allowUnknownFormat: true });
  const expects = { more: MOST_BETWEEN };
  // What goes wrong on the way is thrown where members are read.
  pipeline(Readable.from(limited(bytes, expects)), archive, () => undefined);
  try {
    for await (const entry of archive) {
      const { name: path, type, mode = 0, size = 0, linkname } = entry.header;
      // The library reads `1e3` and `0x10` of a pax header, too, and nonsense as no number.
      if (!Number.isSafeInteger(size)) throw new FsxbenchError('BadArchive', 'a length in it is no number');
      expects.more = size + MOST_BETWEEN;
      const content = entry[Symbol.asyncIterator]();
      // Before the rest of its content comes: that may have no end.
      yield { path, type, mode, bytes: size, to: linkname ?? '', head: await headOf(content) };
      while ((await content.next()).done !== true);
    }
  } catch (error) {
    const words = WORDS.find(([begins]) => (error as Error).message.startsWith(begins))?.[1];
    throw words === undefined ? error : new FsxbenchError('BadArchive', words);
  }
}

/** The iterator is not closed: the library would end the archive with it. */
async function headOf(content: ReturnType<Entry[typeof Symbol.asyncIterator]>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < ELF_BYTES) {
    const chunk = await content.next();
    if (chunk.done === true) break;
    head = Buffer.concat([head, chunk.value]);
  }
  return head.subarray(0, ELF_BYTES);
}

async function* limited(bytes: AsyncIterable<Buffer>, expects: { more: number }): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    expects.more -= chunk.length;
    if (expects.more < 0) throw new FsxbenchError('BadArchive', 'a name in it has no end');
    yield chunk;
  }
}

function gunzipped(file: string): Readable {
  const source = createReadStream(file);
  const out = createGunzip();
  source.once('error', (error) => out.destroy(error));
  out.once('close', () => source.destroy());
  return source.pipe(out);
}

/** Node knows no xz: the program of that name does it, which `tar` needs anyway. */
async function* unxzipped(file: string): AsyncGenerator<Buffer> {
  const child = spawn('xz', ['--decompress', '--stdout', '--', file], { stdio: ['ignore', 'pipe', 'ignore'] });
  const failed = once(child, 'close').then(
    ([code]: unknown[]) => (code === 0 ? null : `xz ended with exit code ${String(code)}`),
    (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? 'this needs the program xz' : error.message),
  );
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer;
    const why = await failed;
    if (why !== null) throw new FsxbenchError('BadArchive', why);
  } finally {
    child.kill('SIGKILL');
  }
}
