/**
 * What the modelled FSx holds: file systems, what is in them, backups; how a request finds them, and what they cost.
 * A file system costs from the end of its creation until it is gone, with new capacity from when that is available
 * (https://aws.amazon.com/fsx/lustre/pricing/), and a backup until somebody deletes it. No word of AWS says that a
 * failed file system, or one being deleted, is free: the model lets both cost.
 */
import { Store } from '../store';
import { badRequest, fsxError } from './errors';
import type { FsxOptions } from './options';
import type { BackupRecord, ChildRecord, FileSystemRecord, Holdings, QuotaGroup, Route, VolumeRecord } from './records';
import type { FsxStep, Length } from './timing';
import { constraintError } from '../service';

const MOUNT_NAME_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const MOUNT_NAME_LENGTH = 8;
/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_FileSystem.html */
const FILE_SYSTEM_ID = /^fs-[0-9a-f]{8,18}$/;
/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_Volume.html */
const VOLUME_ID = /^fsvol-[0-9a-f]{17}$/;
/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_Backup.html */
const BACKUP_ID = /^backup-[0-9a-f]{8,}$/;

/** A delete that was accepted. Its token is remembered as long as it stands. */
export interface Deletion {
  /** False once it is undone. */
  stands: boolean;
}

export class FsxState extends Store implements Holdings {
  readonly fileSystems = new Map<string, FileSystemRecord>();
  readonly volumes = new Map<string, VolumeRecord>();
  readonly children = new Map<string, ChildRecord>();
  readonly backups = new Map<string, BackupRecord>();
  /** In route tables of the account. */
  readonly routes: Route[] = [];

  /** @param quotas of the account, by group */
  constructor(
    override readonly options: FsxOptions,
    readonly quotas: Readonly<Record<string, QuotaGroup>>,
  ) {
    super(options);
  }

  /** Eight characters; only SCRATCH_1 always has `fsx`. */
  newMountName(): string {
    const draw = (): string =>
      MOUNT_NAME_CHARACTERS[Math.floor(this.options.random() * MOUNT_NAME_CHARACTERS.length)] ?? 'a';
    return Array.from({ length: MOUNT_NAME_LENGTH }, draw).join('');
  }

  /** Lets the time of one step pass; every call draws anew. */
  async pass(step: FsxStep, length: Length, capacityGiB = 0): Promise<void> {
    await this.sleep(this.drawStep(step, length, capacityGiB));
  }

  drawStep(step: FsxStep, length: Length, capacityGiB = 0): number {
    return this.draw(this.timing.steps[step] ?? length, capacityGiB);
  }

  /** @throws ServiceError ValidationException, FileSystemNotFound */
  fileSystem(id: string): FileSystemRecord {
    const missing = (): Error => fsxError('FileSystemNotFound', `File system '${id}' does not exist.`);
    return found('fileSystemId', FILE_SYSTEM_ID, this.fileSystems, id, missing);
  }

  /** @throws ServiceError ValidationException, VolumeNotFound */
  volume(id: string): VolumeRecord {
    const missing = (): Error => fsxError('VolumeNotFound', `Volume '${id}' does not exist.`);
    return found('volumeId', VOLUME_ID, this.volumes, id, missing);
  }

  /** @throws ServiceError ValidationException, BackupNotFound */
  backup(id: string): BackupRecord {
    const missing = (): Error => fsxError('BackupNotFound', `Backup '${id}' does not exist.`);
    return found('backupId', BACKUP_ID, this.backups, id, missing);
  }

  /** Volumes of a file system, its root volume first. */
  volumesOf(fileSystemId: string): readonly VolumeRecord[] {
    return [...this.volumes.values()].filter((volume) => volume.fileSystemId === fileSystemId);
  }

  /**
   * Accepts a delete. A second one while one is under way, and one of what is being made, are documented nowhere: they
   * are refused, the harder case.
   * @returns whether it will be undone
   * @throws ServiceError BadRequest for what stands against it now
   */
  acceptDeletion(record: { readonly id: string; readonly lifecycle: string; deletions: number }): boolean {
    const { id, lifecycle } = record;
    if (lifecycle === 'DELETING') throw badRequest(`'${id}' is being deleted already`);
    if (lifecycle === 'CREATING')
      throw badRequest(`'${id}' is CREATING and cannot be deleted until it is AVAILABLE or FAILED`);
    return this.beginDeletion(record, id, () => badRequest(`'${id}' cannot be deleted at this time`));
  }

  /** From now on the file system costs what its present setup costs. */
  payForFileSystem({ id, tags, setup }: FileSystemRecord): void {
    const kind = 'fsx:file-system';
    this.bill(kind, id, tags, { kind, configuration: { ...setup } });
  }

  payForBackup({ id, tags, source, setup }: BackupRecord): void {
    const kind = 'fsx:backup';
    const { FileSystemType: fileSystemType, StorageCapacity: storageCapacityGiB } = setup;
    this.bill(kind, id, tags, { kind, fileSystemType, fileSystemId: source.id, storageCapacityGiB });
  }
}

function found<R>(
  member: string,
  pattern: RegExp,
  records: ReadonlyMap<string, R>,
  id: string,
  missing: () => Error,
): R {
  if (!pattern.test(id))
    throw constraintError(member, `Member must satisfy regular expression pattern: ${pattern.source}`, id);
  const record = records.get(id);
  if (record === undefined) throw missing();
  return record;
}
