/**
 * What exists, by tag. What lives is what the services list; what a teardown once saw stands in `possible-kinds.ts`.
 */
import { FsxbenchError } from '../../shapes/errors';
import { TAG } from '../../shapes/layout';
import type { SkippedKind, ListingFailure } from '../../shapes/receipt';
import { isOptional, LISTED_KINDS, type ListedKind, type ResourceFacts, RESOURCES } from '../../shapes/resources';
import type { Context } from '../context';
import { isTransient } from '../handler';
import { readPages } from '../pages';
import { PAGE_READERS } from './registry';
import type { ListedResource, PageQuery, ReadPage, Resource } from './resource';

/** The kinds to list, and how. */
export interface ListScope {
  readonly facts: Readonly<Record<string, Pick<ResourceFacts, 'parent' | 'tags'>>>;
  readonly pages: Readonly<Record<string, ReadPage>>;
  /** In the order of the answer. */
  readonly kinds: readonly ListedKind[];
}

const EVERYTHING: ListScope = { facts: RESOURCES, pages: PAGE_READERS, kinds: LISTED_KINDS };

/** Stands for an id that a service left out. */
const NO_ID = '(no id)';
/** Characters of an error that are told. */
const WHY_MAX = 300;

/** What a look at everything gave. */
export interface ListResult {
  readonly resources: readonly Resource[];
  /** Kinds that could not be looked at: of them anything may live. */
  readonly unlisted: readonly ListingFailure[];
  /** The same of kinds that only tell, or were never made: nothing waits for them, however long nobody can look. */
  readonly passedOver: readonly (ListingFailure & Pick<SkippedKind, 'neverMade'>)[];
}

/** Milliseconds between tries of what may pass: a few seconds each, since whoever asks comes again soon. */
const RETRY_PAUSES_MS = [1000, 4000] as const;
/** A service that hangs takes 120 s until it is given up (`production.ts`): there is no time for another try. */
const HUNG_MS = 30_000;

/**
 * Every kind on its own: one service that refuses, throttles or is down must not keep what others list alive.
 * @param which `living` leaves out terminated instances, and would leave out those in a state that EC2 has not told of:
 * for loops that look again and again. What is to be proven asks for `all`.
 * @returns everything of this stack that carries the tag, or exists in what does and cannot be tagged itself; and the
 * kinds that could not be listed, by any page of theirs
 */
export async function listResources(
  context: Context,
  tag: { key: string; value: string },
  which: PageQuery['which'] = 'all',
  { facts, pages, kinds }: ListScope = EVERYTHING,
): Promise<ListResult> {
  // Only this stack's things are ever touched, whatever tag was asked for.
  const tags = { [tag.key]: tag.value, [TAG.stack]: context.config.stack };
  const asked = new Map<string, Promise<Resource[]>>();
  const ofKind = (kind: ListedKind): Promise<Resource[]> => {
    const answer = asked.get(kind) ?? retryTransient(context, () => list(kind));
    asked.set(kind, answer);
    return answer;
  };
  const list = async (kind: ListedKind): Promise<Resource[]> => {
    const page = pages[kind];
    const its = facts[kind];
    if (page === undefined || its === undefined)
      throw new FsxbenchError('Unexpected', `a kind that is listed has its page: ${kind}`);
    const parents = its.tags === 'own' ? [null] : await ofKind(its.parent as ListedKind);
    const all = parents.map(async (parent) => {
      const read = await readPages((token) => page(context.aws, { tags, which, parent, token }));
      return read
        .flatMap(({ found }) => found)
        .map((one) => ({ ...one, ...fillMissingId(one), kind, tags: parent?.tags ?? one.tags }));
    });
    const found = (await Promise.all(all)).flat();
    // Filters know the wildcards * and ? (EC2 guide, Filter your resources): what is deleted must carry the very
    // values.
    const tagged = found.filter((one) => Object.entries(tags).every(([name, value]) => one.tags[name] === value));
    for (const { id, state } of tagged)
      if (id === NO_ID) context.log.error('something is listed without its id', { kind, state });
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
    passedOver: unseen.filter(({ kind }) => isOptional(kind)),
  };
}

/** Tries again what may pass, for some seconds. */
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
 * What has no id cannot be deleted. It stays in the list all the same: no receipt may be clean while it exists, and the
 * others must not wait for it.
 */
function fillMissingId({ id, deletable }: ListedResource): Pick<Resource, 'id' | 'deletable'> {
  return id === undefined ? { id: NO_ID, deletable: false } : { id, deletable };
}
