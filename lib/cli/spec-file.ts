/** Reading a spec from a file that a user named. */
import { closeSync, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Cli, UserError } from './command';

/** Step Functions takes 262,144 bytes of input; nobody writes more by hand. */
const MAX_BYTES = 1_000_000;

/**
 * Text of a spec file.
 * @throws UserError where there is no such file, or it is no text.
 */
export function readSpecText(cli: Cli, file: string): string {
  const path = resolve(cli.cwd, file);
  const bytes = read(file, path);
  if (bytes.length > MAX_BYTES) {
    throw new UserError('UnreadableSpec', `${file}: has more than ${MAX_BYTES} bytes, and a spec has at most that`);
  }
  const text = bytes.includes(0) ? null : decoded(bytes);
  if (text !== null) return text;
  throw new UserError(
    'UnreadableSpec',
    `${file}: this is no text in UTF-8; a spec is a YAML file, e.g. experiments/local-disk.yaml`,
  );
}

/** Null where it is no UTF-8. */
function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function read(file: string, path: string): Buffer {
  try {
    if (statSync(path).isDirectory())
      throw new UserError('UnreadableSpec', `${file}: this is a folder; name one spec in it`);
    // Opening one waits for a writer, and nothing could interrupt it.
    if (lstatSync(path).isFIFO()) throw new UserError('UnreadableSpec', `${file}: this is a named pipe; name a file`);
    return firstBytes(path, MAX_BYTES + 1);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const why: Readonly<Record<string, string>> = {
      ENOENT: `there is no such file (looked for ${path})`,
      ENOTDIR: `there is no such file (looked for ${path})`,
      EACCES: 'no permission to read this file',
      EPERM: 'no permission to read this file',
    };
    throw new UserError('UnreadableSpec', `${file}: ${why[code ?? ''] ?? `cannot be read (${message})`}`);
  }
}

/**
 * The first bytes of a file, `most` of them where it has more: some files, as /dev/zero, never end.
 * @throws what the file system says
 */
export function firstBytes(path: string, most: number): Buffer {
  const descriptor = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(most);
    let length = 0;
    for (let read = -1; read !== 0 && length < most; length += read)
      read = readSync(descriptor, bytes, length, most - length, null);
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}
