/**
 * Checks of S3 Files, and of S3 for the buckets of its file systems (Service authorization reference; S3 API reference,
 * Permissions of each action).
 */
import { NETWORK_IDS } from '../../../lib/twin/modelled-network';
import { type Around, type Check, check, type Checks, anyResource, requestTags, resourceTags, toArn } from './check';
import { byName, type TagList } from './tag-ledger';

type Input = Readonly<Record<string, unknown>>;

const TLS = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' };

export const BUCKETS: Readonly<Record<string, Checks>> = {
  CreateBucket: ({ input }) => {
    const { Bucket, CreateBucketConfiguration: { Tags } = {} } = input as {
      readonly Bucket: string;
      readonly CreateBucketConfiguration?: { readonly Tags?: TagList };
    };
    const keys = { ...TLS, ...requestTags(byName(Tags)) };
    return ['s3:CreateBucket', 's3:TagResource'].map((action) => check(action, `arn:aws:s3:::${Bucket}`, keys));
  },
  PutBucketVersioning: onBucket('PutBucketVersioning'),
  HeadBucket: onBucket('ListBucket'),
  ListBuckets: anyResource('s3:ListAllMyBuckets'),
  GetBucketTagging: onBucket('GetBucketTagging'),
  ListObjectVersions: onBucket('ListBucketVersions'),
  DeleteBucket: onBucket('DeleteBucket'),
  DeleteObjects: ({ input }) => {
    const { Bucket, Delete } = input as {
      readonly Bucket: string;
      readonly Delete: { readonly Objects: readonly { readonly Key: string }[] };
    };
    return Delete.Objects.flatMap(({ Key }) =>
      ['s3:DeleteObject', 's3:DeleteObjectVersion'].map((action) =>
        check(action, `arn:aws:s3:::${Bucket}/${Key}`, TLS),
      ),
    );
  },
};

function onBucket(action: string): Checks {
  return ({ input }) => [check(`s3:${action}`, `arn:aws:s3:::${String((input as Input)['Bucket'])}`, TLS)];
}

export const S3_FILES: Readonly<Record<string, Checks>> = {
  CreateFileSystem: ({ input }, around) => {
    const { tags = [], roleArn } = input as {
      readonly tags?: readonly { readonly key: string; readonly value: string }[];
      readonly roleArn: string;
    };
    const keys = requestTags(Object.fromEntries(tags.map(({ key, value }) => [key, value])));
    // The simulated account has another name for the role of the stack.
    const role = roleArn === NETWORK_IDS.S3FilesRoleArn ? around.s3FilesRoleArn : roleArn;
    return [
      check('s3files:CreateFileSystem', '*', keys),
      check('s3files:TagResource', fileSystem(around, 'fs-new'), keys),
      check('iam:PassRole', role, { 'iam:PassedToService': 'elasticfilesystem.amazonaws.com' }),
    ];
  },
  PutSynchronizationConfiguration: onFileSystem('PutSynchronizationConfiguration'),
  GetFileSystem: onFileSystem('GetFileSystem'),
  ListFileSystems: anyResource('s3files:ListFileSystems'),
  ListTagsForResource: onFileSystem('ListTagsForResource'),
  DeleteFileSystem: onFileSystem('DeleteFileSystem'),
  // Network interfaces: assumed as for EFS, on which S3 Files is built.
  CreateMountTarget: (call, around) => {
    const { subnetId, securityGroups = [] } = call.input as Input;
    const groups = (securityGroups as readonly string[]).map((id) => `security-group/${id}`);
    return [
      ...onFileSystem('CreateMountTarget')(call, around),
      check('ec2:DescribeSubnets', '*'),
      check('ec2:DescribeNetworkInterfaces', '*'),
      ...['network-interface/eni-new', `subnet/${String(subnetId)}`, ...groups].map((what) =>
        check('ec2:CreateNetworkInterface', toArn(around, 'ec2', what)),
      ),
    ];
  },
  GetMountTarget: onFileSystem('GetMountTarget'),
  ListMountTargets: onFileSystem('ListMountTargets'),
  DeleteMountTarget: (call, around) => [
    ...onFileSystem('DeleteMountTarget')(call, around),
    check('ec2:DeleteNetworkInterface', toArn(around, 'ec2', 'network-interface/eni-of-it')),
  ],
};

/** A mount target has no ARN: IAM checks its file system, which a request may not name. */
function onFileSystem(action: string): Checks {
  return ({ input }, around): readonly Check[] => {
    const { fileSystemId, mountTargetId, resourceId } = input as Input;
    const id = String(fileSystemId ?? resourceId ?? mountTargetId).replace(/^.*\//, '');
    const resource = fileSystem(around, mountTargetId === undefined ? id : 'fs-of-it');
    return [check(`s3files:${action}`, resource, resourceTags(around.ledger.of(id)))];
  };
}

function fileSystem(around: Around, id: string): string {
  return toArn(around, 's3files', `file-system/${id}`);
}
