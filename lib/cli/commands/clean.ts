/** `fsxbench clean`: finds and removes what a killed local execution left. Results are kept. */
import { pluralize } from '../../results/format';
import { endStrays } from '../../local/shutdown';
import { findLeftovers } from '../../local/check-cleanup';
import { type Cli, type Options, UserError } from '../command';
import { EXIT, type ExitCode } from '../outcome';
import { leftoverText } from '../run/run-execution';
import { localFolders } from '../../local/working-folder';
import { listRunning, recoverAll, recoveryText } from '../../local/recover';
import { makeLocalWorld, makeErrorLog } from '../../local/world';

/**
 * @returns 4 where something could not be removed
 * @throws UserError `MachineBusy` while an execution of this folder runs: its hosts are nothing that was left
 */
export async function run(cli: Cli, _args: readonly string[], options: Options): Promise<ExitCode> {
  const folders = localFolders(cli.cwd);
  const running = listRunning(folders).map(
    ({ executionId, pid }) => `execution ${executionId} is running (process ${pid})`,
  );
  if (running.length > 0)
    throw new UserError('MachineBusy', `clean: ${running.join(', ')}: nothing was touched`, EXIT.refused);
  const world = await makeLocalWorld(cli, makeErrorLog(cli));
  const strays = endStrays(folders.hosts);
  const recovered = await recoverAll(world, folders, (line) => void cli.err.write(`${line}\n`));
  const left = await findLeftovers(folders.hosts, []);
  const clean =
    recovered.every(({ receipt }) => receipt === null || receipt.clean) &&
    left.folders.length === 0 &&
    left.processes.length === 0;
  if (options['json'] === true) cli.out.write(`${JSON.stringify({ clean, strays, recovered, left }, null, 2)}\n`);
  else {
    if (strays > 0) cli.out.write(`ended ${pluralize(strays, 'process')} of hosts whose folder was deleted\n`);
    if (recovered.length === 0 && strays === 0 && clean) cli.out.write('Nothing was left.\n');
    cli.out.write(recovered.map((one) => `${recoveryText(one)}\n`).join(''));
    for (const { pid, instanceId } of left.processes)
      cli.err.write(
        `process ${pid} of host ${instanceId} lives: it does not end, or it may be somebody else's, for nothing ` +
          'proves that it began after the host; end it yourself\n',
      );
    if (!clean) cli.err.write(leftoverText(recovered.find(({ receipt }) => receipt?.clean === false)?.receipt ?? null));
  }
  return clean ? EXIT.done : EXIT.left;
}
