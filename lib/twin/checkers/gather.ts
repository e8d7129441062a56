/** Gathers what checkers judge, from outside: the services' own state, the bucket, the machine, the call log. */
import { listKeys, readAll, readJson } from '../../aws/bucket';
import { isOf } from '../../shapes/execution-names';
import { layout, TAG } from '../../shapes/layout';
import type { Plan } from '../../shapes/plan';
import type { AttemptStarted } from '../../shapes/marks';
import { CLOUD_KINDS, LOCAL_KINDS, type Receipt } from '../../shapes/receipt';
import type { TrialRow } from '../../shapes/verdict';
import type { CallRecord } from '../cloud/service';
import type { World } from '../world';
import type { ExecutionFacts, LeftOnMachine, ListedResource, OthersRun } from './facts';

/**
 * Facts of one execution of a world in which nothing runs any more.
 * @param machine what is left on this machine; null where hosts are modelled
 */
export async function gatherFacts(
  world: World,
  name: { readonly experiment: string; readonly executionId: string },
  calls: readonly CallRecord[],
  machine: LeftOnMachine | null,
): Promise<ExecutionFacts> {
  const keys = layout(name.experiment, name.executionId);
  const names = await listKeys(world.context, keys.root);
  const read = async <T>(pattern: RegExp): Promise<{ key: string; value: T }[]> => {
    const found = await readAll(
      world.context,
      names.filter((key) => pattern.test(key)),
    );
    return found.map(({ key, text }) => ({ key, value: JSON.parse(text) as T }));
  };
  const rows = await read<TrialRow>(/\/rows\/[^/]+\.json$/);
  const starts = await read<AttemptStarted>(/\/raw\/[^/]+\/t\d+\/a\d+\/started\.json$/);
  const hosts = world.account.ec2.hosts();
  return {
    ...name,
    plan: await readJson<Plan>(world.context, keys.plan),
    resources: [
      ...hosts.map(({ instanceId, state, tags }) => instance(instanceId, state, tags)),
      ...world.account.ec2.volumes().map(({ id, state, tags }) => ({ kind: 'ec2:volume', id, state, tags })),
      ...templates(world, name),
      ...world.account.stored.left(),
    ],
    kinds: machine === null ? CLOUD_KINDS : LOCAL_KINDS,
    hostIds: hosts.filter(({ tags }) => tags[TAG.execution] === name.executionId).map(({ instanceId }) => instanceId),
    managed: {
      ids: world.registered.hosts.map(({ id }) => id),
      left: world.registered.left(world.context.now()),
    },
    machine,
    rows: rows.map(({ key, value }) => ({ key, row: value })),
    starts: starts.map(({ key, value }) => ({ key, started: value })),
    calls,
    receipt: await readJson<Receipt>(world.context, keys.receipt),
    others: othersIn(world, name.executionId),
  };
}

function othersIn({ account: { sfn }, config }: World, executionId: string): ExecutionFacts['others'] {
  const own = sfn.executions().filter(({ name }) => isOf(name, executionId));
  const told = (one: (typeof own)[number]): OthersRun => {
    return { name: one.name, status: one.status, startedAt: one.startDate, endedAt: one.stopDate ?? null };
  };
  return {
    actions: own.filter(({ machineArn }) => machineArn === config.machineArns.action).map(told),
    hooks: own.filter((one) => sfn.isForeign(one)).map(told),
  };
}

function instance(id: string, state: string, tags: Readonly<Record<string, string>>): ListedResource {
  return { kind: 'ec2:instance', id, state, tags };
}

/** A template is known by its name, which the rig machine makes from the rig's tag. */
function templates(world: World, { executionId }: { readonly executionId: string }): ListedResource[] {
  const prefix = `${world.config.stack}-`;
  return world.account.ec2.templates().map((id) => ({
    kind: 'ec2:launch-template',
    id,
    state: 'available',
    tags: id.startsWith(prefix) && isOf(id.slice(prefix.length), executionId) ? { [TAG.execution]: executionId } : {},
  }));
}
