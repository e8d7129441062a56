/**
 * What the modelled FSx must know of a type of file systems. Everything else in this folder asks such a record, and
 * never for a type. Adding one: a folder here, one line in `registry.ts`, tests.
 */
import type {
  AdministrativeActionType,
  BackupLifecycle,
  CreateFileSystemCommandInput,
  CreateVolumeCommandInput,
  DeleteFileSystemCommandInput,
  DeleteVolumeCommandInput,
  FileSystem,
  FileSystemLifecycle,
  Status,
  StorageType,
  StorageVirtualMachineLifecycle,
  UpdateFileSystemCommandInput,
  UpdateVolumeCommandInput,
  Volume,
  VolumeLifecycle,
  VolumeType,
} from '@aws-sdk/client-fsx';
import type { Durations } from '../../../targets/durations';
import type { StepTime } from './timing';
import type { FileSystemType } from '../../../targets/registry';
import type { Resource, Table } from '../resource-table';

/** Members of requests that say what only one type has. */
export type ConfigMember = 'LustreConfiguration' | 'OntapConfiguration' | 'OpenZFSConfiguration';

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
  readonly takes: StepTime;
  /** How long storage is optimised afterwards; left out where it is not. */
  readonly settles?: StepTime;
}

/** What a delete says about backup and volumes. */
export interface DeletionInput {
  /** A final backup would be taken of what holds anything. */
  readonly backup: boolean;
  /** Volumes below go with it. */
  readonly withVolumes: boolean;
}

export interface FsxType<S extends Setup = Setup> {
  /** The member of requests that only this type has; given for another type it is refused. */
  readonly member: ConfigMember;
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
  setup(input: CreateFileSystemCommandInput, fresh: InitialIds): S;
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
  deletion(record: FileSystemRecord<S>, input: DeleteFileSystemCommandInput): DeletionInput;
  /** Whether it has backups at all. */
  backsUp(setup: S): boolean;
  /** Left out where it has none. */
  readonly volumes?: FsxVolumeType;
}

/** What a volume of a type is. */
export interface FsxVolumeType<V extends object = object> {
  readonly type: VolumeType;
  readonly member: ConfigMember;
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
    holdings: VolumeLookup,
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

// What the modelled FSx remembers of file systems, volumes and backups, whatever their type.

/** The configuration of a file system, in the words and with the defaults of FSx's descriptions. Types have more. */
export interface Setup {
  readonly FileSystemType: FileSystemType;
  readonly StorageType: StorageType;
  /** Where it was made with a customer's. */
  readonly KmsKeyId?: string;
  /** GiB; 0 where storage grows with what is stored. */
  readonly StorageCapacity: number;
}

/** What a change touches, in the words of the durations of its target; `settings` for what needs no work. */
export type ChangeKind = string;

/** What a change of a file system asked for. */
export type ChangeInput = Omit<UpdateFileSystemCommandInput, 'FileSystemId' | 'ClientRequestToken'>;

/** An administrative action as it is remembered. */
export interface ActionRecord<Target> {
  readonly type: AdministrativeActionType;
  readonly kinds: readonly ChangeKind[];
  /** Epoch milliseconds. */
  readonly requestedAt: number;
  readonly target?: Target;
  status: Status;
  /** From when to when it optimises, epoch milliseconds: its progress is the share that has passed. */
  readonly span?: { readonly from: number; readonly until: number };
  failure?: string;
}

/** Where such a file system may be reached. */
interface FloatingEndpoint {
  /** CIDR. */
  readonly range: string;
  readonly routeTables: readonly string[];
}

/** A route that FSx has written. */
export interface Route {
  readonly routeTableId: string;
  /** CIDR of one address. */
  readonly destination: string;
  readonly fileSystemId: string;
}

/** What a new file system is given. */
export interface InitialIds {
  readonly rootVolumeId: string;
  /** Draws one at the first call. */
  readonly mountName: () => string;
}

export interface FileSystemRecord<S extends Setup = Setup> extends Resource {
  readonly subnetIds: readonly string[];
  setup: S;
  /** All that creates and updates asked for, and what it was given beside. */
  asked: CreateFileSystemCommandInput;
  readonly fresh: InitialIds;
  lifecycle: Exclude<FileSystemLifecycle, 'MISCONFIGURED_UNAVAILABLE'>;
  interfaces: readonly string[];
  /** Absent where it is reached through an interface. */
  readonly floating?: FloatingEndpoint;
  /** Out of that range, once it can be reached. */
  address?: string;
  /** Newest first. */
  actions: readonly ActionRecord<ChangeInput>[];
}

/** `configuration` is what its type makes of it. */
export interface VolumeRecord<V extends object = object> extends Resource {
  readonly fileSystemId: string;
  readonly fileSystemType: FileSystemType;
  readonly name: string;
  /** Made and deleted with its file system. */
  readonly root: boolean;
  configuration: V;
  lifecycle: VolumeLifecycle;
  actions: readonly ActionRecord<Partial<V>>[];
}

/** A storage virtual machine of ONTAP, as long as it exists. */
export interface VirtualMachine extends Resource {
  readonly fileSystemId: string;
  readonly name: string;
  readonly style: string;
  readonly rootVolumeId: string;
  lifecycle: StorageVirtualMachineLifecycle;
}

/** A backup: it outlives its file system until somebody deletes it. */
export interface BackupRecord extends Resource {
  readonly source: FileSystemRecord;
  readonly setup: Setup;
  lifecycle: Extract<BackupLifecycle, 'CREATING' | 'AVAILABLE' | 'FAILED' | 'DELETED'>;
}

/** What can be looked up while a volume is made. */
export interface VolumeLookup {
  readonly fileSystems: Pick<Table<FileSystemRecord>, 'get'>;
  readonly volumes: Pick<Table<VolumeRecord>, 'get'>;
  readonly virtualMachines: Pick<Table<VirtualMachine>, 'find'>;
  volumesOf(fileSystemId: string): readonly VolumeRecord[];
}

/** What an account may have of a group of file systems; no limit where a member is left out. */
export interface QuotaGroup {
  readonly fileSystems: number;
  readonly storageGiB: number;
  /** MBps, all file systems together. */
  readonly throughput?: number;
  readonly iops?: number;
  /** Volumes of one file system, a root volume among them. */
  readonly volumes?: number;
}

/** What exists; anything where a list is absent. */
export interface FsxNetwork {
  readonly subnets?: readonly string[];
  readonly securityGroups?: readonly string[];
  readonly routeTables?: readonly string[];
  /** Ranges of the subnets; none where absent. */
  readonly subnetRanges?: readonly string[];
}
