/** Interface of a simulated FSx type, all that other files use. New type: a folder, a line in `registry.ts`, tests. */
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
import type { OperationTimes } from '../../../targets/durations';
import type { StepTime } from './timing';
import type { FileSystemType } from '../../../targets/registry';
import type { Resource, ResourceTable } from '../resource-table';

/** Request members for the settings of one FSx type. */
export type ConfigMember = 'LustreConfiguration' | 'OntapConfiguration' | 'OpenZFSConfiguration';

/** Network requirements of a create, by type and settings. */
export interface NetworkRequirements {
  readonly subnets: number;
  /** One of the subnets. */
  readonly preferred: string | undefined;
  readonly routeTables: readonly string[];
  /** Address range of the endpoint, if its address belongs to no network interface. */
  readonly range?: string | undefined;
}

export interface PlannedChange {
  readonly next: FsxSettings;
  /** All settings requested so far. */
  readonly requested: CreateFileSystemCommandInput;
  readonly kinds: readonly ChangeKind[];
  /** Time until the file system is available with its new values. */
  readonly takes: StepTime;
  /** Time of the storage optimization afterwards; absent without optimization. */
  readonly settles?: StepTime;
}

/** Options of a delete request for backup and volumes. */
export interface DeletionInput {
  /** Whether a final backup is taken, unless the file system is empty. */
  readonly backup: boolean;
  readonly withVolumes: boolean;
}

export interface FsxType<S extends FsxSettings = FsxSettings> {
  /** Request member of this type, refused for other types. */
  readonly member: ConfigMember;
  /** Supported storage types. Default: SSD only. */
  readonly storageTypes?: readonly StorageType[];
  readonly durations: OperationTimes;
  /** Minimum time between two changes, by kind of change. */
  readonly coolDownSeconds: Readonly<Record<ChangeKind, number>>;
  /** If true, one change blocks all changes; if absent, only changes of the same kind. */
  readonly coolsTogether?: true;
  /** Groups of quotas by name, with the defaults of a new account in a Region. */
  quotas(region: string): Readonly<Record<string, QuotaGroup>>;
  /** The quota group of a file system, and the amounts counted in addition to its storage. */
  quota(setup: S): { readonly group: string; readonly throughput?: number; readonly iops?: number };
  network(input: CreateFileSystemCommandInput): NetworkRequirements;
  /** Settings after all requests so far. @throws ServiceError */
  setup(input: CreateFileSystemCommandInput, fresh: NewFileSystemIds): S;
  /** Why the first settings cannot become the second; null if they can; undefined or absent: the target decides. */
  refuses?(before: S, after: S): string | null | undefined;
  changeSeconds(kinds: readonly ChangeKind[]): number;
  /** Network interfaces of a file system with this number of subnets. */
  interfaces(setup: S, subnets: number): number;
  /** Whether descriptions show a KMS key. If not, FSx manages the key. */
  showsKey(setup: S): boolean;
  deployment(of: Partial<FileSystem>): string | undefined;
  /** Description of a file system. The DNS name exists at once, the address after creation. */
  described(setup: S, address: string | undefined, dnsName: string): Partial<FileSystem>;
  /** @throws ServiceError for options that this delete does not allow */
  deletion(record: FileSystemRecord<S>, input: DeleteFileSystemCommandInput): DeletionInput;
  backsUp(setup: S): boolean;
  /** Absent if the type has no volumes. */
  readonly volumes?: FsxVolumeType;
}

export interface FsxVolumeType<V extends object = object> {
  readonly type: VolumeType;
  readonly member: ConfigMember;
  readonly durations: NonNullable<OperationTimes['volumes']>;
  /** The lifecycle state of a usable volume. */
  readonly ready: Extract<VolumeLifecycle, 'AVAILABLE' | 'CREATED'>;
  /** Root volume of a new file system; absent if there is none. @throws ServiceError for an invalid configuration */
  root?(input: CreateFileSystemCommandInput): {
    readonly name: string;
    readonly configuration: V;
    /** Whether the root volume gets the tags of its file system, or none. */
    readonly tagged: boolean;
  };
  /** Location and settings of a new volume. @throws ServiceError */
  create(
    input: CreateVolumeCommandInput,
    holdings: VolumeLookup,
  ): { readonly fileSystemId: string; readonly configuration: V };
  /** Settings of an update, at least one. @throws ServiceError */
  change(input: UpdateVolumeCommandInput): Partial<V>;
  /** Volumes that are deleted with this one. @throws ServiceError if other volumes prevent the delete */
  deletion(
    record: VolumeRecord<V>,
    input: DeleteVolumeCommandInput,
    others: readonly VolumeRecord[],
  ): readonly VolumeRecord[];
  /** Whether a delete takes a final backup of the volume; absent if never. */
  backsUp?(input: DeleteVolumeCommandInput): boolean;
  described(configuration: Partial<V>): Partial<Volume>;
  /** The storage virtual machine of the volume; absent if the type has none. */
  virtualMachineId(configuration: V): string | undefined;
}

// Records of file systems, volumes and backups, for all types.

/** The configuration of a file system, with the names and defaults of FSx's descriptions. Types have more. */
export interface FsxSettings {
  readonly FileSystemType: FileSystemType;
  readonly StorageType: StorageType;
  /** Customer managed key, if requested at creation. */
  readonly KmsKeyId?: string;
  /** GiB; 0 for elastic storage. */
  readonly StorageCapacity: number;
}

/** Kind of change, as in the durations of the target; `settings` for changes that take no time. */
export type ChangeKind = string;

export type ChangeInput = Omit<UpdateFileSystemCommandInput, 'FileSystemId' | 'ClientRequestToken'>;

export interface ActionRecord<Target> {
  readonly type: AdministrativeActionType;
  readonly kinds: readonly ChangeKind[];
  /** Epoch milliseconds. */
  readonly requestedAt: number;
  readonly target?: Target;
  status: Status;
  /** Start and end of the optimization, epoch milliseconds. Progress is the elapsed share. */
  readonly span?: { readonly from: number; readonly until: number };
  failure?: string;
}

/** Endpoint with a floating address, and its routes. */
interface FloatingEndpoint {
  /** CIDR. */
  readonly range: string;
  readonly routeTables: readonly string[];
}

/** A route that FSx wrote into a route table. */
export interface EndpointRoute {
  readonly routeTableId: string;
  /** CIDR of one address. */
  readonly destination: string;
  readonly fileSystemId: string;
}

export interface NewFileSystemIds {
  readonly rootVolumeId: string;
  /** Draws a mount name at the first call. */
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
  /** Absent if clients reach the file system through an interface. */
  readonly floating?: FloatingEndpoint;
  /** Address from the endpoint range; set after creation. */
  address?: string;
  /** Newest first. */
  actions: readonly ActionRecord<ChangeInput>[];
}

/** `configuration` depends on the type. */
export interface VolumeRecord<V extends object = object> extends Resource {
  readonly fileSystemId: string;
  readonly fileSystemType: FileSystemType;
  readonly name: string;
  /** Whether this is the root volume, which is created and deleted with its file system. */
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

/** Lookup of resources to check the creation of a volume. */
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

/** Existing network resources; an absent list allows any id. */
export interface FsxNetwork {
  readonly subnets?: readonly string[];
  readonly securityGroups?: readonly string[];
  readonly routeTables?: readonly string[];
  /** Address ranges of the subnets; absent if unknown. */
  readonly subnetRanges?: readonly string[];
}
