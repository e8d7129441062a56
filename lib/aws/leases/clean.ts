/** Cleanup of external storage by hosts, and then release of leases. A teardown runs both like deletes of resources. */
import { FsxbenchError } from '../../shapes/errors';
import type { RigDocument } from '../../shapes/documents';
import { joinName, parseExecutionId, parseParts as partsOfName } from '../../shapes/execution-names';
import { type Execution, LOCKS_PREFIX, layout, getRigTag } from '../../shapes/layout';
import { TAG_KEYS } from '../../shapes/tags';
import { parseHostLockId, toHostLockId } from './host-locks';
import type { PlannedStep } from '../../shapes/plan';
import { MANAGED_HOST_KIND, type ReceiptResource } from '../../shapes/receipt';
import { tryReadJson, readText, writeOnce } from '../bucket';
import type { Context } from '../context';
import { parseHosts } from '../hosts';
import { listAllLeases, listHeldLeases, extendLease, findLastHolder, releaseLease } from './lease';
import {
  CLEAN_ATTEMPTS,
  type CleanPart,
  type CleanRequest,
  type CleanResult,
  getCleaningKey,
  HOSTS_PART,
  isFenced,
  listParts,
} from './leftovers';

/** Matches `clean/<executionId>__<rig>__<target instance>`; or `<key>#<executionId>`: a lease and its holder. */
export const LEASE_ID = /^(clean\/[A-Za-z0-9_-]+|leases\/[0-9a-f]+\.json#[A-Za-z0-9_-]+)$/;

/** Seconds for a host to clean, because hosts cost money. The next execution with a lease removes remaining data. */
const CLEAN_SECONDS = 900;

/** Starts a cleanup, or releases a lease. @param id see {@link LEASE_ID} */
export async function runLeaseDelete(id: string, context: Context): Promise<{ id: string }> {
  const [key = '', executionId] = id.split('#');
  if (executionId !== undefined) {
    if (!key.startsWith(LOCKS_PREFIX)) throw new FsxbenchError('EventInvalid', `${id} is no lease`);
    await releaseLease(key, { executionId }, context);
    return { id };
  }
  await requestClean(id.slice('clean/'.length), context);
  return { id };
}

/** Sends the command that removes a target instance's data, or cleans managed hosts. It is idempotent. */
async function requestClean(name: string, context: Context): Promise<void> {
  const executionId = parseExecutionId(name);
  const [rig = '', copy = ''] = partsOfName(name);
  const [lease] = await listHeldLeases(executionId, context);
  if (lease === undefined) return;
  const keys = layout(lease.lease.experiment, executionId);
  const document = await tryReadJson<RigDocument>(context, keys.rig(rig));
  const step = copy === HOSTS_PART ? document?.clean : document?.copies.find((one) => one.copy === copy)?.unmount[0];
  if (document === null || step === undefined)
    throw new FsxbenchError('EventInvalid', `rig ${rig} of ${executionId} has no target instance ${copy} to clean`);
  const hosts = document.clean === undefined ? undefined : await holdHosts(document, context);
  const isRepeated = await isFenced(executionId, context);
  const at = context.now();
  // No host is left: another execution has already leased and cleaned the hosts.
  const sent = hosts?.length === 0 ? null : await sendToAll({ document, step, copy, hosts, isRepeated }, context);
  const lost = hosts === undefined ? [] : await listHostsWithoutLock(document, hosts, context);
  const key = getCleaningKey({ keys, rig, copy, isRepeated }, sent === null ? 'done' : 'requested');
  await writeOnce(context, key, JSON.stringify(sent === null ? toResult(lost) : addLost({ ...sent, at }, lost)));
}

const LOCK_LOST = 'its lock is corrupt, so no command may be sent';

/** The result without a command. @param lost hosts without a readable lock */
function toResult(lost: readonly string[]): CleanResult {
  if (lost.length === 0) return { cleaned: true, why: '' };
  return { cleaned: false, why: lost.map((id) => `${id}: ${LOCK_LOST}`).join(', '), hosts: lost };
}

function addLost(request: CleanRequest, lost: readonly string[]): CleanRequest {
  if (lost.length === 0) return request;
  const refused = Object.fromEntries(lost.map((id) => [id, LOCK_LOST]));
  return { ...request, hosts: [...(request.hosts ?? []), ...lost], refused: { ...request.refused, ...refused } };
}

/** Lists hosts of the rig's host list that no other execution has leased since, and whose lock cannot be read. */
async function listHostsWithoutLock(
  { executionId, bucketKeys }: RigDocument,
  held: readonly string[],
  context: Context,
): Promise<string[]> {
  const listed = parseHosts((await readText(context, bucketKeys.hosts)) ?? '').map(({ instanceId }) => instanceId);
  const others = listed.filter((id) => HOST_ID.test(id) && !held.includes(id));
  return filterUnleased(executionId, others, context);
}

/**
 * Extends the leases of a rig's managed hosts until the hosts are clean, so that no other execution sends them
 * commands. Leases name the hosts, because the rig's host list may be corrupt.
 */
async function holdHosts({ executionId, rig, timing }: RigDocument, context: Context): Promise<string[]> {
  const until = Math.ceil(context.now() / 1000 + timing.deliverySeconds + CLEAN_SECONDS);
  const ours: string[] = [];
  for (const found of await listHeldLeases(executionId, context)) {
    const id = parseHostLockId(found.lease.store);
    if (id !== undefined && found.lease.rigs.includes(rig) && (await extendLease(found, until, context))) ours.push(id);
  }
  return ours.toSorted();
}

interface CleanStep {
  readonly document: RigDocument;
  readonly step: PlannedStep;
  readonly copy: string;
  readonly hosts: readonly string[] | undefined;
  /** Whether the fence is closed. */
  readonly isRepeated: boolean;
}

/** Errors about one host of several. IAM denies untagged (terminated) hosts; SSM rejects unregistered ones. */
const HOST_ERRORS: readonly string[] = ['AccessDeniedException', 'InvalidInstanceId'];

/**
 * Sends one command for all hosts. If AWS refuses it, sends one to each managed host, to clean the rest.
 * @throws the error of the common command, if no host accepts one
 */
async function sendToAll(cleaning: CleanStep, context: Context): Promise<Omit<CleanRequest, 'at'> | null> {
  const { hosts } = cleaning;
  try {
    const commandId = await sendClean(cleaning, context);
    return commandId === '' ? null : { commandId, ...(hosts === undefined ? {} : { hosts }) };
  } catch (error) {
    if (hosts === undefined || hosts.length < 2 || !HOST_ERRORS.includes((error as Error).name)) throw error;
    const commands: string[] = [];
    const refused: Record<string, string> = {};
    for (const host of hosts) {
      const sent = await sendToOne(host, cleaning, context);
      if ('why' in sent) refused[host] = sent.why;
      else commands.push(sent.commandId);
    }
    const [commandId, ...more] = commands;
    if (commandId === undefined) throw error;
    return { commandId, more, hosts, refused };
  }
}

async function sendToOne(
  host: string,
  cleaning: CleanStep,
  context: Context,
): Promise<{ readonly commandId: string } | { readonly why: string }> {
  try {
    return { commandId: await sendClean({ ...cleaning, hosts: [host] }, context) };
  } catch (error) {
    const { name } = error as Error;
    if (!HOST_ERRORS.includes(name)) throw error;
    context.log.error('the clean command for a managed host was refused', { host, why: String(error) });
    return { why: `refused (${name})` };
  }
}

/** @returns the command id */
async function sendClean({ document, step, copy, hosts, isRepeated }: CleanStep, context: Context): Promise<string> {
  const { aws, config } = context;
  // The clean script stops all other commands on its hosts.
  const attempt = isRepeated ? CLEAN_ATTEMPTS.again : CLEAN_ATTEMPTS.first;
  const sent = await aws.ssm.sendCommand({
    DocumentName: config.document,
    Targets:
      hosts === undefined
        ? [
            { Key: `tag:${TAG_KEYS.stack}`, Values: [config.stack] },
            { Key: `tag:${TAG_KEYS.rig}`, Values: [document.rigTag] },
            { Key: `tag:${TAG_KEYS.role}`, Values: [...step.roles] },
          ]
        : [{ Key: 'InstanceIds', Values: [...hosts] }],
    MaxConcurrency: '100%',
    MaxErrors: '100%',
    TimeoutSeconds: document.timing.deliverySeconds,
    Comment: `${joinName(document.rigTag, copy)} clean`.slice(0, 100),
    Parameters: {
      ScriptKey: [step.scriptKey],
      ScriptSha256: [step.scriptSha256],
      HostsKey: [document.bucketKeys.hosts],
      EndpointsKey: [document.bucketKeys.endpoints],
      OutputPrefix: [`${document.bucketKeys.prepare}${copy}/${attempt}/`],
      Attempt: [attempt],
      Step: [step.name],
      StartAt: ['0'],
      IssuedAt: [String(Math.floor(context.now()))],
      ExecutionTimeout: [String(CLEAN_SECONDS)],
      WrapperKey: [step.wrapperKey ?? 'none'],
    },
  });
  return sent.Command?.CommandId ?? '';
}

/** Lists target instances and managed hosts that are not clean, with a sentence and, for hosts, receipt entries. */
export async function listNotCleaned(
  execution: Execution,
  context: Context,
): Promise<{ sentence: string; hosts: ReceiptResource[] }[]> {
  const parts = (await readPlannedParts(execution, context)).filter(({ done }) => done?.cleaned !== true);
  const found = parts.map(async ({ rig, copy, done }) => {
    const why = done?.why ?? 'the result of its cleanup is unknown';
    if (copy !== HOSTS_PART) return [{ sentence: `target instance ${copy} of rig ${rig}: ${why}`, hosts: [] }];
    const ids = await findDirtyHosts(execution, { rig, done }, context);
    if (ids.length === 0) return [];
    const entry = { kind: MANAGED_HOST_KIND, rig: getRigTag(execution.executionId, rig), state: 'not cleaned' };
    const sentence = `managed hosts ${ids.join(', ')} of rig ${rig}: ${why}; ${BY_HAND}`;
    return [{ sentence, hosts: ids.map((id) => ({ ...entry, id })) }];
  });
  return (await Promise.all(found)).flat();
}

const BY_HAND =
  'each host cleans itself when its lease time ends, or at its next lease. To clean now, run as root ' +
  '`bash /var/lib/fsxbench/bin/clean.sh away`';

/** Accepts plans of all versions, so that every execution gets a receipt. */
async function readPlannedParts(execution: Execution, context: Context): Promise<CleanPart[]> {
  const plan = await tryReadJson<{ readonly rigs?: readonly { readonly rig: string }[] }>(context, execution.keys.plan);
  const leased = plan === null ? await listAllLeases(execution.executionId, context) : [];
  const rigs = plan?.rigs?.map(({ rig }) => rig) ?? [...new Set(leased.flatMap(({ lease }) => lease.rigs))];
  return listParts(execution, rigs, context);
}

/** Managed hosts of a rig that are not clean; all its managed hosts if their state is unknown. */
async function findDirtyHosts(
  { executionId, keys }: Execution,
  { rig, done }: Pick<CleanPart, 'rig' | 'done'>,
  context: Context,
): Promise<string[]> {
  if (done?.hosts !== undefined) return filterUnleased(executionId, done.hosts, context);
  const text = (await readText(context, keys.hosts(rig))) ?? '';
  const listed = parseHosts(text).flatMap(({ instanceId }) => (HOST_ID.test(instanceId) ? [instanceId] : []));
  // Either file may be corrupt.
  const leased = (await listAllLeases(executionId, context)).flatMap(({ lease }) =>
    lease.rigs.includes(rig) ? (parseHostLockId(lease.store) ?? []) : [],
  );
  return filterUnleased(executionId, [...new Set([...listed, ...leased])].toSorted(), context);
}

/** Matches ids of EC2 instances (`i-…`) and of other machines that Systems Manager manages (`mi-…`). */
const HOST_ID = /^m?i-[0-9a-f]+$/;

/** Hosts that no other execution has leased since: the next lease holder cleans first. */
async function filterUnleased(executionId: string, hosts: readonly string[], context: Context): Promise<string[]> {
  const holders = await Promise.all(hosts.map((id) => findLastHolder(toHostLockId(id), context)));
  // A corrupt lease names no holder, so no later cleanup is known.
  return hosts.filter((_, index) => [executionId, '', null].includes(holders[index] ?? null));
}
