/** An existing resource in listings for teardown, janitor and receipt. */
import { TAG_KEYS } from '../../shapes/tags';
import type { ReceiptResource } from '../../shapes/receipt';
import type { ListedKind } from '../../shapes/resources';
import type { AwsCalls } from '../calls';

/** An entry of one kind's listing. */
export interface ListedResource {
  /** Undefined if the service omits the id. */
  readonly id: string | undefined;
  /** The service's term. */
  readonly state: string;
  /** Whether it still exists: it costs money, or blocks the delete of something that costs money. */
  readonly living: boolean;
  /** Whether a delete may be sent now; false during a delete; `seldom` if AWS would probably refuse it. */
  readonly deletable: boolean | 'seldom';
  /** Empty for kinds without tags. */
  readonly tags: Readonly<Record<string, string>>;
  /** Id of the containing resource; null if there is none. */
  readonly parent: string | null;
  /** The service's type, if a delete call requires it; null for kinds without types. */
  readonly type: string | null;
}

export interface Resource extends ListedResource {
  readonly id: string;
  readonly kind: ListedKind;
}

export interface DeleteCall {
  readonly kind: ListedKind | 'lease';
  readonly ids: readonly string[];
  /** For storage: the listed type. */
  readonly type: string | null;
}

export interface PageQuery {
  /** Required tag values, for services that can filter. The caller compares the tags again. */
  readonly tags: Readonly<Record<string, string>>;
  /** `living` may omit deleted resources, and those in an unknown state. */
  readonly which: 'all' | 'living';
  /** The parent, for kinds that are listed through it; null for other kinds. */
  readonly parent: Resource | null;
  /** Token from the previous page; undefined for the first. */
  readonly token: string | undefined;
}

export interface ResourcePage {
  readonly found: readonly ListedResource[];
  /** Token of the next page; undefined on the last. */
  readonly NextToken: string | undefined;
}

export type ReadPage = (aws: AwsCalls, query: PageQuery) => Promise<ResourcePage>;

export function toReceiptEntry({ kind, id, state, tags }: Resource): ReceiptResource {
  return { kind, id, rig: tags[TAG_KEYS.rig] ?? null, state };
}

export function toTagMap(
  tags: readonly { Key?: string | undefined; Value?: string | undefined }[] | undefined,
): Record<string, string> {
  return Object.fromEntries((tags ?? []).flatMap(({ Key, Value = '' }) => (Key === undefined ? [] : [[Key, Value]])));
}
