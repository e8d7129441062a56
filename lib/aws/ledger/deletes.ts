/** What teardown deletes next: nothing while something exists in it, or mounts it. */
import { layout, TAG } from '../../shapes/layout';
import type { ReceiptResource } from '../../shapes/receipt';
import { LISTED_KINDS, type ListedKind, RESOURCES } from '../../shapes/resources';
import { readJson, writeText } from '../bucket';
import type { Context } from '../context';
import { listResources } from './list';
import { entryOf, type Resource } from './resource';

/** One delete call of the teardown machine. */
export interface Delete {
  readonly kind: ListedKind;
  readonly ids: readonly string[];
}

/**
 * What to delete now, in the right order: children before their parents, hosts before the storage that they mount.
 * @param hurry nothing waits any more: a host that cannot be ended must not keep storage alive, and what a service
 * refuses is no deletion
 */
export function nextDeletes(resources: readonly Resource[], hurry: boolean): Delete[] {
  const free = (one: Resource): boolean =>
    one.deletable && (hurry || !resources.some((other) => isIn(other, one) || mounts(other, one)));
  return LISTED_KINDS.flatMap((kind) => {
    const ids = resources.filter((one) => one.kind === kind && free(one)).map(({ id }) => id);
    const calls: Delete[] = [];
    const { idsPerRemove } = RESOURCES[kind];
    for (let first = 0; first < ids.length; first += idsPerRemove) {
      calls.push({ kind, ids: ids.slice(first, first + idsPerRemove) });
    }
    return calls;
  });
}

function isIn(child: Resource, { id }: Resource): boolean {
  return child.living && child.parent === id;
}

/** A host that is being ended mounts nothing any more. */
function mounts(host: Resource, { kind, tags }: Resource): boolean {
  return host.deletable && host.kind === RESOURCES[kind].mountedBy && host.tags[TAG.rig] === tags[TAG.rig];
}

/** Deletes in one answer: keeps the payload of the teardown machine small; the next round brings the rest. */
const DELETES_PER_ROUND = 40;

/** Rounds of a teardown for which storage waits for what mounts it or exists in it. */
const PATIENT_ROUNDS = 3;

/** One look of the teardown machine. @returns how many things still exist, and the deletes to send now */
export async function listDeletable(
  event: { tagKey: string; tagValue: string; round: number },
  context: Context,
): Promise<{ living: number; deletable: readonly Delete[] }> {
  // The first look takes in what EC2 may call by a new name: it is deleted too.
  const which = event.round === 0 ? 'all' : 'living';
  const resources = await listResources(context, { key: event.tagKey, value: event.tagValue }, which);
  if (event.round === 0) await noteSeen(event.tagValue, resources, context);
  return {
    living: resources.filter((one) => one.living).length,
    deletable: nextDeletes(resources, event.round > PATIENT_ROUNDS).slice(0, DELETES_PER_ROUND),
  };
}

/**
 * Notes for the receipt what is about to be deleted: services forget file systems and templates at once. A note that
 * cannot be written keeps nothing alive.
 */
async function noteSeen(tagValue: string, resources: readonly Resource[], context: Context): Promise<void> {
  const [experiment, executionId] = [TAG.experiment, TAG.execution].map((tag) => resources[0]?.tags[tag]);
  if (experiment === undefined || executionId === undefined) return;
  const key = layout(experiment, executionId).seen(tagValue);
  try {
    const earlier = (await readJson<ReceiptResource[]>(context, key)) ?? [];
    const seen = new Map([...earlier, ...resources.map(entryOf)].map((one) => [`${one.kind} ${one.id}`, one]));
    await writeText(context, key, JSON.stringify([...seen.values()]));
  } catch (error) {
    context.log.warn('what was found could not be noted for the receipt', { tagValue, error: String(error) });
  }
}
