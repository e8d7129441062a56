/** What exists, by tag. What lives is what the services list; what a teardown once saw stands in `may-exist.ts`. */
import { FsxbenchError } from '../../shapes/errors';
import { TAG } from '../../shapes/layout';
import type { PassedOver, Unlisted } from '../../shapes/receipt';
import { isOptional, LISTED_KINDS, type ListedKind, type ResourceFacts, RESOURCES } from '../../shapes/resources';
import type { Context } from '../context';
import { isTransient } from '../handler';
import { allPages } from '../pages';
import { PAGES } from './registry';
import type { Found, PageQuery, ReadPage, Resource } from './resource';

/** The kinds to list, and how. */
export interface Listing {
  readonly facts: Readonly<Record<string, Pick<ResourceFacts, 'parent' | 'tags'>>>;
  readonly pages: Readonly<Record<string, ReadPage>>;
  /** In the order of the answer. */
  readonly kinds: readonly ListedKind[];
}

const EVERYTHING: Listing = { facts: RESOURCES, pages: PAGES, kinds: LISTED_KINDS };

/** Stands for an id that a service left out. */
const NAMELESS = '(no id)';
/** Characters of an error that are told. */
const WHY_MAX = 300;

/** What a look at everything gave. */
export interface Listed {
  readonly resources: readonly Resource[];
  /** Kinds that could not be looked at: of them anything may live. */
  readonly unlisted: readonly Unlisted[];
  /** The same of kinds that only tell, or were never made: nothing waits for them, however long nobody can look. */
  readonly passedOver: readonly (Unlisted & Pick<PassedOver, 'neverMade'>)[];
}

/** Milliseconds between tries of what may pass: a few seconds each, since whoever asks comes again soon. */
const TRY_AGAIN = [1000, 4000] as const;
/** A service that hangs takes 120 s until it is given up (`production.ts`): there is no time for another try. */
const HUNG = 30_000;

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
  { facts, pages, kinds }: Listing = EVERYTHING,
): Promise<Listed> {
  // Only this stack's things are ever touched, whatever tag was asked for.
  const tags = { [tag.key]: tag.value, [TAG.stack]: context.config.stack };
  const asked = new Map<string, Promise<Resource[]>>();
  const ofKind = (kind: ListedKind): Promise<Resource[]> => {
    const answer = asked.get(kind) ?? patiently(context, () => list(kind));
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
      const read = await allPages((token) => page(context.aws, { tags, which, parent, token }));
      return read
        .flatMap(({ found }) => found)
        .map((one) => ({ ...one, ...named(one), kind, tags: parent?.tags ?? one.tags }));
    });
    const found = (await Promise.all(all)).flat();
    // Filters know the wildcards * and ? (EC2 guide, Filter your resources): what is deleted must carry the very
    // values.
    const tagged = found.filter((one) => Object.entries(tags).every(([name, value]) => one.tags[name] === value));
    for (const { id, state } of tagged)
      if (id === NAMELESS) context.log.error('something is listed without its id', { kind, state });
    return tagged;
  };
  const unseen: (Unlisted & { readonly kind: ListedKind })[] = [];
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
async function patiently<T>(context: Context, ask: () => Promise<T>): Promise<T> {
  const begun = context.now();
  for (const pause of TRY_AGAIN) {
    try {
      return await ask();
    } catch (error) {
      if (!isTransient(error) || context.now() - begun > HUNG) throw error;
      await context.sleep(pause);
    }
  }
  return ask();
}

/**
 * What has no id cannot be deleted. It stays in the list all the same: no receipt may be clean while it exists, and the
 * others must not wait for it.
 */
function named({ id, deletable }: Found): Pick<Resource, 'id' | 'deletable'> {
  return id === undefined ? { id: NAMELESS, deletable: false } : { id, deletable };
}
