/** Managed hosts of an execution: which they are, and whether they answer. */
import type { InstanceInformation } from '@aws-sdk/client-ssm';
import { refusalOfAll } from '../../shapes/errors';
import { executionIdOf, rigOf } from '../../shapes/execution-names';
import { hostOfStore, type ManagedHost, type ManagedTag } from '../../shapes/managed';
import type { Plan } from '../../shapes/plan';
import type { Context } from '../context';
import { allNext } from '../pages';
import { heldBy } from './lease';

/** What of a plan counts here. */
type Asking = { readonly rigs: readonly { readonly roles: Plan['rigs'][number]['roles'] }[] };

/** Of a role, in the rig that wants the most of them. */
interface Wanted {
  readonly role: string;
  readonly count: number;
  readonly tag: ManagedTag;
}

/**
 * Resolves the roles of a plan to hosts, once for all its rigs: those that answer, the first by their ids.
 * @throws FsxbenchError `EgressNotAllowed` where the deployment does not name a tag; `HostsMissing` where fewer answer
 */
export async function resolveHosts(plan: Asking, context: Context): Promise<ManagedHost[]> {
  const wanted = wantedOf(plan);
  refuseOtherTags(wanted, context);
  const taken = new Set<string>();
  const hosts: ManagedHost[] = [];
  const lacking: string[] = [];
  for (const { role, count, tag } of wanted) {
    const known = await withTag(tag, context);
    const fit = known.filter(answers).flatMap(({ InstanceId: id }) => (id === undefined || taken.has(id) ? [] : [id]));
    const own = fit.toSorted().slice(0, count);
    if (fit.length > count)
      context.log.info('more managed hosts answer than are needed: the first by their ids are taken', {
        role,
        answering: fit.length,
        taken: own,
      });
    for (const id of own) taken.add(id);
    hosts.push(...own.map((id) => ({ id, role })));
    if (own.length < count) lacking.push(lackingText({ role, count, tag }, known, own.length));
  }
  if (lacking.length === 0) return hosts;
  const advice = 'Tag more of them, or start their agents; `aws ssm describe-instance-information` lists what answers.';
  throw refusalOfAll('HostsMissing', 'managed hosts are missing:', lacking, advice, { lacking });
}

/** Managed hosts of a rig. */
interface LeasedHosts {
  /** With their addresses. */
  readonly answering: readonly (ManagedHost & { readonly address: string })[];
  /** `mi-1 (ConnectionLost)`, or gone from Systems Manager. */
  readonly silent: readonly string[];
}

/**
 * Managed hosts of a rig, whether they answer; of each role as many as are wanted, the first by their ids.
 * @param roles of the rig
 */
export async function leasedOfRig(
  rigTag: string,
  roles: readonly { readonly role: string; readonly count: number }[],
  context: Context,
): Promise<LeasedHosts> {
  const leased = await leasedHosts(executionIdOf(rigTag), rigOf(rigTag), context);
  const own = roles.flatMap(({ role, count }) => leased.filter((one) => one.role === role).slice(0, count));
  if (own.length === 0) return { answering: [], silent: [] };
  const told = await informationOf([{ Key: 'InstanceIds', Values: own.map(({ id }) => id) }], context);
  const known = new Map(told.map((one) => [one.InstanceId, one]));
  const isThere = ({ id }: ManagedHost): boolean => answers(known.get(id) ?? {});
  return {
    answering: own.filter(isThere).map((one) => ({ ...one, address: known.get(one.id)?.IPAddress ?? '-' })),
    silent: own
      .filter((one) => !isThere(one))
      .map(({ id }) => `${id} (${known.get(id)?.PingStatus ?? 'not registered'})`),
  };
}

/** Hosts that an execution has leased for a rig, by their ids. @param rig null: any */
async function leasedHosts(executionId: string, rig: string | null, context: Context): Promise<ManagedHost[]> {
  const leases = await heldBy(executionId, context);
  return leases
    .flatMap(({ lease: { store, role = '', rigs } }) => {
      const id = hostOfStore(store);
      return id === undefined || (rig !== null && !rigs.includes(rig)) ? [] : [{ id, role }];
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function wantedOf({ rigs }: Asking): Wanted[] {
  const found = new Map<string, Wanted>();
  for (const { role, count, managed: tag } of rigs.flatMap(({ roles }) => roles)) {
    if (tag === undefined) continue;
    found.set(role, { role, tag, count: Math.max(count, found.get(role)?.count ?? 0) });
  }
  return [...found.values()];
}

/** Does nothing where the deployment is not known: in rehearsals. */
function refuseOtherTags(wanted: readonly Wanted[], { config: { managed } }: Context): void {
  if (managed === undefined) return;
  const other = wanted.filter(
    ({ tag }) => !managed.some(({ tagKey, tagValue }) => tagKey === tag.key && tagValue === tag.value),
  );
  if (other.length === 0) return;
  throw refusalOfAll(
    'EgressNotAllowed',
    'this deployment may not send commands to these hosts:',
    other.map(({ role, tag }) => `fleet.${role}: hosts with the tag ${tag.key}=${tag.value}`),
    'Add their tags to the setting `managed` and deploy both stacks, `cdk deploy --all`: one measures, the other ' +
      'cleans (docs/managed-hosts.md).',
    { roles: other.map(({ role }) => role) },
  );
}

/** The scripts are of Linux. */
function answers({ PingStatus, PlatformType }: InstanceInformation): boolean {
  return PingStatus === 'Online' && (PlatformType ?? 'Linux') === 'Linux';
}

function lackingText({ role, count, tag }: Wanted, known: readonly InstanceInformation[], own: number): string {
  const silent = known
    .filter((one) => !answers(one))
    .map(({ InstanceId = '', PingStatus = 'Inactive' }) => `${InstanceId} (${PingStatus})`);
  const others = silent.length === 0 ? '' : `; these do not: ${silent.slice(0, 5).join(', ')}`;
  return `fleet.${role}: ${own} of ${count} hosts with the tag ${tag.key}=${tag.value} answer${others}`;
}

async function withTag({ key, value }: ManagedTag, context: Context): Promise<InstanceInformation[]> {
  return informationOf([{ Key: `tag:${key}`, Values: [value] }], context);
}

async function informationOf(
  filters: { Key: string; Values: string[] }[],
  context: Context,
): Promise<InstanceInformation[]> {
  const pages = await allNext((next) =>
    context.aws.ssm.describeInstanceInformation({ Filters: filters, MaxResults: 50, ...next }),
  );
  return pages.flatMap(({ InstanceInformationList }) => InstanceInformationList ?? []);
}
