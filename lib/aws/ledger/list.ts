/** Lists existing resources by tag. `possible-kinds.ts` reads records of earlier listings. */
import { FsxbenchError } from '../../shapes/errors';
import { TAG_KEYS } from '../../shapes/tags';
import type { SkippedKind, ListingFailure } from '../../shapes/receipt';
import { isOptional, LISTED_KINDS, type ListedKind, type ResourceFacts, RESOURCES } from '../../shapes/resources';
import type { Context } from '../context';
import { isTransient } from '../handler';
import { readPages } from '../pages';
import { PAGE_READERS } from './registry';
import type { ListedResource, PageQuery, ReadPage, Resource } from './resource';

export interface ListScope {
  readonly facts: Readonly<Record<string, Pick<ResourceFacts, 'parent' | 'tags'>>>;
  readonly pages: Readonly<Record<string, ReadPage>>;
  /** Kinds to list, in the order of the result. */
  readonly kinds: readonly ListedKind[];
}

const EVERYTHING: ListScope = { facts: RESOURCES, pages: PAGE_READERS, kinds: LISTED_KINDS };

/** Placeholder for an id that a service omitted. */
const NO_ID = '(no id)';
/** Characters of an error message to keep. */
const WHY_MAX = 300;

export interface ListResult {
  readonly resources: readonly Resource[];
  /** Kinds that could not be listed: any resource of these kinds may exist. */
  readonly unlisted: readonly ListingFailure[];
  /** Unlisted kinds that receipts only report, or that were never created: teardown does not wait for them. */
  readonly skipped: readonly (ListingFailure & Pick<SkippedKind, 'neverCreated'>)[];
}

/** Pauses between retries of transient errors, milliseconds: a few seconds, since the caller runs again soon. */
const RETRY_PAUSES_MS = [1000, 4000] as const;
/** A hanging call fails after 120 s (`production.ts`). Calls of this duration leave no time for a retry. */
const HUNG_MS = 30_000;

/**
 * Lists each kind independently: one failing service must not hide resources of the other services.
 * @param which `living` omits terminated instances, and states that EC2 has not documented: for polling loops. A
 * receipt needs `all`.
 * @returns this stack's resources with the tag, and the untaggable resources inside them; and the kinds of which any
 * page could not be listed
 */
export async function listResources(
  context: Context,
  tag: { key: string; value: string },
  which: PageQuery['which'] = 'all',
  { facts, pages, kinds }: ListScope = EVERYTHING,
): Promise<ListResult> {
  // For any requested tag, only this stack's resources are listed.
  const tags = { [tag.key]: tag.value, [TAG_KEYS.stack]: context.config.stack };
  const listings = new Map<string, Promise<Resource[]>>();
  const ofKind = (kind: ListedKind): Promise<Resource[]> => {
    const answer = listings.get(kind) ?? retryTransient(context, () => list(kind));
    listings.set(kind, answer);
    return answer;
  };
  const list = async (kind: ListedKind): Promise<Resource[]> => {
    const page = pages[kind];
    const its = facts[kind];
    if (page === undefined || its === undefined)
      throw new FsxbenchError('Unexpected', `a page of the listed kind ${kind}`);
    const parents = its.tags === 'own' ? [null] : await ofKind(its.parent as ListedKind);
    const all = parents.map(async (parent) => {
      const read = await readPages((token) => page(context.aws, { tags, which, parent, token }));
      return read
        .flatMap(({ found }) => found)
        .map((one) => ({ ...one, ...fillMissingId(one), kind, tags: parent?.tags ?? one.tags }));
    });
    const found = (await Promise.all(all)).flat();
    // Filters support the wildcards * and ? (EC2 guide, Filter your resources), so exact values are compared here.
    const tagged = found.filter((one) => Object.entries(tags).every(([name, value]) => one.tags[name] === value));
    for (const { id, state } of tagged)
      if (id === NO_ID) context.log.error('a resource is listed without its id', { kind, state });
    return tagged;
  };
  const unseen: (ListingFailure & { readonly kind: ListedKind })[] = [];
  const apart = async (kind: ListedKind): Promise<Resource[]> => {
    try {
      return await ofKind(kind);
    } catch (error) {
      const why = `${(error as Error).name}: ${(error as Error).message}`.slice(0, WHY_MAX);
      context.log.error('a kind could not be listed', { kind, why });
      unseen.push({ kind, why });
      return [];
    }
  };
  const resources = (await Promise.all(kinds.map(apart))).flat();
  return {
    resources,
    unlisted: unseen.filter(({ kind }) => !isOptional(kind)),
    skipped: unseen.filter(({ kind }) => isOptional(kind)),
  };
}

/** Retries transient errors for some seconds. */
async function retryTransient<T>(context: Context, ask: () => Promise<T>): Promise<T> {
  const begun = context.now();
  for (const pause of RETRY_PAUSES_MS) {
    try {
      return await ask();
    } catch (error) {
      if (!isTransient(error) || context.now() - begun > HUNG_MS) throw error;
      await context.sleep(pause);
    }
  }
  return ask();
}

/**
 * A resource without an id cannot be deleted, but must be listed: no receipt may be clean while it exists. The
 * placeholder must not equal the parent id of other resources, which would then wait for it.
 */
function fillMissingId({ id, deletable }: ListedResource): Pick<Resource, 'id' | 'deletable'> {
  return id === undefined ? { id: NO_ID, deletable: false } : { id, deletable };
}
