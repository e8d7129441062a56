/** The calls of AWS that the doctor makes, with the types of the SDK. */
import type * as CloudFormation from '@aws-sdk/client-cloudformation';
import type * as Logs from '@aws-sdk/client-cloudwatch-logs';
import type * as Ec2 from '@aws-sdk/client-ec2';
import type * as Events from '@aws-sdk/client-eventbridge';
import type * as Iam from '@aws-sdk/client-iam';
import type * as Lambda from '@aws-sdk/client-lambda';
import type * as S3 from '@aws-sdk/client-s3';
import type { GetObjectCommandInput } from '@aws-sdk/client-s3';
import type * as Scheduler from '@aws-sdk/client-scheduler';
import type * as Quotas from '@aws-sdk/client-service-quotas';
import type * as Sfn from '@aws-sdk/client-sfn';
import type * as Sns from '@aws-sdk/client-sns';
import type * as Ssm from '@aws-sdk/client-ssm';
import type * as Sts from '@aws-sdk/client-sts';
import type { CallOf, CommandOf } from '../calls';

/** Name of an error of the SDK. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error';
}

type Calls<Sdk, C extends string> = { readonly [K in C as Uncapitalize<K>]: CallOf<CommandOf<Sdk, K>> };

export interface DoctorCalls {
  readonly cloudformation: Calls<typeof CloudFormation, 'DescribeStacks' | 'ListStackResources'>;
  readonly ec2: Calls<
    typeof Ec2,
    | 'DescribeInstances'
    | 'DescribeInstanceTypeOfferings'
    | 'DescribeSecurityGroups'
    | 'DescribeSubnets'
    | 'DescribeVolumes'
    | 'DescribeVpcBlockPublicAccessOptions'
    | 'DescribeVpcs'
  >;
  readonly events: Calls<typeof Events, 'DescribeRule' | 'ListTargetsByRule'>;
  readonly iam: Calls<typeof Iam, 'GetRole' | 'SimulatePrincipalPolicy'>;
  readonly lambda: Calls<typeof Lambda, 'GetAccountSettings' | 'GetFunctionConfiguration'>;
  readonly logs: Calls<typeof Logs, 'DescribeLogGroups' | 'DescribeResourcePolicies'>;
  readonly quotas: Calls<typeof Quotas, 'GetServiceQuota'>;
  readonly s3: Calls<typeof S3, 'ListObjectsV2'> & {
    /** The whole object as text. */
    readonly getText: (input: GetObjectCommandInput) => Promise<string>;
  };
  readonly scheduler: Calls<typeof Scheduler, 'GetSchedule'>;
  readonly sfn: Calls<
    typeof Sfn,
    'DescribeExecution' | 'DescribeStateMachine' | 'ListExecutions' | 'ListMapRuns' | 'TestState'
  >;
  readonly sns: Calls<typeof Sns, 'ListSubscriptionsByTopic'>;
  readonly ssm: Calls<typeof Ssm, 'DescribeDocument' | 'ListCommands'>;
  readonly sts: Calls<typeof Sts, 'GetCallerIdentity'>;
}
