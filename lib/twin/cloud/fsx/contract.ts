/**
 * The interface of an FSx type in the simulation. The rest of this folder uses such a record and never names a type. To
 * add one: a folder here, one line in `registry.ts`, tests.
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
import type { Resource, ResourceTable } from '../resource-table';

/** Members of requests that belong to one type. */
export type ConfigMember = 'LustreConfiguration' | 'OntapConfiguration' | 'OpenZFSConfiguration';

/** Network requirements of a create, by type and settings. */
export interface NetworkRequirements {
  readonly subnets: number;
  /** One of the subnets. */
  readonly preferred: string | undefined;
  readonly routeTables: readonly string[];
  /** Range of the endpoint address, where it belongs to no interface. */
  readonly range?: string | undefined;
}

/** A valid change. */
export interface PlannedChange {
  readonly next: FsxSettings;
  /** All settings requested so far. */
  readonly requested: CreateFileSystemCommandInput;
  /** Kinds of settings that it changes. */
  readonly kinds: readonly ChangeKind[];
  /** Until the file system is available with its new values. */
  readonly takes: StepTime;
  /** Duration of the storage optimization afterwards; absent where there is none. */
  readonly settles?: StepTime;
}

/** What a delete requests for backup and volumes. */
export interface DeletionInput {
  /** Whether it takes a final backup, unless the file system is empty. */
  readonly backup: boolean;
  /** Whether it deletes the volumes below. */
  readonly withVolumes: boolean;
}

export interface FsxType<S extends FsxSettings = FsxSettings> {
  /** The member of requests that only this type has; it is refused for other types. */
  readonly member: ConfigMember;
  /** Supported storage types. Default: SSD only. */
  readonly storageTypes?: readonly StorageType[];
  /** Durations of its target. */
  readonly durations: Durations;
  /** Minimum time between two requests, for kinds of change that have one. */
  readonly coolDownSeconds: Readonly<Record<ChangeKind, number>>;
  /** One change blocks all kinds; absent: only changes of the same kind. */
  readonly coolsTogether?: true;
  /** Groups of quotas by name, with the defaults of a new account in a Region. */
  quotas(region: string): Readonly<Record<string, QuotaGroup>>;
  /** The group of a file system, and the amounts that count in addition to its storage. */
  quota(setup: S): { readonly group: string; readonly throughput?: number; readonly iops?: number };
  network(input: CreateFileSystemCommandInput): NetworkRequirements;
  /** The settings that all requests so far result in. @throws ServiceError */
  setup(input: CreateFileSystemCommandInput, fresh: NewFileSystemIds): S;
  /** Why one cannot become the other; null where it can; undefined or absent where the target decides. */
  refuses?(before: S, after: S): string | null | undefined;
  /** Duration of a request that changes these kinds. */
  changeSeconds(kinds: readonly ChangeKind[]): number;
  /** Network interfaces of a file system with this number of subnets. */
  interfaces(setup: S, subnets: number): number;
  /** Whether descriptions show a key; else FSx manages it. */
  showsKey(setup: S): boolean;
  /** Its deployment type, as in descriptions. */
  deployment(of: Partial<FileSystem>): string | undefined;
  /** Description for answers. It has an address after creation, and its DNS name from the start. */
  described(setup: S, address: string | undefined, dnsName: string): Partial<FileSystem>;
  /** @throws ServiceError for options that this delete does not allow */
  deletion(record: FileSystemRecord<S>, input: DeleteFileSystemCommandInput): DeletionInput;
  /** Whether it has backups at all. */
  backsUp(setup: S): boolean;
  /** Absent where the type has no volumes. */
  readonly volumes?: FsxVolumeType;
}

/** The volumes of a type. */
export interface FsxVolumeType<V extends object = object> {
  readonly type: VolumeType;
  readonly member: ConfigMember;
  readonly durations: NonNullable<Durations['volumes']>;
  /** The lifecycle state of a usable volume. */
  readonly ready: Extract<VolumeLifecycle, 'AVAILABLE' | 'CREATED'>;
  /** The root volume of a new file system; absent: none. @throws ServiceError for an invalid configuration */
  root?(input: CreateFileSystemCommandInput): {
    readonly name: string;
    readonly configuration: V;
    /** Whether it gets the tags of its file system; else it has none. */
    readonly tagged: boolean;
  };
  /** Location and settings of a new volume. @throws ServiceError */
  create(
    input: CreateVolumeCommandInput,
    holdings: VolumeLookup,
  ): { readonly fileSystemId: string; readonly configuration: V };
  /** Settings of an update, at least one. @throws ServiceError */
  change(input: UpdateVolumeCommandInput): Partial<V>;
  /** Volumes that are deleted with this one. @throws ServiceError where they prevent the delete */
  deletion(
    record: VolumeRecord<V>,
    input: DeleteVolumeCommandInput,
    others: readonly VolumeRecord[],
  ): readonly VolumeRecord[];
  /** Whether a delete takes a final backup of the volume; absent: never. */
  backsUp?(input: DeleteVolumeCommandInput): boolean;
  /** Description for answers. */
  described(configuration: Partial<V>): Partial<Volume>;
  /** The storage virtual machine of the volume, where the type has them. */
  virtualMachineId(configuration: V): string | undefined;
}

// Records of file systems, volumes and backups, for all types.

/** The configuration of a file system, with the names and defaults of FSx's descriptions. Types have more. */
export interface FsxSettings {
  readonly FileSystemType: FileSystemType;
  readonly StorageType: StorageType;
  /** A customer managed key, where it was created with one. */
  readonly KmsKeyId?: string;
  /** GiB; 0 where storage is elastic. */
  readonly StorageCapacity: number;
}

/** What a change touches, as in the durations of its target; `settings` for changes that take no time. */
export type ChangeKind = string;

export type ChangeInput = Omit<UpdateFileSystemCommandInput, 'FileSystemId' | 'ClientRequestToken'>;

/** A recorded administrative action. */
export interface ActionRecord<Target> {
  readonly type: AdministrativeActionType;
  readonly kinds: readonly ChangeKind[];
  /** Epoch milliseconds. */
  readonly requestedAt: number;
  readonly target?: Target;
  status: Status;
  /** Start and end of the optimization, epoch milliseconds: its progress is the elapsed share. */
  readonly span?: { readonly from: number; readonly until: number };
  failure?: string;
}

/** Where a file system with a floating address can be reached. */
interface FloatingEndpoint {
  /** CIDR. */
  readonly range: string;
  readonly routeTables: readonly string[];
}

/** A route written by FSx. */
export interface EndpointRoute {
  readonly routeTableId: string;
  /** CIDR of one address. */
  readonly destination: string;
  readonly fileSystemId: string;
}

/** Ids of a new file system. */
export interface NewFileSystemIds {
  readonly rootVolumeId: string;
  /** Draws a name at the first call. */
  readonly mountName: () => string;
}

export interface FileSystemRecord<S extends FsxSettings = FsxSettings> extends Resource {
  readonly subnetIds: readonly string[];
  setup: S;
  /** All settings requested by creates and updates, and the defaults. */
  requested: CreateFileSystemCommandInput;
  readonly fresh: NewFileSystemIds;
  lifecycle: Exclude<FileSystemLifecycle, 'MISCONFIGURED_UNAVAILABLE'>;
  interfaces: readonly string[];
  /** Absent where it is reached through an interface. */
  readonly floating?: FloatingEndpoint;
  /** From that range, after creation. */
  address?: string;
  /** Newest first. */
  actions: readonly ActionRecord<ChangeInput>[];
}

/** `configuration` depends on the type. */
export interface VolumeRecord<V extends object = object> extends Resource {
  readonly fileSystemId: string;
  readonly fileSystemType: FileSystemType;
  readonly name: string;
  /** Created and deleted with its file system. */
  readonly root: boolean;
  configuration: V;
  lifecycle: VolumeLifecycle;
  actions: readonly ActionRecord<Partial<V>>[];
}

/** A storage virtual machine of ONTAP. */
export interface VirtualMachine extends Resource {
  readonly fileSystemId: string;
  readonly name: string;
  readonly style: string;
  readonly rootVolumeId: string;
  lifecycle: StorageVirtualMachineLifecycle;
}

/** A backup: it outlives its file system until a call deletes it. */
export interface BackupRecord extends Resource {
  readonly source: FileSystemRecord;
  readonly setup: FsxSettings;
  lifecycle: Extract<BackupLifecycle, 'CREATING' | 'AVAILABLE' | 'FAILED' | 'DELETED'>;
}

/** Resources for checks while a volume is made. */
export interface VolumeLookup {
  readonly fileSystems: Pick<ResourceTable<FileSystemRecord>, 'get'>;
  readonly volumes: Pick<ResourceTable<VolumeRecord>, 'get'>;
  readonly virtualMachines: Pick<ResourceTable<VirtualMachine>, 'find'>;
  volumesOf(fileSystemId: string): readonly VolumeRecord[];
}

/** Quotas of a group of file systems; absent members are unlimited. */
export interface QuotaGroup {
  readonly fileSystems: number;
  readonly storageGiB: number;
  /** MBps of all file systems together. */
  readonly throughput?: number;
  readonly iops?: number;
  /** Volumes of one file system, including the root volume. */
  readonly volumes?: number;
}

/** Existing resources; an absent list allows any. */
export interface FsxNetwork {
  readonly subnets?: readonly string[];
  readonly securityGroups?: readonly string[];
  readonly routeTables?: readonly string[];
  /** Ranges of the subnets; none where absent. */
  readonly subnetRanges?: readonly string[];
}
