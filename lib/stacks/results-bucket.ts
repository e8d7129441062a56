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

/** Old versions (of a regenerated report) are kept this long; current ones for ever. */
const REPLACED_DAYS = 90;
const ARCHIVE_DAYS = 30;
/** Bytes: transitions are billed per object, so moving small ones costs more than it saves. */
const ARCHIVE_MIN_BYTES = 1024 * 1024;
/** Parts of incomplete uploads cost as much as objects, and appear in no listing. */
const UNFINISHED_DAYS = 1;

/**
 * Creates the bucket with a name of CloudFormation, which cannot be guessed or taken in advance.
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
  // A retained bucket without its policy would accept requests without TLS.
  bucket.policy?.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return bucket;
}

/** Tool outputs are most of the data, and are rarely read after a month; this class keeps them readable at once. */
function toArchiveRule(days: number): LifecycleRule {
  return {
    id: 'archive',
    prefix: EXECUTIONS_PREFIX,
    objectSizeGreaterThan: ARCHIVE_MIN_BYTES,
    transitions: [{ storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL, transitionAfter: Duration.days(days) }],
  };
}
