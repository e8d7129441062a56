/** Permissions for the customer key of results bucket and topic; the key policy decides, too (docs/deploy.md). */
import { Aws } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { allow } from './allow';

/**
 * What a service does with the key for a caller: S3 to read and to write an object, also in parts; SNS to publish (S3
 * user guide, Using server-side encryption with AWS KMS keys; SNS guide, Key management).
 */
const USES_BY_CALL: readonly (readonly [service: string, call: string, uses: readonly string[]])[] = [
  ['s3', 's3:PutObject', ['kms:Decrypt', 'kms:GenerateDataKey']],
  ['s3', 's3:GetObject', ['kms:Decrypt']],
  ['sns', 'sns:Publish', ['kms:Decrypt', 'kms:GenerateDataKey']],
];

/** The statements of a role, and those for the key that their calls need. @param keyArn undefined: no customer key */
export function withKey(statements: readonly PolicyStatement[], keyArn: string | undefined): PolicyStatement[] {
  if (keyArn === undefined) return [...statements];
  const calls = statements.flatMap(({ actions }) => actions);
  const more = ['s3', 'sns'].flatMap((service) => {
    // The first row has the most uses.
    const [, , uses] = USES_BY_CALL.find(([of, call]) => of === service && calls.includes(call)) ?? [];
    const via = { 'kms:ViaService': [service, Aws.REGION, Aws.URL_SUFFIX].join('.') };
    return uses === undefined ? [] : [allow(uses, [keyArn], { StringEquals: via })];
  });
  return [...statements, ...more];
}
