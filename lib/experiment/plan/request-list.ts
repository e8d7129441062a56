/**
 * The AWS requests that create, change and delete, in the order in which a plan sends them. Looks (Describe, List, Get)
 * are not listed.
 */
import type { Plan, RigPlan } from '../../shapes/plan';
import type { CreateRequest } from '../../shapes/requests';
import { endOf, kindOfCall, RESOURCES, serviceOf, type StorageCall } from '../../shapes/resources';

export interface Request {
  readonly rig: string;
  /** Service and action, e.g. `ec2:CreateFleet`. */
  readonly action: string;
  readonly times: number;
  /** What it is about: a role, or the name of a script. */
  readonly what: string;
}

/** Requests of all rigs in their order; those of one rig follow each other, rigs may run at the same time. */
export function requestsOf(plan: Plan): Request[] {
  return plan.rigs.flatMap((rig) => ofRig(plan, rig));
}

function ofRig(plan: Plan, { rig, requests, roles, prepare, stages }: RigPlan): Request[] {
  const one = (action: string, what: string): Request => ({ rig, action, times: 1, what });
  const launch = roles.flatMap(({ role, count, instanceType }) => [
    one('ec2:CreateLaunchTemplate', role),
    one('ec2:CreateFleet', `${count} ${role}${instanceType === 'local' ? '' : ` ${instanceType}`}`),
  ]);
  const ready = prepare.map(({ name }) => one('ssm:SendCommand', name));
  const trials = new Map(plan.trials.map((trial) => [trial.trial, trial]));
  const create = requests.map(({ call, id }) => one(actionOf(call), id));
  const measure = stages.flatMap(({ stage, changes, batches }) => {
    const names = batches
      .flatMap((batch) => batch.trials)
      .flatMap((trial) => trials.get(trial)?.steps.map((command) => command.name) ?? []);
    const change = changes.map(({ call, of }) => one(actionOf(call), `${of}, to stage ${stage ?? ''}`));
    const measured = [...new Set(names)].map((name) => ({
      rig,
      action: 'ssm:SendCommand',
      times: names.filter((other) => other === name).length,
      what: stage === null ? name : `${name} in stage ${stage}`,
    }));
    return [...change, ...measured];
  });
  const hosts = roles.reduce((sum, role) => sum + role.count, 0);
  const teardown = [
    one('ec2:TerminateInstances', `${hosts} ${hosts === 1 ? 'host' : 'hosts'}`),
    ...roles.map(({ role }) => one('ec2:DeleteLaunchTemplate', role)),
    // What was made last may exist in what was made before.
    ...requests.toReversed().flatMap((made) => removals(made).map((action) => one(action, made.id))),
  ];
  return [...create, ...launch, ...ready, ...measure, ...teardown];
}

function actionOf(call: StorageCall): string {
  return `${serviceOf(kindOfCall(call))}:${call}`;
}

/** What deletes that which a request made; nothing where it goes with its parent, as volumes of OpenZFS do. */
function removals({ call, input }: Pick<CreateRequest, 'call' | 'input'>): string[] {
  const kind = kindOfCall(call);
  return endOf(kind, input) === 'by itself' ? [`${serviceOf(kind)}:${RESOURCES[kind].remove}`] : [];
}
