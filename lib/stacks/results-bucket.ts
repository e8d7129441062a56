/** The results bucket: private, over TLS only, versioned, and kept when its stack goes. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/** Replaced versions (a report that was made again) are kept this long; what is current is kept for ever. */
const REPLACED_DAYS = 90;
/** Parts of uploads that never ended cost as much as objects and are not seen in a listing. */
const UNFINISHED_DAYS = 1;

/** Makes the bucket. CloudFormation gives it a name that nobody can guess or take beforehand. */
export function makeResultsBucket(scope: Construct): Bucket {
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
    ],
  });
  // A bucket that stays without its policy would take requests without TLS.
  bucket.policy?.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return bucket;
}
