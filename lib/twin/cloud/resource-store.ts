/**
 * What all services that hold storage have alike: the order of their resources, tokens, tags, what may go wrong and how
 * long it takes, what listings show, what is left, and who is told what is paid for.
 */
import type { Clock } from '../../asl/clock/clock';
import type { StorageKind } from '../../shapes/resources';
import { canonicalize } from '../../shapes/canonical-json';
import { FSX_TIMING, type FsxTiming, type StepTime, computeStepMs } from './fsx/timing';
import type { Ids, Place, Service, Tags } from './service';
import type { FileSystemDescription } from '@aws-sdk/client-efs';
import type { FileSystem, FileSystemType } from '@aws-sdk/client-fsx';
import type { RequestLaunchTemplateData } from '@aws-sdk/client-ec2';
import type { OperatingSystem } from '../../shapes/images';

/** What every resource begins with. */
export interface ResourceBase {
  /** Order of creation. */
  readonly rank: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** How often a delete was asked for. */
  deletions: number;
}

/** Something that was just made. */
export interface CreatedResource {
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
  readonly create?: (made: CreatedResource) => 'fails' | 'hangs' | 'misconfigured' | number | undefined;
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
export interface StorageService {
  readonly service: Service;
  /** All that exists now and costs or blocks something, in order of creation. What is gone is not in it. */
  left(): readonly StoredResource[];
  /** What somebody does by hand: another set of tags in the place of what something has. */
  retag(change: (tags: Tags) => Tags): void;
}

/** All resources of one kind. */
interface ResourceSet {
  left(): readonly (StoredResource & Pick<ResourceBase, 'rank'>)[];
  retag(change: (tags: Tags) => Tags): void;
}

/** Members of a request by their name. */
type RequestMembers = Readonly<Record<string, unknown>>;

export class ResourceStore {
  readonly timing: FsxTiming;
  /** All that it holds, kind by kind. */
  readonly tables: ResourceSet[] = [];
  private readonly made = new Map<string, { readonly request: RequestMembers; readonly made: unknown }>();
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

  newBase(): ResourceBase {
    return { rank: this.nextRank(), createdAt: this.now(), deletions: 0 };
  }

  /** What a listing without ids shows now. */
  listed<R extends { readonly createdAt: number }>(records: Iterable<R>): readonly R[] {
    const newest = this.now() - this.timing.visibleMs;
    return [...records].filter(({ createdAt }) => createdAt <= newest);
  }

  /**
   * Refuses a create that lacks a required tag, as the roles' policies do (condition `aws:RequestTag`).
   * @throws what `refuse` makes of the missing tags
   */
  requireTags(tags: Tags, refuse: (missing: string) => Error): void {
    const missing = (this.options.requiredTags ?? []).filter((key) => !tags[key]);
    if (missing.length > 0) throw refuse(missing.join(', '));
  }

  /**
   * The same request under a token gives what the first one made, as long as that exists.
   * @param action tokens are remembered by action
   * @param token absent: every call is a request of its own
   * @param exists whether what was made is still there: what is gone has freed its token
   * @throws what `refuse` makes of the first member, in alphabetical order, that differs; or what `make` throws, and
   * then the token stays free
   */
  once<Made>(
    action: string,
    token: string | undefined,
    request: RequestMembers,
    make: () => Made,
    { exists, refuse }: { readonly exists: (made: Made) => boolean; readonly refuse: (member: string) => Error },
  ): Made {
    if (token === undefined) return make();
    const key = `${action} ${token}`;
    const before = this.made.get(key);
    if (before === undefined || !exists(before.made as Made)) {
      const made = make();
      this.made.set(key, { request, made });
      return made;
    }
    const names = [...new Set([...Object.keys(before.request), ...Object.keys(request)])].sort();
    const differing = names.find((name) => canonicalize(before.request[name]) !== canonicalize(request[name]));
    if (differing !== undefined) throw refuse(differing);
    return before.made as Made;
  }

  /** Length of one step from now on, milliseconds; every call draws anew. */
  draw(length: StepTime, capacityGiB = 0): number {
    return computeStepMs(this.timing, length, capacityGiB, this.options.random?.() ?? 0.5);
  }

  async sleep(milliseconds: number): Promise<void> {
    await this.options.clock.sleep(milliseconds);
  }

  /** From now on it costs what it is; nothing where `what` is null. */
  bill(kind: PaidResource['kind'], id: string, tags: Tags, what: PaidResource | null): void {
    this.options.onPaid?.({ at: this.now(), kind, id, tags, what });
  }

  /** All that exists now, of every kind, in order of creation. */
  left(): readonly StoredResource[] {
    return this.tables
      .flatMap((table) => table.left())
      .sort((a, b) => a.rank - b.rank)
      .map(({ rank: _rank, ...one }) => one);
  }

  retag(change: (tags: Tags) => Tags): void {
    for (const table of this.tables) table.retag(change);
  }

  /** What it offers beside its actions. */
  toService(service: Service): StorageService {
    return { service, left: () => this.left(), retag: (change) => this.retag(change) };
  }
}

/** Tags in the form of answers. */
export function toTagList(tags: Tags): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}

/** Characters of keys and values, and how many. https://docs.aws.amazon.com/tag-editor/latest/userguide/tagging.html */
const TEXT = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
const KEY_CHARACTERS = 128;
const VALUE_CHARACTERS = 256;
/** Of one resource. Same source. */
const MOST_TAGS = 50;

/**
 * Tags of a request: no key twice, and none of AWS's own.
 * @param problem the service's own error for a member of its model (`tags.key`) or, without one, for its rules
 */
export function readTags(
  list: readonly { readonly Key?: string | undefined; readonly Value?: string | undefined }[] = [],
  problem: (message: string, member?: 'tags' | 'tags.key' | 'tags.value') => Error,
): Tags {
  const tags: Record<string, string> = {};
  if (list.length > MOST_TAGS) throw problem(`Member must have length less than or equal to ${MOST_TAGS}`, 'tags');
  for (const { Key, Value } of list) {
    if (Key === undefined || Value === undefined) throw problem('Member must not be null', 'tags');
    if (Key === '' || Key.length > KEY_CHARACTERS || !TEXT.test(Key))
      throw problem(`'${Key}' must be 1 to ${KEY_CHARACTERS} characters, of ${TEXT.source}`, 'tags.key');
    if (Value.length > VALUE_CHARACTERS || !TEXT.test(Value))
      throw problem(
        `'${Value}' must be at most ${VALUE_CHARACTERS} characters that satisfy ${TEXT.source}`,
        'tags.value',
      );
    if (Key.startsWith('aws:')) throw problem(`Tag keys cannot begin with aws: '${Key}'`);
    if (Object.hasOwn(tags, Key)) throw problem(`Duplicate tag key '${Key}'`);
    tags[Key] = Value;
  }
  return tags;
}

// What the modelled services tell of everything that costs: the moment it begins, changes, or ends to be paid for.

/** A disk of an instance, as its launch template asks for it. */
export type PaidDisk = NonNullable<NonNullable<RequestLaunchTemplateData['BlockDeviceMappings']>[number]['Ebs']>;

/** The configuration of a file system in FSx's own words: all that its price depends on. */
export type PaidFileSystem = Pick<
  FileSystem,
  | 'FileSystemType'
  | 'StorageType'
  | 'StorageCapacity'
  | 'FileSystemTypeVersion'
  | Extract<keyof FileSystem, `${string}Configuration`>
>;

/** The same of EFS. */
type PaidEfs = Pick<
  FileSystemDescription,
  | 'ThroughputMode'
  | 'PerformanceMode'
  | 'ProvisionedThroughputInMibps'
  | 'AvailabilityZoneName'
  | 'Encrypted'
  | 'SizeInBytes'
>;

/** What something is, as far as its price depends on it. Kinds are named as in a receipt. */
export type PaidResource =
  /** `system`: left out for Linux that costs nothing. */
  | { readonly kind: 'ec2:instance'; readonly instanceType: string; readonly system?: OperatingSystem }
  /** `root`: it came with the image. */
  | { readonly kind: 'ec2:volume'; readonly disk: PaidDisk; readonly root: boolean }
  | { readonly kind: 'fsx:file-system'; readonly configuration: PaidFileSystem }
  | { readonly kind: 'efs:file-system'; readonly configuration: PaidEfs }
  | { readonly kind: 'secretsmanager:secret' }
  /** Paid for by what it holds, which nobody models; `storageCapacityGiB` is what it was taken of. */
  | {
      readonly kind: 'fsx:backup';
      readonly fileSystemType: FileSystemType;
      readonly fileSystemId: string;
      readonly storageCapacityGiB: number;
    };

/** One change. The first of an id begins its first interval; another `what` ends one and begins the next. */
export interface BillingEvent {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: PaidResource['kind'];
  readonly id: string;
  /** Key → value, the rig's among them. */
  readonly tags: Readonly<Record<string, string>>;
  /** Null: from now on it is not paid for. */
  readonly what: PaidResource | null;
}

/** Who is told of changes. */
export type OnPaid = (change: BillingEvent) => void;
