/** What a teardown does about leases, as deletes that it sends: hosts are asked to clean, then leases are released. */
import { FsxbenchError } from '../../shapes/errors';
import type { RigDocument } from '../../shapes/documents';
import { joinName, parseExecutionId, parseParts as partsOfName } from '../../shapes/execution-names';
import { type Execution, LEASES, layout, rigTag, TAG } from '../../shapes/layout';
import { parseHostStore, hostStore } from '../../shapes/managed-hosts';
import type { PlannedStep } from '../../shapes/plan';
import { MANAGED_HOST_KIND, type ReceiptResource } from '../../shapes/receipt';
import { listKeys, tryReadJson, readText, writeOnce } from '../bucket';
import type { Context } from '../context';
import { parseHosts } from '../hosts';
import { listAllLeases, listHeldLeases, extendLease, findLastHolder, releaseLease } from './lease';
import { type CleanRequest, type CleanResult, HOSTS_PART, type CleanPart, listParts } from './leftovers';

/** `clean/<executionId>__<rig>__<copy>`, or the key of a lease and whose it is: `<key>#<executionId>`. */
export const LEASE_ID = /^(clean\/[A-Za-z0-9_-]+|leases\/[0-9a-f]+\.json#[A-Za-z0-9_-]+)$/;

/** Attempt of the command, which ends whatever else runs on its hosts. */
export const CLEAN_ATTEMPT = 'clean';
/**
 * A host has so long to clean, seconds: hosts are paid for meanwhile, and what it does not manage the next execution
 * does, which has a lease by then.
 */
const CLEAN_SECONDS = 900;

/** One such delete. @param id as {@link LEASE_ID} */
export async function runLeaseDelete(id: string, context: Context): Promise<{ id: string }> {
  const [key = '', executionId] = id.split('#');
  if (executionId !== undefined) {
    if (!key.startsWith(LEASES)) throw new FsxbenchError('EventInvalid', `${id} is no lease`);
    await releaseLease(key, { executionId }, context);
    return { id };
  }
  await requestClean(id.slice('clean/'.length), context);
  return { id };
}

/** Sends the command that takes a copy down, or cleans managed hosts; a second time the hosts answer for the first. */
async function requestClean(name: string, context: Context): Promise<void> {
  const executionId = parseExecutionId(name);
  const [rig = '', copy = ''] = partsOfName(name);
  const [lease] = await listHeldLeases(executionId, context);
  if (lease === undefined) return;
  const keys = layout(lease.lease.experiment, executionId);
  const document = await tryReadJson<RigDocument>(context, keys.rig(rig));
  const step = copy === HOSTS_PART ? document?.clean : document?.copies.find((one) => one.copy === copy)?.unmount[0];
  if (document === null || step === undefined)
    throw new FsxbenchError('EventInvalid', `rig ${rig} of ${executionId} has no copy ${copy} that could be cleaned`);
  const hosts = document.clean === undefined ? undefined : await holdHosts(document, context);
  // Whoever has leased them meanwhile has cleaned them first.
  const asked = hosts?.length === 0 ? null : await sendToAll({ document, step, copy, hosts }, context);
  if (asked === null) await writeOnce(context, keys.cleaning(`${rig}.${copy}.done`), JSON.stringify(CLEANED));
  else await writeOnce(context, keys.cleaning(`${rig}.${copy}.asked`), JSON.stringify(asked));
}

const CLEANED: CleanResult = { cleaned: true, why: '' };

/**
 * Hosts of a rig that its execution holds a lease of, until they have cleaned: no other may be sent a command. Leases
 * say which: the list of hosts of the rig may have been spoilt.
 */
async function holdHosts({ executionId, rig, timing }: RigDocument, context: Context): Promise<string[]> {
  const until = Math.ceil(context.now() / 1000 + timing.deliverySeconds + CLEAN_SECONDS);
  const ours: string[] = [];
  for (const found of await listHeldLeases(executionId, context)) {
    const id = parseHostStore(found.lease.store);
    if (id !== undefined && found.lease.rigs.includes(rig) && (await extendLease(found, until, context))) ours.push(id);
  }
  return ours.toSorted();
}

interface CleanStep {
  readonly document: RigDocument;
  readonly step: PlannedStep;
  readonly copy: string;
  readonly hosts: readonly string[] | undefined;
}

/**
 * What refuses a command for one host of several: IAM where its tag is gone, as of an instance that was terminated, and
 * Systems Manager for one that it does not know.
 */
const HOST_ERRORS: readonly string[] = ['AccessDeniedException', 'InvalidInstanceId'];

/**
 * One command for all hosts; where it is refused, one for each managed host, so that one of them does not keep the
 * others from being cleaned.
 * @throws what refused it, where no host takes one
 */
async function sendToAll(cleaning: CleanStep, context: Context): Promise<CleanRequest | null> {
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
    context.log.error('a managed host takes no command that cleans it', { host, why: String(error) });
    return { why: `refused (${name})` };
  }
}

/** @returns the id of the command */
async function sendClean({ document, step, copy, hosts }: CleanStep, context: Context): Promise<string> {
  const { aws, config } = context;
  const sent = await aws.ssm.sendCommand({
    DocumentName: config.document,
    Targets:
      hosts === undefined
        ? [
            { Key: `tag:${TAG.stack}`, Values: [config.stack] },
            { Key: `tag:${TAG.rig}`, Values: [document.rigTag] },
            { Key: `tag:${TAG.role}`, Values: [...step.roles] },
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
      OutputPrefix: [`${document.bucketKeys.prepare}${copy}/clean/`],
      Attempt: [CLEAN_ATTEMPT],
      Step: [step.name],
      StartAt: ['0'],
      IssuedAt: [String(Math.floor(context.now()))],
      ExecutionTimeout: [String(CLEAN_SECONDS)],
      WrapperKey: [step.wrapperKey ?? 'none'],
    },
  });
  return sent.Command?.CommandId ?? '';
}

interface PlanRigs {
  readonly rigs?: readonly { readonly rig: string }[];
}

/** For the receipt: what stays in stores of others and on managed hosts, a sentence each. */
export async function formatNotCleaned(execution: Execution, context: Context): Promise<string[]> {
  const found = (await readPlannedParts(execution, context)).map(async ({ rig, copy, done }): Promise<string[]> => {
    if (done?.cleaned === true) return [];
    const why = done?.why ?? 'nobody knows what became of it';
    if (copy !== HOSTS_PART) return [`copy ${copy} of rig ${rig}: ${why}`];
    const hosts = await findDirtyHosts(execution, { rig, done }, context);
    return hosts.length === 0 ? [] : [`managed hosts ${hosts.join(', ')} of rig ${rig}: ${why}; ${BY_HAND}`];
  });
  return (await Promise.all(found)).flat();
}

const BY_HAND =
  'each cleans itself when its lease would have ended, or when it is leased next; by hand: as root ' +
  '`bash /var/lib/fsxbench/bin/clean.sh away`';

/** Managed hosts that are not cleaned, as a receipt has them. */
export async function listDirtyHosts(execution: Execution, context: Context): Promise<ReceiptResource[]> {
  const parts = (await readPlannedParts(execution, context)).filter(({ copy }) => copy === HOSTS_PART);
  const found = parts.map(async (part) =>
    (await findDirtyHosts(execution, part, context)).map((id): ReceiptResource => {
      return { kind: MANAGED_HOST_KIND, id, rig: rigTag(execution.executionId, part.rig), state: 'not cleaned' };
    }),
  );
  return (await Promise.all(found)).flat();
}

/** Whatever stands there: an execution must not be without a receipt because its plan is of another version. */
async function readPlannedParts(execution: Execution, context: Context): Promise<CleanPart[]> {
  const plan = await tryReadJson<PlanRigs>(context, execution.keys.plan);
  const leased = plan === null ? await listAllLeases(execution.executionId, context) : [];
  const rigs = plan?.rigs?.map(({ rig }) => rig) ?? [...new Set(leased.flatMap(({ lease }) => lease.rigs))];
  return listParts(execution, rigs, context);
}

/** Managed hosts of a rig that are not cleaned: those that are known not to be, or all of them where nobody knows. */
async function findDirtyHosts(
  { executionId, keys }: Execution,
  { rig, done }: Pick<CleanPart, 'rig' | 'done'>,
  context: Context,
): Promise<string[]> {
  if (done?.cleaned === true) return [];
  if (done?.hosts !== undefined) return filterUnleased(executionId, done.hosts, context);
  const text = (await readText(context, keys.hosts(rig))) ?? '';
  const listed = parseHosts(text).flatMap(({ instanceId }) => (HOST_ID.test(instanceId) ? [instanceId] : []));
  // Either may have been spoilt.
  const leased = (await listAllLeases(executionId, context)).flatMap(({ lease }) =>
    lease.rigs.includes(rig) ? (parseHostStore(lease.store) ?? []) : [],
  );
  return filterUnleased(executionId, [...new Set([...listed, ...leased])].toSorted(), context);
}

/** Of instances, and of machines that Systems Manager manages. */
const HOST_ID = /^m?i-[0-9a-f]+$/;

/** Of hosts, those that nobody has leased since: whoever does cleans first. */
async function filterUnleased(executionId: string, hosts: readonly string[], context: Context): Promise<string[]> {
  const holders = await Promise.all(hosts.map((id) => findLastHolder(hostStore(id), context)));
  // A lease that somebody spoilt names nobody, and nobody cleaned for it.
  return hosts.filter((_, index) => [executionId, '', null].includes(holders[index] ?? null));
}

/** What `action.asl.json` notes before it starts a hook. */
interface HookNote {
  readonly hook?: string;
  /** Of its execution. */
  readonly name?: string;
  readonly target?: string;
  readonly stage?: string;
  readonly at?: string;
}

/** What it notes of how an action ended. */
interface HookEnd {
  readonly how?: string;
}

const BEGUN_KEY = /([^/]+)\.begun\.json$/;
/** After these nothing of it runs. */
const FINAL_ENDS: readonly (string | undefined)[] = ['done', 'failed'];

/**
 * For the receipt: a sentence for each that runs. It is noted before it is started, and may have ended since nobody
 * waited for it: so it is looked at. What cannot be looked at may still run, as far as anybody knows.
 */
export async function listRunningHooks({ keys }: Execution, context: Context): Promise<string[]> {
  const found: string[] = [];
  for (const key of await listKeys(context, keys.action(''))) {
    const [, name] = BEGUN_KEY.exec(key) ?? [];
    if (name === undefined) continue;
    const ended = await tryReadJson<HookEnd>(context, keys.action(name));
    if (FINAL_ENDS.includes(ended?.how)) continue;
    const begun = await tryReadJson<HookNote>(context, key);
    const state = await findHookState(begun, context);
    if (state === null) continue;
    const about = `for stage ${begun?.stage ?? '?'} of ${begun?.target ?? '?'} at ${begun?.at ?? '?'}`;
    found.push(`${name} of ${begun?.hook ?? 'a state machine that its note does not tell'}, begun ${about}: ${state}`);
  }
  return found;
}

/** Null where nothing runs: it has ended, or was never started. */
async function findHookState(begun: HookNote | null, { aws, log }: Context): Promise<string | null> {
  const { hook, name } = begun ?? {};
  if (hook === undefined || name === undefined) return 'may still run';
  try {
    const executionArn = `${hook.replace(':stateMachine:', ':execution:')}:${name}`;
    const { status } = await aws.sfn.describeExecution({ executionArn });
    return status === 'RUNNING' || status === 'PENDING_REDRIVE' ? 'runs' : null;
  } catch (error) {
    const { name: why } = error as Error;
    if (why === 'ExecutionDoesNotExist') return null;
    log.warn('an execution of a state machine of others cannot be looked at', { hook, name, why: String(error) });
    return `may still run, nobody could look (${why})`;
  }
}
