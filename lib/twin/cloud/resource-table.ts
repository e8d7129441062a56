/** Resources of one kind that a service holds: how they are found and listed, come, and go. */
import type { StorageKind } from '../../shapes/resources';
import type { Tags } from './service';
import type { ResourceBase, ResourceStore, StoredResource } from './resource-store';

/** Something with an id, tags and a lifecycle. */
export interface Resource extends ResourceBase {
  readonly id: string;
  tags: Tags;
  /** The service's own word. */
  lifecycle: string;
  /** Why it could not be made. */
  failure?: string;
}

/** How a creation came out. */
type Outcome = 'made' | 'fails' | 'misconfigured';

/** The service's words for what a resource may be. */
export interface StateNames<R extends Resource> {
  readonly creating: R['lifecycle'];
  /** It can be used. */
  readonly made: (record: R) => R['lifecycle'];
  readonly fails: R['lifecycle'];
  readonly misconfigured: R['lifecycle'];
  readonly updating?: R['lifecycle'];
  readonly deleting: R['lifecycle'];
}

/** What a service says of one kind of its resources. */
interface TableFacts<R extends Resource> {
  /** As in receipts. */
  readonly kind: StoredResource['kind'];
  readonly words: StateNames<R>;
  /** The error for an id that nothing has. */
  readonly missing: (id: string) => Error;
  /** The form of ids, and the error for a text of another one. Default: any text may be one. */
  readonly form?: { readonly pattern: RegExp; readonly refuse: (id: string) => Error };
  /** Its id in receipts and ledger. Default: its own. */
  readonly name?: (record: R) => string;
  /** The file system that it is of. Default: itself. */
  readonly fileSystem?: (record: R) => string;
  /** It comes and goes with another one, and is not named beside that. Default: none does. */
  readonly isPart?: (record: R) => boolean;
  /** Nobody changes its tags. */
  readonly keepsTags?: true;
}

/** Records that are being deleted. */
export interface DeleteMark {
  /** A fault undoes it: they are as they were, and usable where they were under way to it. */
  restore(): void;
  drop(): void;
}

export class Table<R extends Resource> {
  private readonly records = new Map<string, R>();

  constructor(
    private readonly store: ResourceStore,
    private readonly facts: TableFacts<R>,
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

  /** @throws ServiceError for what is no id, and for an id of nothing */
  find(id: string): R {
    const { form, missing } = this.facts;
    if (form !== undefined && !form.pattern.test(id)) throw form.refuse(id);
    const found = this.records.get(id);
    if (found === undefined) throw missing(id);
    return found;
  }

  /** What is asked for by ids; without any what a listing shows now. @throws ServiceError as {@link find} */
  list(ids?: readonly string[]): readonly R[] {
    return ids?.map((id) => this.find(id)) ?? this.store.listed(this.all());
  }

  /**
   * Lets a record become what it is to be, unless a delete was accepted meanwhile or nothing ever becomes of it.
   * @param takes milliseconds, drawn when nothing else holds it up
   * @param then told how it came out
   */
  async finishCreate(record: R, takes: () => number, then?: (outcome: Outcome) => void): Promise<void> {
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
   * Accepts a delete. A second one while one is under way, and one of what is being made, are documented nowhere: they
   * are refused, the harder case.
   * @returns whether a fault will undo it
   * @throws what `refuse` makes of the reason
   */
  accept(record: R, refuse: (why: string) => Error): boolean {
    const { creating, deleting } = this.facts.words;
    const { lifecycle } = record;
    if (lifecycle === creating || lifecycle === deleting) throw refuse(`is ${lifecycle}`);
    return this.count(record, () => refuse('cannot be deleted at this time'));
  }

  /** Counts a delete that nothing else stands against. */
  count(record: R, refusal: () => Error): boolean {
    record.deletions++;
    const fault = this.store.options.faults?.deletion?.(this.nameOf(record), record.deletions);
    if (fault === 'refused') throw refusal();
    return fault === 'undone';
  }

  /** Marks records as being deleted. */
  mark(...records: readonly R[]): DeleteMark {
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

  /** What exists, but for parts of others. */
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
