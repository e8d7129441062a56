/** Hosts of a rig: lists them, and checks which answer. */
import type { Instance } from '@aws-sdk/client-ec2';
import { CONTRACT_VERSION } from '../shapes/contract-version';
import { type DiskMapping, toVolumeId } from '../shapes/disks';
import { ensure } from '../shapes/errors';
import { TAG_KEYS } from '../shapes/tags';
import type { Outputs } from '../shapes/requests';
import { writeText } from './bucket';
import type { Context } from './context';
import { readRigHosts } from './leases/managed-hosts';
import { readNextPages } from './pages';

export interface Host {
  readonly host: string;
  readonly role: string;
  readonly index: number;
  readonly privateIp: string;
  readonly instanceId: string;
}

/** A line per host, for shell: `<host> <role> <index> <privateIp> <instanceId> <contract version>`. */
export function formatHosts(hosts: readonly Host[], version: number = CONTRACT_VERSION): string {
  return hosts
    .map((one) => `${one.host} ${one.role} ${one.index} ${one.privateIp} ${one.instanceId} ${version}\n`)
    .join('');
}

/** Parses a host list (`RIG.txt`); ignores empty lines. */
export function parseHosts(text: string): Host[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [host = '', role = '', index = '', privateIp = '', instanceId = ''] = line.split(' ');
      return { host, role, index: Number(index), privateIp, instanceId };
    });
}

/** States of an instance that will not answer again (EC2 guide, Instance lifecycle). */
const ENDED_STATES: readonly string[] = ['shutting-down', 'terminated', 'stopping', 'stopped'];

/** The expected hosts, and the contents of the files that hosts read. */
export interface ExpectedHosts {
  readonly roles: readonly { readonly role: string; readonly count: number }[];
  readonly hostsKey: string;
  /** Outputs of created resources, such as `dnsName`, by target instance, then by request id. */
  readonly made: Readonly<Record<string, Outputs>>;
  /** Key of the endpoints file, which exists only if resources were created. */
  readonly endpointsKey: string;
  /** True for existing (managed) hosts: they have no tags of the stack, so leases name them. */
  readonly managed?: boolean | undefined;
  /** Maps each disk of a host to a volume of a target instance. */
  readonly disks?: readonly DiskMapping[] | undefined;
}

/** One line per value: `<target instance>.<request> <name> <value>`. Shell reads it without a parser. */
function formatEndpoints(made: ExpectedHosts['made']): string {
  const lines = Object.entries(made).flatMap(([copy, requests]) =>
    Object.entries(requests).flatMap(([id, values]) =>
      Object.entries(values).map(([name, value]) => `${copy}.${id} ${name} ${value}\n`),
    ),
  );
  return lines.join('');
}

/** An EBS volume that belongs to a target instance. */
interface TargetVolume extends DiskMapping {
  readonly instanceId: string;
  readonly id: string;
}

/** Finds the volumes of target instances, in order. */
function findVolumes(instances: readonly Instance[], places: readonly DiskMapping[]): TargetVolume[] {
  return places.flatMap((place) =>
    instances
      .filter((one) => hasRole(one, place.role))
      .flatMap(({ InstanceId: instanceId = '', BlockDeviceMappings = [] }) =>
        BlockDeviceMappings.flatMap(({ DeviceName, Ebs }) =>
          DeviceName === place.device && Ebs?.VolumeId !== undefined
            ? [{ ...place, instanceId, id: Ebs.VolumeId }]
            : [],
        ),
      ),
  );
}

/** A line per volume, for hosts: `<target instance>.<instance id> volumeId <id>`, then `volumeId2` and so on. */
function formatDisks(volumes: readonly TargetVolume[]): string {
  return volumes
    .map(({ copy, volume, instanceId, id }) => `${copy}.${instanceId} volumeId${volume === 1 ? '' : volume} ${id}\n`)
    .sort()
    .join('');
}

/** Volumes by target instance, then by `volume1` and so on. */
function toMadeByCopy(volumes: readonly TargetVolume[]): Record<string, Outputs> {
  const made: Record<string, Outputs> = {};
  for (const { copy, volume, id } of volumes) made[copy] = { ...made[copy], [toVolumeId(volume)]: { id } };
  return made;
}

function hasRole({ Tags = [] }: Instance, role: string): boolean {
  return Tags.some((tag) => tag.Key === TAG_KEYS.role && tag.Value === role);
}

/** State of a rig's hosts. */
export interface HostCount {
  /** Number of answering hosts; 0 if they were not checked. */
  readonly online: number;
  readonly gone: number;
  /** Why EC2 ended a host, or which managed hosts do not answer; empty if unknown. */
  readonly why: string;
  /** Volumes created with hosts, by target instance; absent if no volume is expected. */
  readonly made?: Readonly<Record<string, Outputs>>;
}

/**
 * Counts ended hosts and, if hosts are expected, hosts that answer to SSM. Writes the host list once all answer.
 * Describes a whole fleet only once, not in every poll: EC2 throttles Describe calls per account, and answers are long.
 * Numbers hosts by their ids within a role, so that a second call assigns the same names.
 */
export async function listHosts(
  event: {
    rigTag: string;
    expected?: ExpectedHosts | undefined;
  },
  context: Context,
): Promise<HostCount> {
  if (event.expected?.managed === true) return listManaged(event.rigTag, event.expected, context);
  const ended = await listInstances(event.rigTag, ENDED_STATES, context);
  const why = ended.map((one) => one.StateReason?.Message ?? '').find((text) => text !== '') ?? '';
  const count = { gone: ended.length, why };
  if (event.expected === undefined) return { online: 0, ...count };
  const { roles, hostsKey, made, endpointsKey, disks = [] } = event.expected;
  const answering = await listOnlineHosts(event.rigTag, context);
  // SSM reports an ended host only after minutes.
  for (const id of toIds(ended)) answering.delete(id);
  const wanted = roles.reduce((sum, { count: hosts }) => sum + hosts, 0);
  if (answering.size < wanted) return { online: answering.size, ...count };
  const running = await listInstances(event.rigTag, ['running'], context);
  const hosts = numberHosts(
    running.filter(({ InstanceId = '' }) => answering.has(InstanceId)),
    roles.map(({ role }) => role),
  );
  if (hosts.length < wanted) return { online: hosts.length, ...count };
  const volumes = findVolumes(running, disks);
  const endpoints = `${formatEndpoints(made)}${formatDisks(volumes)}`;
  if (endpoints !== '') await writeText(context, endpointsKey, endpoints);
  await writeText(context, hostsKey, formatHosts(hosts, context.config.contractVersion));
  return { online: hosts.length, ...count, ...(disks.length === 0 ? {} : { made: toMadeByCopy(volumes) }) };
}

/** Maximum number of silent hosts that a reason names. */
const SILENT_MAX = 5;

/** {@link listHosts} for managed hosts: the execution cannot terminate them, so none counts as ended. */
async function listManaged(
  rigTag: string,
  { roles, hostsKey, made, endpointsKey }: ExpectedHosts,
  context: Context,
): Promise<HostCount> {
  const { answering, silent } = await readRigHosts(rigTag, roles, context);
  const wanted = roles.reduce((sum, { count }) => sum + count, 0);
  if (answering.length === wanted) {
    const hosts = roles.flatMap(({ role }) =>
      answering
        .filter((one) => one.role === role)
        .map(({ id: instanceId, address: privateIp }, index) => {
          return { host: `${role}-${index}`, role, index, privateIp, instanceId };
        }),
    );
    const endpoints = formatEndpoints(made);
    if (endpoints !== '') await writeText(context, endpointsKey, endpoints);
    await writeText(context, hostsKey, formatHosts(hosts, context.config.contractVersion));
  }
  const why = silent.length === 0 ? '' : `No answer from ${silent.slice(0, SILENT_MAX).join(', ')}.`;
  return { online: answering.length, gone: 0, why };
}

function numberHosts(instances: readonly Instance[], roles: readonly string[]): Host[] {
  return roles.flatMap((role) =>
    instances
      .filter((one) => hasRole(one, role))
      .map((one) => ({ ...one, instanceId: ensure(one.InstanceId, 'the id of a host that answers') }))
      .sort((a, b) => (a.instanceId < b.instanceId ? -1 : 1))
      .map(({ PrivateIpAddress: privateIp = '-', instanceId }, index) => ({
        host: `${role}-${index}`,
        role,
        index,
        privateIp,
        instanceId,
      })),
  );
}

async function listInstances(rigTag: string, states: readonly string[], context: Context): Promise<Instance[]> {
  const filters = [
    { Name: `tag:${TAG_KEYS.rig}`, Values: [rigTag] },
    // Another stack in the account may run an execution with the same name.
    { Name: `tag:${TAG_KEYS.stack}`, Values: [context.config.stack] },
    { Name: 'instance-state-name', Values: [...states] },
  ];
  const pages = await readNextPages((next) =>
    context.aws.ec2.describeInstances({ Filters: filters, MaxResults: 200, ...next }),
  );
  return pages.flatMap((page) => (page.Reservations ?? []).flatMap((one) => one.Instances ?? []));
}

async function listOnlineHosts(rigTag: string, context: Context): Promise<Set<string>> {
  const pages = await readNextPages((next) =>
    context.aws.ssm.describeInstanceInformation({
      Filters: [{ Key: `tag:${TAG_KEYS.rig}`, Values: [rigTag] }],
      MaxResults: 50,
      ...next,
    }),
  );
  const online = pages
    .flatMap((page) => page.InstanceInformationList ?? [])
    .filter((one) => one.PingStatus === 'Online');
  return new Set(toIds(online));
}

/** Skips entries without an id, which would fail a poll. */
function toIds(entries: readonly { readonly InstanceId?: string | undefined }[]): string[] {
  return entries.flatMap(({ InstanceId }) => InstanceId ?? []);
}
