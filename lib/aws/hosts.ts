/** Hosts of a rig: who is there, who answers, and what became of a command on each of them. */
import type { Instance } from '@aws-sdk/client-ec2';
import { CONTRACT_VERSION } from '../shapes/contract-version';
import { type DiskMapping, toVolumeId } from '../shapes/disks';
import { ensure } from '../shapes/errors';
import { FIXTURE_MISMATCH } from '../shapes/fixture';
import { TAG } from '../shapes/layout';
import type { Outputs } from '../shapes/requests';
import { parseHostStatus } from '../results/trial/status';
import type { StepOutcome } from '../shapes/outcomes';
import { listKeys, readText, writeText } from './bucket';
import type { Context } from './context';
import { readRigHosts } from './leases/managed-hosts';
import { readNextPages } from './pages';

/** One line of the hosts file. */
export interface Host {
  readonly host: string;
  readonly role: string;
  readonly index: number;
  readonly privateIp: string;
  readonly instanceId: string;
}

/**
 * `<host> <role> <index> <privateIp> <instanceId> <version>` a line: shell reads it without a parser. The version is
 * that of the contracts, and for hosts alone.
 */
export function formatHosts(hosts: readonly Host[], version: number = CONTRACT_VERSION): string {
  return hosts
    .map((one) => `${one.host} ${one.role} ${one.index} ${one.privateIp} ${one.instanceId} ${version}\n`)
    .join('');
}

/** The other way round; empty lines are passed over. */
export function parseHosts(text: string): Host[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [host = '', role = '', index = '', privateIp = '', instanceId = ''] = line.split(' ');
      return { host, role, index: Number(index), privateIp, instanceId };
    });
}

/** States of an instance that will never answer again, or not in time (EC2 guide, Instance lifecycle). */
const ENDED_STATES: readonly string[] = ['shutting-down', 'terminated', 'stopping', 'stopped'];

/** Who is expected, and what their files say. */
export interface ExpectedHosts {
  readonly roles: readonly { readonly role: string; readonly count: number }[];
  readonly hostsKey: string;
  /** By copy, then by the id of each request, what it made: names and values, such as `dnsName`. */
  readonly made: Readonly<Record<string, Outputs>>;
  /** Where hosts find it; not written where nothing was made. */
  readonly endpointsKey: string;
  /** They exist, and carry no tag of ours: leases say which they are. */
  readonly managed?: boolean | undefined;
  /** Which disk of its hosts is which volume of which copy; left out: none is. */
  readonly disks?: readonly DiskMapping[] | undefined;
}

/** `<copy>.<request> <name> <value>` a line: shell reads it without a parser. */
function formatEndpoints(made: ExpectedHosts['made']): string {
  const lines = Object.entries(made).flatMap(([copy, requests]) =>
    Object.entries(requests).flatMap(([id, values]) =>
      Object.entries(values).map(([name, value]) => `${copy}.${id} ${name} ${value}\n`),
    ),
  );
  return lines.join('');
}

/** A volume of EBS that is one of a copy. */
interface TargetVolume extends DiskMapping {
  readonly instanceId: string;
  readonly id: string;
}

/** Volumes that copies are, in their order. */
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

/** `<copy>.<instance id> volumeId <id>` a line, of the second `volumeId2` and so on: hosts find it by that id. */
function formatDisks(volumes: readonly TargetVolume[]): string {
  return volumes
    .map(({ copy, volume, instanceId, id }) => `${copy}.${instanceId} volumeId${volume === 1 ? '' : volume} ${id}\n`)
    .sort()
    .join('');
}

/** What was made of copies with their hosts: by copy, then `volume1` and so on. */
function toMadeByCopy(volumes: readonly TargetVolume[]): Record<string, Outputs> {
  const made: Record<string, Outputs> = {};
  for (const { copy, volume, id } of volumes) made[copy] = { ...made[copy], [toVolumeId(volume)]: { id } };
  return made;
}

function hasRole({ Tags = [] }: Instance, role: string): boolean {
  return Tags.some((tag) => tag.Key === TAG.role && tag.Value === role);
}

/** How the hosts of a rig are. */
export interface HostCount {
  /** Those that answer, where they were asked for; else 0. */
  readonly online: number;
  readonly gone: number;
  /** Why EC2 ended one of them, or which of those that others own do not answer; empty where nothing says so. */
  readonly why: string;
  /** Volumes that came with hosts, as what was made of their copies; left out: nobody is expected to have any. */
  readonly made?: Readonly<Record<string, Outputs>>;
}

/**
 * Counts the hosts of a rig that have ended and, if told whom to expect, those that answer to SSM; writes the hosts
 * file once all expected ones do. Whole fleets are described once, not at every look: EC2 limits describing by the
 * account, and a description is long. Hosts are numbered in the order of their ids within a role, so that a second
 * call gives the same names.
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
  // SSM takes minutes to notice that a host has ended.
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

/** Hosts that a reason names. */
const SILENT_MAX = 5;

/** The same of hosts that exist: nobody here ends them, so none is ever gone. */
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
    { Name: `tag:${TAG.rig}`, Values: [rigTag] },
    // Another stack of the account may run an execution of the same name.
    { Name: `tag:${TAG.stack}`, Values: [context.config.stack] },
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
      Filters: [{ Key: `tag:${TAG.rig}`, Values: [rigTag] }],
      MaxResults: 50,
      ...next,
    }),
  );
  const online = pages
    .flatMap((page) => page.InstanceInformationList ?? [])
    .filter((one) => one.PingStatus === 'Online');
  return new Set(toIds(online));
}

/** Of whatever EC2 and SSM tell of hosts. One without an id is none that could be waited for: it fails no look. */
function toIds(told: readonly { readonly InstanceId?: string | undefined }[]): string[] {
  return told.flatMap(({ InstanceId }) => InstanceId ?? []);
}

/** Lines of failing hosts that a judgement quotes. */
const FAILED_MAX = 20;

/**
 * Judges a command on every host of its roles: its invocation, and its results in the bucket (status.json is uploaded
 * last, so its presence means complete). A host without results, that SSM lost, or that found other fixtures than the
 * plan states and so did nothing, makes the command LOST: it is worth another try.
 */
export async function judgeHosts(
  event: {
    commandId: string;
    name: string;
    roles: readonly string[];
    hosts: number;
    hostsKey: string;
    outputPrefix: string;
  },
  context: Context,
): Promise<StepOutcome> {
  const written = await readText(context, event.hostsKey);
  // The trial is lost, and its reason is told: no file is not the same as no hosts.
  if (written === null)
    return { name: event.name, status: 'LOST', failed: [`the hosts file ${event.hostsKey} is missing`] };
  const hosts = parseHosts(written).filter((one) => event.roles.includes(one.role));
  const pages = await readNextPages((next) =>
    context.aws.ssm.listCommandInvocations({ CommandId: event.commandId, MaxResults: 50, ...next }),
  );
  const invocations = new Map(
    pages.flatMap((page) => page.CommandInvocations ?? []).map((one) => [one.InstanceId, one] as const),
  );
  const uploaded = new Set(await listKeys(context, event.outputPrefix));
  const judged = await Promise.all(
    hosts.map(async ({ host, instanceId }) => {
      const folder = `${event.outputPrefix}${host}/${event.name}/`;
      const invocation = invocations.get(instanceId);
      const complete = uploaded.has(`${folder}status.json`);
      const words = invocation?.StatusDetails ?? invocation?.Status ?? 'not delivered';
      if (invocation?.Status === 'Success')
        return complete ? null : { lost: true, text: `${host}: ended well, but left no results` };
      // Nothing was measured: the host waits for its fixtures, which the next attempt puts up.
      const wrong = complete ? await readWrongFixture(context, `${folder}status.json`) : null;
      if (wrong !== null) return { lost: true, text: `${host}: ${FIXTURE_MISMATCH}: ${wrong}` };
      const stderr = complete ? await readLastLine(context, `${folder}raw/stderr.txt`) : '';
      return { lost: !complete, text: `${host}: ${words}${stderr === '' ? '' : `: ${stderr}`}` };
    }),
  );
  const failed = judged.filter((one) => one !== null);
  if (hosts.length !== event.hosts)
    failed.push({ lost: true, text: `${hosts.length} of ${event.hosts} hosts are known` });
  const status = failed.some((one) => one.lost) ? 'LOST' : failed.length > 0 ? 'FAILED' : 'SUCCEEDED';
  return { name: event.name, status, failed: failed.slice(0, FAILED_MAX).map((one) => one.text) };
}

/** What a script found in place of its fixtures before it did anything; null where it did not look, or all was well. */
async function readWrongFixture(context: Context, key: string): Promise<string | null> {
  return parseHostStatus((await readText(context, key)) ?? undefined)?.facts['wrongFixture'] ?? null;
}

/** What a tool or script said last before it failed; at most 400 characters. */
async function readLastLine(context: Context, key: string): Promise<string> {
  const text = ((await readText(context, key)) ?? '').trim();
  return text.slice(text.lastIndexOf('\n') + 1).slice(0, 400);
}
