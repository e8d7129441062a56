/** `fsxbench plan`: all that an execution would do. */
import { checkSpec, printRefusal, adviseUnsupported } from '../check-spec';
import type { Cli, Options } from '../command';
import { EXIT, type ExitCode } from '../outcome';
import { pickExecutionName, readSeed, toText } from '../options';
import { toPrintableLines } from '../../shapes/printable';
import { planText, scriptsText } from '../text/plan-text';
import { problemsText, takesColour } from '../text/problems';
import { openWorkspace, loadPrices } from '../workspace';
import { readSpecFile } from '../spec-file';

/**
 * Prints the plan; with `--json` the plan itself, whose times count from its start, which is not known: null.
 * @returns 2 where the spec has an error, 3 where its own limits refuse it: then the plan is shown all the same.
 * @throws UserError where the file cannot be read, or the name is no name.
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const { file, text } = readSpecFile(cli, args);
  const json = options['json'] === true;
  const checked = checkSpec(
    await openWorkspace(cli, loadPrices(cli, options).book, text),
    { file, text },
    {
      executionId: pickExecutionName(toText(options['name']), Date.now()),
      stack: 'local',
      startedAt: 0,
      seed: readSeed(options['seed']),
      rule: adviseUnsupported,
    },
  );
  const { problems, planned, overLimits: beyond } = checked;
  if (planned === undefined) {
    // What it would cost is what its writer has to see to ask for less, or to allow more.
    if (beyond !== undefined && !json) cli.out.write(toPrintableLines(planText(beyond, file)));
    return printRefusal(cli, { file, text }, checked, json);
  }
  const { plan, scripts } = planned;
  const withScripts = options['scripts'] === true;
  if (json) {
    cli.out.write(`${JSON.stringify({ ...plan, startedAt: null, ...(withScripts ? { scripts } : {}) }, null, 2)}\n`);
    return EXIT.done;
  }
  cli.out.write(toPrintableLines(planText(plan, file)));
  if (withScripts) cli.out.write(scriptsText(plan, scripts));
  cli.err.write(problemsText(problems, file, text, takesColour(cli.err)));
  return EXIT.done;
}
