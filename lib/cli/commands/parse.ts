/** `fsxbench parse`: prints the observations in output files of a tool, also from runs outside fsxbench. */
import type { ToolResult } from '../../shapes/tool-result';
import { type Cli, type Options, printAnswer } from '../command';
import { EXIT, type ExitCode } from '../exit-code';
import { alignColumns } from '../../report/lines';
import { toPrintable } from '../../shapes/printable';
import { readOutputs, readWorkload } from './tool-outputs';
import { groupDigits } from '../../shapes/group-digits';

/** One file in the output of `--json`. */
interface FileResult extends ToolResult {
  readonly file: string;
}

/**
 * Parses all files and prints them in order.
 * @returns 1 if at least one file has a failed result
 * @throws UserError for an unknown kind or an unreadable file, before anything is printed
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const workload = readWorkload(options['workload']);
  const texts = readOutputs(cli, args);
  const results = texts.map(({ file, text }): FileResult => ({ file, ...workload.parse(text) }));
  printAnswer(cli, options, { results }, results.map(formatFile).join('\n'));
  return results.some(({ status }) => status === 'failed') ? EXIT.against : EXIT.done;
}

function formatFile({ file, tool, toolVersion, status, problems, runs }: FileResult): string {
  // No spread into `push`: a file may have more rows than a call allows arguments.
  const lines = [`${file}: ${toolVersion ?? tool}, ${status}`, ...problems.map((problem) => `  ! ${problem}`)];
  for (const { label, observations } of runs) {
    lines.push(`  ${label}`);
    const rows = observations.map(({ operation, metric, statistic, value, unit }) => [
      operation ?? '',
      metric,
      statistic,
      formatFigure(value),
      unit,
    ]);
    for (const row of alignColumns(rows, [3])) lines.push(`    ${row}`);
  }
  return `${lines.map(toPrintable).join('\n')}\n`;
}

/** Six significant digits, or all digits of a larger whole number, with thousands separators. */
function formatFigure(value: number): string {
  const digits = Math.max(0, 5 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return groupDigits(value, Math.min(digits, 6));
}
