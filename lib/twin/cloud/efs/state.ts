/** State of the simulated EFS, its errors, and its descriptions. */
import type {
  FileSystemDescription,
  LifeCycleState,
  MountTargetDescription,
  PerformanceMode,
  ThroughputMode,
} from '@aws-sdk/client-efs';
import type { FsxNetwork } from '../fsx/contract';
import { formatArn, ServiceError } from '../service';
import { ResourceStore, type StoreOptions, toTagList } from '../resource-store';
import { type Resource, ResourceTable } from '../resource-table';

export interface Throughput {
  readonly mode: ThroughputMode;
  /** MiB/s, in mode `provisioned`. */
  readonly provisioned?: number;
}

export interface EfsRecord extends Resource {
  readonly arn: string;
  readonly token: string;
  readonly performanceMode: PerformanceMode;
  readonly encrypted: boolean;
  /** A customer managed key. */
  readonly key: string | undefined;
  /** Undefined for a file system in all zones. */
  readonly zone: string | undefined;
  throughput: Throughput;
  /** When its throughput was last changed, epoch milliseconds. */
  changedAt?: number;
  lifecycle: LifeCycleState;
}

/** Its tags are those of its file system. */
export interface MountTargetRecord extends Resource {
  readonly of: EfsRecord;
  readonly subnetId: string;
  readonly zone: string;
  readonly address: string;
  readonly interfaceId: string;
  lifecycle: LifeCycleState;
}

export interface EfsOptions extends StoreOptions {
  /** Existing subnets and security groups; the nth subnet is in the nth zone. Default: all exist, in the first zone. */
  readonly network?: FsxNetwork | undefined;
}

/** Metered size of an empty file system. EFS guide, Metering: sizes */
const EMPTY_BYTES = 6144;
/** Either an id or an ARN. API reference, FileSystemDescription */
const FILE_SYSTEM_ID = /^(arn:aws[-a-z]*:elasticfilesystem:[0-9a-z-:]+:file-system\/)?fs-[0-9a-f]{8,40}$/;
const MOUNT_TARGET_ID = /^fsmt-[0-9a-f]{8,40}$/;
const AWS_MANAGED_KEY = 'key/00000000-0000-4000-8000-000000000000';

const LIFECYCLE_STATES = {
  creating: 'creating',
  made: () => 'available' as const,
  fails: 'error',
  misconfigured: 'error',
  updating: 'updating',
  deleting: 'deleting',
} as const;

export class EfsState extends ResourceStore {
  readonly fileSystems = new ResourceTable<EfsRecord>(this, {
    kind: 'efs:file-system',
    words: LIFECYCLE_STATES,
    missing: (id) => makeEfsError('FileSystemNotFound', `File system '${id}' does not exist.`),
    name: ({ arn: name }) => name,
  });
  readonly mountTargets = new ResourceTable<MountTargetRecord>(this, {
    kind: 'efs:mount-target',
    words: LIFECYCLE_STATES,
    missing: (id) => makeEfsError('MountTargetNotFound', `Mount target '${id}' does not exist.`),
    form: { pattern: MOUNT_TARGET_ID, refuse: (id) => makeBadRequest(`invalid mount target ID: ${id}`) },
    fileSystem: ({ of }) => of.arn,
  });

  constructor(override readonly options: EfsOptions) {
    super(options);
  }

  /** By id or ARN. @throws ServiceError BadRequest, FileSystemNotFound */
  fileSystem(given: string): EfsRecord {
    if (!FILE_SYSTEM_ID.test(given)) throw makeBadRequest(`invalid file system ID: ${given}`);
    return this.fileSystems.find(given.replace(/^.*\//, ''));
  }

  mountTargetsOf(fileSystem: EfsRecord): readonly MountTargetRecord[] {
    return this.mountTargets.all().filter(({ of }) => of === fileSystem);
  }

  describeFileSystem(record: EfsRecord): FileSystemDescription {
    const { id, tags, throughput, encrypted } = record;
    const { place } = this.options;
    return {
      OwnerId: place.account,
      CreationToken: record.token,
      FileSystemId: id,
      FileSystemArn: record.arn,
      CreationTime: new Date(record.createdAt),
      LifeCycleState: record.lifecycle,
      Name: tags['Name'],
      NumberOfMountTargets: this.mountTargetsOf(record).length,
      SizeInBytes: { Value: EMPTY_BYTES, ValueInIA: 0, ValueInStandard: EMPTY_BYTES, ValueInArchive: 0 },
      PerformanceMode: record.performanceMode,
      Encrypted: encrypted,
      KmsKeyId: encrypted ? (record.key ?? formatArn(place, 'kms', AWS_MANAGED_KEY)) : undefined,
      ThroughputMode: throughput.mode,
      ProvisionedThroughputInMibps: throughput.provisioned,
      AvailabilityZoneName: record.zone,
      Tags: toTagList(tags),
    };
  }

  describeMountTarget(record: MountTargetRecord): MountTargetDescription {
    return {
      OwnerId: this.options.place.account,
      MountTargetId: record.id,
      FileSystemId: record.of.id,
      SubnetId: record.subnetId,
      LifeCycleState: record.lifecycle,
      IpAddress: record.address,
      NetworkInterfaceId: record.interfaceId,
      AvailabilityZoneName: record.zone,
    };
  }
}

/** EFS API reference, section Errors of each action. */
const STATUS_CODES = {
  BadRequest: 400,
  FileSystemAlreadyExists: 409,
  FileSystemInUse: 409,
  FileSystemLimitExceeded: 403,
  FileSystemNotFound: 404,
  IncorrectFileSystemLifeCycleState: 409,
  AvailabilityZonesMismatch: 400,
  MountTargetConflict: 409,
  MountTargetNotFound: 404,
  SecurityGroupLimitExceeded: 400,
  SecurityGroupNotFound: 400,
  SubnetNotFound: 400,
  ThroughputLimitExceeded: 400,
  TooManyRequests: 429,
  AccessDeniedException: 403,
} as const;

export function makeEfsError(name: keyof typeof STATUS_CODES, message: string): ServiceError {
  return new ServiceError(name, message, STATUS_CODES[name]);
}

/** "The request is malformed or contains an error such as an invalid parameter value." */
export function makeBadRequest(message: string): ServiceError {
  return makeEfsError('BadRequest', message);
}

/** The lifecycle state does not allow the request. */
export function makeUnavailableError({ id, lifecycle }: EfsRecord): Error {
  return makeEfsError('IncorrectFileSystemLifeCycleState', `File system '${id}' is ${lifecycle}, not available`);
}
