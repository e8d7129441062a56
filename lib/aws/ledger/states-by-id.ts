/** Looks resources up by their ids: a resource whose tags were removed by hand appears in no listing by tag. */
import { BACKUP_KIND, type ReceiptResource } from '../../shapes/receipt';
import { isStorageId, getIdKind } from '../../shapes/resource-ids';
import { readNextPages, readPages, mapInBatches } from '../pages';
import type { Context } from '../context';
import { STORAGE } from '../storage/registry';
import { readTemplatePage } from './registry';

/** State by id; null for a deleted resource. */
export type StatesById = ReadonlyMap<string, string | null>;

/** Instances or volumes per call: a filter accepts 200 values (EC2 guide, Filter your resources). */
const EC2_FILTER_MAX = 200;
/**
 * Storage is looked up one by one, because a call for several ids fails if one is missing (API reference of FSx,
 * FileSystemNotFound), and nearly all are deleted. Listings may also lag behind creates.
 */
const CONCURRENCY = 8;
/**
 * No lookup starts after this time, milliseconds. A thousand ids need about ten seconds. The function has 290 s; a
 * hanging listing and a hanging call may take 120 s each.
 */
const LOOKUP_MS = 45_000;

const TAGS_LOST = 'its tags were removed';
const UNSEEN = 'could not be checked';

/** @returns by id: the state of an existing resource, or that it could not be checked; null for a deleted resource */
export async function findStates(things: readonly ReceiptResource[], context: Context): Promise<StatesById> {
  const end = context.now() + LOOKUP_MS;
  const its = (wanted: string): string[] => things.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const storage = things.map(({ id }) => id).filter(isStorageId);
  const answers = await Promise.all([
    lookUpEc2(its('ec2:instance'), findInstances, context),
    lookUpEc2(its('ec2:volume'), findVolumes, context),
    lookUpEc2(its('ec2:launch-template'), findTemplates, context),
    mapInBatches(storage, CONCURRENCY, async (id) => [id, await findStorageState(id, end, context)] as const),
  ]);
  return new Map(answers.flat());
}

type States = ReadonlyMap<string, string>;

/** States of EC2 resources; all count as unchecked if EC2 does not answer. */
async function lookUpEc2(
  ids: readonly string[],
  look: (ids: readonly string[], context: Context) => Promise<States>,
  context: Context,
): Promise<(readonly [string, string | null])[]> {
  if (ids.length === 0) return [];
  try {
    const states = await look(ids, context);
    return ids.map((id) => {
      const state = states.get(id);
      return [id, state === undefined ? null : `${state}, ${TAGS_LOST}`];
    });
  } catch (error) {
    logLookupFailure(`${ids.length} of EC2`, error, context);
    return ids.map((id) => [id, UNSEEN]);
  }
}

/** Uses a filter, because filters ignore missing ids, and an account may have many more instances. */
async function findInstances(ids: readonly string[], { aws }: Context): Promise<States> {
  const found = await readFiltered(ids, 'instance-id', (query) => aws.ec2.describeInstances(query));
  const all = found.flatMap((page) => (page.Reservations ?? []).flatMap((one) => one.Instances ?? []));
  const states = all.map(({ InstanceId = '', State }) => [InstanceId, State?.Name ?? 'unknown'] as const);
  return new Map(states.filter(([, state]) => state !== 'terminated'));
}

/** Uses a filter, because a lookup by id fails for a missing volume (`InvalidVolume.NotFound`). */
async function findVolumes(ids: readonly string[], { aws }: Context): Promise<States> {
  const found = await readFiltered(ids, 'volume-id', (query) => aws.ec2.describeVolumes(query));
  const all = found.flatMap((page) => page.Volumes ?? []);
  const states = all.map(({ VolumeId = '', State = 'unknown' }) => [VolumeId, State] as const);
  return new Map(states.filter(([, state]) => state !== 'deleted'));
}

async function readFiltered<P extends { NextToken?: string | undefined }>(
  ids: readonly string[],
  Name: string,
  ask: (query: { Filters: { Name: string; Values: string[] }[]; NextToken?: string }) => Promise<P>,
): Promise<P[]> {
  const pages: P[] = [];
  for (let first = 0; first < ids.length; first += EC2_FILTER_MAX) {
    const Filters = [{ Name, Values: ids.slice(first, first + EC2_FILTER_MAX) }];
    pages.push(...(await readNextPages((next) => ask({ Filters, ...next }))));
  }
  return pages;
}

/** Lists the account and Region: no filter accepts ids of templates (API reference, DescribeLaunchTemplates). */
async function findTemplates(_ids: readonly string[], { aws }: Context): Promise<States> {
  const pages = await readPages((token) => readTemplatePage(aws, { tags: {}, which: 'all', parent: null, token }));
  return new Map(pages.flatMap(({ found }) => found).map(({ id = '', state }) => [id, state]));
}

async function findStorageState(id: string, end: number, context: Context): Promise<string | null> {
  if (context.now() > end) return UNSEEN;
  const { describe, absent } = STORAGE[getIdKind(id)];
  try {
    const { lifecycle, gone } = await describe(context.aws, id);
    return gone === true ? null : `${lifecycle}, ${TAGS_LOST}`;
  } catch (error) {
    if (absent.includes((error as Error).name)) return null;
    logLookupFailure(id, error, context);
    return UNSEEN;
  }
}

function logLookupFailure(what: string, error: unknown, context: Context): void {
  context.log.error('a resource lookup by id failed', { what, error: String(error) });
}

/** Values per filter (API reference of FSx, Filter). */
const FSX_FILTER_MAX = 20;

/** Lists all existing backups, with any tags. @param of ids of file systems, including deleted ones */
export async function listBackups(of: readonly string[], { aws }: Context): Promise<ReceiptResource[]> {
  const parts = Array.from({ length: Math.ceil(of.length / FSX_FILTER_MAX) }, (_, index) =>
    of.slice(index * FSX_FILTER_MAX, (index + 1) * FSX_FILTER_MAX),
  );
  const found = await mapInBatches(parts, CONCURRENCY, async (Values) => {
    const Filters = [{ Name: 'file-system-id' as const, Values }];
    const pages = await readNextPages((next) => aws.fsx.describeBackups({ Filters, ...next }));
    return pages.flatMap(({ Backups = [] }) => Backups);
  });
  return found.flat().map(({ BackupId = '(no id)', Lifecycle = 'unknown', FileSystem }) => ({
    kind: BACKUP_KIND,
    id: BackupId,
    rig: null,
    state: `${Lifecycle}, an external backup of ${FileSystem?.FileSystemId ?? 'a file system'}`,
  }));
}
