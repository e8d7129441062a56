/**
 * What teardown deletes next: nothing while something exists in it, or mounts it, or is there that it opens; and the
 * dearest first.
 */
import { parseExecutionId } from '../../shapes/execution-names';
import { layout, rigTag, TAG } from '../../shapes/layout';
import type { ReceiptResource, ListingFailure } from '../../shapes/receipt';
import { HOST_KINDS, LISTED_KINDS, type ListedKind, type ResourceFacts, RESOURCES } from '../../shapes/resources';
import { readJson, writeText } from '../bucket';
import type { Context } from '../context';
import { findPointer } from '../recovery/pointer';
import { listResources } from './list';
import { type ExecutionRef, dropNeverMade } from './possible-kinds';
import { type DeleteCall, toReceiptEntry, type Resource } from './resource';
import { HOSTS_PART, judgePart, type CleanPart, findRigLeftovers, hasRequest } from '../leases/leftovers';

/** By what an hour of one may cost: storage, then hosts, then what only lies there. */
const DELETE_ORDER: readonly ListedKind[] = [
  ...LISTED_KINDS.filter((kind) => !(HOST_KINDS as readonly string[]).includes(kind)),
  ...HOST_KINDS,
];

/**
 * Deletes of one kind in one answer: keeps the payload and the history of the teardown machine small; the next round
 * brings the rest. Of each kind on its own: however many templates there are, no file system waits behind them.
 */
const MAX_PER_KIND = 40;
/** Hosts are many in one delete, and are asked one by one where all together are refused. */
const MAX_HOSTS_PER_ROUND = 200;

/**
 * Rounds of a teardown for which storage waits for what mounts it, as a host that cannot be ended must not keep it
 * alive; and for what exists in it, which services take minutes to delete, and refuse to do without. Thirty rounds are
 * half an hour: a volume that is stuck for longer may not keep its file system from being asked to go.
 */
const WAIT_ROUNDS = { ofHosts: 3, ofChildren: 30 };

/**
 * What to delete now: children before their parents, hosts before the storage that they mount; of what is free, the
 * dearest first.
 * @param round of the teardown, from 0: in the end nothing waits any more, for what a service refuses is no deletion;
 *   but for a password, which costs cents, while what it opens is there: who ends that by hand needs it
 * @param look `spared`: ids that were refused a short while ago: they come last in their kind's turn, which is later.
 *   `seldom`: whether this is a look at which what will refuse is asked all the same. `unlisted`: kinds of which
 *   anything may be there
 */
export function pickDeletes(
  resources: readonly Resource[],
  round: number,
  {
    spared = [],
    seldom = true,
    unlisted = [],
  }: {
    readonly spared?: readonly string[] | undefined;
    readonly seldom?: boolean;
    readonly unlisted?: readonly ListingFailure[];
  } = {},
): DeleteCall[] {
  const later = new Set(spared);
  const free = (one: Resource): boolean =>
    (one.deletable === true || (seldom && one.deletable === 'seldom')) &&
    !later.has(one.id) &&
    !isStillNeeded(one, resources, unlisted) &&
    (round > WAIT_ROUNDS.ofHosts || !resources.some((other) => mountsStorage(other, one))) &&
    (round > WAIT_ROUNDS.ofChildren || !resources.some((other) => isChild(other, one)));
  return DELETE_ORDER.flatMap((kind) => {
    const its = resources.filter((one) => one.kind === kind && free(one));
    const { idsPerRemove } = RESOURCES[kind];
    if (idsPerRemove === 1)
      return its.slice(0, MAX_PER_KIND).map(({ id, type }): DeleteCall => ({ kind, ids: [id], type }));
    const ids = its.slice(0, MAX_HOSTS_PER_ROUND).map(({ id }) => id);
    const calls: DeleteCall[] = [];
    for (let first = 0; first < ids.length; first += idsPerRemove)
      calls.push({ kind, ids: ids.slice(first, first + idsPerRemove), type: null });
    return calls;
  });
}

function isChild(child: Resource, { id }: Resource): boolean {
  return child.living && child.parent === id;
}

/** A host that is being ended mounts nothing any more. */
function mountsStorage(host: Resource, { kind, tags }: Resource): boolean {
  return host.deletable === true && host.kind === RESOURCES[kind].mountedBy && host.tags[TAG.rig] === tags[TAG.rig];
}

/** Also what is being deleted: FSx takes a delete back where something stands in its way. */
function isStillNeeded(
  { kind, tags }: Resource,
  resources: readonly Resource[],
  unlisted: readonly ListingFailure[],
): boolean {
  const { opens }: ResourceFacts = RESOURCES[kind];
  if (opens === undefined) return false;
  const same = (other: Resource): boolean =>
    other.tags[TAG.rig] === tags[TAG.rig] && other.tags[TAG.copy] === tags[TAG.copy];
  return (
    unlisted.some((one) => one.kind === opens) ||
    resources.some((other) => other.kind === opens && other.living && same(other))
  );
}

/** Looks from one delete of what refuses, as far as we know, to the next: should we be wrong, it goes all the same. */
const SELDOM_ROUNDS = 30;

/**
 * One look of the teardown machine.
 * @param event `spared`: what was refused a short while ago, and is to be asked for later
 * @returns how many things still exist, a kind that could not be listed and may have been made
 * counting as one, and the deletes to send now
 */
export async function listDeletable(
  event: { tagKey: string; tagValue: string; round: number; spared?: readonly string[] },
  context: Context,
): Promise<{ living: number; deletable: readonly DeleteCall[] }> {
  // The first look takes in what EC2 may call by a new name: it is deleted too.
  const which = event.round === 0 ? 'all' : 'living';
  const listed = await listResources(context, { key: event.tagKey, value: event.tagValue }, which);
  const executionId = parseExecutionId(event.tagValue);
  const whose = async (): Promise<ExecutionRef[] | null> => {
    const pointer = await findPointer(executionId, context);
    return pointer === null ? null : [{ experiment: pointer.experiment, executionId }];
  };
  const { resources, unlisted } = await dropNeverMade(listed, whose, context);
  const leases = await findLeaseDeletes(event, resources, unlisted, context);
  const free = resources.filter((one) => !leases.keeps(one));
  const deletable = [
    ...leases.deletable,
    ...pickDeletes(free, event.round, {
      spared: event.spared,
      seldom: event.round % SELDOM_ROUNDS === 0,
      unlisted,
    }),
  ];
  if (event.round === 0 || deletable.length > 0) await noteSeen(event.tagValue, resources, context);
  const living = resources.filter((one) => one.living).length + unlisted.length + leases.living;
  return { living, deletable };
}

/**
 * Notes for the receipt what is about to be deleted: services forget file systems and templates at once. A note that
 * cannot be written keeps nothing alive. One that somebody spoilt stays as it is: the receipt must tell that nobody
 * knows any more what it said.
 */
async function noteSeen(tagValue: string, resources: readonly Resource[], context: Context): Promise<void> {
  const [experiment, executionId] = [TAG.experiment, TAG.execution].map((tag) => resources[0]?.tags[tag]);
  if (experiment === undefined || executionId === undefined) return;
  const key = layout(experiment, executionId).seen(tagValue);
  try {
    const earlier = (await readJson<ReceiptResource[]>(context, key)) ?? [];
    const known = new Set(earlier.map(toKey));
    if (resources.every((one) => known.has(toKey(one)))) return;
    const seen = new Map([...earlier, ...resources.map(toReceiptEntry)].map((one) => [toKey(one), one]));
    await writeText(context, key, JSON.stringify([...seen.values()]));
  } catch (error) {
    context.log.warn('what was found could not be noted for the receipt', { tagValue, error: String(error) });
  }
}

function toKey({ kind, id }: Pick<ReceiptResource, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/** Rounds for which hosts are kept to clean: 13 to 20 minutes by the pauses of a teardown, as long as one may take. */
const CLEAN_ROUNDS = 50;

const INSTANCE_KIND = 'ec2:instance';

/** What leases do to one look of a teardown. */
interface LeaseDeletes {
  readonly deletable: readonly DeleteCall[];
  /** Leases that are held, and copies that are not cleaned yet. */
  readonly living: number;
  /** A host that is still wanted. */
  keeps(one: Resource): boolean;
}

type TeardownRound = { readonly tagKey: string; readonly tagValue: string; readonly round: number };

/** @param unlisted kinds that could not be listed: where hosts are among them, some may exist */
async function findLeaseDeletes(
  { tagKey, tagValue, round }: TeardownRound,
  resources: readonly Resource[],
  unlisted: readonly ListingFailure[],
  context: Context,
): Promise<LeaseDeletes> {
  try {
    const { leases, parts } = await findRigLeftovers({ key: tagKey, value: tagValue }, context);
    const now: CleanPart[] = [];
    for (const part of parts) now.push(await judgePart(part, judgeOverdue(part, resources, round), context));
    const open = now.filter(({ done }) => done === null);
    const asked = new Set<string>();
    for (const part of open) if (await hasRequest(part, context)) asked.add(part.id);
    const waiting = new Set(open.map(({ executionId, rig }) => rigTag(executionId, rig)));
    // Whatever else is left: without hosts nobody measures the store any more, and others may.
    const hosts = resources.some(({ kind, living }) => kind === INSTANCE_KIND && living);
    const gone = !hosts && !unlisted.some(({ kind }) => kind === INSTANCE_KIND) && open.length === 0;
    const ended = tagKey === TAG.execution && gone ? leases : [];
    return {
      deletable: [
        ...open.filter(({ id }) => !asked.has(id)).map(({ id }) => toLeaseDelete(id)),
        ...ended.map(({ key, lease }) => toLeaseDelete(`${key}#${lease.executionId}`)),
      ],
      living: open.length + (tagKey === TAG.execution ? leases.length : 0),
      keeps: ({ kind, tags }) => kind === INSTANCE_KIND && waiting.has(tags[TAG.rig] ?? ''),
    };
  } catch (error) {
    // Money must not flow because a bucket does not answer: nothing is kept for it, and nothing is proven either.
    context.log.error('leases could not be looked at', { tagValue, why: String(error) });
    return { deletable: [], living: 1, keeps: () => false };
  }
}

function toLeaseDelete(id: string): DeleteCall {
  return { kind: 'lease', ids: [id], type: null };
}

/** Why nobody waits for a part any more; null where somebody may still clean it. */
function judgeOverdue(
  { executionId, rig, copy }: CleanPart,
  resources: readonly Resource[],
  round: number,
): string | null {
  if (copy === HOSTS_PART) return round > CLEAN_ROUNDS ? 'no answer in time' : null;
  const tag = rigTag(executionId, rig);
  const host = resources.some(({ kind, living, tags }) => kind === INSTANCE_KIND && living && tags[TAG.rig] === tag);
  if (!host) return `no host of rig ${rig} was there any more to remove what it had there`;
  return round > CLEAN_ROUNDS ? `hosts of rig ${rig} did not answer in time` : null;
}
