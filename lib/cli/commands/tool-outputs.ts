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

/** A time before each line, as `kubectl logs --timestamps` and `docker logs -t` print it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d) /;
/** The same before each line: names of containers, ranks and tasks. */
const LABELS: readonly RegExp[] = [
  // `docker compose logs`, `kubectl logs --prefix`
  /^[\w.-]{1,100} {1,20}\| ?/,
  /^\[[\w./-]{1,200}\] /,
  // `mpirun --tag-output`, `srun --label`
  /^\[\d+,\d+\]<std(?:out|err)>:? ?/,
  /^ *\d{1,6}: /,
];

/** Drops what containers and launchers put before every line, and the indentation of a document. */
function dropLinePrefixes(text: string): string {
  const start = /^.*\S.*$/m.exec(text)?.[0] ?? '';
  if (![TIME, ...LABELS, /^\s/].some((pattern) => pattern.test(start))) return text;
  const lines = text.split('\n');
  const cut = findPrefixes(lines.filter((line) => line.trim() !== ''));
  return cut === null ? text : dropLinePrefixes(lines.map(cut).join('\n'));
}

/** How to cut what begins every line; null if nothing does. @param lines those that are not blank */
function findPrefixes(lines: readonly string[]): ((line: string) => string) | null {
  if (lines.every((line) => TIME.test(line))) return (line) => line.replace(TIME, '');
  const labels = LABELS.flatMap((pattern) => pattern.exec(lines[0] ?? '')?.[0] ?? []);
  // A blank at the end of a label is often missing where nothing follows.
  const label = labels.find((one) => lines.every((line) => line.startsWith(one.trimEnd())));
  const length = label?.length ?? lines.reduce((least, line) => Math.min(least, line.search(/\S/)), Infinity);
  return length > 0 ? (line) => line.slice(length) : null;
}

/** UTF-8, or UTF-16 with a byte order mark, which PowerShell writes to redirected output. */
function decodeText(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8');
}
