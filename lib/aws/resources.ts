/**
 * What exists, by tag: the listing that teardown, janitor and receipt rest on. A new kind is one lister here and its
 * delete in `state-machines/teardown.asl.json`.
 */
import { layout, TAG } from '../shapes/layout';
import type { ReceiptResource } from '../shapes/receipt';
import { readJson, writeText } from './bucket';
import type { Context } from './context';
import { allPages } from './pages';

export interface Resource {
  readonly kind: 'ec2:instance' | 'ec2:launch-template' | 'fsx:file-system';
  readonly id: string;
  /** The service's own word. */
  readonly state: string;
  /** It still exists: it costs, or blocks something that does. */
  readonly living: boolean;
  /** A delete may be sent now; false while one is under way. */
  readonly deletable: boolean;
  readonly tags: Readonly<Record<string, string>>;
}

/**
 * Kinds that {@link listResources} covers: printed in every receipt. Volumes of a file system exist only in it, and go
 * with it.
 */
export const COVERED: readonly Resource['kind'][] = ['ec2:instance', 'ec2:launch-template', 'fsx:file-system'];

/**
 * Results of one page of DescribeInstances: far below the response limits of Lambda, few calls (API reference: 5 to
 * 1,000).
 */
const INSTANCES_PER_PAGE = 200;

/**
 * States of an instance that need no more telling (EC2 guide, Instance lifecycle); an unknown state is none of them.
 */
const ENDING = ['shutting-down', 'terminated'];

/** All states but `terminated`, which EC2 still shows for about an hour (EC2 guide, Instance lifecycle). */
const LIVING = ['pending', 'running', 'shutting-down', 'stopping', 'stopped'];

/**
 * @param which `living` leaves out terminated instances, and would leave out those in a state that EC2 has not told of:
 * for loops that look again and again. What is to be proven asks for `all`.
 * @returns everything of this stack that carries the tag
 */
export async function listResources(
  context: Context,
  tag: { key: string; value: string },
  which: 'all' | 'living' = 'all',
): Promise<Resource[]> {
  const filters = [
    { Name: `tag:${tag.key}`, Values: [tag.value] },
    // Only this stack's things are ever touched, whatever tag was asked for.
    { Name: `tag:${TAG.stack}`, Values: [context.config.stack] },
  ];
  const found = await Promise.all([
    listInstances(context, which === 'all' ? filters : [...filters, { Name: 'instance-state-name', Values: LIVING }]),
    listTemplates(context, filters),
    listFileSystems(context),
  ]);
  // Filters know the wildcards * and ? (EC2 guide, Filter your resources): what is deleted must carry the very values.
  return found.flat().filter(({ tags }) => tags[tag.key] === tag.value && tags[TAG.stack] === context.config.stack);
}

type Filters = { Name: string; Values: string[] }[];

async function listInstances(context: Context, filters: Filters): Promise<Resource[]> {
  const pages = await allPages((token) =>
    context.aws.ec2.describeInstances({
      Filters: filters,
      MaxResults: INSTANCES_PER_PAGE,
      ...(token === undefined ? {} : { NextToken: token }),
    }),
  );
  const instances = pages.flatMap((page) =>
    (page.Reservations ?? []).flatMap((reservation) => reservation.Instances ?? []),
  );
  return instances.map((instance) => {
    const state = instance.State?.Name ?? 'unknown';
    return {
      kind: 'ec2:instance',
      id: instance.InstanceId ?? '',
      state,
      living: state !== 'terminated',
      deletable: !ENDING.includes(state),
      tags: plain(instance.Tags),
    };
  });
}

async function listTemplates(context: Context, filters: Filters): Promise<Resource[]> {
  const pages = await allPages((token) =>
    context.aws.ec2.describeLaunchTemplates({
      Filters: filters,
      MaxResults: INSTANCES_PER_PAGE,
      ...(token === undefined ? {} : { NextToken: token }),
    }),
  );
  return pages
    .flatMap((page) => page.LaunchTemplates ?? [])
    .map((template) => ({
      kind: 'ec2:launch-template',
      id: template.LaunchTemplateId ?? '',
      state: 'available',
      living: true,
      deletable: true,
      tags: plain(template.Tags),
    }));
}

/** All of the account and Region: DescribeFileSystems cannot filter by tag (API reference). */
async function listFileSystems(context: Context): Promise<Resource[]> {
  const pages = await allPages((token) =>
    context.aws.fsx.describeFileSystems(token === undefined ? {} : { NextToken: token }),
  );
  return pages
    .flatMap((page) => page.FileSystems ?? [])
    .map((one) => ({
      kind: 'fsx:file-system',
      id: one.FileSystemId ?? '',
      state: one.Lifecycle ?? 'unknown',
      // What is deleted is not listed any more; a failed one still is, and some cost.
      living: true,
      deletable: one.Lifecycle !== 'DELETING',
      tags: plain(one.Tags),
    }));
}

function plain(
  tags: readonly { Key?: string | undefined; Value?: string | undefined }[] | undefined,
): Record<string, string> {
  return Object.fromEntries((tags ?? []).map((tag) => [tag.Key ?? '', tag.Value ?? '']));
}

/** Ids in one terminate call: EC2 takes up to 1,000 (API reference); few enough that one bad id costs few retries. */
const IDS_PER_CALL = 50;

/** One delete call of the teardown machine. */
export interface Delete {
  readonly kind: Resource['kind'];
  readonly ids: readonly string[];
}

/**
 * What to delete now, in the right order: hosts before the storage that they mount. Templates and file systems go one
 * by one: their APIs take one id.
 * @param hurry storage waits for no host any more: one that cannot be ended must not keep it alive
 */
export function nextDeletes(resources: readonly Resource[], hurry: boolean): Delete[] {
  const ids = (kind: Resource['kind']): string[] =>
    resources.filter((one) => one.kind === kind && one.deletable).map((one) => one.id);
  const deletes: Delete[] = [];
  const instances = ids('ec2:instance');
  for (let first = 0; first < instances.length; first += IDS_PER_CALL) {
    deletes.push({ kind: 'ec2:instance', ids: instances.slice(first, first + IDS_PER_CALL) });
  }
  for (const id of ids('ec2:launch-template')) deletes.push({ kind: 'ec2:launch-template', ids: [id] });
  const mounting = new Set(
    resources.filter((one) => one.kind === 'ec2:instance' && one.deletable).map((one) => one.tags[TAG.rig]),
  );
  for (const { kind, id, deletable, tags } of resources) {
    if (kind === 'fsx:file-system' && deletable && (hurry || !mounting.has(tags[TAG.rig])))
      deletes.push({ kind, ids: [id] });
  }
  return deletes;
}

/** Deletes in one answer: keeps the payload of the teardown machine small; the next round brings the rest. */
const DELETES_PER_ROUND = 40;

/** Rounds of a teardown for which storage waits for the hosts that mount it. */
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

/** A resource as the receipt lists it. */
export function entryOf({ kind, id, state, tags }: Resource): ReceiptResource {
  return { kind, id, rig: tags[TAG.rig] ?? null, state };
}
