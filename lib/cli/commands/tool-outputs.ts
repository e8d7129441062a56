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
    if ('bytes' in read) return { file, text: decodeText(read.bytes) };
    problems.push(`${formatName(file)}: ${read.why}`);
    return { file, text: '' };
  });
  if (problems.length > 0) throw new UserError('UnreadableFile', problems.join('\n'));
  return texts;
}

/** UTF-8, or UTF-16 with a byte order mark, which PowerShell writes to redirected output. */
function decodeText(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8');
}
