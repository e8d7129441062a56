/** Common parts of services with storage: order, tokens, tags, faults, durations, listings, leftovers, billing. */
import type { Clock } from '../../asl/clock/clock';
import type { StorageKind } from '../../shapes/resources';
import { canonicalize } from '../../shapes/canonical-json';
import { FSX_TIMING, type FsxTiming, type StepTime, computeStepMs } from './fsx/timing';
import type { IdGenerator, AccountPlace, Service, Tags } from './service';
import type { FileSystemDescription } from '@aws-sdk/client-efs';
import type { FileSystem, FileSystemType } from '@aws-sdk/client-fsx';
import type { GetFileSystemCommandOutput } from '@aws-sdk/client-s3files';
import type { RequestLaunchTemplateData } from '@aws-sdk/client-ec2';
import type { OperatingSystem } from '../../shapes/images';

export interface ResourceBase {
  /** Order of creation. */
  readonly rank: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Number of delete requests. */
  deletions: number;
}

export interface CreatedResource {
  readonly kind: StorageKind;
  readonly id: string;
  readonly tags: Tags;
  /** Rank in order of creation in a service, including root volumes. */
  readonly rank: number;
}

/** Injected faults. Each function is called when its fault takes effect. */
export interface StorageFaults {
  /** `fails`: FAILED at the end. `hangs`: CREATING for ever, even deletes may be refused. Number: more milliseconds. */
  readonly create?: (made: CreatedResource) => 'fails' | 'hangs' | 'misconfigured' | number | undefined;
  /** After acceptance. `fails`: action FAILED, old values. `hangs`: PENDING for ever. Number: more milliseconds. */
  readonly update?: (id: string) => 'fails' | 'hangs' | number | undefined;
  /** `refused`: BadRequest. `undone`: accepted, then restored after its duration. @param attempt of this id, from 1 */
  readonly deletion?: (id: string, attempt: number) => 'refused' | 'undone' | undefined;
}

export interface StoreOptions {
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly place: AccountPlace;
  /** Numbers in [0, 1) for durations. Default: all take as long as expected. */
  readonly random?: () => number;
  readonly timing?: Partial<FsxTiming>;
  /** Tags required for a create, as in the policies of the roles. Default: none. */
  readonly requiredTags?: readonly string[] | undefined;
  readonly faults?: StorageFaults | undefined;
  /** Called when the billing of a resource begins, changes or ends. */
  readonly onPaid?: BillingListener | undefined;
}

/** An existing resource, for checkers. Root volumes are part of their file system. */
export interface StoredResource {
  readonly kind: StorageKind | 'fsx:backup';
  readonly id: string;
  /** Lifecycle state in the service. */
  readonly state: string;
  /** Tags; those of the parent if the resource cannot be tagged. */
  readonly tags: Tags;
  /** Id of the file system of the resource; also after a delete. */
  readonly fileSystemId: string;
}

/** A simulated service with storage, besides its actions. */
export interface StorageService {
  readonly service: Service;
  /** Existing resources that cost money or block other resources, in order of creation. */
  left(): readonly StoredResource[];
  /** Replaces tags, as a person could do by hand. */
  retag(change: (tags: Tags) => Tags): void;
}

interface StoredResourceSet {
  left(): readonly (StoredResource & Pick<ResourceBase, 'rank'>)[];
  retag(change: (tags: Tags) => Tags): void;
}

type RequestMembers = Readonly<Record<string, unknown>>;

export class ResourceStore {
  readonly timing: FsxTiming;
  readonly tables: StoredResourceSet[] = [];
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

  /** Records that a listing without ids shows now. */
  listed<R extends { readonly createdAt: number }>(records: Iterable<R>): readonly R[] {
    const newest = this.now() - this.timing.visibleMs;
    return [...records].filter(({ createdAt }) => createdAt <= newest);
  }

  /** Refuses a create without a required tag, as the policies of the roles do (condition `aws:RequestTag`). */
  requireTags(tags: Tags, refuse: (missing: string) => Error): void {
    const missing = (this.options.requiredTags ?? []).filter((key) => !tags[key]);
    if (missing.length > 0) throw refuse(missing.join(', '));
  }

  /**
   * Executes a request once per token, while its result exists. @param action has separate tokens @param token absent:
   * no repeat
   * @throws the error of `refuse` for the first member, in alphabetical order, that differs; or of `make`: token stays
   * free
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

  /** Duration of one step, milliseconds; each call draws a new one. */
  draw(length: StepTime, capacityGiB = 0): number {
    return computeStepMs(this.timing, length, capacityGiB, this.options.random?.() ?? 0.5);
  }

  async sleep(milliseconds: number): Promise<void> {
    await this.options.clock.sleep(milliseconds);
  }

  /** Starts billing the configuration `what`; null ends billing. */
  bill(kind: BilledResource['kind'], id: string, tags: Tags, what: BilledResource | null): void {
    this.options.onPaid?.({ at: this.now(), kind, id, tags, what });
  }

  /** All existing resources, in order of creation. */
  left(): readonly StoredResource[] {
    return this.tables
      .flatMap((table) => table.left())
      .sort((a, b) => a.rank - b.rank)
      .map(({ rank: _rank, ...one }) => one);
  }

  retag(change: (tags: Tags) => Tags): void {
    for (const table of this.tables) table.retag(change);
  }

  toService(service: Service): StorageService {
    return { service, left: () => this.left(), retag: (change) => this.retag(change) };
  }
}

export function toTagList(tags: Tags): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}

/** Valid characters and maximum lengths. https://docs.aws.amazon.com/tag-editor/latest/userguide/tagging.html */
const TAG_CHARACTERS = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
const MAX_TAG_KEY_CHARACTERS = 128;
const MAX_TAG_VALUE_CHARACTERS = 256;
/** For one resource. Same source. */
const MAX_TAGS = 50;

/** Tags of a request: unique keys without AWS's prefix. @param problem error for a member (`tags.key`), or a rule */
export function readTags(
  list: readonly { readonly Key?: string | undefined; readonly Value?: string | undefined }[] = [],
  problem: (message: string, member?: 'tags' | 'tags.key' | 'tags.value') => Error,
): Tags {
  const tags: Record<string, string> = {};
  if (list.length > MAX_TAGS) throw problem(`Member must have length less than or equal to ${MAX_TAGS}`, 'tags');
  for (const { Key, Value } of list) {
    if (Key === undefined || Value === undefined) throw problem('Member must not be null', 'tags');
    if (Key === '' || Key.length > MAX_TAG_KEY_CHARACTERS || !TAG_CHARACTERS.test(Key))
      throw problem(
        `'${Key}' must be 1 to ${MAX_TAG_KEY_CHARACTERS} characters, of ${TAG_CHARACTERS.source}`,
        'tags.key',
      );
    if (Value.length > MAX_TAG_VALUE_CHARACTERS || !TAG_CHARACTERS.test(Value))
      throw problem(
        `'${Value}' must be at most ${MAX_TAG_VALUE_CHARACTERS} characters that satisfy ${TAG_CHARACTERS.source}`,
        'tags.value',
      );
    if (Key.startsWith('aws:')) throw problem(`Tag keys cannot begin with aws: '${Key}'`);
    if (Object.hasOwn(tags, Key)) throw problem(`Duplicate tag key '${Key}'`);
    tags[Key] = Value;
  }
  return tags;
}

// Billing events of the simulated services: the billing of a resource begins, changes or ends.

/** A volume of an instance, as in its launch template. */
export type BilledDisk = NonNullable<NonNullable<RequestLaunchTemplateData['BlockDeviceMappings']>[number]['Ebs']>;

/** All properties of an FSx file system that affect its price. */
export type BilledFileSystem = Pick<
  FileSystem,
  | 'FileSystemType'
  | 'StorageType'
  | 'StorageCapacity'
  | 'FileSystemTypeVersion'
  | Extract<keyof FileSystem, `${string}Configuration`>
>;

/** The same for EFS. */
type BilledEfs = Pick<
  FileSystemDescription,
  | 'ThroughputMode'
  | 'PerformanceMode'
  | 'ProvisionedThroughputInMibps'
  | 'AvailabilityZoneName'
  | 'Encrypted'
  | 'SizeInBytes'
>;

/** All properties of a resource that affect its price. Kinds as in a receipt. */
export type BilledResource =
  /** `system`: absent for free Linux. */
  | { readonly kind: 'ec2:instance'; readonly instanceType: string; readonly system?: OperatingSystem }
  /** `root`: it came with the image. */
  | { readonly kind: 'ec2:volume'; readonly disk: BilledDisk; readonly root: boolean }
  | { readonly kind: 'fsx:file-system'; readonly configuration: BilledFileSystem }
  | { readonly kind: 'efs:file-system'; readonly configuration: BilledEfs }
  | { readonly kind: 's3files:file-system'; readonly configuration: Omit<GetFileSystemCommandOutput, '$metadata'> }
  | { readonly kind: 'secretsmanager:secret' }
  /** Billed by its content, which is not simulated; `storageCapacityGiB` is the capacity of its source. */
  | {
      readonly kind: 'fsx:backup';
      readonly fileSystemType: FileSystemType;
      readonly fileSystemId: string;
      readonly storageCapacityGiB: number;
    };

/** A change of billing: the first event of an id begins an interval; another `what` ends it and begins the next. */
export interface BillingEvent {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: BilledResource['kind'];
  readonly id: string;
  /** Key → value, including the tag of the rig. */
  readonly tags: Readonly<Record<string, string>>;
  /** Null if billing ends. */
  readonly what: BilledResource | null;
}

export type BillingListener = (change: BillingEvent) => void;
