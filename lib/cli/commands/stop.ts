/** `fsxbench stop`: stops executions; their guardians save what was measured and tear down. */
import { listRunning, stopExecution } from '../../aws/operator';
import { type AccountCommand, findExecution, inAccount } from '../account/operate';
import { printAnswer, UserError } from '../command';
import { EXIT } from '../outcome';

const CAUSE = 'Stopped by fsxbench stop.';

/** @returns 0: stopped, or ended before; 2: there is no such execution */
export const stop: AccountCommand = async (cli, operator, [name], options) => {
  const isAll = options['all'] === true;
  if (isAll === (name !== undefined))
    throw new UserError('WrongUsage', 'stop: give the name of one execution, or --all');
  const found = name === undefined ? null : await findExecution('stop', name, operator);
  if (found !== null && found.status !== 'RUNNING') {
    const left = found.isProven || found.experiment === null ? 'nothing of it is left' : 'it is being torn down';
    printAnswer(cli, options, { stopped: [] }, `${found.executionId} ended before: ${found.status}; ${left}.\n`);
    return EXIT.done;
  }
  const names = found === null ? await listRunning(operator) : [found.executionId];
  for (const one of names) await stopExecution(one, CAUSE, operator);
  const lines = names.map((one) => `${one} is stopped; its guardian tears down. To follow: fsxbench watch ${one}\n`);
  const hint = isAll ? 'Schedules may start more. To refuse every start: fsxbench pause\n' : '';
  const none = names.length === 0 ? 'Nothing runs.\n' : '';
  printAnswer(cli, options, { stopped: names }, none + lines.join('') + hint);
  return EXIT.done;
};

export const run = inAccount('stop', stop);
