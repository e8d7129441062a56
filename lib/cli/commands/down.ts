/** `fsxbench down`: stops everything, waits until it is proven that nothing is left, and deletes the deployment. */
import { listRunning, type Operator, stopExecution, writePaused } from '../../aws/operator';
import { isTransient } from '../../aws/handler';
import { listUnproven } from '../../aws/recovery/orphans';
import { parseExecutionId, toExecutionId } from '../../shapes/execution-names';
import { toPascal } from '../../shapes/machines';
import { type AccountCommand, areCredentialsOver, withOperator, isDenied, retryIfTransient } from '../account/operate';
import { type Cli, printAnswer, UserError } from '../command';
import { EXIT } from '../outcome';
import { openDisplay } from '../text/display';
import { toPrintableLines } from '../../shapes/printable';

/** Between two looks, milliseconds: a teardown takes minutes. */
const POLL_MS = 30_000;

/** @returns 0: both stacks are deleted; 4: one could not be; 130: a person has waited enough, and nothing is deleted */
export const down: AccountCommand = async (cli, operator, _args, options) => {
  const { stack, bucket } = operator.config;
  const stacks = ['bench', 'safety'].map((part) => toPascal(`${stack}-${part}`));
  if (options['yes'] !== true)
    throw new UserError(
      'WrongUsage',
      `down: pauses starts, stops what runs, waits for clean receipts, then deletes ${stacks.join(' and ')}. ` +
        `The bucket ${bucket} stays, with all results. To do it, add --yes`,
    );
  await writePaused(true, 'npx fsxbench down', operator);
  const stopped = new Set<string>();
  if (!(await waitUntilClean(cli, operator, stopped))) {
    const ended = stopped.size === 0 ? '' : `Stopped: ${[...stopped].join(', ')}. `;
    cli.err.write(
      `${ended}No stack was deleted. Starts of ${stack} stay paused. To go on: npx fsxbench resume${operator.flags}\n`,
    );
    return EXIT.interrupted;
  }
  for (const name of stacks) {
    cli.err.write(`deleting ${name}\n`);
    await removeStack(name, operator);
  }
  const lines = [
    `${stacks.join(' and ')} are deleted.`,
    `The bucket ${bucket} stays, with all results. To delete it too, empty it in the console, versions too.`,
  ];
  printAnswer(
    cli,
    options,
    { stopped: [...stopped], deleted: stacks, bucket },
    lines.map((line) => `${line}\n`).join(''),
  );
  return EXIT.done;
};

/** @throws UserError where CloudFormation could not */
async function removeStack(name: string, operator: Operator): Promise<void> {
  try {
    await operator.removeStack(name);
  } catch (error) {
    if (isTransient(error) || areCredentialsOver(error) || isDenied(error)) throw error;
    const isBench = name === toPascal(`${operator.config.stack}-bench`);
    throw new UserError(
      'StackNotDeleted',
      `down: ${name} is not deleted: ${toPrintableLines((error as Error).message).slice(0, 300)}. ` +
        (isBench ? 'What lives in its network may hold it for a while. ' : '') +
        'See its events in the console, then run down again; ' +
        `starts stay paused, to undo: npx fsxbench resume${operator.flags}`,
      EXIT.left,
    );
  }
}

/**
 * Stops what runs, and what still starts meanwhile.
 * @param stopped names are added
 * @returns false where a person has waited enough
 */
async function waitUntilClean(cli: Cli, operator: Operator, stopped: Set<string>): Promise<boolean> {
  const keys = { stopped: false };
  const release = cli.interrupts.take({
    first: () => {
      keys.stopped = true;
    },
    second: () => EXIT.interrupted,
  });
  let line = '';
  const shown = openDisplay(cli.err, () => [line]);
  try {
    for (;;) {
      const left = await retryIfTransient(operator, POLL_MS, async () => {
        for (const one of await listRunning('experiment', operator)) {
          await stopExecution(one, 'Stopped by `npx fsxbench down`.', operator);
          stopped.add(one);
        }
        return listLeft(operator);
      });
      if (keys.stopped) return false;
      if (left.length === 0) return true;
      const next = `waiting for clean receipts and guardians of ${left.join(', ')}`;
      if (next !== line) shown.log(next);
      line = next;
      await operator.sleep(POLL_MS);
    }
  } finally {
    shown.end();
    release();
  }
}

/**
 * Names of executions that run, that no receipt has proven clean, or whose guardian still reports. The bucket says
 * which were admitted, however old: Step Functions forgets them, at once where the bench stack was deleted by hand.
 */
async function listLeft(operator: Operator): Promise<readonly string[]> {
  const running = (await listRunning('experiment', operator)).map(toExecutionId);
  const guarded = (await listRunning('guardian', operator)).map(parseExecutionId);
  return [...new Set([...running, ...(await listUnproven(operator)), ...guarded])];
}

export const run = withOperator('down', down);
