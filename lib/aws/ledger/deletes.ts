/**
 * Chooses the next deletes of a teardown, most expensive first. A resource is deleted after those that it contains,
 * that mount it, or that need it as their password.
 */
import { parseExecutionId } from '../../shapes/execution-names';
import { layout, getRigTag } from '../../shapes/layout';
import { TAG_KEYS } from '../../shapes/tags';
import type { ReceiptResource, ListingFailure } from '../../shapes/receipt';
import { HOST_KINDS, LISTED_KINDS, type ListedKind, type ResourceFacts, RESOURCES } from '../../shapes/resources';
import { TEARDOWN_ROUNDS } from '../../shapes/timing';
import { readJson, writeText } from '../bucket';
import type { Context } from '../context';
import { isTransient } from '../handler';
import { findPointer } from '../recovery/pointer';
import { listResources } from './list';
import { type ExecutionRef, dropNeverMade } from './possible-kinds';
import { type DeleteCall, toReceiptEntry, type Resource } from './resource';
import { HOSTS_PART, judgePart, type CleanPart, findRigLeftovers, hasRequest } from '../leases/leftovers';

/** Delete order by cost per hour: storage, then hosts, then the rest. */
const DELETE_ORDER: readonly ListedKind[] = [
  ...LISTED_KINDS.filter((kind) => !(HOST_KINDS as readonly string[]).includes(kind)),
  ...HOST_KINDS,
];

/**
 * Maximum deletes per kind and round: it keeps payload and history of the teardown machine small. The limit is per
 * kind, so that many launch templates do not delay a file system.
 */
const MAX_PER_KIND = 40;
/** One call terminates many hosts; if EC2 refuses it, each host is terminated alone. */
const MAX_HOSTS_PER_ROUND = 200;

/**
 * Rounds (half an hour) for which the delete of storage waits: for hosts that mount it, and for resources in it, which
 * services delete within minutes and require to be gone. After that, a host that cannot be terminated, or a stuck
 * volume, no longer delays the delete.
 */
const WAIT_ROUNDS = { ofHosts: 3, ofChildren: 30 };

/**
 * Picks the deletes to send now: children before parents, hosts before the storage that they mount; most expensive
 * first. A secret is kept while its server exists, because a manual cleanup needs it; it costs cents.
 * @param round of the teardown, from 0: late rounds no longer wait, since a refused attempt does no harm
 * @param look `spared`: ids whose delete was refused recently, tried later. `seldom`: whether this round tries deletes
 * that AWS will probably refuse. `unlisted`: kinds that could not be listed, so any resource of them may exist
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
    (round > WAIT_ROUNDS.ofChildren || !resources.some((other) => other.living && other.parent === one.id));
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

/** A host that is already shutting down counts as unmounted. */
function mountsStorage(host: Resource, { kind, tags }: Resource): boolean {
  return (
    host.deletable === true && host.kind === RESOURCES[kind].mountedBy && host.tags[TAG_KEYS.rig] === tags[TAG_KEYS.rig]
  );
}

/** Includes resources in deletion, because FSx reverts a failed delete. */
function isStillNeeded(
  { kind, tags }: Resource,
  resources: readonly Resource[],
  unlisted: readonly ListingFailure[],
): boolean {
  const { opens }: ResourceFacts = RESOURCES[kind];
  if (opens === undefined) return false;
  const same = (other: Resource): boolean =>
    other.tags[TAG_KEYS.rig] === tags[TAG_KEYS.rig] && other.tags[TAG_KEYS.copy] === tags[TAG_KEYS.copy];
  return (
    unlisted.some((one) => one.kind === opens) ||
    resources.some((other) => other.kind === opens && other.living && same(other))
  );
}

/** Rounds between attempts of deletes that AWS will probably refuse (undocumented). */
const SELDOM_ROUNDS = 30;

/**
 * One round of the teardown machine.
 * @param event `spared`: ids whose delete was refused recently, to try later
 * @returns the number of existing resources, and the deletes to send now. A kind that could not be listed, and may have
 * been created, counts as one resource.
 */
export async function listDeletable(
  event: { tagKey: string; tagValue: string; round: number; spared?: readonly string[] },
  context: Context,
): Promise<{ living: number; deletable: readonly DeleteCall[] }> {
  // The first round includes resources in states unknown to fsxbench, and deletes them, too.
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
 * Records, for the receipt, resources before their delete: services forget file systems and templates at once. A failed
 * write delays no delete. A corrupt record (note) is kept: the receipt must report its loss.
 */
async function noteSeen(tagValue: string, resources: readonly Resource[], context: Context): Promise<void> {
  const [experiment, executionId] = [TAG_KEYS.experiment, TAG_KEYS.execution].map((tag) => resources[0]?.tags[tag]);
  if (experiment === undefined || executionId === undefined) return;
  const key = layout(experiment, executionId).seen(tagValue);
  try {
    const earlier = (await readJson<ReceiptResource[]>(context, key)) ?? [];
    const known = new Set(earlier.map(toKey));
    if (resources.every((one) => known.has(toKey(one)))) return;
    const seen = new Map([...earlier, ...resources.map(toReceiptEntry)].map((one) => [toKey(one), one]));
    await writeText(context, key, JSON.stringify([...seen.values()]));
  } catch (error) {
    context.log.warn('found resources could not be recorded for the receipt', { tagValue, error: String(error) });
  }
}

function toKey({ kind, id }: Pick<ReceiptResource, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/**
 * Rounds for which hosts are kept so that they can clean: 13 to 20 minutes, the longest allowed cleanup. Managed hosts
 * clean for one rig after another, as rigs share them.
 */
const CLEAN_ROUNDS = 50;
/** Rounds for the managed hosts of all rigs: a few less than a teardown has, so that each result is recorded. */
const HOSTS_ROUNDS = TEARDOWN_ROUNDS - 10;

const INSTANCE_KIND = 'ec2:instance';

/** Effect of leases on one round of a teardown. */
interface LeaseDeletes {
  readonly deletable: readonly DeleteCall[];
  /** Number of held leases, and of target instances that are not clean yet. */
  readonly living: number;
  /** Whether a host must be kept. */
  keeps(one: Resource): boolean;
}

type TeardownRound = { readonly tagKey: string; readonly tagValue: string; readonly round: number };

/** @param unlisted kinds that could not be listed; if instances are among them, hosts may exist */
async function findLeaseDeletes(
  { tagKey, tagValue, round }: TeardownRound,
  resources: readonly Resource[],
  unlisted: readonly ListingFailure[],
  context: Context,
): Promise<LeaseDeletes> {
  try {
    const { leases, parts } = await findRigLeftovers({ key: tagKey, value: tagValue }, context);
    const now: CleanPart[] = [];
    /** Parts to send no command for: it was sent, or may have been. */
    const requested = new Set<string>();
    const shared = parts.filter(isHostsPart);
    const patience = Math.min(CLEAN_ROUNDS, Math.floor(HOSTS_ROUNDS / Math.max(1, shared.length)));
    const hosts = unlisted.some(({ kind }) => kind === INSTANCE_KIND) ? null : resources.filter(isLivingHost);
    for (const part of parts) {
      const limit = isHostsPart(part) ? patience * (shared.indexOf(part) + 1) : CLEAN_ROUNDS;
      const judged = judgePart(part, judgeOverdue(part, hosts, round > limit), context);
      // A throttled look must not end hosts that still clean.
      const found = await judged.catch((error: unknown) => {
        if (round > limit || !isTransient(error)) throw error;
        requested.add(part.id);
        return part;
      });
      now.push(found);
    }
    const open = now.filter(({ done }) => done === null);
    for (const part of open) if (await hasRequest(part, context)) requested.add(part.id);
    const next = open.find((part) => isHostsPart(part));
    const waiting = new Set(open.map(({ executionId, rig }) => getRigTag(executionId, rig)));
    // Without hosts, no measurement uses the storage, so other executions may lease it.
    const gone = hosts?.length === 0 && open.length === 0;
    const ended = tagKey === TAG_KEYS.execution && gone ? leases : [];
    return {
      deletable: [
        ...open
          .filter((part) => !requested.has(part.id) && (!isHostsPart(part) || part === next))
          .map(({ id }) => toLeaseDelete(id)),
        ...ended.map(({ key, lease }) => toLeaseDelete(`${key}#${lease.executionId}`)),
      ],
      living: open.length + (tagKey === TAG_KEYS.execution ? leases.length : 0),
      keeps: ({ kind, tags }) => kind === INSTANCE_KIND && waiting.has(tags[TAG_KEYS.rig] ?? ''),
    };
  } catch (error) {
    // Fails open to save cost: if the bucket does not answer, no host is kept, and the receipt will not be clean.
    context.log.error('leases could not be read', { tagValue, why: String(error) });
    return { deletable: [], living: 1, keeps: () => false };
  }
}

function isHostsPart({ copy }: CleanPart): boolean {
  return copy === HOSTS_PART;
}

function toLeaseDelete(id: string): DeleteCall {
  return { kind: 'lease', ids: [id], type: null };
}

function isLivingHost({ kind, living }: Resource): boolean {
  return kind === INSTANCE_KIND && living;
}

/**
 * @param hosts living hosts of the execution; null if they could not be listed, so that any may live
 * @param isLate whether the part has had its time
 * @returns why the teardown stops waiting for a part; null if a host may still clean the part
 */
function judgeOverdue(part: CleanPart, hosts: readonly Resource[] | null, isLate: boolean): string | null {
  const { executionId, rig } = part;
  if (isHostsPart(part)) return isLate ? 'no answer in time' : null;
  const tag = getRigTag(executionId, rig);
  if (hosts?.every(({ tags }) => tags[TAG_KEYS.rig] !== tag) === true)
    return `rig ${rig} had no host left to remove its data`;
  return isLate ? `hosts of rig ${rig} did not answer in time` : null;
}
