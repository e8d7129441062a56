/**
 * What the modelled FSx must know of a type of file systems. Everything else in this folder asks such a record, and
 * never for a type. Adding one: a folder here, one line in `registry.ts`, tests.
 */
import type {
  CreateFileSystemCommandInput,
  CreateVolumeCommandInput,
  DeleteFileSystemCommandInput,
  DeleteVolumeCommandInput,
  FileSystem,
  StorageType,
  UpdateVolumeCommandInput,
  Volume,
  VolumeLifecycle,
  VolumeType,
} from '@aws-sdk/client-fsx';
import type { Durations } from '../../../targets/durations';
import type { ChangeKind, FileSystemRecord, Fresh, Holdings, QuotaGroup, Setup, VolumeRecord } from './records';
import type { Length } from './timing';

/** Members of requests that say what only one type has. */
export type Configuration = 'LustreConfiguration' | 'OntapConfiguration' | 'OpenZFSConfiguration';

/** What a create needs of the network, by its type and settings. */
export interface NetworkNeeds {
  readonly subnets: number;
  /** One of the subnets. */
  readonly preferred: string | undefined;
  readonly routeTables: readonly string[];
  /** Range of the address at which it is reached, where that is no interface's. */
  readonly range?: string | undefined;
}

/** A change that was found right. */
export interface PlannedChange {
  readonly next: Setup;
  /** All that was asked for until now. */
  readonly asked: CreateFileSystemCommandInput;
  /** What it touches. */
  readonly kinds: readonly ChangeKind[];
  /** Until the file system is available with its new values. */
  readonly takes: Length;
  /** How long storage is optimised afterwards; left out where it is not. */
  readonly settles?: Length;
}

/** What a delete says about backup and volumes. */
export interface AskedDeletion {
  /** A final backup would be taken of what holds anything. */
  readonly backup: boolean;
  /** Volumes below go with it. */
  readonly withVolumes: boolean;
}

export interface FsxType<S extends Setup = Setup> {
  /** The member of requests that only this type has; given for another type it is refused. */
  readonly member: Configuration;
  /** What it may store on. Left out: SSD alone. */
  readonly storageTypes?: readonly StorageType[];
  /** Its target's. */
  readonly durations: Durations;
  /** Kinds of change that are taken again only so long after the last was asked for. */
  readonly coolDownSeconds: Readonly<Record<ChangeKind, number>>;
  /** Each of them holds back all of them; left out: only changes of the same kind. */
  readonly coolsTogether?: true;
  /** Groups of quotas by name, as a fresh account has them in a Region. */
  quotas(region: string): Readonly<Record<string, QuotaGroup>>;
  /** Which group a file system counts for, and with what beside its storage. */
  quota(setup: S): { readonly group: string; readonly throughput?: number; readonly iops?: number };
  /** What a create needs of the network. */
  network(input: CreateFileSystemCommandInput): NetworkNeeds;
  /** What all requests until now make of it. @throws ServiceError */
  setup(input: CreateFileSystemCommandInput, fresh: Fresh): S;
  /** Why one cannot become the other; null where it can, undefined, or left out, where its target says. */
  refuses?(before: S, after: S): string | null | undefined;
  /** Until changes of these kinds, made by one request, are there. */
  changeSeconds(kinds: readonly ChangeKind[]): number;
  /** Network interfaces of one that stands in so many subnets. */
  interfaces(setup: S, subnets: number): number;
  /** Whether descriptions name a key; else FSx manages it. */
  showsKey(setup: S): boolean;
  /** Its deployment type, as descriptions have it. */
  deployment(of: Partial<FileSystem>): string | undefined;
  /** In answers; with an address once it can be reached, and the name that it has from the first. */
  described(setup: S, address: string | undefined, dnsName: string): Partial<FileSystem>;
  /** @throws ServiceError for words that this delete must not say */
  deletion(record: FileSystemRecord<S>, input: DeleteFileSystemCommandInput): AskedDeletion;
  /** Whether it has backups at all. */
  backsUp(setup: S): boolean;
  /** Left out where it has none. */
  readonly volumes?: FsxVolumes;
}

/** What a volume of a type is. */
export interface FsxVolumes<V extends object = object> {
  readonly type: VolumeType;
  readonly member: Configuration;
  readonly durations: NonNullable<Durations['volumes']>;
  /** The lifecycle in which one can be used. */
  readonly ready: Extract<VolumeLifecycle, 'AVAILABLE' | 'CREATED'>;
  /**
   * The volume that comes with a file system; left out where none does.
   * @throws ServiceError for a configuration that no volume takes
   */
  root?(input: CreateFileSystemCommandInput): {
    readonly name: string;
    readonly configuration: V;
    /** It has the tags of its file system; else none. */
    readonly tagged: boolean;
  };
  /** Where a new one is, and how it is set. @throws ServiceError */
  create(
    input: CreateVolumeCommandInput,
    holdings: Holdings,
  ): { readonly fileSystemId: string; readonly configuration: V };
  /** What an update asks for, one value at least. @throws ServiceError */
  change(input: UpdateVolumeCommandInput): Partial<V>;
  /**
   * Volumes that go along with one.
   * @param others all of the file system
   * @throws ServiceError where they stand against it
   */
  deletion(
    record: VolumeRecord<V>,
    input: DeleteVolumeCommandInput,
    others: readonly VolumeRecord[],
  ): readonly VolumeRecord[];
  /** A delete takes a final backup of the volume; left out: none ever does. */
  backsUp?(input: DeleteVolumeCommandInput): boolean;
  /** In answers. */
  described(configuration: Partial<V>): Partial<Volume>;
  /** The storage virtual machine that it is on, where volumes are on one. */
  virtualMachineId(configuration: V): string | undefined;
}
