/** Permissions for S3 Files: of hosts, of its service role, and of the function that passes this role. */
import { Aws } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { toBucketPrefix } from '../../shapes/bucket-name';
import type { EgressRule } from '../external';
import { makeArn } from '../names';
import { allow } from './allow';
import { requireStackTag } from './tags';

const CLIENT_ACTIONS = ['s3files:ClientMount', 's3files:ClientRootAccess', 's3files:ClientWrite'];
const READ_ACTIONS = ['s3:GetObject', 's3:GetObjectVersion'];

/**
 * Allows mounting exactly the file systems of this stack and those of the settings, as root, because hosts create
 * folders in them. The mount helper reads large requests directly from the bucket if the role may (S3 guide,
 * Prerequisites for S3 Files).
 */
export function mountS3Files(stackName: string, external: readonly EgressRule[]): PolicyStatement[] {
  const ids = external.flatMap(({ fileSystemId }) => fileSystemId ?? []);
  const buckets = external.flatMap(({ bucket }) => bucket ?? []);
  const arns = [...new Set(ids)].map((id) => makeArn('s3files', Aws.REGION, `file-system/${id}`));
  const objects = [...new Set(buckets)].map((name) => `arn:${Aws.PARTITION}:s3:::${name}/*`);
  return [
    allow(CLIENT_ACTIONS, [makeArn('s3files', Aws.REGION, 'file-system/*')], requireStackTag(stackName)),
    allow(READ_ACTIONS, [`${bucketArns(stackName)}/*`]),
    ...(arns.length === 0 ? [] : [allow(CLIENT_ACTIONS, arns)]),
    ...(objects.length === 0 ? [] : [allow(READ_ACTIONS, objects)]),
  ];
}

/** Matches the buckets that executions of this stack create. */
function bucketArns(stackName: string): string {
  return ['arn', Aws.PARTITION, 's3', '', '', `${toBucketPrefix(stackName)}*`].join(':');
}

/** The service that assumes the role, and to which the role is passed (Service authorization reference, S3 Files). */
export const S3_FILES_PRINCIPAL = 'elasticfilesystem.amazonaws.com';

/** A create of a file system passes its service role. */
export function passS3FilesRole(roleArn: string): PolicyStatement {
  return allow(['iam:PassRole'], [roleArn], { StringEquals: { 'iam:PassedToService': S3_FILES_PRINCIPAL } });
}

/**
 * Allows the service role to synchronize file systems with buckets of this stack. Its event rules have a fixed prefix
 * (S3 guide, Prerequisites for S3 Files, IAM role for accessing your bucket).
 */
export function synchronizeBuckets(stackName: string): PolicyStatement[] {
  const buckets = bucketArns(stackName);
  const own = { StringEquals: { 's3:ResourceAccount': Aws.ACCOUNT_ID } };
  const rules = ['DeleteRule', 'DisableRule', 'EnableRule', 'PutRule', 'PutTargets', 'RemoveTargets'];
  const looks = ['DescribeRule', 'ListTargetsByRule'];
  const rule = makeArn('events', Aws.REGION, 'rule/DO-NOT-DELETE-S3-Files*');
  return [
    allow(['s3:ListBucket', 's3:ListBucketVersions'], [buckets], own),
    allow(
      [...READ_ACTIONS, 's3:AbortMultipartUpload', 's3:DeleteObject', 's3:DeleteObjectVersion', 's3:PutObject'],
      [`${buckets}/*`],
      own,
    ),
    allow(
      rules.map((one) => `events:${one}`),
      [rule],
      { StringEquals: { 'events:ManagedBy': S3_FILES_PRINCIPAL } },
    ),
    allow(
      looks.map((one) => `events:${one}`),
      [rule],
    ),
  ];
}
