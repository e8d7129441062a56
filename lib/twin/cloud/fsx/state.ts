/** What the modelled FSx holds: file systems, OpenZFS volumes, backups. */
import type {
  AdministrativeActionType,
  BackupLifecycle,
  FileSystemLifecycle,
  OpenZFSVolumeConfiguration,
  Status,
  UpdateFileSystemCommandInput,
  VolumeLifecycle,
} from '@aws-sdk/client-fsx';
import { fsxQuotas, type FsxQuotas } from './quotas';
import type { FsxOptions } from './options';
import type { Setup } from './setup';
import type { Tags } from './tags';
import { type FsxStep, type FsxTiming, fsxTiming, stepMs } from './timing';

/** What a change touches: cool-downs are kept for each of them. */
export type ChangeKind = 'storage' | 'throughput' | 'metadata' | 'iops' | 'settings';

/** What a change of a file system asked for. */
export type AskedValues = Pick<
  UpdateFileSystemCommandInput,
  'FileSystemTypeVersion' | 'StorageCapacity' | 'LustreConfiguration' | 'OpenZFSConfiguration'
>;

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

interface RecordBase {
  readonly id: string;
  /** Order of creation. */
  readonly rank: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly tags: Tags;
}

export interface FileSystemRecord extends RecordBase {
  readonly subnetIds: readonly string[];
  setup: Setup;
  lifecycle: Exclude<FileSystemLifecycle, 'MISCONFIGURED_UNAVAILABLE'>;
  failure?: string;
  interfaces: readonly string[];
  /** Newest first. */
  actions: readonly ActionRecord<AskedValues>[];
  /** How often a delete was asked for. */
  deletions: number;
}

export interface VolumeRecord extends RecordBase {
  readonly fileSystemId: string;
  readonly name: string;
  /** Made and deleted with its file system. */
  readonly root: boolean;
  configuration: OpenZFSVolumeConfiguration;
  lifecycle: VolumeLifecycle;
  failure?: string;
  actions: readonly ActionRecord<OpenZFSVolumeConfiguration>[];
  deletions: number;
}

/** A final backup: it outlives its file system until somebody deletes it. */
export interface BackupRecord extends RecordBase {
  readonly source: FileSystemRecord;
  readonly setup: Setup;
  lifecycle: Extract<BackupLifecycle, 'CREATING' | 'AVAILABLE'>;
}

const MOUNT_NAME_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const MOUNT_NAME_LENGTH = 8;

export class FsxState {
  readonly fileSystems = new Map<string, FileSystemRecord>();
  readonly volumes = new Map<string, VolumeRecord>();
  readonly backups = new Map<string, BackupRecord>();
  readonly timing: FsxTiming;
  readonly quotas: FsxQuotas;
  private ranks = 0;

  constructor(readonly options: FsxOptions) {
    this.timing = fsxTiming(options.timing);
    this.quotas = { ...fsxQuotas(options.place.region), ...options.quotas };
  }

  now(): number {
    return this.options.clock.now();
  }

  nextRank(): number {
    return this.ranks++;
  }

  newId(prefix: string): string {
    return `${prefix}-${this.options.ids.hex(17)}`;
  }

  /** Eight characters; only SCRATCH_1 always has `fsx`. */
  newMountName(): string {
    const draw = (): string =>
      MOUNT_NAME_CHARACTERS[Math.floor(this.options.random() * MOUNT_NAME_CHARACTERS.length)] ?? 'a';
    return Array.from({ length: MOUNT_NAME_LENGTH }, draw).join('');
  }

  /** Length of one step from now on, milliseconds; every call draws anew. */
  draw(step: FsxStep, capacityGiB = 0): number {
    return stepMs(this.timing, step, capacityGiB, this.options.random());
  }

  async sleep(milliseconds: number): Promise<void> {
    await this.options.clock.sleep(milliseconds);
  }

  /** Volumes of a file system, its root volume first. */
  volumesOf(fileSystemId: string): readonly VolumeRecord[] {
    return [...this.volumes.values()].filter((volume) => volume.fileSystemId === fileSystemId);
  }

  /** What a listing without ids shows now. */
  listed<R extends { readonly createdAt: number }>(records: ReadonlyMap<string, R>): readonly R[] {
    const newest = this.now() - this.timing.visibleMs;
    return [...records.values()].filter(({ createdAt }) => createdAt <= newest);
  }
}
