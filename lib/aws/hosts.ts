/** Hosts of a rig: who is there, who answers, and what became of a command on each of them. */
import { TAG } from '../experiment/layout';
import type { CommandOutcome } from '../results/marks';
import { listKeys, readText, writeText } from './bucket';
import type { Context } from './context';
import { allPages } from './pages';

/** One line of the hosts file. */
export interface Host {
  readonly host: string;
  readonly role: string;
  readonly index: number;
  readonly privateIp: string;
  readonly instanceId: string;
}

/** `<host> <role> <index> <privateIp> <instanceId>` a line: shell reads it without a parser. */
export function formatHosts(hosts: readonly Host[]): string {
  return hosts.map((one) => `${one.host} ${one.role} ${one.index} ${one.privateIp} ${one.instanceId}\n`).join('');
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

/**
 * Counts the hosts of a rig that run and answer to SSM; writes the hosts file once all that were asked for do.
 * Hosts are numbered in the order of their ids within a role, so that a second call gives the same names.
 */
export async function listHosts(
  event: { rigTag: string; roles: readonly { role: string; count: number }[]; hostsKey: string },
  context: Context,
): Promise<{ online: number; gone: number; why: string }> {
  const filters = [
    { Name: `tag:${TAG.rig}`, Values: [event.rigTag] },
    // Another stack of the account may run an execution of the same name.
    { Name: `tag:${TAG.stack}`, Values: [context.config.stack] },
  ];
  const pages = await allPages((token) =>
    context.aws.ec2.describeInstances({
      Filters: filters,
      MaxResults: 200,
      ...(token === undefined ? {} : { NextToken: token }),
    }),
  );
  const instances = pages.flatMap((page) => (page.Reservations ?? []).flatMap((one) => one.Instances ?? []));
  const answering = await answeringHosts(event.rigTag, context);
  const hosts: Host[] = [];
  for (const { role } of event.roles) {
    const its = instances
      .filter((one) => one.State?.Name === 'running' && answering.has(one.InstanceId ?? ''))
      .filter((one) => one.Tags?.some((tag) => tag.Key === TAG.role && tag.Value === role) === true)
      .sort((a, b) => ((a.InstanceId ?? '') < (b.InstanceId ?? '') ? -1 : 1));
    for (const [index, one] of its.entries()) {
      hosts.push({
        host: `${role}-${index}`,
        role,
        index,
        privateIp: one.PrivateIpAddress ?? '-',
        instanceId: one.InstanceId ?? '',
      });
    }
  }
  const wanted = event.roles.reduce((sum, role) => sum + role.count, 0);
  if (hosts.length === wanted) await writeText(context, event.hostsKey, formatHosts(hosts));
  const ended = instances.filter((one) =>
    ['shutting-down', 'terminated', 'stopping', 'stopped'].includes(one.State?.Name ?? ''),
  );
  const why = ended.map((one) => one.StateReason?.Message ?? '').find((text) => text !== '') ?? '';
  return { online: hosts.length, gone: ended.length, why };
}

async function answeringHosts(rigTag: string, context: Context): Promise<Set<string>> {
  const pages = await allPages((token) =>
    context.aws.ssm.describeInstanceInformation({
      Filters: [{ Key: `tag:${TAG.rig}`, Values: [rigTag] }],
      MaxResults: 50,
      ...(token === undefined ? {} : { NextToken: token }),
    }),
  );
  const online = pages
    .flatMap((page) => page.InstanceInformationList ?? [])
    .filter((one) => one.PingStatus === 'Online');
  return new Set(online.map((one) => one.InstanceId ?? ''));
}

/** Lines of failing hosts that a judgement quotes. */
const FAILED_MAX = 20;

/**
 * Judges a command on every host of its roles: its invocation, and its results in the bucket (status.json is uploaded
 * last, so its presence means complete). A host without results, or that SSM lost, makes the command LOST: the
 * infrastructure failed.
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
): Promise<CommandOutcome> {
  const hosts = parseHosts((await readText(context, event.hostsKey)) ?? '').filter((one) =>
    event.roles.includes(one.role),
  );
  const pages = await allPages((token) =>
    context.aws.ssm.listCommandInvocations({
      CommandId: event.commandId,
      MaxResults: 50,
      ...(token === undefined ? {} : { NextToken: token }),
    }),
  );
  const invocations = new Map(
    pages.flatMap((page) => page.CommandInvocations ?? []).map((one) => [one.InstanceId ?? '', one]),
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
      const stderr = complete ? await lastLine(context, `${folder}raw/stderr.txt`) : '';
      return { lost: !complete, text: `${host}: ${words}${stderr === '' ? '' : `: ${stderr}`}` };
    }),
  );
  const failed = judged.filter((one) => one !== null);
  if (hosts.length !== event.hosts)
    failed.push({ lost: true, text: `${hosts.length} of ${event.hosts} hosts are known` });
  const status = failed.some((one) => one.lost) ? 'LOST' : failed.length > 0 ? 'FAILED' : 'SUCCEEDED';
  return { name: event.name, status, failed: failed.slice(0, FAILED_MAX).map((one) => one.text) };
}

/** What a tool or script said last before it failed; at most 400 characters. */
async function lastLine(context: Context, key: string): Promise<string> {
  const lines = ((await readText(context, key)) ?? '').trim().split('\n');
  return (lines.at(-1) ?? '').slice(0, 400);
}
