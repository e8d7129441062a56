/**
 * All AWS resources that an execution can leave behind, as pure data: IAM grants, calls of functions, teardown and
 * plans derive from it. `lib/aws/ledger` and `lib/aws/storage` make the calls.
 */
import { ensure } from './errors';
import { NFS_RESOURCES } from './nfs-resources';
import type {
  ChangedFacts,
  ChangedHostKind,
  Deletion,
  HostKind,
  ResourceFacts,
  ResourceKind,
  StorageFacts,
  StorageKind,
} from './resource-facts';

export type {
  ChangedFacts,
  ChangedHostKind,
  Deletion as End,
  HostKind,
  ResourceFacts,
  ResourceKind,
  StorageFacts,
  StorageKind,
} from './resource-facts';

const EC2 = { parent: null, mountedBy: null, tags: 'own', ends: 'by itself' } as const;
const FSX = {
  idsPerRemove: 1,
  mountedBy: 'ec2:instance',
  tags: 'own',
  tokens: { create: 'ClientRequestToken', update: 'ClientRequestToken' },
} as const;
const STANDALONE = { ...EC2, idsPerRemove: 1, updates: [], madeIn: [] } as const;

/** Resource kinds in the order of teardown: hosts before storage, children before parents. */
export const RESOURCES = {
  'ec2:instance': {
    ...EC2,
    arn: 'instance/*',
    describe: 'DescribeInstances',
    remove: 'TerminateInstances',
    // EC2 allows 1,000 ids (API reference); smaller batches limit the retries after one bad id.
    idsPerRemove: 50,
  },
  // A volume is deleted with its host, but would remain and be billed after a manual detach or a failed launch.
  'ec2:volume': {
    ...EC2,
    // Measured volumes are created with their host; requests may change them. ModifyVolume has no token.
    id: 'vol-[0-9a-f]+',
    updates: ['ModifyVolume'],
    tokens: { create: null, update: null },
    arn: 'volume/*',
    describe: 'DescribeVolumes',
    remove: 'DeleteVolume',
    idsPerRemove: 1,
  },
  'ec2:launch-template': {
    ...EC2,
    arn: 'launch-template/*',
    describe: 'DescribeLaunchTemplates',
    remove: 'DeleteLaunchTemplate',
    idsPerRemove: 1,
  },
  'fsx:volume': {
    ...FSX,
    id: 'fsvol-[0-9a-f]+',
    arn: 'volume/*',
    create: 'CreateVolume',
    updates: ['UpdateVolume'],
    describe: 'DescribeVolumes',
    remove: 'DeleteVolume',
    parent: 'fsx:file-system',
    madeIn: ['fsx:storage-virtual-machine'],
    // OpenZFS deletes the volumes of a file system with it (DELETE_CHILD_VOLUMES_AND_SNAPSHOTS).
    // ONTAP volumes must be deleted first, one by one.
    ends: { by: 'VolumeType', types: { OPENZFS: 'with parent', ONTAP: 'by itself' } },
  },
  'fsx:storage-virtual-machine': {
    ...FSX,
    id: 'svm-[0-9a-f]+',
    arn: 'storage-virtual-machine/*',
    create: 'CreateStorageVirtualMachine',
    updates: [],
    describe: 'DescribeStorageVirtualMachines',
    remove: 'DeleteStorageVirtualMachine',
    parent: 'fsx:file-system',
    madeIn: ['fsx:file-system'],
    ends: 'by itself',
  },
  'fsx:file-system': {
    ...FSX,
    id: 'fs-[0-9a-f]+',
    arn: 'file-system/*',
    create: 'CreateFileSystem',
    updates: ['UpdateFileSystem'],
    describe: 'DescribeFileSystems',
    remove: 'DeleteFileSystem',
    parent: null,
    madeIn: [],
    ends: 'by itself',
  },
  ...NFS_RESOURCES,
  // Functions and hosts that need a secret read it from the service. The id is an ARN.
  'secretsmanager:secret': {
    ...STANDALONE,
    id: 'arn:[a-z-]+:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:fsxbench/[A-Za-z0-9/_+=.@-]+',
    arn: 'secret:fsxbench/*',
    create: 'CreateSecret',
    read: 'GetSecretValue',
    name: 'Name',
    tokens: { create: 'ClientRequestToken', update: null },
    describe: 'DescribeSecret',
    list: 'ListSecrets',
    remove: 'DeleteSecret',
    // The secret is the administrator password, needed to unmap or delete what FSx refuses to delete.
    opens: 'fsx:file-system',
  },
  // The id is the name from the request, since the create call returns no id.
  'cloudwatch:alarm': {
    ...STANDALONE,
    id: 'fsxbench/[A-Za-z0-9/_+=.@-]+',
    arn: 'alarm:fsxbench/*',
    create: 'PutMetricAlarm',
    name: 'AlarmName',
    tokens: { create: null, update: null },
    optional: true,
    describe: 'DescribeAlarms',
    tagsBy: 'ListTagsForResource',
    remove: 'DeleteAlarms',
    named: 'by stack',
  },
} as const satisfies Record<HostKind, ResourceFacts> &
  Record<ChangedHostKind, ChangedFacts> &
  Record<StorageKind, StorageFacts>;

type Table = typeof RESOURCES;

/** All kinds that requests of targets create or change. */
export type ChangedKind = StorageKind | ChangedHostKind;

/** Call names in requests. Services other than FSx have a prefix, since names repeat: `efs:CreateFileSystem`. */
type NameOf<K extends ChangedKind, C extends string> = K extends `fsx:${string}` ? C : `${ServiceOf<K>}:${C}`;
/** Create and update calls of a kind, as named in requests. */
export type CreateCallOf<K extends StorageKind> = NameOf<K, Table[K]['create']>;
export type UpdateCallOf<K extends ChangedKind> = NameOf<K, Table[K]['updates'][number]>;

/** All calls of the storage kinds of one service, as named in its SDK. */
export type StorageCallsOf<S extends StorageService> = {
  [K in StorageKind]: K extends `${S}:${string}`
    ?
        | Table[K]['create']
        | Table[K]['updates'][number]
        | Table[K]['describe']
        | Table[K]['remove']
        | Optional<Table[K], 'list' | 'tagsBy' | 'read'>
    : never;
}[StorageKind];
type Optional<F, N extends string> = F[N & keyof F] & string;

/** Kinds that teardown lists and deletes, and that the cleanup receipt covers. */
export type ListedKind = {
  [K in ResourceKind]: 'by itself' extends DeletionsOf<Table[K]['ends']> ? K : never;
}[ResourceKind];
type DeletionsOf<E> = E extends { readonly types: Readonly<Record<string, infer One>> } ? One : E;

/** FSx file system types of targets, and those with volumes. */
export type FsxType = 'LUSTRE' | 'ONTAP' | 'OPENZFS';
export type FsxVolumeType = FsxType & keyof Table['fsx:volume']['ends']['types'];

export type StorageService = ServiceOf<StorageKind>;
type ServiceOf<K extends string> = K extends `${infer S}:${string}` ? S : never;

/** Names of services in ARNs and IAM actions. */
export const IAM_SERVICE: Readonly<Record<ServiceOf<ResourceKind>, string>> = {
  ec2: 'ec2',
  fsx: 'fsx',
  efs: 'elasticfilesystem',
  s3files: 's3files',
  s3: 's3',
  secretsmanager: 'secretsmanager',
  cloudwatch: 'cloudwatch',
};

/** IAM actions whose names differ from the call (S3 API reference, Permissions of each action). */
export const IAM_ACTIONS: Readonly<Record<string, string>> = {
  's3:HeadBucket': 's3:ListBucket',
  's3:ListBuckets': 's3:ListAllMyBuckets',
};

const ALL_KINDS = Object.keys(RESOURCES) as ResourceKind[];

export const HOST_KINDS = ALL_KINDS.filter((kind): kind is HostKind => !('create' in RESOURCES[kind]));

export const STORAGE_KINDS = ALL_KINDS.filter((kind): kind is StorageKind => 'create' in RESOURCES[kind]);

export const CHANGED_HOST_KINDS = ALL_KINDS.filter(
  (kind): kind is ChangedHostKind => 'updates' in RESOURCES[kind] && !('create' in RESOURCES[kind]),
);

export const CHANGED_KINDS = ALL_KINDS.filter((kind): kind is ChangedKind => 'updates' in RESOURCES[kind]);

/** Whether rigs continue if a resource of this kind cannot be created. */
export function isOptional(kind: ResourceKind): boolean {
  const { optional }: ResourceFacts & Pick<ChangedFacts, 'optional'> = RESOURCES[kind];
  return optional === true;
}

export const LISTED_KINDS = ALL_KINDS.filter((kind): kind is ListedKind => {
  const { ends }: ResourceFacts = RESOURCES[kind];
  return (typeof ends === 'string' ? [ends] : Object.values(ends.types)).includes('by itself');
});

/** How a resource is deleted; `by itself` for unknown types. @param told create input or description of the resource */
export function getDeletion(kind: ResourceKind, told: object): Deletion {
  const { ends }: ResourceFacts = RESOURCES[kind];
  if (typeof ends === 'string') return ends;
  const type = new Map<string, unknown>(Object.entries(told)).get(ends.by);
  return new Map<unknown, Deletion>(Object.entries(ends.types)).get(type) ?? 'by itself';
}

/** The AWS SDK's name of a kind's service. */
export function getService<K extends ResourceKind>(kind: K): K extends `${infer S}:${string}` ? S : never {
  const [service] = kind.split(':');
  return service as K extends `${infer S}:${string}` ? S : never;
}

/** All create and update calls. */
export const STORAGE_CALLS = CHANGED_KINDS.flatMap((kind) => listCalls(kind));
export type StorageCall = CreateCallOf<StorageKind> | UpdateCallOf<ChangedKind>;

export function getCallKind(call: CreateCallOf<StorageKind>): StorageKind;
export function getCallKind(call: StorageCall): ChangedKind;
export function getCallKind(call: StorageCall): ChangedKind {
  return ensure(
    CHANGED_KINDS.find((one) => listCalls(one).includes(call)),
    `a kind of storage whose call is ${call}`,
  );
}

/** The kind that a call creates; null for update calls. */
export function findCreatedKind(call: StorageCall): StorageKind | null {
  return STORAGE_KINDS.find((kind) => getCreateCall(kind) === call) ?? null;
}

/** The create call of a kind, as named in requests. */
export function getCreateCall<K extends StorageKind>(kind: K): CreateCallOf<K> {
  return toCallName(kind, RESOURCES[kind].create) as CreateCallOf<K>;
}

/** The SDK's name of a call. */
export function toAction(call: StorageCall): string {
  return call.replace(/^.*:/, '');
}

function listCalls(kind: ChangedKind): StorageCall[] {
  const { create, updates }: ChangedFacts = RESOURCES[kind];
  return [...(create === undefined ? [] : [create]), ...updates].map((action) => toCallName(kind, action));
}

function toCallName(kind: ChangedKind, action: string): StorageCall {
  const service = getService(kind);
  return (service === 'fsx' ? action : `${service}:${action}`) as StorageCall;
}
