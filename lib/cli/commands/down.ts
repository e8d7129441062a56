/** `fsxbench down`: stops all executions, waits for clean receipts and results, and deletes the deployment. */
import { readText, tryReadJson } from '../../aws/bucket';
import { listRunning, type Operator, stopExecution, writePaused } from '../../aws/operator';
import { isTransient } from '../../aws/handler';
import { listUnproven } from '../../aws/recovery/orphans';
import { parseExecutionId, toExecutionId } from '../../shapes/execution-names';
import { getPointerKey, getResultKey } from '../../shapes/layout';
import { toPascal } from '../../shapes/machines';
import {
  type AccountCommand,
  areCredentialsInvalid,
  withOperator,
  isDenied,
  retryIfTransient,
} from '../account/operate';
import { type Cli, printAnswer, UserError } from '../command';
import { EXIT } from '../exit-code';
import { openDisplay } from '../text/display';
import { toPrintableLines } from '../../shapes/printable';

/** Poll interval, milliseconds: a teardown takes minutes. */
const POLL_MS = 30_000;

/** @returns 0: both stacks deleted; 4: one could not be; 130: interrupted, nothing is deleted */
export const deleteDeployment: AccountCommand = async (cli, operator, _args, options) => {
  const { stack, bucket } = operator.config;
  const stacks = ['bench', 'safety'].map((part) => toPascal(`${stack}-${part}`));
  if (options['yes'] !== true)
    throw new UserError(
      'WrongUsage',
      'down needs --yes. It blocks new executions, stops running ones, waits for their receipts and results, ' +
        `then deletes ${stacks.join(' and ')}. The bucket ${bucket} and all results stay.`,
    );
  await writePaused(true, 'npx fsxbench down', operator);
  const stopped = new Set<string>();
  if (!(await waitUntilClean(cli, operator, stopped))) {
    const ended = stopped.size === 0 ? '' : `Stopped: ${[...stopped].join(', ')}. `;
    cli.err.write(
      `${ended}No stack was deleted. Starts of ${stack} remain paused. To undo: npx fsxbench resume${operator.flags}\n`,
    );
    return EXIT.interrupted;
  }
  for (const name of stacks) {
    cli.err.write(`deleting ${name}\n`);
    await removeStack(name, operator);
  }
  const lines = [
    `${stacks.join(' and ')} are deleted.`,
    `The bucket ${bucket} stays, with all results. To delete it too, empty it in the console, including versions.`,
  ];
  printAnswer(
    cli,
    options,
    { stopped: [...stopped], deleted: stacks, bucket },
    lines.map((line) => `${line}\n`).join(''),
  );
  return EXIT.done;
};

/** @throws UserError if CloudFormation cannot delete it */
async function removeStack(name: string, operator: Operator): Promise<void> {
  try {
    await operator.removeStack(name);
  } catch (error) {
    if (isTransient(error) || areCredentialsInvalid(error) || isDenied(error)) throw error;
    const isBench = name === toPascal(`${operator.config.stack}-bench`);
    throw new UserError(
      'StackNotDeleted',
      `down: ${name} could not be deleted: ${toPrintableLines((error as Error).message).slice(0, 300)}. ` +
        (isBench ? 'Resources in its network may block it for a while. ' : '') +
        'Check its events in the console, then rerun down. ' +
        `Starts remain paused; to undo: npx fsxbench resume${operator.flags}`,
      EXIT.left,
    );
  }
}

/** Stops all executions until none is left. @param stopped names are added. @returns false if interrupted */
async function waitUntilClean(cli: Cli, operator: Operator, stopped: Set<string>): Promise<boolean> {
  const keys = { stopped: false };
  const release = cli.interrupts.take({
    first: () => {
      keys.stopped = true;
    },
    second: () => EXIT.interrupted,
  });
  const seen = new Set<string>();
  let line = '';
  const shown = openDisplay(cli.err, () => [line]);
  try {
    for (;;) {
      const before = stopped.size;
      const left = await retryIfTransient(operator, POLL_MS, async () => {
        for (const one of await listRunning('experiment', operator)) {
          await stopExecution(one, 'Stopped by `npx fsxbench down`.', operator);
          stopped.add(one);
        }
        return listLeft(operator, seen);
      });
      if (keys.stopped) return false;
      // The admission of a stopped execution may still write its name: look again.
      if (left.length === 0 && stopped.size === before) return true;
      const next = `waiting for cleanup and result of ${(left.length === 0 ? [...stopped] : left).join(', ')}`;
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
 * Executions that run, have no clean receipt, or have a running guardian; then those of `seen` without a final result,
 * which is written with their mail: if their guardian died, the janitor, which goes with the stack, starts another. The
 * names come from the bucket, since Step Functions deletes executions after 90 days, or with the bench stack.
 */
async function listLeft(operator: Operator, seen: Set<string>): Promise<readonly string[]> {
  const running = (await listRunning('experiment', operator)).map(toExecutionId);
  const guarded = (await listRunning('guardian', operator)).map(parseExecutionId);
  const left = new Set([...running, ...(await listUnproven(operator)), ...guarded]);
  for (const one of left) seen.add(one);
  if (left.size > 0) return [...left];
  for (const one of seen) {
    const result = await tryReadJson<{ readonly clean: boolean }>(operator, getResultKey(one));
    if (result?.clean !== true && (await readText(operator, getPointerKey(one))) !== null) left.add(one);
  }
  return [...left];
}

export const run = withOperator('down', deleteDeployment);
