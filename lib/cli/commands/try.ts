/** `fsxbench try`: measures folders of this machine for about 90 seconds, by a spec that it makes and shows. */
import type { Cli } from '../command';
import { runSpec } from '../run/run-spec';
import type { ExitCode } from '../outcome';
import { lookedAt, sameFileSystem } from '../try/folders';
import { trySpec } from '../try/spec';

/** @returns see `lib/cli/outcome.ts` */
export async function run(
  cli: Cli,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const folders = lookedAt(cli, args);
  const text = trySpec(folders);
  const json = options['json'] === true;
  for (const paths of json ? [] : sameFileSystem(cli, folders))
    cli.err.write(`note: ${paths.join(' and ')} are on one file system: a difference between them is chance\n`);
  return runSpec(cli, { file: 'try', text }, options, { shows: true });
}
