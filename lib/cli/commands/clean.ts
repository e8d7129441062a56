/** `fsxbench clean`: removes what killed local executions left behind. Results are kept. */
import { accessSync, constants, existsSync } from 'node:fs';
import { pluralize } from '../../results/format';
import { killStrays } from '../../local/shutdown';
import { findLeftovers } from '../../local/check-cleanup';
import { type Cli, type Options, UserError } from '../command';
import { EXIT, type ExitCode } from '../exit-code';
import { formatLeftovers } from '../run/run-execution';
import { makePassTracker } from '../text/cleanup-passes';
import { getLocalFolders } from '../../local/working-folder';
import { listRunning, recoverAll, formatRecovery, isRecovered } from '../../local/recover';
import { makeLocalDeployment, makeErrorLog } from '../../local/deployment';
import { getErrorCode } from '../../twin/hosts/driver';

/** Without access to the folder, an empty listing would look clean. @throws UserError `WorkingFolder`, exit code 4 */
function refuseForeign(root: string): void {
  try {
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (getErrorCode(error) !== 'EACCES') return;
    throw new UserError(
      'WorkingFolder',
      `clean: reading and writing ${root} is denied. Nothing was checked or removed, so resources may be left. ` +
        'Run clean as the user who started the execution',
      EXIT.left,
    );
  }
}

/**
 * @returns 4 if something could not be removed
 * @throws UserError `MachineBusy` while an execution of this folder runs: the hosts of a running execution must not be
 * removed
 */
export async function run(cli: Cli, _args: readonly string[], options: Options): Promise<ExitCode> {
  const folders = getLocalFolders(cli.cwd);
  refuseForeign(folders.root);
  const isAbsent = !existsSync(folders.root);
  const running = listRunning(folders).map(
    ({ executionId, pid }) => `execution ${executionId} is running (process ${pid})`,
  );
  if (running.length > 0)
    throw new UserError(
      'MachineBusy',
      `clean: ${running.join(', ')}; wait for its end. Nothing was removed`,
      EXIT.refused,
    );
  const say = (line: string): void => void cli.err.write(`${line}\n`);
  const deployment = await makeLocalDeployment(cli, makeErrorLog(cli), makePassTracker(say));
  const killedProcesses = killStrays(folders.hosts);
  const recovered = await recoverAll(deployment, folders, say);
  const left = await findLeftovers(folders.hosts, []);
  const failed = recovered.filter((one) => !isRecovered(one));
  const clean = failed.length === 0 && left.folders.length === 0 && left.processes.length === 0;
  const hasNothing = recovered.length === 0 && killedProcesses === 0 && clean;
  if (options['json'] === true) {
    const document = { clean: isAbsent && hasNothing ? null : clean, killedProcesses, recovered, left };
    cli.out.write(`${JSON.stringify(document, null, 2)}\n`);
  } else {
    if (killedProcesses > 0)
      cli.out.write(`killed ${pluralize(killedProcesses, 'process')} of hosts whose folder was deleted\n`);
    if (hasNothing)
      cli.out.write(isAbsent ? `Nothing was checked: .fsxbench/ is missing in ${cli.cwd}.\n` : 'Nothing was left.\n');
    cli.out.write(recovered.map((one) => `${formatRecovery(one)}\n`).join(''));
    for (const { pid, instanceId } of left.processes)
      cli.err.write(
        `process ${pid} of host ${instanceId} still runs: it cannot be killed, or its start time does not prove ` +
          'that it belongs to the host. Check it and end it yourself\n',
      );
    for (const { path } of left.folders) cli.err.write(`${path} could not be removed\n`);
    if (!clean) cli.err.write(formatLeftovers(failed.map(({ receipt }) => receipt)));
  }
  return clean ? EXIT.done : EXIT.left;
}
