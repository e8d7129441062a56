/** `fsxbench parse`: the observations in output files of a tool, whoever ran it. */
import type { ToolResult } from '../../shapes/tool-result';
import type { Cli } from '../command';
import { EXIT, type ExitCode } from '../outcome';
import { readOutputs, wantedWorkload } from './tool-outputs';

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
  const workload = wantedWorkload(options['workload']);
  const texts = readOutputs(cli, args);
  const results = texts.map(({ file, text }): FileResult => ({ file, ...workload.parse(text) }));
  cli.out.write(
    options['json'] === true ? `${JSON.stringify({ results }, null, 2)}\n` : results.map(asText).join('\n'),
  );
  return results.some(({ status }) => status === 'failed') ? EXIT.against : EXIT.done;
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
