/** Managed hosts of an execution: chooses them, and checks whether they answer. */
import type { InstanceInformation } from '@aws-sdk/client-ssm';
import { makeRefusal } from '../../shapes/errors';
import { parseExecutionId, findRig } from '../../shapes/execution-names';
import { parseHostLockId, type ManagedHost } from './host-locks';
import type { ManagedTag } from '../../shapes/role-plan';
import type { Plan } from '../../shapes/plan';
import type { Context } from '../context';
import { readNextPages } from '../pages';
import { listHeldLeases } from './lease';

type PlanRoles = { readonly rigs: readonly { readonly roles: Plan['rigs'][number]['roles'] }[] };

/** Number of hosts of a role, in the rig that needs the most. */
interface HostNeed {
  readonly role: string;
  readonly count: number;
  readonly tag: ManagedTag;
}

/**
 * Chooses the managed hosts of a plan's roles once for all rigs: the answering hosts with the lowest ids.
 * @throws FsxbenchError `EgressNotAllowed` if the deployment does not allow a tag; `HostsMissing` if too few answer
 */
export async function resolveHosts(plan: PlanRoles, context: Context): Promise<ManagedHost[]> {
  const wanted = listHostNeeds(plan);
  refuseOtherTags(wanted, context);
  const taken = new Set<string>();
  const hosts: ManagedHost[] = [];
  const lacking: string[] = [];
  for (const { role, count, tag } of wanted) {
    const known = await listByTag(tag, context);
    const fit = known.filter(isUsable).flatMap(({ InstanceId: id }) => (id === undefined || taken.has(id) ? [] : [id]));
    const own = fit.toSorted().slice(0, count);
    if (fit.length > count)
      context.log.info('more managed hosts answer than are needed: using the lowest ids', {
        role,
        answering: fit.length,
        taken: own,
      });
    for (const id of own) taken.add(id);
    hosts.push(...own.map((id) => ({ id, role })));
    if (own.length < count) lacking.push(formatLacking({ role, count, tag }, known, own.length));
  }
  if (lacking.length === 0) return hosts;
  const advice =
    'Tag more hosts, or start their agents; `aws ssm describe-instance-information` lists hosts that answer.';
  throw makeRefusal('HostsMissing', 'managed hosts are missing:', lacking, advice, { lacking });
}

interface LeasedHosts {
  readonly answering: readonly (ManagedHost & { readonly address: string })[];
  /** Hosts that do not answer, such as `mi-1 (ConnectionLost)`, or are not in Systems Manager any more. */
  readonly silent: readonly string[];
}

/** A rig's managed hosts, and whether they answer: for each role the required number, lowest ids first. */
export async function readRigHosts(
  rigTag: string,
  roles: readonly { readonly role: string; readonly count: number }[],
  context: Context,
): Promise<LeasedHosts> {
  const leased = await listLeasedHosts(parseExecutionId(rigTag), findRig(rigTag), context);
  const own = roles.flatMap(({ role, count }) => leased.filter((one) => one.role === role).slice(0, count));
  if (own.length === 0) return { answering: [], silent: [] };
  const agents = await listAgents([{ Key: 'InstanceIds', Values: own.map(({ id }) => id) }], context);
  const known = new Map(agents.map((one) => [one.InstanceId, one]));
  const isThere = ({ id }: ManagedHost): boolean => isUsable(known.get(id) ?? {});
  return {
    answering: own.filter(isThere).map((one) => ({ ...one, address: known.get(one.id)?.IPAddress ?? '-' })),
    silent: own
      .filter((one) => !isThere(one))
      .map(({ id }) => `${id} (${known.get(id)?.PingStatus ?? 'not registered'})`),
  };
}

/** Lists hosts that an execution has leased for a rig, by id. @param rig null: any */
async function listLeasedHosts(executionId: string, rig: string | null, context: Context): Promise<ManagedHost[]> {
  const leases = await listHeldLeases(executionId, context);
  return leases
    .flatMap(({ lease: { store, role = '', rigs } }) => {
      const id = parseHostLockId(store);
      return id === undefined || (rig !== null && !rigs.includes(rig)) ? [] : [{ id, role }];
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function listHostNeeds({ rigs }: PlanRoles): HostNeed[] {
  const found = new Map<string, HostNeed>();
  for (const { role, count, managed: tag } of rigs.flatMap(({ roles }) => roles)) {
    if (tag === undefined) continue;
    found.set(role, { role, tag, count: Math.max(count, found.get(role)?.count ?? 0) });
  }
  return [...found.values()];
}

/** Does nothing if the deployment is unknown, as in rehearsals. */
function refuseOtherTags(wanted: readonly HostNeed[], { config: { managed } }: Context): void {
  if (managed === undefined) return;
  const other = wanted.filter(
    ({ tag }) => !managed.some(({ tagKey, tagValue }) => tagKey === tag.key && tagValue === tag.value),
  );
  if (other.length === 0) return;
  throw makeRefusal(
    'EgressNotAllowed',
    'this deployment may not send commands to these hosts:',
    other.map(({ role, tag }) => `fleet.${role}: hosts with the tag ${tag.key}=${tag.value}`),
    'Add their tags to the setting `managed` and deploy both stacks, `cdk deploy --all`: one measures, the other ' +
      'cleans (docs/managed-hosts.md).',
    { roles: other.map(({ role }) => role) },
  );
}

/** The scripts need Linux. */
function isUsable({ PingStatus, PlatformType }: InstanceInformation): boolean {
  return PingStatus === 'Online' && (PlatformType ?? 'Linux') === 'Linux';
}

function formatLacking({ role, count, tag }: HostNeed, known: readonly InstanceInformation[], own: number): string {
  const silent = known
    .filter((one) => !isUsable(one))
    .map(({ InstanceId = '', PingStatus = 'Inactive' }) => `${InstanceId} (${PingStatus})`);
  const others = silent.length === 0 ? '' : `; these do not: ${silent.slice(0, 5).join(', ')}`;
  return `fleet.${role}: ${own} of ${count} hosts with the tag ${tag.key}=${tag.value} answer${others}`;
}

async function listByTag({ key, value }: ManagedTag, context: Context): Promise<InstanceInformation[]> {
  return listAgents([{ Key: `tag:${key}`, Values: [value] }], context);
}

async function listAgents(
  filters: { Key: string; Values: string[] }[],
  context: Context,
): Promise<InstanceInformation[]> {
  const pages = await readNextPages((next) =>
    context.aws.ssm.describeInstanceInformation({ Filters: filters, MaxResults: 50, ...next }),
  );
  return pages.flatMap(({ InstanceInformationList }) => InstanceInformationList ?? []);
}
