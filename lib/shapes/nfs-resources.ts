/** Resources of EFS and of S3 Files, in the order of teardown: part of the table of `resources.ts`. */
import type { StorageFacts } from './resource-facts';

/** EFS, and S3 Files, which is built on EFS: ids of both look alike, so ids here are ARNs. */
const EFS = { idsPerRemove: 1, mountedBy: 'ec2:instance', ends: 'by itself', madeIn: [] } as const;

export const NFS_RESOURCES = {
  // A mount target has neither tags nor an ARN: IAM checks its file system.
  'efs:mount-target': {
    ...EFS,
    id: 'fsmt-[0-9a-f]+',
    arn: 'file-system/*',
    create: 'CreateMountTarget',
    updates: [],
    tokens: { create: null, update: null },
    describe: 'DescribeMountTargets',
    remove: 'DeleteMountTarget',
    parent: 'efs:file-system',
    tags: 'parent',
  },
  // The id is an ARN: the short id looks like that of an FSx file system.
  'efs:file-system': {
    ...EFS,
    id: 'arn:[a-z-]+:elasticfilesystem:[a-z0-9-]+:[0-9]{12}:file-system/fs-[0-9a-f]+',
    arn: 'file-system/*',
    create: 'CreateFileSystem',
    createsUnnamed: true,
    updates: ['UpdateFileSystem'],
    tokens: { create: 'CreationToken', update: null },
    describe: 'DescribeFileSystems',
    remove: 'DeleteFileSystem',
    parent: null,
    tags: 'own',
  },
  // A mount target has no ARN: its id here is that of its file system with its own, because it looks like one of EFS.
  's3files:mount-target': {
    ...EFS,
    id: 'arn:[a-z-]+:s3files:[a-z0-9-]+:[0-9]{12}:file-system/fs-[0-9a-f]+/mount-target/fsmt-[0-9a-f]+',
    arn: 'file-system/*',
    create: 'CreateMountTarget',
    updates: [],
    tokens: { create: null, update: null },
    describe: 'GetMountTarget',
    list: 'ListMountTargets',
    remove: 'DeleteMountTarget',
    parent: 's3files:file-system',
    tags: 'parent',
  },
  's3files:file-system': {
    ...EFS,
    id: 'arn:[a-z-]+:s3files:[a-z0-9-]+:[0-9]{12}:file-system/fs-[0-9a-f]+',
    arn: 'file-system/*',
    create: 'CreateFileSystem',
    createsUnnamed: true,
    updates: ['PutSynchronizationConfiguration'],
    tokens: { create: 'clientToken', update: null },
    describe: 'GetFileSystem',
    list: 'ListFileSystems',
    tagsBy: 'ListTagsForResource',
    remove: 'DeleteFileSystem',
    parent: 's3:bucket',
    tags: 'own',
  },
  // The id is the name. Policies cannot compare tags of buckets: only names tell deployments apart.
  's3:bucket': {
    ...EFS,
    mountedBy: null,
    parent: null,
    tags: 'own',
    updates: [],
    id: 'fsxbench-[a-z0-9-]+--[0-9a-f]{32}',
    arn: 'fsxbench-*--*',
    create: 'CreateBucket',
    name: 'Bucket',
    tokens: { create: null, update: null },
    describe: 'HeadBucket',
    list: 'ListBuckets',
    tagsBy: 'GetBucketTagging',
    remove: 'DeleteBucket',
    named: 'by stack',
  },
} as const satisfies Readonly<Record<string, StorageFacts>>;
