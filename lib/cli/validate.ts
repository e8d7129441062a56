/** `fsxbench validate`: all problems of a spec, then what it would measure. */
import { join } from 'node:path';
import { readScripts } from '../aws/scripts';
import { makePlan } from '../experiment/make-plan';
import type { Problem } from '../experiment/problem';
import { readSpec } from '../experiment/read';
import { type Cli, EXIT, type ExitCode } from './command';
import { countsOf, countsText, problemsText, takesColour } from './problems';
import { pricesFor } from './region';
import { readSpecText } from './spec-file';

/** Names are part of every payload: the longest one gives the worst case. */
const LONGEST_NAME = 'x'.repeat(48);

/**
 * Prints problems, warnings and advice, and a line of counts.
 * @returns 2 where there is an error.
 * @throws UserError where the file cannot be read.
 */
export async function run(
  cli: Cli,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const file = args[0] ?? '';
  const text = readSpecText(cli, file);
  const read = readSpec(text, file);
  const problems: Problem[] = [...read.problems];
  let measured = '';
  if (read.spec !== undefined) {
    const scripts = await readScripts(join(cli.root, 'workloads'));
    const prices = pricesFor(options['region']);
    const planned = makePlan(read.spec, {
      executionId: LONGEST_NAME,
      stack: LONGEST_NAME,
      startedAt: 0,
      scripts,
      prices,
    });
    if (planned.ok)
      measured =
        ` (${planned.plan.trials.length} trials of ${planned.plan.cells.length} cells on ` +
        `${planned.plan.rigs.length} rigs)`;
    else problems.push(...planned.problems);
  }
  const counts = countsOf(problems);
  if (options['json'] === true)
    cli.out.write(`${JSON.stringify({ file, ok: counts.error === 0, counts, problems }, null, 2)}\n`);
  else
    cli.out.write(
      `${problemsText(problems, file, text, takesColour(cli.out))}${file}: ${countsText(counts)}${measured}\n`,
    );
  return counts.error === 0 ? EXIT.done : EXIT.usage;
}
