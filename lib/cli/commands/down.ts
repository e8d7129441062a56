/** `fsxbench down`: stops everything, waits until it is proven that nothing is left, and deletes the deployment. */
import { listExecutions, listRunning, type Operator, stopExecution, writePaused } from '../../aws/operator';
import { pascal } from '../../shapes/machines';
import { type AccountCommand, inAccount } from '../account/operate';
import { type Cli, printAnswer, UserError } from '../command';
import { EXIT } from '../outcome';
import { display } from '../text/display';

/** As many as Step Functions gives at once; older ones have long ended. */
const LOOKED_AT = 1000;
/** Between two looks, milliseconds: a teardown takes minutes. */
const LOOK_MS = 30_000;

/** @returns 0: both stacks are deleted; 130: a person has waited enough, and nothing is deleted */
export const down: AccountCommand = async (cli, operator, _args, options) => {
  const { stack, bucket } = operator.config;
  const stacks = ['bench', 'safety'].map((part) => pascal(`${stack}-${part}`));
  if (options['yes'] !== true)
    throw new UserError(
      'WrongUsage',
      `down: pauses starts, stops what runs, waits for clean receipts, then deletes ${stacks.join(' and ')}. ` +
        `The bucket ${bucket} stays, with all results. To do it, add --yes`,
    );
  await writePaused(true, 'fsxbench down', operator);
  const stopped = await listRunning(operator);
  for (const one of stopped) await stopExecution(one, 'Stopped by fsxbench down.', operator);
  if (!(await waitUntilClean(cli, operator))) {
    cli.err.write(`Nothing was deleted. Starts of ${stack} stay paused. To go on: fsxbench resume\n`);
    return EXIT.interrupted;
  }
  for (const name of stacks) {
    cli.err.write(`deleting ${name}\n`);
    await operator.removeStack(name);
  }
  const lines = [
    `${stacks.join(' and ')} are deleted.`,
    `The bucket ${bucket} stays, with all results. To delete it too, empty it in the console, versions too.`,
  ];
  printAnswer(cli, options, { stopped, deleted: stacks, bucket }, lines.map((line) => `${line}\n`).join(''));
  return EXIT.done;
};

/** @returns false where a person has waited enough */
async function waitUntilClean(cli: Cli, operator: Operator): Promise<boolean> {
  const keys = { stopped: false };
  const release = cli.interrupts.take({
    first: () => {
      keys.stopped = true;
    },
    second: () => EXIT.interrupted,
  });
  let line = '';
  const shown = display(cli.err, () => [line]);
  try {
    for (;;) {
      const found = await listExecutions(LOOKED_AT, operator);
      const left = found.filter(({ status, experiment, isProven }) =>
        experiment === null ? status === 'RUNNING' : !isProven,
      );
      if (left.length === 0) return true;
      const next = `waiting for clean receipts of ${left.map(({ executionId }) => executionId).join(', ')}`;
      if (next !== line) shown.log(next);
      line = next;
      await operator.sleep(LOOK_MS);
      if (keys.stopped) return false;
    }
  } finally {
    shown.end();
    release();
  }
}

export const run = inAccount('down', down);
