/** The results bucket: private, over TLS only, versioned, and retained when its stack is deleted. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type LifecycleRule,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import { EXECUTIONS_PREFIX } from '../shapes/layout';
import type { Construct } from 'constructs';

/** Days to keep old versions, e.g. of a regenerated report; current versions are kept for ever. */
const REPLACED_DAYS = 90;
const ARCHIVE_DAYS = 30;
/** Bytes: transitions are billed per object, so archiving small objects costs more than it saves. */
const ARCHIVE_MIN_BYTES = 1024 * 1024;
/** Parts of incomplete uploads cost as much as objects, and appear in no listing. */
const UNFINISHED_DAYS = 1;

/**
 * Creates the bucket. CloudFormation generates its name, so nobody can guess the name or take it in advance.
 * @param archiveDays days after which storage of large results costs a sixth, and reads cost more; null: never
 */
export function makeResultsBucket(scope: Construct, archiveDays: number | null = ARCHIVE_DAYS): Bucket {
  const bucket = new Bucket(scope, 'Results', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    versioned: true,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [
      {
        id: 'leftovers',
        abortIncompleteMultipartUploadAfter: Duration.days(UNFINISHED_DAYS),
        noncurrentVersionExpiration: Duration.days(REPLACED_DAYS),
      },
      ...(archiveDays === null ? [] : [toArchiveRule(archiveDays)]),
    ],
  });
  // The policy is retained, too: without it, the retained bucket would accept requests without TLS.
  bucket.policy?.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return bucket;
}

/** Archives tool outputs, most of the data, after a month: they are rarely read, and stay readable at once. */
function toArchiveRule(days: number): LifecycleRule {
  return {
    id: 'archive',
    prefix: EXECUTIONS_PREFIX,
    objectSizeGreaterThan: ARCHIVE_MIN_BYTES,
    transitions: [{ storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL, transitionAfter: Duration.days(days) }],
  };
}
