/** `fsxbench clean`: finds and removes what a killed local execution left. Results are kept. */
import { counted } from '../../results/format';
import { endStrays } from '../../local/ending';
import { leftOnMachine } from '../../local/check';
import { type Cli, type Options, UserError } from '../command';
import { EXIT, type ExitCode } from '../outcome';
import { leftText } from '../run/conduct';
import { localFolders } from '../../local/working-folder';
import { conducted, recover, recoveredText } from '../../local/recover';
import { localWorld, quietLog } from '../../local/world';

/**
 * @returns 4 where something could not be removed
 * @throws UserError `MachineBusy` while an execution of this folder runs: its hosts are nothing that was left
 */
export async function run(cli: Cli, _args: readonly string[], options: Options): Promise<ExitCode> {
  const folders = localFolders(cli.cwd);
  const running = conducted(folders).map(
    ({ executionId, pid }) => `execution ${executionId} is running (process ${pid})`,
  );
  if (running.length > 0)
    throw new UserError('MachineBusy', `clean: ${running.join(', ')}: nothing was touched`, EXIT.refused);
  const world = await localWorld(cli, quietLog(cli));
  const strays = endStrays(folders.hosts);
  const recovered = await recover(world, folders, (line) => void cli.err.write(`${line}\n`));
  const left = await leftOnMachine(folders.hosts, []);
  const clean =
    recovered.every(({ receipt }) => receipt === null || receipt.clean) &&
    left.folders.length === 0 &&
    left.processes.length === 0;
  if (options['json'] === true) cli.out.write(`${JSON.stringify({ clean, strays, recovered, left }, null, 2)}\n`);
  else {
    if (strays > 0) cli.out.write(`ended ${counted(strays, 'process')} of hosts whose folder was deleted\n`);
    if (recovered.length === 0 && strays === 0 && clean) cli.out.write('Nothing was left.\n');
    cli.out.write(recovered.map((one) => `${recoveredText(one)}\n`).join(''));
    for (const { pid, instanceId } of left.processes)
      cli.err.write(
        `process ${pid} of host ${instanceId} lives: it does not end, or it may be somebody else's, for nothing ` +
          'proves that it began after the host; end it yourself\n',
      );
    if (!clean) cli.err.write(leftText(recovered.find(({ receipt }) => receipt?.clean === false)?.receipt ?? null));
  }
  return clean ? EXIT.done : EXIT.left;
}
