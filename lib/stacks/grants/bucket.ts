/** What may be done in the results bucket, key by key. Nobody may delete. */
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { layout } from '../../shapes/layout';
import { allow } from './allow';

/** Keys of any execution. `*` of a policy matches slashes too. */
export const ANY = layout('*', '*');

/**
 * Reads some keys. Listing is allowed besides: without it S3 answers 403 for a key that does not exist, and a fence
 * that cannot be looked at counts as closed (S3 API reference, GetObject, Permissions).
 */
export function readKeys(bucketArn: string, keys: readonly string[]): PolicyStatement[] {
  return [...fetchKeys(bucketArn, keys), allow(['s3:ListBucket'], [bucketArn])];
}

/** Reads some keys whose names were told, and sees no others. */
export function fetchKeys(bucketArn: string, keys: readonly string[]): PolicyStatement[] {
  return [allow(['s3:GetObject'], toObjectArns(bucketArn, keys))];
}

/** Writes some keys. */
export function writeKeys(bucketArn: string, keys: readonly string[]): PolicyStatement[] {
  return [allow(['s3:PutObject'], toObjectArns(bucketArn, keys))];
}

/**
 * Writes some keys where nothing is yet: refused without `If-None-Match` (S3 user guide, Enforce conditional writes).
 */
export function writeKeysOnce(bucketArn: string, keys: readonly string[]): PolicyStatement[] {
  return [allow(['s3:PutObject'], toObjectArns(bucketArn, keys), { Null: { 's3:if-none-match': 'false' } })];
}

function toObjectArns(bucketArn: string, keys: readonly string[]): string[] {
  return keys.map((key) => `${bucketArn}/${key}`);
}
