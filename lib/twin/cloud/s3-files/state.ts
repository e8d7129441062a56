/** State of the simulated S3 Files and of the buckets that executions create, with errors and descriptions. */
import type { GetFileSystemCommandOutput, GetMountTargetCommandOutput, LifeCycleState } from '@aws-sdk/client-s3files';
import { toBucketArn } from '../../../shapes/bucket-name';
import type { FsxNetwork } from '../fsx/contract';
import { formatArn, ServiceError } from '../service';
import { ResourceStore, type StoreOptions } from '../resource-store';
import { type Resource, ResourceTable } from '../resource-table';

/** One version of an object, or a delete marker. */
export interface ObjectVersion {
  readonly key: string;
  readonly id: string;
  readonly isMarker: boolean;
}

/** Its id is its name. */
export interface RigBucket extends Resource {
  isVersioned: boolean;
  /** Oldest first. */
  versions: readonly ObjectVersion[];
}

export interface S3FileSystem extends Resource {
  readonly arn: string;
  readonly token: string | undefined;
  readonly bucket: RigBucket;
  readonly prefix: string;
  readonly roleArn: string;
  readonly key: string | undefined;
  /** Whether written data waits for its export. */
  isPending: boolean;
  syncVersion: number;
  lifecycle: LifeCycleState;
}

/** Its tags are those of its file system. */
export interface S3MountTarget extends Resource {
  readonly of: S3FileSystem;
  readonly subnetId: string;
  readonly zoneId: string;
  readonly address: string;
  readonly interfaceId: string;
  lifecycle: LifeCycleState;
}

export interface S3FilesOptions extends StoreOptions {
  /** Existing subnets and security groups; the nth subnet is in the nth zone. Default: all exist, in the first zone. */
  readonly network?: FsxNetwork | undefined;
}

const LIFECYCLE_STATES = {
  creating: 'creating',
  made: () => 'available' as const,
  fails: 'error',
  misconfigured: 'error',
  updating: 'updating',
  deleting: 'deleting',
} as const;
/** A bucket is created and deleted at once. */
const BUCKET_STATES = { creating: '', made: () => 'CREATED', fails: '', misconfigured: '', deleting: '' };

const FILE_SYSTEM_ID = /^(arn:aws[-a-z]*:s3files:[0-9a-z-:]+:file-system\/)?fs-[0-9a-f]{17,40}$/;
const MOUNT_TARGET_ID = /^fsmt-[0-9a-f]{17,40}$/;

export class S3FilesState extends ResourceStore {
  readonly buckets = new ResourceTable<RigBucket>(this, {
    kind: 's3:bucket',
    words: BUCKET_STATES,
    missing: () => new ServiceError('NoSuchBucket', 'The specified bucket does not exist', 404),
  });
  readonly fileSystems = new ResourceTable<S3FileSystem>(this, {
    kind: 's3files:file-system',
    words: LIFECYCLE_STATES,
    missing: (id) => makeMissing(`File system ${id}`),
    name: ({ arn: name }) => name,
  });
  readonly mountTargets = new ResourceTable<S3MountTarget>(this, {
    kind: 's3files:mount-target',
    words: LIFECYCLE_STATES,
    missing: (id) => makeMissing(`Mount target ${id}`),
    form: { pattern: MOUNT_TARGET_ID, refuse: (id) => makeInvalid(`invalid mount target ID: ${id}`) },
    name: ({ of, id }) => `${of.arn}/mount-target/${id}`,
    fileSystem: ({ of }) => of.arn,
  });

  constructor(override readonly options: S3FilesOptions) {
    super(options);
  }

  /** By id or ARN. @throws ServiceError ValidationException, ResourceNotFoundException */
  fileSystem(given: string): S3FileSystem {
    if (!FILE_SYSTEM_ID.test(given)) throw makeInvalid(`invalid file system ID: ${given}`);
    return this.fileSystems.find(given.replace(/^.*\//, ''));
  }

  mountTargetsOf(fileSystem: S3FileSystem): readonly S3MountTarget[] {
    return this.mountTargets.all().filter(({ of }) => of === fileSystem);
  }

  /** Adds a version of an object, or a delete marker. */
  write(bucket: RigBucket, key: string, isMarker = false): string {
    const id = this.options.ids.hex(32);
    bucket.versions = [...bucket.versions, { key, id, isMarker }];
    return id;
  }

  describeFileSystem(record: S3FileSystem): Omit<GetFileSystemCommandOutput, '$metadata'> {
    const { id, arn, token, bucket, prefix, roleArn, key, lifecycle, tags, createdAt } = record;
    return {
      creationTime: new Date(createdAt),
      fileSystemArn: arn,
      fileSystemId: id,
      bucket: toBucketArn(bucket.id, this.options.place.region),
      prefix,
      clientToken: token,
      kmsKeyId: key,
      status: lifecycle,
      roleArn,
      ownerId: this.options.place.account,
      tags: Object.entries(tags).map(([name, value]) => ({ key: name, value })),
      name: tags['Name'],
    };
  }

  describeMountTarget(record: S3MountTarget): Omit<GetMountTargetCommandOutput, '$metadata'> {
    return {
      mountTargetId: record.id,
      fileSystemId: record.of.id,
      subnetId: record.subnetId,
      availabilityZoneId: record.zoneId,
      ipv4Address: record.address,
      networkInterfaceId: record.interfaceId,
      status: record.lifecycle,
      ownerId: this.options.place.account,
    };
  }

  newFileSystemArn(id: string): string {
    return formatArn(this.options.place, 's3files', `file-system/${id}`);
  }
}

export function makeInvalid(message: string): ServiceError {
  return new ServiceError('ValidationException', message);
}

export function makeConflict(message: string): ServiceError {
  return new ServiceError('ConflictException', message, 409);
}

function makeMissing(what: string): ServiceError {
  return new ServiceError('ResourceNotFoundException', `${what} was not found`, 404);
}
