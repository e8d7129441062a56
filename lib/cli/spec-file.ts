/** Reading a spec from a file that a user named. */
import { readFileSync, statSync } from 'node:fs';
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
    throw new UserError('UnreadableSpec', `${file}: has ${bytes.length} bytes; a spec has at most ${MAX_BYTES}`);
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
    return readFileSync(path);
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
