/**
 * Leases in the listing of a teardown: hosts stay until they have taken away what their rig has put into stores of
 * others, for a bounded time; a lease is released when its execution has no hosts any more. Managed hosts clean
 * themselves likewise; they are in no listing, so nothing here can end them.
 */
import { rigTag, TAG } from '../../shapes/layout';
import type { Unlisted } from '../../shapes/receipt';
import type { Context } from '../context';
import { HOSTS_PART, judged, type Part, remainsOf, wasAsked } from '../leases/remains';
import type { Delete, Resource } from './resource';

/** Rounds for which hosts are kept to clean: 13 to 20 minutes by the pauses of a teardown, as long as one may take. */
const ROUNDS_OF_CLEANING = 50;

const HOSTS = 'ec2:instance';

/** What leases do to one look of a teardown. */
export interface LeaseDeletes {
  readonly deletable: readonly Delete[];
  /** Leases that are held, and copies that are not cleaned yet. */
  readonly living: number;
  /** A host that is still wanted. */
  keeps(one: Resource): boolean;
}

type Look = { readonly tagKey: string; readonly tagValue: string; readonly round: number };

/** @param unlisted kinds that could not be listed: where hosts are among them, some may exist */
export async function leaseDeletes(
  { tagKey, tagValue, round }: Look,
  resources: readonly Resource[],
  unlisted: readonly Unlisted[],
  context: Context,
): Promise<LeaseDeletes> {
  try {
    const { leases, parts } = await remainsOf({ key: tagKey, value: tagValue }, context);
    const now: Part[] = [];
    for (const part of parts) now.push(await judged(part, overdue(part, resources, round), context));
    const open = now.filter(({ done }) => done === null);
    const asked = new Set<string>();
    for (const part of open) if (await wasAsked(part, context)) asked.add(part.id);
    const waiting = new Set(open.map(({ executionId, rig }) => rigTag(executionId, rig)));
    // Whatever else is left: without hosts nobody measures the store any more, and others may.
    const hosts = resources.some(({ kind, living }) => kind === HOSTS && living);
    const gone = !hosts && !unlisted.some(({ kind }) => kind === HOSTS) && open.length === 0;
    const ended = tagKey === TAG.execution && gone ? leases : [];
    return {
      deletable: [
        ...open.filter(({ id }) => !asked.has(id)).map(({ id }) => one(id)),
        ...ended.map(({ key, lease }) => one(`${key}#${lease.executionId}`)),
      ],
      living: open.length + (tagKey === TAG.execution ? leases.length : 0),
      keeps: ({ kind, tags }) => kind === HOSTS && waiting.has(tags[TAG.rig] ?? ''),
    };
  } catch (error) {
    // Money must not flow because a bucket does not answer: nothing is kept for it, and nothing is proven either.
    context.log.error('leases could not be looked at', { tagValue, why: String(error) });
    return { deletable: [], living: 1, keeps: () => false };
  }
}

function one(id: string): Delete {
  return { kind: 'lease', ids: [id], type: null };
}

/** Why nobody waits for a part any more; null where somebody may still clean it. */
function overdue({ executionId, rig, copy }: Part, resources: readonly Resource[], round: number): string | null {
  if (copy === HOSTS_PART) return round > ROUNDS_OF_CLEANING ? 'no answer in time' : null;
  const tag = rigTag(executionId, rig);
  const host = resources.some(({ kind, living, tags }) => kind === HOSTS && living && tags[TAG.rig] === tag);
  if (!host) return `no host of rig ${rig} was there any more to remove what it had there`;
  return round > ROUNDS_OF_CLEANING ? `hosts of rig ${rig} did not answer in time` : null;
}
