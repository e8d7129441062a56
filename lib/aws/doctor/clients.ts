/** The doctor's AWS clients, with the credentials and Region that the AWS CLI would use. */
import { AccessAnalyzer } from '@aws-sdk/client-accessanalyzer';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EC2 } from '@aws-sdk/client-ec2';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { IAM } from '@aws-sdk/client-iam';
import { Lambda } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { ServiceQuotas } from '@aws-sdk/client-service-quotas';
import { SFN } from '@aws-sdk/client-sfn';
import { SNS } from '@aws-sdk/client-sns';
import { SSM } from '@aws-sdk/client-ssm';
import { STS } from '@aws-sdk/client-sts';
import { ensure } from '../../shapes/errors';
import { listResources } from '../ledger/list';
import { makeConfig, makeContext } from '../operator';
import { TAG_KEYS } from '../../shapes/tags';
import type { DoctorCalls } from './calls';

/** Limits of calls, because a user waits. They are longer than TestState may take. */
const CLIENT_CONFIG = { maxAttempts: 3, requestHandler: { connectionTimeout: 5000, requestTimeout: 60_000 } };

/** Endpoint and credentials of calls. */
export interface Access {
  /** Default: `AWS_REGION`, else `AWS_DEFAULT_REGION`, else the Region of the profile. */
  readonly region?: string;
  /** Endpoint of an emulator. Default: `AWS_ENDPOINT_URL`. */
  readonly endpoint?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** Makes real clients; sends nothing yet. @returns `region`: reads their Region; throws if no Region is configured */
export function makeDoctorCalls(access: Access): { calls: DoctorCalls; region: () => Promise<string> } {
  // The AWS CLI reads AWS_DEFAULT_REGION; the SDK for JavaScript does not.
  const named = [access.region, process.env['AWS_REGION'], process.env['AWS_DEFAULT_REGION']];
  // An empty variable counts as unset, as for the AWS CLI; the SDK would fail.
  const region = named.find((text) => text !== undefined && text !== '');
  const config = { ...CLIENT_CONFIG, ...access, ...(region === undefined ? {} : { region }) };
  // Emulators do not support virtual-hosted buckets.
  const s3 = new S3({ ...config, ...(getEndpoint(access) === undefined ? {} : { forcePathStyle: true }) });
  const sts = new STS(config);
  const calls: DoctorCalls = {
    analyzer: new AccessAnalyzer(config),
    cloudformation: new CloudFormation(config),
    ec2: new EC2(config),
    events: new EventBridge(config),
    iam: new IAM(config),
    lambda: new Lambda(config),
    logs: new CloudWatchLogs(config),
    kinds: {
      list: (stack) =>
        listResources(makeContext(config, makeConfig(stack, '', '')), { key: TAG_KEYS.stack, value: stack }),
    },
    quotas: new ServiceQuotas(config),
    s3: {
      deleteObject: (input) => s3.deleteObject(input),
      putObject: (input) => s3.putObject(input),
      getText: async (input) => {
        const { Body } = await s3.getObject(input);
        return ensure(Body, 'the body of an object').transformToString('utf8');
      },
    },
    scheduler: new Scheduler(config),
    sfn: new SFN(config),
    sns: new SNS(config),
    ssm: new SSM(config),
    sts,
  };
  return { calls, region: async () => await sts.config.region() };
}

/** Custom endpoint; undefined for AWS. */
export function getEndpoint(access: Access): string | undefined {
  return access.endpoint ?? process.env['AWS_ENDPOINT_URL'];
}
