/** Whether the state machines of others that a plan names may be run and can be waited for: said before all creates. */
import { FsxbenchError } from '../../shapes/errors';
import type { Plan } from '../../shapes/plan';
import type { Context } from '../context';
import { isOfHere, placeText } from './of-here';

/**
 * Whether the deployment names them is not asked where that is not known, in rehearsals. A look that fails stops
 * nobody: it is logged, and the stage says what was wrong.
 * @throws FsxbenchError `HookNotAllowed` that names every machine that is not allowed, is of another Region or account,
 * or cannot be waited for; `NotBuilt` on this machine
 */
export async function refuseHooks({ rigs }: Pick<Plan, 'rigs'>, context: Context): Promise<void> {
  const { config } = context;
  const batches = rigs.flatMap(({ periods }) => periods.flatMap((period) => period.batches));
  const actions = batches.flatMap(({ changes }) => changes.flatMap((change) => change.actions ?? []));
  if (config.local && actions.length > 0)
    throw new FsxbenchError(
      'NotBuilt',
      'this version cannot wait for anybody on this machine: stages with `reach` are measured in an account only. ' +
        '`fsxbench plan` works in full',
    );
  const hooks = [...new Set(actions.flatMap((action) => ('hook' in action ? [action.hook] : [])))];
  refuseNotNamed(hooks, context);
  const wrong: string[] = [];
  for (const hook of hooks) {
    const why = await whyNot(hook, context);
    if (why !== null) wrong.push(`${hook} ${why}`);
  }
  if (wrong.length > 0) throw refusal('these state machines cannot be run and waited for:', wrong, MAKE_ONE);
}

const MAKE_ONE = 'Nothing was created. Make them standard state machines, or name others (docs/deploy.md).';

function refuseNotNamed(hooks: readonly string[], { config }: Context): void {
  if (config.hooks === undefined) return;
  const { hooks: allowed, machineArns } = config;
  const elsewhere = hooks.filter((hook) => !isOfHere(hook, machineArns.experiment));
  // Naming it in the settings would not help: Step Functions waits in its own Region and account.
  if (elsewhere.length > 0)
    throw refusal(
      `these state machines are not of ${placeText(machineArns.experiment)}, where this deployment is, and it can ` +
        'wait for none of another place:',
      elsewhere,
      'Make machines there that do it, and add their ARNs to the setting `hooks` (docs/deploy.md).',
    );
  const lacking = hooks.filter((hook) => !allowed.includes(hook));
  if (lacking.length > 0)
    throw refusal(
      'this deployment may not run the state machines by which these stages are reached:',
      lacking,
      'Deploy both stacks with these added to the setting `hooks`, `cdk deploy --all` (docs/deploy.md).',
    );
}

/** Names of the API for what is not there. */
const ABSENT: readonly string[] = ['StateMachineDoesNotExist', 'InvalidArn'];

/**
 * Null where it can be waited for: `.sync:2` is for standard machines (Step Functions guide, Integrate services,
 * Run a Job).
 */
async function whyNot(hook: string, { aws, log }: Context): Promise<string | null> {
  try {
    const { type = 'STANDARD', status = 'ACTIVE' } = await aws.sfn.describeStateMachine({ stateMachineArn: hook });
    if (type !== 'STANDARD') return `is of type ${type}: only STANDARD can be waited for`;
    return status === 'ACTIVE' ? null : `is ${status}`;
  } catch (cause) {
    if (ABSENT.includes((cause as Error).name)) return 'does not exist';
    log.warn('a state machine of others was not looked at: the stage will say whether it can be run', {
      hook,
      cause: String(cause),
    });
    return null;
  }
}

function refusal(what: string, lacking: readonly string[], how: string): FsxbenchError {
  const lines = [what, ...lacking.map((line) => `  ${line}`), how];
  return new FsxbenchError('HookNotAllowed', lines.join('\n'), { facts: { lacking } });
}
