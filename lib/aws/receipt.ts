/** The receipt: a last listing of every kind, written down. */
import type { RigDocument } from '../shapes/documents';
import { type Execution, type Layout, proofKey, rigTag, TAG, toExecution } from '../shapes/layout';
import {
  BACKUP_KIND,
  CLOUD_KINDS,
  LEASE_KIND,
  LOCAL_KINDS,
  type Receipt,
  type ReceiptResource,
  type ListingFailure,
} from '../shapes/receipt';
import { listKeys, readTexts, tryReadJson, readText, writeText } from './bucket';
import type { Context } from './context';
import { isTransient } from './handler';
import { parseHosts } from './hosts';
import { listRunningHooks, listDirtyHosts, formatNotCleaned } from './leases/clean';
import { listHeldLeases } from './leases/lease';
import { listBackups, type StatesById, findStates } from './ledger/states-by-id';
import { listResources } from './ledger/list';
import { getFolder, listNotes, type Notes, parseOrNull, dropNeverMade, readNotes } from './ledger/possible-kinds';
import { toReceiptEntry } from './ledger/resource';

/** The state of what a listing showed once, and does not show any more. */
const GONE = 'gone';
/** States after which nothing comes. */
const FINAL_STATES: readonly string[] = [GONE, 'terminated'];

/** Characters of an error that are told. */
const WHY_MAX = 300;

/** Written beside the pointers, once nothing is left. */
export interface CleanProof {
  /** Key of the receipt. */
  readonly receipt: string;
  /** ISO 8601. */
  readonly verifiedAt: string;
}

/** An execution that has ended. */
type EndedExecution = Pick<Receipt, 'executionId' | 'experiment' | 'outcome' | 'fencedAt'>;
type FinalListing = Awaited<ReturnType<typeof listResources>>;

/**
 * Lists everything of the execution and writes the receipt; clean only where nothing of it exists any more. What
 * teardowns or an earlier round saw stays in it, also where the service has forgotten it meanwhile. A kind that cannot
 * be listed is named, and nothing is clean then; but for what only tells or was never made, which is
 * named and not covered.
 */
export async function writeReceipt(
  event: EndedExecution,
  context: Context,
): Promise<{ clean: boolean; receiptKey: string }> {
  const execution = toExecution(event);
  const key = execution.keys.receipt;
  const listed = await listResources(context, { key: TAG.execution, value: event.executionId });
  const made = context.notes?.list(event.experiment, event.executionId);
  const receipt =
    made === undefined
      ? await makeCloudReceipt(event, execution, listed, context)
      : makeLocalReceipt(event, context, listed, made);
  await writeText(context, key, `${JSON.stringify(receipt, null, 2)}\n`);
  if (receipt.clean) await writeProof(event.executionId, { receipt: key, verifiedAt: receipt.verifiedAt }, context);
  return { clean: receipt.clean, receiptKey: key };
}

/**
 * For the janitor, which looks for executions that nobody has proven. Where it cannot be written, the receipt is clean
 * all the same, and the janitor has it written again.
 */
async function writeProof(executionId: string, proof: CleanProof, context: Context): Promise<void> {
  const key = proofKey(executionId);
  try {
    await writeText(context, key, JSON.stringify(proof));
  } catch (error) {
    if (isTransient(error)) throw error;
    context.log.error('the proof could not be written', { key, error: String(error) });
  }
}

async function makeCloudReceipt(
  event: EndedExecution,
  execution: Execution,
  all: FinalListing,
  context: Context,
): Promise<Receipt> {
  const listed = await dropNeverMade(all, async () => [event], context);
  const { resources, unlisted } = listed;
  const notes = await collectNotes(execution, context);
  const earlier = [...(await readEarlierEntries(execution.keys.receipt, context)), ...notes.things];
  const backups = await findBackups([...earlier, ...resources], context);
  const unknown = [...unlisted, ...backups.unlisted, ...notes.unread];
  const lesser = new Set(listed.passedOver.flatMap(({ kind, neverMade }) => (neverMade === true ? [] : [kind])));
  const blind = new Set([...unlisted, ...backups.unlisted, ...listed.passedOver].map(({ kind }) => kind));
  const now = new Map(
    [...resources.map(toReceiptEntry), ...backups.found].map((one) => [`${one.kind} ${one.id}`, one]),
  );
  const before = new Map(earlier.map((one) => [`${one.kind} ${one.id}`, one]));
  const absent = [...before].filter(([id]) => !now.has(id)).map(([, one]) => one);
  // What no tag shows is asked for by its id: somebody may have taken its tags away, and it would cost for ever.
  const doubted = absent.filter(({ kind, state }) => !blind.has(kind) && !FINAL_STATES.includes(state));
  const answers = await findStates(doubted, context);
  const found = absent.map((one) => ({ ...one, state: judgeState(one, blind, answers) }));
  const leases = await listHeldLeases(event.executionId, context);
  const dirty = await formatNotCleaned(execution, context);
  const others = await listRunningHooks(execution, context);
  const hosts = await listDirtyHosts(execution, context);
  const left = [
    ...resources.filter((one) => one.living).map(toReceiptEntry),
    ...leases.map(({ key: id }) => ({ kind: LEASE_KIND, id, rig: null, state: 'held' })),
    ...hosts,
    ...backups.found,
    ...found.filter(({ kind, state }) => !FINAL_STATES.includes(state) && !lesser.has(kind)),
  ];
  const passedOver = listed.passedOver.map((one) => ({ ...one, ids: listIdsLeft(found, one.kind) }));
  return {
    schemaVersion: 1,
    ...event,
    clean: left.length === 0 && unknown.length === 0,
    verifiedAt: new Date(context.now()).toISOString(),
    resources: [...found, ...now.values()],
    left,
    ...(dirty.length === 0 ? {} : { notCleaned: dirty }),
    ...(others.length === 0 ? {} : { othersRunning: others }),
    covered: CLOUD_KINDS.filter((kind) => !blind.has(kind)),
    unlisted: unknown,
    ...(passedOver.length === 0 ? {} : { passedOver }),
  };
}

/** Of a kind, what nobody has seen to be gone. */
function listIdsLeft(found: readonly ReceiptResource[], kind: string): readonly string[] {
  return found.flatMap((one) => (one.kind === kind && !FINAL_STATES.includes(one.state) ? [one.id] : []));
}

/** Of all file systems that were ever seen, those that are gone too: a backup outlives what it is of. */
async function findBackups(
  things: readonly Pick<ReceiptResource, 'kind' | 'id'>[],
  context: Context,
): Promise<{ found: ReceiptResource[]; unlisted: ListingFailure[] }> {
  const of = new Set(things.flatMap(({ kind, id }) => (kind === 'fsx:file-system' ? [id] : [])));
  try {
    return { found: await listBackups([...of], context), unlisted: [] };
  } catch (error) {
    const why = String(error).slice(0, WHY_MAX);
    context.log.error('backups cannot be looked at', { why });
    return { found: [], unlisted: [{ kind: BACKUP_KIND, why }] };
  }
}

/** On one machine: what was really made, which is no instance; a host whose end is under way is still there. */
function makeLocalReceipt(
  event: EndedExecution,
  context: Context,
  { resources, unlisted }: FinalListing,
  made: readonly ReceiptResource[],
): Receipt {
  const hosts = resources
    .filter(({ kind, living }) => living && kind === 'ec2:instance')
    .map((one) => ({ ...toReceiptEntry(one), kind: 'host' }));
  const left = [...hosts, ...made.filter(({ state }) => state !== GONE)];
  return {
    schemaVersion: 1,
    ...event,
    clean: left.length === 0 && unlisted.length === 0,
    verifiedAt: new Date(context.now()).toISOString(),
    resources: [...hosts, ...made],
    left,
    covered: LOCAL_KINDS,
    unlisted,
  };
}

/** Of what no listing shows: gone, or what its service says of it by its id. */
function judgeState({ kind, id, state }: ReceiptResource, blind: ReadonlySet<string>, answers: StatesById): string {
  if (FINAL_STATES.includes(state)) return GONE;
  return blind.has(kind) ? 'could not be looked at' : (answers.get(id) ?? GONE);
}

/** What an earlier receipt saw: nothing where somebody spoilt it, for it is written anew, and notes tell the same. */
async function readEarlierEntries(key: string, context: Context): Promise<readonly ReceiptResource[]> {
  const text = await readText(context, key);
  return (text === null ? null : parseOrNull<Partial<Receipt>>(text, key, context))?.resources ?? [];
}

/** What notes say, and the hosts that answered once. */
async function collectNotes(execution: Execution, context: Context): Promise<Notes> {
  const { executionId, keys } = execution;
  const folder = getFolder(keys.hosts(''));
  const notes = await listNotes(execution, context);
  const hosts = await pickHostFiles(await listKeys(context, folder), keys, context);
  const { things, unread } = await readNotes(notes, context);
  const instances = (await readTexts(context, hosts)).flatMap(({ key, text }) => {
    const rig = rigTag(executionId, key.slice(folder.length).replace(/\.txt$/, ''));
    return parseHosts(text).map(({ instanceId: id }) => ({ kind: 'ec2:instance', id, rig, state: 'made' }));
  });
  return { things: [...instances, ...things], unread };
}

/** Of files of hosts, those of hosts that were made: others exist, and nobody here ends them. */
async function pickHostFiles(files: readonly string[], keys: Layout, context: Context): Promise<string[]> {
  const found = files.map(async (key) => {
    const rig = key.replace(/^.*\//, '').replace(/\.txt$/, '');
    const document = await tryReadJson<Pick<RigDocument, 'clean'>>(context, keys.rig(rig));
    return document?.clean === undefined ? [key] : [];
  });
  return (await Promise.all(found)).flat();
}
