/** Permissions of hosts for existing file systems of S3 Files. */
import { Aws } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { EgressRule } from '../external';
import { makeArn } from '../names';
import { allow } from './allow';

/**
 * Allows mounting exactly the file systems of the settings, as root, because hosts create folders in them. The mount
 * helper reads large requests directly from the bucket if the role may (S3 guide, Prerequisites for S3 Files).
 */
export function mountS3Files(external: readonly EgressRule[]): PolicyStatement[] {
  const ids = external.flatMap(({ fileSystemId }) => fileSystemId ?? []);
  const buckets = external.flatMap(({ bucket }) => bucket ?? []);
  const arns = [...new Set(ids)].map((id) => makeArn('s3files', Aws.REGION, `file-system/${id}`));
  const objects = [...new Set(buckets)].map((name) => `arn:${Aws.PARTITION}:s3:::${name}/*`);
  return [
    ...(arns.length === 0
      ? []
      : [allow(['s3files:ClientMount', 's3files:ClientRootAccess', 's3files:ClientWrite'], arns)]),
    ...(objects.length === 0 ? [] : [allow(['s3:GetObject', 's3:GetObjectVersion'], objects)]),
  ];
}
