/** Something that exists, as listings tell of it: what teardown, janitor and receipt rest on. */
import { TAG } from '../../shapes/layout';
import type { ReceiptResource } from '../../shapes/receipt';
import type { ListedKind } from '../../shapes/resources';
import type { AwsCalls } from '../calls';

/** As the listing of one kind gives it. */
export interface ListedResource {
  /** Undefined where the service leaves it out. */
  readonly id: string | undefined;
  /** The service's own word. */
  readonly state: string;
  /** It still exists: it costs, or blocks something that does. */
  readonly living: boolean;
  /** A delete may be sent now; false while one is under way; `seldom` where it would be refused, as far as we know. */
  readonly deletable: boolean | 'seldom';
  /** Its own; of what cannot be tagged, none. */
  readonly tags: Readonly<Record<string, string>>;
  /** Id of what it exists in; null where it stands alone. */
  readonly parent: string | null;
  /** What its service calls its type, where the delete must know it; null for kinds without types. */
  readonly type: string | null;
}

export interface Resource extends ListedResource {
  readonly id: string;
  readonly kind: ListedKind;
}

/** One delete call of the teardown machine. */
export interface DeleteCall {
  readonly kind: ListedKind | 'lease';
  readonly ids: readonly string[];
  /** Of storage: its type as the listing told it. */
  readonly type: string | null;
}

/** What one page is asked for. */
export interface PageQuery {
  /** Values that its tags must have: for services that can filter. The caller compares them again. */
  readonly tags: Readonly<Record<string, string>>;
  /** `living` may leave out what is surely gone, and what is in a state that nobody has heard of. */
  readonly which: 'all' | 'living';
  /** What to look in, for a kind that is listed through its parent; null for all others. */
  readonly parent: Resource | null;
  /** Of the page before; undefined for the first. */
  readonly token: string | undefined;
}

export interface ResourcePage {
  readonly found: readonly ListedResource[];
  /** Of the next page; undefined where there is none. */
  readonly NextToken: string | undefined;
}

/** Reads one page of one kind. */
export type ReadPage = (aws: AwsCalls, query: PageQuery) => Promise<ResourcePage>;

/** A resource as the receipt lists it. */
export function toReceiptEntry({ kind, id, state, tags }: Resource): ReceiptResource {
  return { kind, id, rig: tags[TAG.rig] ?? null, state };
}

/** Tags by name, of the list in which services give them. */
export function toTagMap(
  tags: readonly { Key?: string | undefined; Value?: string | undefined }[] | undefined,
): Record<string, string> {
  return Object.fromEntries((tags ?? []).flatMap(({ Key, Value = '' }) => (Key === undefined ? [] : [[Key, Value]])));
}
