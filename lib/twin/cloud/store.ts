/**
 * What all services that hold storage have alike: the order of their resources, tags, what may go wrong and how long it
 * takes, what listings show, and who is told what is paid for.
 */
import type { Clock } from '../../asl/clock/clock';
import type { StorageKind } from '../../shapes/resources';
import { FSX_TIMING, type FsxTiming, type Length, stepMs } from './fsx/timing';
import type { Ids, Place } from './ids';
import type { OnPaid, Paid } from './paid';
import type { Service, Tags } from './service';

/** What every resource begins with. */
export interface Birth {
  /** Order of creation. */
  readonly rank: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** How often a delete was asked for. */
  deletions: number;
}

/** Something that was just made. */
export interface MadeThing {
  readonly kind: StorageKind;
  readonly id: string;
  readonly tags: Tags;
  /** Order of creation among all that a service holds, root volumes included. */
  readonly rank: number;
}

/** Scripted trouble; each is asked at the moment at which it would matter. */
export interface StorageFaults {
  /**
   * `fails`: ends as FAILED after its time; `hangs`: stays CREATING for ever, and where deletes are
   * refused meanwhile nobody can delete it; `misconfigured`: MISCONFIGURED; a number: it takes so much longer,
   * milliseconds.
   */
  readonly create?: (made: MadeThing) => 'fails' | 'hangs' | 'misconfigured' | number | undefined;
  /**
   * Asked when a change was accepted. `fails`: the administrative action ends as FAILED, the file system is AVAILABLE
   * with its old values; `hangs`: it stays PENDING for ever; a number: so much longer, milliseconds.
   */
  readonly update?: (id: string) => 'fails' | 'hangs' | number | undefined;
  /**
   * `refused`: the call is a BadRequest; `undone`: it is accepted, and what was to be deleted is back after its time.
   * @param attempt number of the delete of this id, from 1
   */
  readonly deletion?: (id: string, attempt: number) => 'refused' | 'undone' | undefined;
}

export interface StoreOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly place: Place;
  /** Numbers in [0, 1): durations. Default: all take as long as expected. */
  readonly random?: () => number;
  readonly timing?: Partial<FsxTiming>;
  /** Tags without which a create is refused, as the roles' policies do. Default: none. */
  readonly requiredTags?: readonly string[] | undefined;
  readonly faults?: StorageFaults | undefined;
  /** Told when something begins, changes and ends to be paid for. */
  readonly onPaid?: OnPaid | undefined;
}

/** Something that exists, as checkers see it. Root volumes are part of their file system. */
export interface StoredResource {
  readonly kind: StorageKind | 'fsx:backup';
  readonly id: string;
  /** The service's own word. */
  readonly state: string;
  /** Its own, or those of what it exists in where it cannot be tagged. */
  readonly tags: Tags;
  /** The file system that it is, or was, of. */
  readonly fileSystemId: string;
}

/** What every modelled service that holds storage offers beside its actions. */
export interface Stored {
  readonly service: Service;
  /** All that exists now and costs or blocks something, in order of creation. What is gone is not in it. */
  left(): readonly StoredResource[];
  /** What somebody does by hand: another set of tags in the place of what something has. */
  retag(change: (tags: Tags) => Tags): void;
}

export class Store {
  readonly timing: FsxTiming;
  private ranks = 0;

  constructor(readonly options: StoreOptions) {
    this.timing = { ...FSX_TIMING, ...options.timing };
  }

  now(): number {
    return this.options.clock.now();
  }

  nextRank(): number {
    return this.ranks++;
  }

  /** 17 digits: EC2, EFS and FSx guides, resource IDs. */
  newId(prefix: string): string {
    return `${prefix}-${this.options.ids.hex(17)}`;
  }

  birth(): Birth {
    return { rank: this.nextRank(), createdAt: this.now(), deletions: 0 };
  }

  /** What a listing without ids shows now. */
  listed<R extends { readonly createdAt: number }>(records: Iterable<R>): readonly R[] {
    const newest = this.now() - this.timing.visibleMs;
    return [...records].filter(({ createdAt }) => createdAt <= newest);
  }

  /** Tags without which a resource may not be made. */
  missingTags(tags: Tags): readonly string[] {
    return (this.options.requiredTags ?? []).filter((key) => !tags[key]);
  }

  /** Length of one step from now on, milliseconds; every call draws anew. */
  draw(length: Length, capacityGiB = 0): number {
    return stepMs(this.timing, length, capacityGiB, this.options.random?.() ?? 0.5);
  }

  async sleep(milliseconds: number): Promise<void> {
    await this.options.clock.sleep(milliseconds);
  }

  /**
   * Lets the time of a creation pass.
   * @param takes milliseconds, drawn when nothing else holds it up
   * @returns how it came out; null where nothing more becomes of it for ever
   */
  async passCreation(
    made: { readonly kind: StorageKind; readonly id: string; readonly tags: Tags; readonly rank: number },
    takes: () => number,
  ): Promise<'made' | 'fails' | 'misconfigured' | null> {
    const { kind, id, tags, rank } = made;
    const fault = this.options.faults?.create?.({ kind, id, tags, rank });
    if (fault === 'hangs') return null;
    if (typeof fault === 'number') await this.sleep(fault);
    await this.sleep(takes());
    return fault === undefined || typeof fault === 'number' ? 'made' : fault;
  }

  /**
   * Counts a delete that nothing else stands against.
   * @throws what `refusal` makes, where a fault refuses it
   * @returns whether it will be undone
   */
  beginDeletion(record: { deletions: number }, id: string, refusal: () => Error): boolean {
    record.deletions++;
    const fault = this.options.faults?.deletion?.(id, record.deletions);
    if (fault === 'refused') throw refusal();
    return fault === 'undone';
  }

  /** From now on it costs what it is; nothing where `what` is null. */
  bill(kind: Paid['kind'], id: string, tags: Tags, what: Paid | null): void {
    this.options.onPaid?.({ at: this.now(), kind, id, tags, what });
  }
}

/** Tags in the form of answers. */
export function tagList(tags: Tags): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}
