/**
 * State of the simulated FSx: file systems, their content, backups; lookup by requests, and billing.
 * A file system is billed from the end of its creation until it is gone, and new capacity from when it is available
 * (https://aws.amazon.com/fsx/lustre/pricing/). A backup is billed until it is deleted. AWS documents no exception for
 * a failed file system or one being deleted: both are billed here.
 */
import type { Tag } from '@aws-sdk/client-fsx';
import { ResourceStore, type StoreOptions } from '../resource-store';
import { type PendingDelete, type Resource, ResourceTable } from '../resource-table';
import { makeBadRequest, makeFsxError, readIds, getFsxPage, parseTags } from './errors';
import type {
  BackupRecord,
  FileSystemRecord,
  FsxNetwork,
  VolumeLookup,
  QuotaGroup,
  EndpointRoute,
  VirtualMachine,
  VolumeRecord,
} from './contract';
import { getVolumeType } from './registry';
import type { FsxStep, StepTime } from './timing';
import { makeConstraintError } from '../service';

export interface FsxOptions extends StoreOptions {
  /** Durations and mount names. */
  readonly random: () => number;
  /** Groups of quotas that differ from the defaults of the Region. */
  readonly quotas?: Readonly<Record<string, QuotaGroup>>;
  /** Existing subnets, security groups and route tables. Default: all. */
  readonly network?: FsxNetwork;
}

const MOUNT_NAME_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const MOUNT_NAME_LENGTH = 8;
/** Patterns of ids: API references FileSystem, Volume, StorageVirtualMachine and Backup. */
const FILE_SYSTEM_ID = /^fs-[0-9a-f]{8,18}$/;
const VIRTUAL_MACHINE_ID = /^svm-[0-9a-f]{17}$/;
const VOLUME_ID = /^fsvol-[0-9a-f]{17}$/;
const BACKUP_ID = /^backup-[0-9a-f]{8,}$/;

/** As in the service model, `A-z` included. API reference, CreateFileSystem, ClientRequestToken. */
const CLIENT_TOKEN = /^[A-za-z0-9_.-]{1,63}$/;

interface WriteRequest {
  readonly ClientRequestToken?: string | undefined;
  readonly Tags?: readonly Tag[] | undefined;
}

const LIFECYCLE_STATES = {
  creating: 'CREATING',
  fails: 'FAILED',
  misconfigured: 'MISCONFIGURED',
  updating: 'UPDATING',
  deleting: 'DELETING',
} as const;

/** Rules for ids of one kind: member of requests, pattern, error, and noun for messages. */
function makeIdRules(member: string, pattern: RegExp, error: string, noun: string) {
  const rule = `Member must satisfy regular expression pattern: ${pattern.source}`;
  return {
    missing: (id: string) => makeFsxError(error, `${noun} '${id}' does not exist.`),
    form: { pattern, refuse: (id: string) => makeConstraintError(member, rule, id) },
  };
}

export class FsxState extends ResourceStore implements VolumeLookup {
  readonly fileSystems = new ResourceTable<FileSystemRecord>(this, {
    kind: 'fsx:file-system',
    words: { ...LIFECYCLE_STATES, made: () => 'AVAILABLE' },
    ...makeIdRules('fileSystemId', FILE_SYSTEM_ID, 'FileSystemNotFound', 'File system'),
  });
  readonly volumes = new ResourceTable<VolumeRecord>(this, {
    kind: 'fsx:volume',
    words: { ...LIFECYCLE_STATES, updating: 'PENDING', made: (volume) => getVolumeType(volume).ready },
    ...makeIdRules('volumeId', VOLUME_ID, 'VolumeNotFound', 'Volume'),
    fileSystem: ({ fileSystemId }) => fileSystemId,
    isPart: ({ root }) => root,
  });
  readonly virtualMachines = new ResourceTable<VirtualMachine>(this, {
    kind: 'fsx:storage-virtual-machine',
    words: { ...LIFECYCLE_STATES, updating: 'PENDING', made: () => 'CREATED' },
    ...makeIdRules(
      'storageVirtualMachineId',
      VIRTUAL_MACHINE_ID,
      'StorageVirtualMachineNotFound',
      'Storage virtual machine',
    ),
    fileSystem: ({ fileSystemId }) => fileSystemId,
  });
  readonly backups = new ResourceTable<BackupRecord>(this, {
    kind: 'fsx:backup',
    words: {
      creating: 'CREATING',
      made: () => 'AVAILABLE',
      fails: 'FAILED',
      misconfigured: 'FAILED',
      deleting: 'DELETED',
    },
    ...makeIdRules('backupId', BACKUP_ID, 'BackupNotFound', 'Backup'),
    fileSystem: ({ source }) => source.id,
    keepsTags: true,
  });
  /** In route tables of the account. */
  readonly routes: EndpointRoute[] = [];

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

  /** Waits for the duration of one step, drawn anew at each call. */
  async waitStep(step: FsxStep, length: StepTime, capacityGiB = 0): Promise<void> {
    await this.sleep(this.drawStep(step, length, capacityGiB));
  }

  drawStep(step: FsxStep, length: StepTime, capacityGiB = 0): number {
    return this.draw(this.timing.steps[step] ?? length, capacityGiB);
  }

  /**
   * Executes a request, once for each token. A create repeats after its resource is gone; a delete is repeated after it
   * was undone. https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystem.html ("If a file system with
   * the specified client request token exists …")
   * @throws ServiceError ValidationException for a malformed token, IncompatibleParameterError; AccessDeniedException
   * for a create without a required tag
   */
  request<R extends Resource>(
    table: ResourceTable<R>,
    action: string,
    { ClientRequestToken: token, ...request }: WriteRequest,
    make: () => R,
  ): R {
    if (action.startsWith('Create'))
      this.requireTags(parseTags(request.Tags), (missing) => {
        const why = `because no identity-based policy allows it without the tags ${missing}`;
        return makeFsxError('AccessDeniedException', `The caller is not authorized to perform: fsx:${action} ${why}`);
      });
    if (token !== undefined && !CLIENT_TOKEN.test(token)) {
      const rule = `Member must satisfy regular expression pattern: ${CLIENT_TOKEN.source}`;
      throw makeConstraintError('clientRequestToken', rule, token);
    }
    return this.once(action, token, request, make, {
      exists: (made) => table.get(made.id) === made && (!action.startsWith('Delete') || made.lifecycle === 'DELETING'),
      refuse: (Parameter) => {
        const message = `The parameter ${Parameter} is incompatible with the earlier request of the same client token`;
        return makeFsxError('IncompatibleParameterError', message, { Parameter });
      },
    });
  }

  /** Volumes of a file system, its root volume first. */
  volumesOf(fileSystemId: string): readonly VolumeRecord[] {
    return this.volumes.all().filter((volume) => volume.fileSystemId === fileSystemId);
  }

  /** Accepts a delete. @throws ServiceError BadRequest if it is not possible now */
  acceptDeletion<R extends Resource>(table: ResourceTable<R>, record: R): boolean {
    return table.accept(record, (why) => makeBadRequest(`'${record.id}' ${why}`));
  }

  /** Drops the records after the duration of a step, or restores them if a fault undoes the delete. */
  async end(mark: PendingDelete, step: FsxStep, length: StepTime, undone: boolean): Promise<void> {
    await this.waitStep(step, length);
    if (undone) mark.restore();
    else mark.drop();
  }

  /** One page of the resources with these ids, or of all. @param fits filters */
  list<R extends Resource>(
    table: ResourceTable<R>,
    [member, ids]: readonly [member: string, ids: readonly string[] | undefined],
    page: Parameters<typeof getFsxPage>[1],
    fits: (record: R) => boolean = () => true,
  ): ReturnType<typeof getFsxPage<R>> {
    return getFsxPage(table.list(readIds(member, ids)).filter(fits), page);
  }

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
