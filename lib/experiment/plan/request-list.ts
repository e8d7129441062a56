/**
 * The AWS requests that create, change and delete, in the order in which a plan sends them. Looks (Describe, List, Get)
 * are not listed.
 */
import { groupBy } from '../../shapes/group';
import type { Plan, PlannedCreate, PlannedStep, RigPlan, TrialPlan } from '../../shapes/plan';
import type { CreateCall, CreateRequest } from '../../shapes/requests';
import { actionOf, endOf, kindOfCall, RESOURCES, serviceOf, type StorageCall } from '../../shapes/resources';

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

function ofRig(plan: Plan, { rig, copies, roles, periods }: RigPlan): Request[] {
  const one = (action: string, what: string): Request => ({ rig, action, times: 1, what });
  const several = copies.length > 1;
  const named = (copy: string, what: string): string => (several ? `${what} of ${copy}` : what);
  const made = roles.filter(({ managed }) => managed === undefined);
  const launch = made.flatMap(({ role, count, instanceType }) => [
    one('ec2:CreateLaunchTemplate', role),
    one('ec2:CreateFleet', `${count} ${role}${instanceType === 'local' ? '' : ` ${instanceType}`}`),
  ]);
  const create = copies.flatMap(({ copy, requests }) =>
    requests.map(({ call, id }) => one(requestOf(call), named(copy, id))),
  );
  const ready = copies.flatMap(({ copy, prepare }) =>
    prepare.map(({ name }) => one('ssm:SendCommand', several ? name : name.replace(`${copy}-`, ''))),
  );
  const trials = new Map(plan.trials.map((trial) => [trial.trial, trial]));
  const measure = periods.flatMap(({ period, batches }) => {
    const changes = batches.flatMap((batch) =>
      batch.changes.flatMap(({ copy, stage, requests, actions = [] }) => [
        ...actions.map((action) =>
          one('hook' in action ? 'a hook' : 'a person', `${named(copy, 'brings it')} to stage ${action.stage}`),
        ),
        ...requests.map(({ call, of }) =>
          one(requestOf(call), `${named(copy, of)}${stage === null ? '' : `, to stage ${stage}`}`),
        ),
      ]),
    );
    const names = batches
      .flatMap((batch) => batch.trials)
      .flatMap((trial) => sentBy(trials.get(trial)).map((command) => command.name));
    const measured = [...new Set(names)].map((name) => ({
      rig,
      action: 'ssm:SendCommand',
      times: names.filter((other) => other === name).length,
      what: periods.length === 1 ? name : `${name} in period ${period}`,
    }));
    return [...counted(changes), ...measured];
  });
  const hosts = made.reduce((sum, role) => sum + role.count, 0);
  const teardown = [
    ...(hosts === 0 ? [one('ssm:SendCommand', 'clean')] : []),
    ...(hosts === 0 ? [] : [one('ec2:TerminateInstances', `${hosts} ${hosts === 1 ? 'host' : 'hosts'}`)]),
    ...made.map(({ role }) => one('ec2:DeleteLaunchTemplate', role)),
    // What was made last may exist in what was made before.
    ...copies.flatMap(({ copy, requests }) =>
      [...requests, ...addedTo(copy, periods)]
        .toReversed()
        .flatMap((made) => removals(made).map((action) => one(action, named(copy, made.id)))),
    ),
  ];
  return [...create, ...launch, ...ready, ...measure, ...teardown];
}

/** Commands of a first attempt. */
function sentBy(trial: TrialPlan | undefined): readonly PlannedStep[] {
  if (trial === undefined) return [];
  return [...(trial.fixturesFirst === true ? (trial.fixtures ?? []) : []), ...trial.steps];
}

/** Equal requests as one. */
function counted(requests: readonly Request[]): Request[] {
  const groups = groupBy(requests, ({ action, what }) => `${action} ${what}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, times: 1 + others.length }],
  );
}

/** What is made with a change, in the order in which it is. */
function addedTo(copy: string, periods: RigPlan['periods']): Pick<PlannedCreate, 'id' | 'call' | 'input'>[] {
  return periods
    .flatMap(({ batches }) => batches.flatMap(({ changes }) => changes))
    .filter((change) => change.copy === copy)
    .flatMap(({ requests }) => requests)
    .flatMap(({ of, call, input }) =>
      actionOf(call).startsWith('Create') ? [{ id: of, call: call as CreateCall, input }] : [],
    );
}

function requestOf(call: StorageCall): string {
  return `${serviceOf(kindOfCall(call))}:${actionOf(call)}`;
}

/** What deletes that which a request made; nothing where it goes with its parent, as volumes of OpenZFS do. */
function removals({ call, input }: Pick<CreateRequest, 'call' | 'input'>): string[] {
  const kind = kindOfCall(call);
  return endOf(kind, input) === 'by itself' ? [`${serviceOf(kind)}:${RESOURCES[kind].remove}`] : [];
}
