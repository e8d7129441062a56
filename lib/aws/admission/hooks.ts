/** Whether the deployment may run the state machines of others that a plan names: said before all creates. */
import { FsxbenchError } from '../../shapes/errors';
import type { Plan } from '../../shapes/plan';
import type { Context } from '../context';

/**
 * Does nothing where the deployment is not known, in rehearsals.
 * @throws FsxbenchError `HookNotAllowed` that names every machine that is not allowed; `NotBuilt` on this machine
 */
export function refuseHooks({ rigs }: Pick<Plan, 'rigs'>, { config }: Pick<Context, 'config'>): void {
  const batches = rigs.flatMap(({ periods }) => periods.flatMap((period) => period.batches));
  const actions = batches.flatMap(({ changes }) => changes.flatMap((change) => change.actions ?? []));
  if (config.local && actions.length > 0)
    throw new FsxbenchError(
      'NotBuilt',
      'this version cannot wait for anybody on this machine: stages with `reach` are measured in an account only. ' +
        '`fsxbench plan` works in full',
    );
  const hooks = [...new Set(actions.flatMap((action) => ('hook' in action ? [action.hook] : [])))];
  const allowed = config.hooks ?? hooks;
  const lacking = hooks.filter((hook) => !allowed.includes(hook));
  if (lacking.length === 0) return;
  const lines = lacking.map((hook) => `  ${hook}`);
  const how = 'Deploy the bench stack with these added to its setting `hooks` (docs/deploy.md).';
  throw new FsxbenchError(
    'HookNotAllowed',
    ['this deployment may not run the state machines by which these stages are reached:', ...lines, how].join('\n'),
    { facts: { lacking } },
  );
}
