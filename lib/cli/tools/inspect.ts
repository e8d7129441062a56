/** Looks into the archive of a tool bundle, unpacking nothing: would hosts take it, for which processors is it? */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FsxbenchError } from '../../shapes/errors';
import type { ArchiveEnding } from '../../shapes/tool-bundles';
import { type Member, membersOf } from './tar';

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
/** With the headers of all members, and what pads them. */
const MOST_STREAM = MOST_UNPACKED + MOST_MEMBERS * 4096;
/** So many of one kind of mistake are named. */
const NAMED = 3;
/** Following links through more of them leads nowhere. */
const MOST_LINKS = 16;

/** Links that one path may lead through; the kernel ends at 40 (path_resolution(7)). */
const KERNEL_LINKS = 40;

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
    for await (const member of membersOf(bounded(unpacked(file, what)))) if (!seen.add(member)) break;
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

/** What was seen of an archive, member by member. */
class Contents {
  private readonly members = new Map<string, Member>();
  private readonly wrong = new Map<string, string[]>();
  private bytes = 0;

  /** @returns false where enough was seen */
  add(member: Member): boolean {
    const path = posix.normalize(member.path).replace(/\/$/, '');
    this.bytes += member.bytes;
    if (isOutside(member.path) || member.path === '') this.complain('a path leads out of it', member.path);
    if (member.type === 'other') this.complain('it holds what is no file, folder or link', member.path);
    if (member.type === 'hard link' && isOutside(member.to)) this.complain('a link leads out of it', member.path);
    // Also where its file comes later: tar makes them in their order.
    if (member.type === 'hard link' && !isOutside(member.to) && !this.isFile(posix.normalize(member.to)))
      this.complain('a hard link leads to no file before it', member.path);
    if (member.type === 'link' && path === '.') this.complain('its own folder is a link', member.path);
    if (ancestors(path).some((one) => this.members.get(one)?.type === 'link'))
      this.complain('a file in it lies behind a link', member.path);
    this.members.set(path, member);
    if (this.bytes > MOST_UNPACKED) this.complain(`unpacked it has more than ${MOST_UNPACKED} bytes`, null);
    if (this.members.size > MOST_MEMBERS) this.complain(`it holds more than ${MOST_MEMBERS} files`, null);
    return this.bytes <= MOST_UNPACKED && this.members.size <= MOST_MEMBERS;
  }

  problems(): string[] {
    if (this.members.size === 0) return ['it holds nothing'];
    // Only now: links may lead through later ones.
    for (const [path, member] of this.members)
      if (member.type === 'link' && path !== '.' && !isOutside(path) && leadsOut(path, this.members))
        this.complain('a link leads out of it', member.path);
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

  private isFile(path: string): boolean {
    return ['file', 'hard link'].includes(this.members.get(path)?.type ?? '');
  }

  /** The file that a path leads to, through links inside of the archive. */
  private target(path: string): Member | undefined {
    let at = path;
    for (let round = 0; round < MOST_LINKS; round++) {
      const found = this.members.get(at);
      if (found === undefined || found.type === 'file') return found;
      if (found.type === 'link') at = beside(at, found.to);
      else if (found.type === 'hard link') at = posix.normalize(found.to);
      else return undefined;
    }
    return undefined;
  }

  private complain(what: string, path: string | null): void {
    const paths = this.wrong.get(what) ?? [];
    if (path !== null) paths.push(path);
    this.wrong.set(what, paths);
  }
}

/**
 * Where a link of an archive leads, as the kernel follows it: through other links.
 * @param path of a link inside, without `.` and `..`
 * @param members by path
 * @returns whether it leads out of the folder that the archive is unpacked to; a circle leads nowhere
 */
function leadsOut(path: string, members: ReadonlyMap<string, Pick<Member, 'type' | 'to'>>): boolean {
  const left = path.split('/').reverse();
  const at: string[] = [];
  for (let links = 0; left.length > 0; ) {
    const part = left.pop() ?? '';
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (at.pop() === undefined) return true;
      continue;
    }
    const found = members.get([...at, part].join('/'));
    if (found?.type !== 'link') at.push(part);
    else if (found.to.startsWith('/')) return true;
    else if (++links > KERNEL_LINKS) return false;
    else left.push(...found.to.split('/').reverse());
  }
  return false;
}

function isOutside(path: string): boolean {
  return path.startsWith('/') || path.split('/').includes('..');
}

function beside(path: string, to: string): string {
  return posix.normalize(posix.join(posix.dirname(path), to));
}

function ancestors(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
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

/** The bytes of the tar archive. What goes wrong on the way is thrown where they are read. */
function unpacked(file: string, ending: ArchiveEnding): AsyncIterable<Buffer> {
  return ending === 'tar.gz' ? gunzipped(file) : unxzipped(file);
}

/** What stands behind the last member has no length of its own: a few kilobytes can be terabytes of zeros. */
async function* bounded(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > MOST_STREAM) throw new FsxbenchError('BadArchive', `it has more than ${MOST_STREAM} bytes`);
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
