/** `fsxbench run`: the execution for real on this machine, through the state machines that run on AWS. */
import { expected } from '../../shapes/errors';
import type { Cli } from '../command';
import { runSpec } from '../run/run-spec';
import type { ExitCode } from '../outcome';
import { readSpecText } from '../spec-file';

/** @returns see `lib/cli/outcome.ts` */
export async function run(
  cli: Cli,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const file = expected(args[0], 'the argument <spec>');
  return runSpec(cli, { file, text: readSpecText(cli, file) }, options);
}
