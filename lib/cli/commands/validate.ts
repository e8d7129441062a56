/** `fsxbench validate`: prints all problems of a spec, then its size. */
import type { Plan } from '../../shapes/plan';
import { pluralize } from '../../results/format';
import { checkSpec, toExitCode, formatUnchecked } from '../check-spec';
import { type Cli, type Options, printAnswer } from '../command';
import type { ExitCode } from '../exit-code';
import { toPrintable } from '../../shapes/printable';
import { countProblems, formatCounts, formatProblems, supportsColour } from '../text/problems';
import { openWorkspace, loadPrices } from '../workspace';
import { readSpecFile } from '../spec-file';

/** Names are part of every payload: the longest one is the worst case. */
const LONGEST_NAME = 'x'.repeat(48);

/**
 * Prints errors, warnings and advice, and a line of counts.
 * @returns 2 for errors, 3 if only the limits of the spec refuse it
 * @throws UserError for an unreadable file
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const { file, text } = readSpecFile(cli, args);
  const workspace = await openWorkspace(cli, loadPrices(cli, options).book, text);
  const checks = { executionId: LONGEST_NAME, stack: LONGEST_NAME, startedAt: Date.now() };
  const { problems, planned, unchecked } = checkSpec(workspace, { file, text }, checks);
  const measured = planned === undefined ? '' : ` (${formatSize(planned.plan)})`;
  const counts = countProblems(problems);
  const document = { file, ok: counts.error === 0, counts, problems, unchecked };
  const found = formatProblems(problems, file, text, supportsColour(cli.out));
  printAnswer(
    cli,
    options,
    document,
    `${found}${formatUnchecked(unchecked)}${toPrintable(file)}: ${formatCounts(counts)}${measured}\n`,
  );
  return toExitCode(problems);
}

function formatSize({ trials, cells, rigs }: Plan): string {
  const of = `${pluralize(cells.length, 'configuration')} on ${pluralize(rigs.length, 'rig')}`;
  return `${pluralize(trials.length, 'trial')} of ${of}`;
}
