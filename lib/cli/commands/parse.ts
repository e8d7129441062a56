/** `fsxbench parse`: the observations in output files of a tool, whoever ran it. */
import { isNotBuilt } from '../../shapes/not-built';
import type { ToolResult, Workload } from '../../workloads/contract';
import { WORKLOAD_KINDS } from '../../shapes/workload-kinds';
import { workloadOf } from '../../workloads/registry';
import { type Cli, UserError } from '../command';
import { EXIT, type ExitCode } from '../outcome';
import { readUserFile, shownName } from '../user-file';

/** Longer ones are no text for Node.js (`buffer.constants.MAX_STRING_LENGTH`). */
const MAX_BYTES = 512 * 1024 * 1024 - 24;

/** One file as it is printed with `--json`. */
interface FileResult extends ToolResult {
  readonly file: string;
}

/**
 * Parses all files and prints them in their order.
 * @returns 1 where any file holds a failed result.
 * @throws UserError where the kind is not known, or a file cannot be read: then nothing is printed.
 */
export async function run(
  cli: Cli,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const workload = wanted(options['workload']);
  const texts = readAll(cli, args);
  const results = texts.map(({ file, text }): FileResult => ({ file, ...workload.parse(text) }));
  cli.out.write(
    options['json'] === true ? `${JSON.stringify({ results }, null, 2)}\n` : results.map(asText).join('\n'),
  );
  return results.some(({ status }) => status === 'failed') ? EXIT.against : EXIT.done;
}

function wanted(kind: unknown): Workload {
  const workload = typeof kind === 'string' ? workloadOf(kind) : undefined;
  if (workload !== undefined && !isNotBuilt(workload.kind)) return workload;
  const known = WORKLOAD_KINDS.filter((one) => !isNotBuilt(one)).join(', ');
  if (workload !== undefined)
    throw new UserError('NotBuilt', `--workload: output of ${workload.kind} cannot be read yet; known: ${known}`);
  throw new UserError(
    'UnknownWorkload',
    typeof kind === 'string'
      ? `--workload: '${kind}' is no workload; known: ${known}`
      : `--workload is missing: say which tool wrote the files, one of: ${known}`,
  );
}

function readAll(cli: Cli, files: readonly string[]): readonly { file: string; text: string }[] {
  const problems: string[] = [];
  const texts = files.map((file) => {
    const read = readUserFile(cli.cwd, file, MAX_BYTES);
    if ('bytes' in read) return { file, text: decoded(read.bytes) };
    problems.push(`${shownName(file)}: ${read.why}`);
    return { file, text: '' };
  });
  if (problems.length > 0) throw new UserError('UnreadableFile', problems.join('\n'));
  return texts;
}

/** UTF-8, or UTF-16 with a byte order mark, as PowerShell writes when output is redirected. */
function decoded(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8');
}

function asText({ file, tool, toolVersion, status, problems, runs }: FileResult): string {
  const lines = [`${file}: ${toolVersion ?? tool}, ${status}`];
  lines.push(...problems.map((problem) => `  ! ${problem}`));
  for (const { label, observations } of runs) {
    lines.push(`  ${label}`);
    const rows = observations.map(({ operation, metric, statistic, value, unit }) => [
      operation ?? '',
      metric,
      statistic,
      figure(value),
      unit,
    ]);
    lines.push(...table(rows).map((row) => `    ${row}`));
  }
  return `${lines.join('\n')}\n`;
}

/** Columns of equal width, figures to the right. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const width = (column: number): number => Math.max(...rows.map((row) => (row[column] ?? '').length));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 3 ? cell.padStart(width(3)) : cell.padEnd(width(column))))
      .join('  ')
      .trimEnd(),
  );
}

/** Six significant digits, or all of a larger whole number, with thousands apart. */
function figure(value: number): string {
  const digits = Math.max(0, 5 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.min(digits, 6) });
}
