/** `fsxbench clean`: finds and removes what a killed local execution left. Results are kept. */
import { leftOnMachine } from '../../twin/hosts/real/left';
import type { Cli } from '../command';
import { EXIT, type ExitCode } from '../outcome';
import { localFolders, localWorld } from '../local/local';
import { quietLog } from '../local/log';
import { recover, recoveredText } from '../local/recover';

/** @returns 4 where something could not be removed */
export async function run(
  cli: Cli,
  _args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const folders = localFolders(cli.cwd);
  const world = await localWorld(cli, quietLog(cli));
  const recovered = await recover(world, folders);
  const left = await leftOnMachine(folders.hosts, []);
  const clean =
    recovered.every(({ receipt }) => receipt === null || receipt.clean) &&
    left.folders.length === 0 &&
    left.processes.length === 0;
  if (options['json'] === true) cli.out.write(`${JSON.stringify({ clean, recovered, left }, null, 2)}\n`);
  else if (recovered.length === 0) cli.out.write('Nothing was left.\n');
  else cli.out.write(recovered.map((one) => `${recoveredText(one)}\n`).join(''));
  return clean ? EXIT.done : EXIT.left;
}
