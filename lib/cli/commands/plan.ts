/** `fsxbench plan`: shows what an execution would do. */
import { checkSpec, printRefusal } from '../check-spec';
import type { Cli, Options } from '../command';
import { EXIT, type ExitCode } from '../exit-code';
import { pickExecutionName, readSeed, toText } from '../options';
import { toPrintableLines } from '../../shapes/printable';
import { formatPlan, formatScripts } from '../text/plan-text';
import { formatProblems, supportsColour } from '../text/problems';
import { openWorkspace, loadPrices, describeOtherRegion } from '../workspace';
import { readSpecOrSides } from '../against';
import { ensure } from '../../shapes/errors';

/**
 * Prints the plan as text or, with `--json`, as a document whose `startedAt` is null: its times count from the start.
 * @returns 2 if the spec has errors; 3 if only its limits refuse it, with the plan as text
 * @throws UserError for an unreadable file or an invalid name
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const { file, text, isMerged = false } = await readSpecOrSides(cli, ensure(args[0], 'the argument <spec>'), options);
  const json = options['json'] === true;
  // The user did not write this spec.
  if (isMerged && !json) cli.out.write(`${toPrintableLines(text)}\n`);
  const { book } = loadPrices(cli, options);
  if (!json) cli.err.write(describeOtherRegion(options, book));
  const checked = checkSpec(
    await openWorkspace(cli, book, text),
    { file, text },
    {
      executionId: pickExecutionName(toText(options['name']), Date.now()),
      stack: 'local',
      startedAt: 0,
      seed: readSeed(options['seed']),
    },
  );
  const { problems, planned, overLimits: beyond } = checked;
  if (planned === undefined) {
    // The cost tells the user whether to measure less or to raise the limit.
    if (beyond !== undefined && !json) cli.out.write(toPrintableLines(formatPlan(beyond, file)));
    return printRefusal(cli, { file, text }, checked, json);
  }
  const { plan, scripts } = planned;
  const withScripts = options['scripts'] === true;
  if (json) {
    cli.out.write(`${JSON.stringify({ ...plan, startedAt: null, ...(withScripts ? { scripts } : {}) }, null, 2)}\n`);
    return EXIT.done;
  }
  cli.out.write(toPrintableLines(formatPlan(plan, file)));
  if (withScripts) cli.out.write(formatScripts(plan, scripts));
  cli.err.write(formatProblems(problems, file, text, supportsColour(cli.err)));
  return EXIT.done;
}
