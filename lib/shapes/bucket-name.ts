/** Names of resources of rigs that must be unique in an account, and buckets of their file systems. */
import { sha256 } from './canonical-json';
import type { StorageKind } from './resource-facts';

/** Prefix of all objects of a file system in its bucket. Other keys are data of other writers. */
export const DATA_PREFIX = 'fsxbench/';

/** Words of a stack name are joined by one hyphen, so no prefix begins with that of another stack. */
export function toBucketPrefix(stack: string): string {
  return `fsxbench-${stack}--`;
}

/** @param region decides the partition (AWS General Reference, Amazon Resource Names) */
export function toBucketArn(bucket: string, region: string): string {
  const partition = region.startsWith('cn-') ? 'aws-cn' : region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
  return `arn:${partition}:s3:::${bucket}`;
}

/** At most 63 characters (S3 guide, Bucket naming rules). @param name unique in the stack */
export function makeBucketName(stack: string, name: string): string {
  return `${toBucketPrefix(stack)}${sha256(`${stack}/${name}`).slice(0, 32)}`;
}

/** A name that is unique in the account; that of a bucket in all of AWS. @param name unique in the stack */
export function nameResource(kind: StorageKind, stack: string, name: string): string {
  return kind === 's3:bucket' ? makeBucketName(stack, name) : `fsxbench/${stack}/${name}`;
}
