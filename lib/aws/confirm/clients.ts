/** The calls of `fsxbench confirm` on AWS: with the credentials and the Region that the AWS CLI would take. */
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { S3 } from '@aws-sdk/client-s3';
import { SFN } from '@aws-sdk/client-sfn';
import { STS } from '@aws-sdk/client-sts';
import { expected, FsxbenchError } from '../../shapes/errors';
import { pascal } from '../../shapes/machines';
import { allPages } from '../pages';
import type { ConfirmCalls } from './questions';

/**
 * Looks for the results bucket of a deployment.
 * @throws FsxbenchError `NotDeployed` where its safety stack names none; what the SDK throws
 */
export async function realConfirmCalls(stackName: string, region: string | undefined): Promise<ConfirmCalls> {
  const config = { maxAttempts: 3, ...(region === undefined ? {} : { region }) };
  const [s3, sfn, sts] = [new S3(config), new SFN(config), new STS(config)];
  const StackName = pascal(`${stackName}-safety`);
  const { Stacks = [] } = await new CloudFormation(config).describeStacks({ StackName });
  const Bucket = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'ResultsBucket')?.OutputValue;
  if (Bucket === undefined) throw new FsxbenchError('NotDeployed', `stack ${StackName} has no output ResultsBucket`);
  return {
    list: async (Prefix) => {
      const pages = await allPages(async (token) => {
        const page = await s3.listObjectsV2({
          Bucket,
          Prefix,
          ...(token === undefined ? {} : { ContinuationToken: token }),
        });
        return { ...page, nextToken: page.NextContinuationToken };
      });
      return pages.flatMap(({ Contents = [] }) => Contents.flatMap(({ Key }) => Key ?? []));
    },
    read: async (Key) => {
      try {
        const { Body } = await s3.getObject({ Bucket, Key });
        return await expected(Body, 'the body of an object').transformToString('utf8');
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return null;
        throw error;
      }
    },
    succeed: async (taskToken, output) => void (await sfn.sendTaskSuccess({ taskToken, output })),
    fail: async (taskToken, error, cause) => void (await sfn.sendTaskFailure({ taskToken, error, cause })),
    caller: async () => (await sts.getCallerIdentity({})).Arn ?? 'somebody',
  };
}
