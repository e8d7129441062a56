/** `fsxbench validate`: all problems of a spec, then what it would measure. */
import type { Plan } from '../../shapes/plan';
import { pluralize } from '../../results/format';
import { checkSpec, toExitCode, adviseUnsupported, uncheckedText } from '../check-spec';
import { type Cli, type Options, printAnswer } from '../command';
import type { ExitCode } from '../outcome';
import { toPrintable } from '../../shapes/printable';
import { countProblems, countsText, problemsText, takesColour } from '../text/problems';
import { openWorkspace, loadPrices } from '../workspace';
import { readSpecFile } from '../spec-file';

/** Names are part of every payload: the longest one gives the worst case. */
const LONGEST_NAME = 'x'.repeat(48);

/**
 * Prints problems, warnings and advice, and a line of counts.
 * @returns 2 where there is an error, 3 where the spec is refused by its own limits only.
 * @throws UserError where the file cannot be read.
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const { file, text } = readSpecFile(cli, args);
  const workspace = await openWorkspace(cli, loadPrices(cli, options).book, text);
  const asked = { executionId: LONGEST_NAME, stack: LONGEST_NAME, startedAt: 0, rule: adviseUnsupported };
  const { problems, planned, unchecked } = checkSpec(workspace, { file, text }, asked);
  const measured = planned === undefined ? '' : ` (${sizeText(planned.plan)})`;
  const counts = countProblems(problems);
  const document = { file, ok: counts.error === 0, counts, problems, unchecked };
  const found = problemsText(problems, file, text, takesColour(cli.out));
  printAnswer(
    cli,
    options,
    document,
    `${found}${uncheckedText(unchecked)}${toPrintable(file)}: ${countsText(counts)}${measured}\n`,
  );
  return toExitCode(problems);
}

function sizeText({ trials, cells, rigs }: Plan): string {
  const of = `${pluralize(cells.length, 'cell')} on ${pluralize(rigs.length, 'rig')}`;
  return `${pluralize(trials.length, 'trial')} of ${of}`;
}
