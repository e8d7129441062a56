/** Tool bundles in the results bucket: with the credentials and the Region that the AWS CLI would take. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { S3 } from '@aws-sdk/client-s3';
import { expected, FsxbenchError } from '../../shapes/errors';
import { pascal } from '../../shapes/machines';
import { allPages } from '../pages';
import type { ToolStore } from './store';

/** The calls that are made. Tests give others. */
export type BucketCalls = Pick<S3, 'listObjectsV2' | 'getObject' | 'putObject'>;

/**
 * Looks for the results bucket of a deployment.
 * @throws FsxbenchError `NotDeployed` where its safety stack names none; what the SDK throws
 */
export async function bucketOfStack(stackName: string, region: string | undefined): Promise<ToolStore> {
  const config = { maxAttempts: 3, ...(region === undefined ? {} : { region }) };
  const StackName = pascal(`${stackName}-safety`);
  const { Stacks = [] } = await new CloudFormation(config).describeStacks({ StackName });
  const bucket = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'ResultsBucket')?.OutputValue;
  if (bucket === undefined) throw new FsxbenchError('NotDeployed', `stack ${StackName} has no output ResultsBucket`);
  return bucketStore(new S3(config), bucket);
}

/** See {@link ToolStore}. */
export function bucketStore(s3: BucketCalls, Bucket: string): ToolStore {
  return {
    where: `s3://${Bucket}`,
    list: async (Prefix) => {
      const pages = await allPages(async (token) => {
        const more = token === undefined ? {} : { ContinuationToken: token };
        const page = await s3.listObjectsV2({ Bucket, Prefix, ...more });
        return { ...page, nextToken: page.NextContinuationToken };
      });
      return pages.flatMap(({ Contents = [] }) => Contents.flatMap(({ Key }) => Key ?? []));
    },
    read: (Key) =>
      unlessMissing(async () =>
        expected((await s3.getObject({ Bucket, Key })).Body, 'the body of an object').transformToString('utf8'),
      ),
    open: (Key) =>
      unlessMissing(async () => {
        const { Body } = await s3.getObject({ Bucket, Key });
        return Body instanceof Readable ? Body : Readable.from(expected(Body, 'the body of an object') as never);
      }),
    write: async (Key, Body) => void (await s3.putObject({ Bucket, Key, Body, ContentType: 'text/plain' })),
    putOnce: async (Key, file, sha256) => {
      // S3 refuses what does not have this checksum when it arrives: a file that changes meanwhile is not stored.
      const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
      // Streams are sent once, whatever comes of it: none is where the object is there already.
      const { Contents = [] } = await s3.listObjectsV2({ Bucket, Prefix: Key, MaxKeys: 1 });
      if (Contents[0]?.Key === Key) return false;
      try {
        await s3.putObject({ Bucket, Key, Body: createReadStream(file), ChecksumSHA256, IfNoneMatch: '*' });
        return true;
      } catch (error) {
        if ((error as Error).name === 'PreconditionFailed') return false;
        throw error;
      }
    },
  };
}

async function unlessMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return null;
    throw error;
  }
}
