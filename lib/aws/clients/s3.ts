/** Calls of Amazon S3. Only the named commands are bundled. */
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetBucketTaggingCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { ensure } from '../../shapes/errors';
import { decodeBody } from '../bucket';
import type { AwsCalls } from '../calls';

export function makeS3Calls(config: S3ClientConfig): AwsCalls['s3'] {
  const s3 = new S3Client(config);
  return {
    getObject: async (input) => {
      const { Body, ...rest } = await s3.send(new GetObjectCommand(input));
      const bytes = await ensure(Body, 'the body of an object').transformToByteArray();
      return { ...rest, Body: decodeBody(input.Key ?? '', bytes) };
    },
    putObject: (input) => s3.send(new PutObjectCommand(input)),
    listObjectsV2: (input) => s3.send(new ListObjectsV2Command(input)),
    createBucket: (input) => s3.send(new CreateBucketCommand(input)),
    putBucketVersioning: (input) => s3.send(new PutBucketVersioningCommand(input)),
    headBucket: (input) => s3.send(new HeadBucketCommand(input)),
    // Buckets of other Regions belong to other deployments, which may have the same stack name.
    listBuckets: async (input) => s3.send(new ListBucketsCommand({ ...input, BucketRegion: await s3.config.region() })),
    getBucketTagging: (input) => s3.send(new GetBucketTaggingCommand(input)),
    listObjectVersions: (input) => s3.send(new ListObjectVersionsCommand(input)),
    deleteObjects: (input) => s3.send(new DeleteObjectsCommand(input)),
    deleteBucket: (input) => s3.send(new DeleteBucketCommand(input)),
  };
}
