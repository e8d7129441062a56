/** What the modelled FSx remembers of file systems, volumes and backups, whatever their type. */
import type {
  AdministrativeActionType,
  BackupLifecycle,
  CreateFileSystemCommandInput,
  FileSystemLifecycle,
  Status,
  StorageVirtualMachineLifecycle,
  StorageType,
  UpdateFileSystemCommandInput,
  VolumeLifecycle,
} from '@aws-sdk/client-fsx';
import type { FileSystemType } from '../../../targets/registry';
import type { Resource, Table } from '../table';

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
export type AskedValues = Omit<UpdateFileSystemCommandInput, 'FileSystemId' | 'ClientRequestToken'>;

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
export interface Floating {
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
export interface Fresh {
  readonly rootVolumeId: string;
  /** Draws one at the first call. */
  readonly mountName: () => string;
}

export interface FileSystemRecord<S extends Setup = Setup> extends Resource {
  readonly subnetIds: readonly string[];
  setup: S;
  /** All that creates and updates asked for, and what it was given beside. */
  asked: CreateFileSystemCommandInput;
  readonly fresh: Fresh;
  lifecycle: Exclude<FileSystemLifecycle, 'MISCONFIGURED_UNAVAILABLE'>;
  interfaces: readonly string[];
  /** Absent where it is reached through an interface. */
  readonly floating?: Floating;
  /** Out of that range, once it can be reached. */
  address?: string;
  /** Newest first. */
  actions: readonly ActionRecord<AskedValues>[];
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
export interface Holdings {
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
