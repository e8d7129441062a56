/** Resources of one kind in a service: lookup, listing, creation and deletion. */
import type { StorageKind } from '../../shapes/resources';
import type { Tags } from './service';
import type { ResourceBase, ResourceStore, StoredResource } from './resource-store';

export interface Resource extends ResourceBase {
  readonly id: string;
  tags: Tags;
  lifecycle: string;
  /** Why its creation failed. */
  failure?: string;
}

type CreationOutcome = 'made' | 'fails' | 'misconfigured';

/** Names of lifecycle states in the service. */
export interface StateNames<R extends Resource> {
  readonly creating: R['lifecycle'];
  /** It is usable. */
  readonly made: (record: R) => R['lifecycle'];
  readonly fails: R['lifecycle'];
  readonly misconfigured: R['lifecycle'];
  readonly updating?: R['lifecycle'];
  readonly deleting: R['lifecycle'];
}

interface TableOptions<R extends Resource> {
  /** As in receipts. */
  readonly kind: StoredResource['kind'];
  readonly words: StateNames<R>;
  /** The error for an unknown id. */
  readonly missing: (id: string) => Error;
  /** The pattern of ids, and the error for other texts. Default: any text is valid. */
  readonly form?: { readonly pattern: RegExp; readonly refuse: (id: string) => Error };
  /** Id in receipts and billing ledger. Default: the id in the service. */
  readonly name?: (record: R) => string;
  /** Id of its file system. Default: the id of the resource. */
  readonly fileSystem?: (record: R) => string;
  /** Whether it is created and deleted with another resource, and not listed separately. Default: no. */
  readonly isPart?: (record: R) => boolean;
  /** Whether its tags cannot be changed. */
  readonly keepsTags?: true;
}

export interface PendingDelete {
  /** Undoes the delete for a fault: restores the records; those under way become usable. */
  restore(): void;
  drop(): void;
}

export class ResourceTable<R extends Resource> {
  private readonly records = new Map<string, R>();

  constructor(
    private readonly store: ResourceStore,
    private readonly facts: TableOptions<R>,
  ) {
    store.tables.push(this);
  }

  /** In order of creation. */
  all(): readonly R[] {
    return [...this.records.values()];
  }

  get(id: string): R | undefined {
    return this.records.get(id);
  }

  add(record: R): R {
    this.records.set(record.id, record);
    return record;
  }

  drop({ id }: Pick<R, 'id'>): void {
    this.records.delete(id);
  }

  /** @throws ServiceError for an invalid or unknown id */
  find(id: string): R {
    const { form, missing } = this.facts;
    if (form !== undefined && !form.pattern.test(id)) throw form.refuse(id);
    const found = this.records.get(id);
    if (found === undefined) throw missing(id);
    return found;
  }

  /** The records of these ids; without ids, those that a listing shows now. @throws ServiceError as {@link find} */
  list(ids?: readonly string[]): readonly R[] {
    return ids?.map((id) => this.find(id)) ?? this.store.listed(this.all());
  }

  /** Ends a creation after its duration, unless deleted or hanging by a fault. @param takes ms without a fault */
  async finishCreate(record: R, takes: () => number, then?: (outcome: CreationOutcome) => void): Promise<void> {
    const { tags, rank } = record;
    const { words, kind } = this.facts;
    const made = { kind: kind as StorageKind, id: this.nameOf(record), tags, rank };
    const fault = this.store.options.faults?.create?.(made);
    if (fault === 'hangs') return;
    if (typeof fault === 'number') await this.store.sleep(fault);
    await this.store.sleep(takes());
    if (record.lifecycle !== words.creating) return;
    const outcome = fault === 'fails' || fault === 'misconfigured' ? fault : 'made';
    record.lifecycle = outcome === 'made' ? words.made(record) : words[outcome];
    then?.(outcome);
  }

  /**
   * Accepts a delete; refuses a second delete, and a delete during the creation (undocumented: the harder case).
   * @returns whether a fault will undo the delete @throws the error of `refuse` for the reason
   */
  accept(record: R, refuse: (why: string) => Error): boolean {
    const { creating, deleting } = this.facts.words;
    const { lifecycle } = record;
    if (lifecycle === creating || lifecycle === deleting) throw refuse(`is ${lifecycle}`);
    return this.count(record, () => refuse('cannot be deleted at this time'));
  }

  /** Counts a delete that nothing else prevents. */
  count(record: R, refusal: () => Error): boolean {
    record.deletions++;
    const fault = this.store.options.faults?.deletion?.(this.nameOf(record), record.deletions);
    if (fault === 'refused') throw refusal();
    return fault === 'undone';
  }

  mark(...records: readonly R[]): PendingDelete {
    const { creating, updating, deleting, made } = this.facts.words;
    const before = records.map((record) => ({ record, lifecycle: record.lifecycle }));
    for (const record of records) record.lifecycle = deleting;
    return {
      restore: () => {
        for (const { record, lifecycle } of before)
          record.lifecycle = lifecycle === creating || lifecycle === updating ? made(record) : lifecycle;
      },
      drop: () => {
        for (const record of records) this.drop(record);
      },
    };
  }

  /** Existing resources, except those created with another resource. */
  left(): (StoredResource & Pick<ResourceBase, 'rank'>)[] {
    const { kind, isPart, fileSystem } = this.facts;
    return this.all()
      .filter((record) => isPart?.(record) !== true)
      .map((record) => {
        const id = this.nameOf(record);
        const { lifecycle: state, tags, rank } = record;
        return { kind, id, state, tags, fileSystemId: fileSystem?.(record) ?? id, rank };
      });
  }

  retag(change: (tags: Tags) => Tags): void {
    if (this.facts.keepsTags === true) return;
    for (const record of this.all()) record.tags = change(record.tags);
  }

  private nameOf(record: R): string {
    return this.facts.name?.(record) ?? record.id;
  }
}
