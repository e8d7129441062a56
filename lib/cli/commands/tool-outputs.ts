/** Reads output files of tools, for `parse` and `judge`. */
import type { OutputReader } from '../../workloads/contract';
import { READERS } from '../../workloads/readers';
import { type Cli, UserError } from '../command';
import { readUserFile, formatName } from '../user-file';

/** Maximum string length of Node.js (`buffer.constants.MAX_STRING_LENGTH`). */
const MAX_BYTES = 512 * 1024 * 1024 - 24;

/** The reader of `--workload`. @throws UserError if it is unknown, or its output cannot be parsed yet */
export function readWorkload(kind: unknown): OutputReader {
  const reader = READERS.find((one) => one.kind === kind);
  if (reader !== undefined) return reader;
  const known = READERS.map((one) => one.kind).join(', ');
  throw new UserError(
    'UnknownWorkload',
    typeof kind === 'string'
      ? `--workload: unknown workload kind '${kind}'; allowed: ${known}`
      : `--workload is missing: name the tool that wrote the files; allowed: ${known}`,
  );
}

/** The texts of files, in order. @throws UserError that lists all unreadable files */
export function readOutputs(cli: Cli, files: readonly string[]): readonly { file: string; text: string }[] {
  const problems: string[] = [];
  const texts = files.map((file) => {
    const read = readUserFile(cli.cwd, file, MAX_BYTES);
    const text = 'bytes' in read ? decodeText(read.bytes) : '';
    const why = 'bytes' in read ? findTimestamps(text) : read.why;
    if (why === null) return { file, text };
    problems.push(`${formatName(file)}: ${why}`);
    return { file, text: '' };
  });
  if (problems.length > 0) throw new UserError('UnreadableFile', problems.join('\n'));
  return texts;
}

/** A time before each line, as container runtimes print it. */
const TIME_PREFIX = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d) /;

/** Why logs of containers cannot be read; null for other texts. */
function findTimestamps(text: string): string | null {
  if (!TIME_PREFIX.test(text)) return null;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (!lines.every((line) => TIME_PREFIX.test(line))) return null;
  const source = '`kubectl logs --timestamps` or `docker logs -t`';
  return `its lines begin with a time, as of ${source}; remove it: cut -d ' ' -f 2- FILE`;
}

/** UTF-8, or UTF-16 with a byte order mark, which PowerShell writes to redirected output. */
function decodeText(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8');
}
