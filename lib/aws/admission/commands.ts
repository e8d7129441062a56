/** Whether hosts of the deployment may run scripts that a spec brings: said before all creates. */
import { FsxbenchError } from '../../shapes/errors';
import type { Plan } from '../../shapes/plan';
import { workloadOf } from '../../workloads/registry';
import type { Context } from '../context';

/**
 * Whoever may start executions could run anything as root on hosts, with their rights: a deployment says that this is
 * meant. Not asked where the deployment is not known, in rehearsals and on this machine.
 * @throws FsxbenchError `CommandsNotAllowed` that names every workload with a script of its own
 */
export function refuseCommands({ spec }: Pick<Plan, 'spec'>, { config }: Pick<Context, 'config'>): void {
  if (config.commands !== false) return;
  const names = Object.entries(spec.workloads).flatMap(([name, { kind }]) =>
    workloadOf(kind)?.ownScripts === true ? [name] : [],
  );
  if (names.length === 0) return;
  const message =
    'hosts of this deployment run no scripts of specs, and these workloads are such: ' +
    `${names.join(', ')}. Nothing was created. Whoever may start executions could run anything as root on hosts: ` +
    'deploy both stacks with the setting `commands=true` where that is meant (docs/deploy.md)';
  throw new FsxbenchError('CommandsNotAllowed', message, { facts: { workloads: names } });
}
