/** Commands on hosts: finds out whether they have ended, and judges them. */
import type { CommandInvocation } from '@aws-sdk/client-ssm';
import { parseHostStatus } from '../results/trial/status';
import { FIXTURE_MISMATCH } from '../shapes/fixture';
import type { StepOutcome } from '../shapes/outcomes';
import { listKeys, readText } from './bucket';
import type { Context } from './context';
import { type Host, parseHosts } from './hosts';
import { mapInBatches, readNextPages } from './pages';

/** Final statuses of a command, and on a host (Systems Manager guide, Understanding command statuses). */
export const ENDED_STATUSES: readonly string[] = ['Success', 'Failed', 'TimedOut', 'Cancelled'];

export async function listInvocations(commandId: string, context: Context): Promise<readonly CommandInvocation[]> {
  const pages = await readNextPages((next) =>
    context.aws.ssm.listCommandInvocations({ CommandId: commandId, MaxResults: 50, ...next }),
  );
  return pages.flatMap(({ CommandInvocations }) => CommandInvocations ?? []);
}

/** A command on hosts, as the machine `host-command` sends it. */
interface CommandOnHosts {
  readonly commandId: string;
  /** Name of the step. */
  readonly name: string;
  readonly roles: readonly string[];
  /** Number of hosts that must respond. */
  readonly hosts: number;
  readonly hostsKey: string;
  /** Each attempt has its own: an earlier attempt's results are never listed. */
  readonly outputPrefix: string;
}

/** A host of a command. */
interface CommandHost extends Host {
  /** Prefix of its results. */
  readonly folder: string;
  /** Whether all its results are in the bucket: status.json is uploaded last. */
  readonly complete: boolean;
}

/** Lists the hosts of a command; null without a host list, which does not mean that hosts are missing. */
async function listCommandHosts(event: CommandOnHosts, context: Context): Promise<CommandHost[] | null> {
  const written = await readText(context, event.hostsKey);
  if (written === null) return null;
  const uploaded = new Set(await listKeys(context, event.outputPrefix));
  return parseHosts(written).flatMap((one) => {
    const folder = `${event.outputPrefix}${one.host}/${event.name}/`;
    return event.roles.includes(one.role) ? [{ ...one, folder, complete: uploaded.has(`${folder}status.json`) }] : [];
  });
}

/** What a poll finds: whether all hosts have ended, and then their judgement, unless a call of it fails. */
export interface PollResult {
  readonly ended: boolean;
  readonly judged?: StepOutcome;
}

/**
 * Finds out whether all hosts have ended, and judges them then: a second call for that would cost a second.
 * @throws the error of SSM, if the bucket does not show all ends
 */
export async function pollHosts(event: CommandOnHosts, context: Context): Promise<PollResult> {
  if (!(await haveEnded(event, context))) return { ended: false };
  const judged = await judgeHosts(event, context).catch(() => undefined);
  return { ended: true, ...(judged === undefined ? {} : { judged }) };
}

/**
 * A host has ended once Systems Manager says so, or its status.json is in the bucket: either alone is enough, as the
 * agent may never report an end (aws/amazon-ssm-agent#430), and a dead host uploads nothing. The bucket is listed only
 * while SSM reports no end, and invocations only if their ends could complete the fleet.
 */
async function haveEnded(event: CommandOnHosts, context: Context): Promise<boolean> {
  const { commandId } = event;
  const answer = await context.aws.ssm.listCommands({ CommandId: commandId }).catch((error: unknown) => ({ error }));
  const command = 'error' in answer ? undefined : answer.Commands?.[0];
  if (ENDED_STATUSES.includes(command?.Status ?? '')) return true;
  const hosts = await listCommandHosts(event, context);
  const open = hosts?.length === event.hosts ? hosts.filter(({ complete }) => !complete) : null;
  if (open?.length === 0) return true;
  if ('error' in answer) throw answer.error;
  if (open === null || open.length > (command?.CompletedCount ?? 0)) return false;
  const ended = (await listInvocations(commandId, context)).filter(({ Status = '' }) =>
    ENDED_STATUSES.includes(Status),
  );
  const ids = new Set(ended.map(({ InstanceId }) => InstanceId));
  return open.every(({ instanceId }) => ids.has(instanceId));
}

/** Maximum number of failed hosts that a result quotes. */
const FAILED_MAX = 20;
/** Concurrent reads from the bucket. */
const READS = 50;

/**
 * Judges a command on every host. Its status.json decides; Systems Manager only explains hosts without a readable one,
 * because it may never learn of an end (aws/amazon-ssm-agent#430). The command is LOST, and will be retried, if a host
 * has no results, or the script found unplanned test files and measured nothing.
 */
export async function judgeHosts(event: CommandOnHosts, context: Context): Promise<StepOutcome> {
  const { name, commandId, hostsKey } = event;
  const hosts = await listCommandHosts(event, context);
  if (hosts === null) return { name, status: 'LOST', failed: [`the host list ${hostsKey} is missing`] };
  const ends = await mapInBatches(hosts, READS, async (one) => {
    const text = one.complete ? await readText(context, `${one.folder}status.json`) : null;
    return { ...one, status: parseHostStatus(text ?? undefined) };
  });
  const isClear = ends.every(({ status }) => status !== null);
  const known = isClear ? [] : await listInvocations(commandId, context);
  const invocations = new Map(known.map((one) => [one.InstanceId, one]));
  const judged = await mapInBatches(ends, READS, async ({ host, instanceId, folder, complete, status }) => {
    const invocation = invocations.get(instanceId);
    if (status?.rc === 0) return [];
    if (status === null && invocation?.Status === 'Success')
      return complete ? [] : [{ lost: true, text: `${host}: succeeded without results` }];
    // Nothing was measured. The next attempt creates the test files (fixtures) that this host requires.
    const wrong = status?.facts['wrongFixture'];
    if (wrong !== undefined) return [{ lost: true, text: `${host}: ${FIXTURE_MISMATCH}: ${wrong}` }];
    const stderr = complete ? await readLastLine(context, `${folder}raw/stderr.txt`) : '';
    // Without a readable result, only an end that Systems Manager reports is certain.
    const isOver = ENDED_STATUSES.includes(invocation?.Status ?? '');
    const open = complete ? 'status.json is unreadable' : (invocation?.StatusDetails ?? invocation?.Status);
    const words = (isOver ? (invocation?.StatusDetails ?? invocation?.Status) : open) ?? 'not delivered';
    const text = `${host}: ${status === null ? words : `exit code ${status.rc}`}${stderr === '' ? '' : `: ${stderr}`}`;
    return [{ lost: !complete || (status === null && !isOver), text }];
  });
  const failed = judged.flat();
  if (hosts.length !== event.hosts)
    failed.push({ lost: true, text: `${hosts.length} of ${event.hosts} hosts are known` });
  const status = failed.some((one) => one.lost) ? 'LOST' : failed.length > 0 ? 'FAILED' : 'SUCCEEDED';
  const spare = Math.min(...ends.map((end) => Number(end.status?.facts['spareSeconds'] ?? Number.NaN)));
  const texts = failed.slice(0, FAILED_MAX).map((one) => one.text);
  return { name, status, failed: texts, ...(Number.isFinite(spare) ? { spareSeconds: spare } : {}) };
}

/** Last line of a tool's or script's error output; at most 400 characters. */
async function readLastLine(context: Context, key: string): Promise<string> {
  const text = ((await readText(context, key)) ?? '').trim();
  return text.slice(text.lastIndexOf('\n') + 1).slice(0, 400);
}
