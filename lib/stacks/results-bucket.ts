/** The results bucket: private, over TLS only, versioned, and kept when its stack goes. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type LifecycleRule,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import { EXECUTIONS } from '../shapes/layout';
import type { Construct } from 'constructs';

/** Replaced versions (a report that was made again) are kept this long; what is current is kept for ever. */
const REPLACED_DAYS = 90;
const ARCHIVE_DAYS = 30;
/** Bytes: a move is charged by object, so that of small ones it costs more than it saves. */
const ARCHIVE_MIN_BYTES = 1024 * 1024;
/** Parts of uploads that never ended cost as much as objects and are not seen in a listing. */
const UNFINISHED_DAYS = 1;

/**
 * Makes the bucket. CloudFormation gives it a name that nobody can guess or take beforehand.
 * @param archiveDays days after which large results cost a sixth and reading them more; null for never
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
  // A bucket that stays without its policy would take requests without TLS.
  bucket.policy?.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return bucket;
}

/** Files of tools are most of what is stored, and hardly read after a month; they stay readable at once. */
function toArchiveRule(days: number): LifecycleRule {
  return {
    id: 'archive',
    prefix: EXECUTIONS,
    objectSizeGreaterThan: ARCHIVE_MIN_BYTES,
    transitions: [{ storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL, transitionAfter: Duration.days(days) }],
  };
}
