/** Reads and writes files named by users, with the same messages in every command. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from './command';
import data from './file-errors.json';

/** The bytes, or why there are none. */
export type FileContent = { readonly bytes: Buffer } | { readonly why: string };

/**
 * Reads a file. Refuses pipes and devices: opening one may wait for a writer, or never end.
 * @param cwd base of relative paths. @param most bytes
 */
export function readUserFile(cwd: string, file: string, most: number): FileContent {
  if (file === '') return { why: 'found an empty text; allowed: a file name' };
  if (file.includes('\0')) return { why: 'has a NUL character; allowed: a file name' };
  const path = resolve(cwd, file);
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return { why: `${stats.isDirectory() ? 'a folder' : 'not a regular file'}; name a file` };
    return stats.size > most ? { why: `has more than ${most} bytes` } : { bytes: readFileSync(path) };
  } catch (error) {
    return { why: describeReadError(path, error as NodeJS.ErrnoException) };
  }
}

/** Why a file cannot be read, in words. @param error of the attempt */
export function describeReadError(path: string, { code, message }: NodeJS.ErrnoException): string {
  return READ_ERRORS[code ?? '']?.replace('PATH', () => path) ?? `cannot be read (${message})`;
}

/** Like {@link readUserFile}, for UTF-8 text. */
export function readUserText(cwd: string, file: string, most: number): { readonly text: string } | { why: string } {
  const read = readUserFile(cwd, file, most);
  if ('why' in read) return read;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(read.bytes) };
  } catch {
    return { why: 'not a UTF-8 text file' };
  }
}

/** A file name for messages: an empty one is quoted to be visible. */
export function formatName(file: string): string {
  return file === '' ? "''" : file;
}

/** Why a file cannot be written, in words. @param error of the attempt */
export function describeWriteError(file: string, { code, message }: NodeJS.ErrnoException): string {
  return file === '' ? 'found an empty text; allowed: a file name' : (WRITE_ERRORS[code ?? ''] ?? message);
}

/** @param option prefix of the message, e.g. `--output: `. @throws UserError if the file cannot be written */
export function writeUserFile(
  cwd: string,
  file: string,
  text: string,
  { flag = 'w', option = '' }: { readonly flag?: 'w' | 'wx'; readonly option?: string } = {},
): void {
  try {
    // An empty name would resolve to the working folder.
    writeFileSync(file === '' ? '' : resolve(cwd, file), text, { flag });
  } catch (error) {
    const why = describeWriteError(file, error as NodeJS.ErrnoException);
    throw new UserError('OutputUnwritable', `${option}'${file}' cannot be written: ${why}`);
  }
}

const WRITE_ERRORS: Readonly<Record<string, string>> = data.write;

const READ_ERRORS: Readonly<Record<string, string>> = data.read;
