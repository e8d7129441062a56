/** `fsxbench watch`: follows an execution in an account. */
import { expected } from '../../shapes/errors';
import { type AccountCommand, findExecution, inAccount } from '../account/operate';
import { watchExecution } from '../account/watch';

export const watch: AccountCommand = async (cli, operator, args, options) => {
  const { executionId } = await findExecution('watch', expected(args[0], 'the argument <execution>'), operator);
  return watchExecution(cli, operator, executionId, options);
};

export const run = inAccount('watch', watch);
