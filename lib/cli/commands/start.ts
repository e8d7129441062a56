/** `fsxbench start`: checks a spec and starts an execution of it in an account. */
import { type Operator, startExecution } from '../../aws/operator';
import { formatUsd } from '../../results/format';
import { formatSeconds } from '../../shapes/quantity';
import { type AccountCommand, inAccount } from '../account/operate';
import { watchExecution } from '../account/watch';
import { checkSpec, refuse, refusedLater } from '../check-spec';
import { printAnswer, UserError } from '../command';
import { executionName, seedOf, textOf } from '../options';
import { EXIT } from '../outcome';
import { readSpecFile } from '../spec-file';
import { openWorkspace, pricesOf } from '../workspace';

/** Of the deployment: it stands in every ARN. */
function regionOf({ config }: Operator): string {
  return config.machineArns.experiment.split(':')[3] ?? '';
}

/** @returns 2 or 3 where the spec is refused, as `validate` does; with `--wait` as `run` does */
export const start: AccountCommand = async (cli, operator, args, options) => {
  const spec = readSpecFile(cli, args);
  const executionId = executionName(textOf(options['name']), operator.now());
  const seed = seedOf(options['seed']);
  const workspace = await openWorkspace(cli, pricesOf(cli, options, { AWS_REGION: regionOf(operator) }).book);
  const { stack } = operator.config;
  const checked = checkSpec(workspace, spec, {
    executionId,
    stack,
    startedAt: operator.now(),
    seed,
    rule: refusedLater,
  });
  if (checked.planned === undefined) return refuse(cli, spec, checked, options['json'] === true);
  const { plan } = checked.planned;
  if (plan.local)
    throw new UserError('WrongUsage', `start: its targets live on this machine; measure them with fsxbench run`);
  const input = { spec: spec.text, ...(seed === undefined ? {} : { seed }) };
  if (!(await startExecution(executionId, input, operator)))
    throw new UserError('BadExecutionName', `start: the name '${executionId}' was used before; choose another one`);
  const { usd, seconds } = plan.estimate;
  const text = `${executionId} of ${plan.experiment} is started: about ${formatSeconds(seconds)} and ${formatUsd(usd)} (estimate)\n`;
  if (options['wait'] === true) {
    cli.err.write(text);
    return watchExecution(cli, operator, executionId, options);
  }
  const next = `to follow  fsxbench watch ${executionId}\nto stop    fsxbench stop ${executionId}\n`;
  printAnswer(cli, options, { executionId, experiment: plan.experiment, estimate: { usd, seconds } }, text + next);
  return EXIT.done;
};

export const run = inAccount('start', start);
