/** The receipt: a last listing of every kind, written down. */
import type { RigDocument } from '../shapes/documents';
import { type Execution, type Layout, provenKey, rigTag, TAG, withKeys } from '../shapes/layout';
import {
  BACKUP_KIND,
  CLOUD_KINDS,
  LEASE_KIND,
  LOCAL_KINDS,
  type Receipt,
  type ReceiptResource,
  type Unlisted,
} from '../shapes/receipt';
import { listKeys, readAll, readIfSound, readText, writeText } from './bucket';
import type { Context } from './context';
import { isTransient } from './handler';
import { parseHosts } from './hosts';
import { hooksLeft, hostsNotCleaned, notCleaned } from './leases/clean';
import { heldBy } from './leases/lease';
import { backupsOf, type ById, byId } from './ledger/by-id';
import { listResources } from './ledger/list';
import { folderOf, listNotes, type Notes, parsedOrNull, passOverNeverMade, readNotes } from './ledger/may-exist';
import { entryOf } from './ledger/resource';

/** The state of what a listing showed once, and does not show any more. */
const GONE = 'gone';
/** States after which nothing comes. */
const OVER: readonly string[] = [GONE, 'terminated'];

/** Characters of an error that are told. */
const WHY_MAX = 300;

/** Written beside the pointers, once nothing is left. */
export interface Proof {
  /** Key of the receipt. */
  readonly receipt: string;
  /** ISO 8601. */
  readonly verifiedAt: string;
}

/** An execution that has ended. */
type Ended = Pick<Receipt, 'executionId' | 'experiment' | 'outcome' | 'fencedAt'>;
type Listed = Awaited<ReturnType<typeof listResources>>;

/**
 * Lists everything of the execution and writes the receipt; clean only where nothing of it exists any more. What
 * teardowns or an earlier round saw stays in it, also where the service has forgotten it meanwhile. A kind that cannot
 * be listed is named, and nothing is clean then; but for what only tells or was never made, which is
 * named and not covered.
 */
export async function writeReceipt(event: Ended, context: Context): Promise<{ clean: boolean; receiptKey: string }> {
  const execution = withKeys(event);
  const key = execution.keys.receipt;
  const listed = await listResources(context, { key: TAG.execution, value: event.executionId });
  const made = context.notes?.list(event.experiment, event.executionId);
  const receipt =
    made === undefined
      ? await cloudReceipt(event, execution, listed, context)
      : localReceipt(event, context, listed, made);
  await writeText(context, key, `${JSON.stringify(receipt, null, 2)}\n`);
  if (receipt.clean) await writeProof(event.executionId, { receipt: key, verifiedAt: receipt.verifiedAt }, context);
  return { clean: receipt.clean, receiptKey: key };
}

/**
 * For the janitor, which looks for executions that nobody has proven. Where it cannot be written, the receipt is clean
 * all the same, and the janitor has it written again.
 */
async function writeProof(executionId: string, proof: Proof, context: Context): Promise<void> {
  const key = provenKey(executionId);
  try {
    await writeText(context, key, JSON.stringify(proof));
  } catch (error) {
    if (isTransient(error)) throw error;
    context.log.error('the proof could not be written', { key, error: String(error) });
  }
}

async function cloudReceipt(event: Ended, execution: Execution, all: Listed, context: Context): Promise<Receipt> {
  const listed = await passOverNeverMade(all, async () => [event], context);
  const { resources, unlisted } = listed;
  const notes = await noted(execution, context);
  const earlier = [...(await earlierReceipt(execution.keys.receipt, context)), ...notes.things];
  const backups = await backupsAmong([...earlier, ...resources], context);
  const unknown = [...unlisted, ...backups.unlisted, ...notes.unread];
  const lesser = new Set(listed.passedOver.flatMap(({ kind, neverMade }) => (neverMade === true ? [] : [kind])));
  const blind = new Set([...unlisted, ...backups.unlisted, ...listed.passedOver].map(({ kind }) => kind));
  const now = new Map([...resources.map(entryOf), ...backups.found].map((one) => [`${one.kind} ${one.id}`, one]));
  const before = new Map(earlier.map((one) => [`${one.kind} ${one.id}`, one]));
  const absent = [...before].filter(([id]) => !now.has(id)).map(([, one]) => one);
  // What no tag shows is asked for by its id: somebody may have taken its tags away, and it would cost for ever.
  const doubted = absent.filter(({ kind, state }) => !blind.has(kind) && !OVER.includes(state));
  const answers = await byId(doubted, context);
  const found = absent.map((one) => ({ ...one, state: stateOf(one, blind, answers) }));
  const leases = await heldBy(event.executionId, context);
  const dirty = await notCleaned(execution, context);
  const others = await hooksLeft(execution, context);
  const hosts = await hostsNotCleaned(execution, context);
  const left = [
    ...resources.filter((one) => one.living).map(entryOf),
    ...leases.map(({ key: id }) => ({ kind: LEASE_KIND, id, rig: null, state: 'held' })),
    ...hosts,
    ...backups.found,
    ...found.filter(({ kind, state }) => !OVER.includes(state) && !lesser.has(kind)),
  ];
  const passedOver = listed.passedOver.map((one) => ({ ...one, ids: idsStill(found, one.kind) }));
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
function idsStill(found: readonly ReceiptResource[], kind: string): readonly string[] {
  return found.flatMap((one) => (one.kind === kind && !OVER.includes(one.state) ? [one.id] : []));
}

/** Of all file systems that were ever seen, those that are gone too: a backup outlives what it is of. */
async function backupsAmong(
  things: readonly Pick<ReceiptResource, 'kind' | 'id'>[],
  context: Context,
): Promise<{ found: ReceiptResource[]; unlisted: Unlisted[] }> {
  const of = new Set(things.flatMap(({ kind, id }) => (kind === 'fsx:file-system' ? [id] : [])));
  try {
    return { found: await backupsOf([...of], context), unlisted: [] };
  } catch (error) {
    const why = String(error).slice(0, WHY_MAX);
    context.log.error('backups cannot be looked at', { why });
    return { found: [], unlisted: [{ kind: BACKUP_KIND, why }] };
  }
}

/** On one machine: what was really made, which is no instance; a host whose end is under way is still there. */
function localReceipt(
  event: Ended,
  context: Context,
  { resources, unlisted }: Listed,
  made: readonly ReceiptResource[],
): Receipt {
  const hosts = resources
    .filter(({ kind, living }) => living && kind === 'ec2:instance')
    .map((one) => ({ ...entryOf(one), kind: 'host' }));
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
function stateOf({ kind, id, state }: ReceiptResource, blind: ReadonlySet<string>, answers: ById): string {
  if (OVER.includes(state)) return GONE;
  return blind.has(kind) ? 'could not be looked at' : (answers.get(id) ?? GONE);
}

/** What an earlier receipt saw: nothing where somebody spoilt it, for it is written anew, and notes tell the same. */
async function earlierReceipt(key: string, context: Context): Promise<readonly ReceiptResource[]> {
  const text = await readText(context, key);
  return (text === null ? null : parsedOrNull<Partial<Receipt>>(text, key, context))?.resources ?? [];
}

/** What notes say, and the hosts that answered once. */
async function noted(execution: Execution, context: Context): Promise<Notes> {
  const { executionId, keys } = execution;
  const folder = folderOf(keys.hosts(''));
  const notes = await listNotes(execution, context);
  const hosts = await madeHosts(await listKeys(context, folder), keys, context);
  const { things, unread } = await readNotes(notes, context);
  const instances = (await readAll(context, hosts)).flatMap(({ key, text }) => {
    const rig = rigTag(executionId, key.slice(folder.length).replace(/\.txt$/, ''));
    return parseHosts(text).map(({ instanceId: id }) => ({ kind: 'ec2:instance', id, rig, state: 'made' }));
  });
  return { things: [...instances, ...things], unread };
}

/** Of files of hosts, those of hosts that were made: others exist, and nobody here ends them. */
async function madeHosts(files: readonly string[], keys: Layout, context: Context): Promise<string[]> {
  const found = files.map(async (key) => {
    const rig = key.replace(/^.*\//, '').replace(/\.txt$/, '');
    const document = await readIfSound<Pick<RigDocument, 'clean'>>(context, keys.rig(rig));
    return document?.clean === undefined ? [key] : [];
  });
  return (await Promise.all(found)).flat();
}
