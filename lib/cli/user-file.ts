/** Files that a user named, whatever they turn out to be: each command says the same of the same mistake. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from './command';
import data from './file-errors.json';

/** The bytes, or in words why there are none. */
export type FileContent = { readonly bytes: Buffer } | { readonly why: string };

/**
 * @param cwd folder where relative names begin
 * Pipes and devices are refused: opening one may wait for a writer, or never end.
 * @param most bytes that such a file has at most
 */
export function readUserFile(cwd: string, file: string, most: number): FileContent {
  if (file === '') return { why: 'found an empty text; allowed: the name of a file' };
  if (file.includes('\0')) return { why: 'holds a NUL character; allowed: the name of a file' };
  const path = resolve(cwd, file);
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return { why: `this is ${stats.isDirectory() ? 'a folder' : 'no file'}; name a file` };
    return stats.size > most ? { why: `has more than ${most} bytes` } : { bytes: readFileSync(path) };
  } catch (error) {
    return { why: whyUnreadable(path, error as NodeJS.ErrnoException) };
  }
}

/** Why a file that a user named cannot be read, in words. @param error of the attempt */
export function whyUnreadable(path: string, { code, message }: NodeJS.ErrnoException): string {
  return READ_ERRORS[code ?? '']?.replace('PATH', () => path) ?? `cannot be read (${message})`;
}

/** As {@link readUserFile}, of a text in UTF-8. */
export function readUserText(cwd: string, file: string, most: number): { readonly text: string } | { why: string } {
  const read = readUserFile(cwd, file, most);
  if ('why' in read) return read;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(read.bytes) };
  } catch {
    return { why: 'this is no text in UTF-8' };
  }
}

/** The name as it stands in a message: an empty one would not be seen. */
export function formatName(file: string): string {
  return file === '' ? "''" : file;
}

/** Why a file that a user named cannot be written, in words. @param error of the attempt */
export function whyUnwritable(file: string, { code, message }: NodeJS.ErrnoException): string {
  return file === '' ? 'found an empty text; allowed: the name of a file' : (WRITE_ERRORS[code ?? ''] ?? message);
}

/**
 * Writes a file that a user named.
 * @param option by which it was named, as it stands in the message, e.g. `--output: `
 * @throws UserError where it cannot be written
 */
export function writeUserFile(
  cwd: string,
  file: string,
  text: string,
  { flag = 'w', option = '' }: { readonly flag?: 'w' | 'wx'; readonly option?: string } = {},
): void {
  try {
    // An empty name would be the working folder.
    writeFileSync(file === '' ? '' : resolve(cwd, file), text, { flag });
  } catch (error) {
    const why = whyUnwritable(file, error as NodeJS.ErrnoException);
    throw new UserError('OutputUnwritable', `${option}'${file}' cannot be written: ${why}`);
  }
}

const WRITE_ERRORS: Readonly<Record<string, string>> = data.write;

const READ_ERRORS: Readonly<Record<string, string>> = data.read;
