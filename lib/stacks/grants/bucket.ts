/** Permissions for objects of the results bucket, by key. No role may delete objects. */
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { layout } from '../../shapes/layout';
import { allow } from './allow';

/** Matches keys of any execution: in policies, `*` also matches slashes. */
export const ANY = layout('*', '*');

/**
 * Allows reading some keys, and listing. Without ListBucket, S3 answers 403 for a missing key, and an unreadable fence
 * counts as closed (S3 API reference, GetObject, Permissions).
 */
export function readKeys(bucketArn: string, keys: readonly string[]): PolicyStatement[] {
  return [...fetchKeys(bucketArn, keys), allow(['s3:ListBucket'], [bucketArn])];
}

/** Allows reading keys, without listing. */
export function fetchKeys(bucketArn: string, keys: readonly string[]): PolicyStatement[] {
  return [allow(['s3:GetObject'], toObjectArns(bucketArn, keys))];
}

export function writeKeys(bucketArn: string, keys: readonly string[]): PolicyStatement[] {
  return [allow(['s3:PutObject'], toObjectArns(bucketArn, keys))];
}

/** Allows creating keys once: it requires `If-None-Match` (S3 user guide, Enforce conditional writes). */
export function writeKeysOnce(bucketArn: string, keys: readonly string[]): PolicyStatement[] {
  return [allow(['s3:PutObject'], toObjectArns(bucketArn, keys), { Null: { 's3:if-none-match': 'false' } })];
}

function toObjectArns(bucketArn: string, keys: readonly string[]): string[] {
  return keys.map((key) => `${bucketArn}/${key}`);
}
