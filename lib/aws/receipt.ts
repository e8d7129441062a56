/** The cleanup receipt: a final listing of every kind. */
import type { Figures } from '../shapes/deployment-metrics';
import type { RigDocument } from '../shapes/documents';
import { type Execution, type Layout, getProofKey, getRigTag, toExecution } from '../shapes/layout';
import { TAG_KEYS } from '../shapes/tags';
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
import { writeChanges } from './logging/figures';
import { listNotCleaned } from './leases/clean';
import { listRunningHooks } from './leases/running-hooks';
import { listHeldLeases } from './leases/lease';
import { listBackups, type StatesById, findStates } from './ledger/states-by-id';
import { listResources } from './ledger/list';
import { getFolder, listNotes, type Notes, parseOrNull, dropNeverMade, readNotes } from './ledger/possible-kinds';
import { toReceiptEntry } from './ledger/resource';

/** State of a resource that is in an earlier listing, but not in the last one. */
const GONE = 'gone';
/** States that never change again. */
const FINAL_STATES: readonly string[] = [GONE, 'terminated'];

/** Characters of an error message to keep. */
const WHY_MAX = 300;

/** The proof of a clean end: written next to the pointers once no resource is left. */
export interface CleanProof {
  /** Key of the receipt. */
  readonly receipt: string;
  /** ISO 8601. */
  readonly verifiedAt: string;
}

type EndedExecution = Pick<Receipt, 'executionId' | 'experiment' | 'outcome' | 'fencedAt'>;
type FinalListing = Awaited<ReturnType<typeof listResources>>;

/**
 * Lists all resources of the execution and writes the receipt, which is clean only if none exists. The receipt includes
 * resources from notes and earlier receipts, even if the service has forgotten them. A kind that cannot be listed makes
 * the receipt unclean. Kinds that are only reported, or were never created, are named as not covered.
 */
export async function writeReceipt(
  event: EndedExecution,
  context: Context,
): Promise<{ clean: boolean; receiptKey: string }> {
  const execution = toExecution(event);
  const key = execution.keys.receipt;
  const listed = await listResources(context, { key: TAG_KEYS.execution, value: event.executionId });
  const made = context.notes?.list(event.experiment, event.executionId);
  const before = made === undefined ? await readEarlierReceipt(key, context) : null;
  const receipt =
    made === undefined
      ? await makeCloudReceipt(event, execution, { all: listed, before }, context)
      : makeLocalReceipt(event, context, listed, made);
  await writeText(context, key, `${JSON.stringify(receipt, null, 2)}\n`);
  writeChanges(countFigures(receipt), before === null ? null : countFigures(before), context.log);
  if (receipt.clean) await writeProof(event.executionId, { receipt: key, verifiedAt: receipt.verifiedAt }, context);
  return { clean: receipt.clean, receiptKey: key };
}

function countFigures({ fencedAt, verifiedAt, remaining }: Receipt): Figures {
  return { CleanupSeconds: (Date.parse(verifiedAt) - Date.parse(fencedAt)) / 1000, Leftovers: remaining.length };
}

/** Writes the proof for the janitor. If the write fails, the janitor has the receipt written again. */
async function writeProof(executionId: string, proof: CleanProof, context: Context): Promise<void> {
  const key = getProofKey(executionId);
  try {
    await writeText(context, key, JSON.stringify(proof));
  } catch (error) {
    if (isTransient(error)) throw error;
    context.log.error('the proof of cleanup could not be written', { key, error: String(error) });
  }
}

async function makeCloudReceipt(
  event: EndedExecution,
  execution: Execution,
  { all, before }: { readonly all: FinalListing; readonly before: Receipt | null },
  context: Context,
): Promise<Receipt> {
  const listed = await dropNeverMade(all, async () => [event], context);
  const { resources, unlisted } = listed;
  const notes = await collectNotes(execution, context);
  const earlier = [...(before?.resources ?? []), ...notes.things];
  const backups = await findBackups([...earlier, ...resources], context);
  const unknown = [...unlisted, ...backups.unlisted, ...notes.unread];
  const lesser = new Set(listed.skipped.flatMap(({ kind, neverCreated }) => (neverCreated === true ? [] : [kind])));
  const blind = new Set([...unlisted, ...backups.unlisted, ...listed.skipped].map(({ kind }) => kind));
  const now = new Map(
    [...resources.map(toReceiptEntry), ...backups.found].map((one) => [`${one.kind} ${one.id}`, one]),
  );
  const known = new Map(earlier.map((one) => [`${one.kind} ${one.id}`, one]));
  const absent = [...known].filter(([id]) => !now.has(id)).map(([, one]) => one);
  // Unlisted resources are looked up by id, because someone may have removed their tags, and they still cost money.
  const doubted = absent.filter(({ kind, state }) => !blind.has(kind) && !FINAL_STATES.includes(state));
  const answers = await findStates(doubted, context);
  const found = absent.map((one) => ({ ...one, state: judgeState(one, blind, answers) }));
  const leases = await listHeldLeases(event.executionId, context);
  const dirty = await listNotCleaned(execution, context);
  const others = await listRunningHooks(execution, context);
  const left = [
    ...resources.filter((one) => one.living).map(toReceiptEntry),
    ...leases.map(({ key: id }) => ({ kind: LEASE_KIND, id, rig: null, state: 'held' })),
    ...dirty.flatMap(({ hosts }) => hosts),
    ...backups.found,
    ...found.filter(({ kind, state }) => !FINAL_STATES.includes(state) && !lesser.has(kind)),
  ];
  const skipped = listed.skipped.map((one) => ({ ...one, ids: listIdsLeft(found, one.kind) }));
  return {
    schemaVersion: 1,
    ...event,
    clean: left.length === 0 && unknown.length === 0,
    verifiedAt: new Date(context.now()).toISOString(),
    resources: [...found, ...now.values()],
    remaining: left,
    ...(dirty.length === 0 ? {} : { notCleaned: dirty.map(({ sentence }) => sentence) }),
    ...(others.length === 0 ? {} : { externalRunning: others }),
    covered: CLOUD_KINDS.filter((kind) => !blind.has(kind)),
    unlisted: unknown,
    ...(skipped.length === 0 ? {} : { skipped }),
  };
}

/** Ids of a kind without proof from a listing that the resource is deleted. */
function listIdsLeft(found: readonly ReceiptResource[], kind: string): readonly string[] {
  return found.flatMap((one) => (one.kind === kind && !FINAL_STATES.includes(one.state) ? [one.id] : []));
}

/** Finds backups of all file systems of the execution, even deleted ones: a backup outlives its file system. */
async function findBackups(
  things: readonly Pick<ReceiptResource, 'kind' | 'id'>[],
  context: Context,
): Promise<{ found: ReceiptResource[]; unlisted: ListingFailure[] }> {
  const of = new Set(things.flatMap(({ kind, id }) => (kind === 'fsx:file-system' ? [id] : [])));
  try {
    return { found: await listBackups([...of], context), unlisted: [] };
  } catch (error) {
    const why = String(error).slice(0, WHY_MAX);
    context.log.error('backups cannot be listed', { why });
    return { found: [], unlisted: [{ kind: BACKUP_KIND, why }] };
  }
}

/** The receipt of a local run: resources on this machine. Hosts that are still stopping count as existing. */
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
    remaining: left,
    covered: LOCAL_KINDS,
    unlisted,
  };
}

/** State of an unlisted resource: deleted, or the state that a lookup by id found. */
function judgeState({ kind, id, state }: ReceiptResource, blind: ReadonlySet<string>, answers: StatesById): string {
  if (FINAL_STATES.includes(state)) return GONE;
  return blind.has(kind) ? 'could not be checked' : (answers.get(id) ?? GONE);
}

/** The receipt that this one replaces; null if it is corrupt, because notes contain the same resources. */
async function readEarlierReceipt(key: string, context: Context): Promise<Receipt | null> {
  const text = await readText(context, key);
  const found = text === null ? null : parseOrNull<Partial<Receipt>>(text, key, context);
  return found?.resources === undefined || found.remaining === undefined ? null : (found as Receipt);
}

/** Reads notes, and the host lists (`RIG.txt`) of hosts that once answered. */
async function collectNotes(execution: Execution, context: Context): Promise<Notes> {
  const { executionId, keys } = execution;
  const folder = getFolder(keys.hosts(''));
  const notes = await listNotes(execution, context);
  const hosts = await pickHostFiles(await listKeys(context, folder), keys, context);
  const { things, unread } = await readNotes(notes, context);
  const instances = (await readTexts(context, hosts)).flatMap(({ key, text }) => {
    const rig = getRigTag(executionId, key.slice(folder.length).replace(/\.txt$/, ''));
    return parseHosts(text).map(({ instanceId: id }) => ({ kind: 'ec2:instance', id, rig, state: 'made' }));
  });
  return { things: [...instances, ...things], unread };
}

/** Selects host lists (`RIG.txt`) of launched hosts: managed hosts are never terminated, so the receipt omits them. */
async function pickHostFiles(files: readonly string[], keys: Layout, context: Context): Promise<string[]> {
  const found = files.map(async (key) => {
    const rig = key.replace(/^.*\//, '').replace(/\.txt$/, '');
    const document = await tryReadJson<Pick<RigDocument, 'clean'>>(context, keys.rig(rig));
    return document?.clean === undefined ? [key] : [];
  });
  return (await Promise.all(found)).flat();
}
