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

/** The texts of files, in order, without prefixes of lines. @throws UserError that lists all unreadable files */
export function readOutputs(cli: Cli, files: readonly string[]): readonly { file: string; text: string }[] {
  const problems: string[] = [];
  const texts = files.map((file) => {
    const read = readUserFile(cli.cwd, file, MAX_BYTES);
    if ('bytes' in read) return { file, text: dropLinePrefixes(decodeText(read.bytes)) };
    problems.push(`${formatName(file)}: ${read.why}`);
    return { file, text: '' };
  });
  if (problems.length > 0) throw new UserError('UnreadableFile', problems.join('\n'));
  return texts;
}

/** What containers and launchers put before every line. */
const PREFIXES: readonly RegExp[] = [
  // `kubectl logs --timestamps`, `docker logs -t`
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d) /,
  // `docker compose logs`, `kubectl logs --prefix`
  /^[\w.-]{1,100} {1,20}\| /,
  /^\[[\w./-]{1,200}\] /,
  // `mpirun --tag-output`, `srun --label`
  /^\[\d+,\d+\]<std(?:out|err)>:/,
  /^ *\d{1,6}: /,
];
/** A log has a few of them at most. */
const PREFIXES_MAX = 4;

/** Drops these prefixes, and the indentation of a document. */
function dropLinePrefixes(text: string, most = PREFIXES_MAX): string {
  const start = /^.*\S.*$/m.exec(text)?.[0] ?? '';
  const pattern = PREFIXES.find((one) => one.test(`${start} `));
  if (most === 0 || (pattern === undefined && !/^\s/.test(start))) return text;
  const lines = text.split('\n');
  const full = lines.filter((line) => line.trim() !== '');
  // A blank at the end of a prefix is often missing where nothing follows.
  if (pattern !== undefined && full.every((line) => pattern.test(`${line} `)))
    return dropLinePrefixes(
      lines.map((line) => `${line} `.replace(pattern, '').replace(/ $/, '')).join('\n'),
      most - 1,
    );
  const indent = full.reduce((least, line) => Math.min(least, line.search(/\S/)), Infinity);
  return indent > 0 ? dropLinePrefixes(lines.map((line) => line.slice(indent)).join('\n'), most - 1) : text;
}

/** UTF-8, or UTF-16 with a byte order mark, which PowerShell writes to redirected output. */
function decodeText(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8');
}
