/** The AWS calls of the doctor, with the SDK's types. */
import type * as Analyzer from '@aws-sdk/client-accessanalyzer';
import type * as CloudFormation from '@aws-sdk/client-cloudformation';
import type * as Logs from '@aws-sdk/client-cloudwatch-logs';
import type * as Ec2 from '@aws-sdk/client-ec2';
import type * as Events from '@aws-sdk/client-eventbridge';
import type * as Iam from '@aws-sdk/client-iam';
import type * as Lambda from '@aws-sdk/client-lambda';
import type * as S3 from '@aws-sdk/client-s3';
import type * as Scheduler from '@aws-sdk/client-scheduler';
import type * as Quotas from '@aws-sdk/client-service-quotas';
import type * as Sfn from '@aws-sdk/client-sfn';
import type * as Sns from '@aws-sdk/client-sns';
import type * as Ssm from '@aws-sdk/client-ssm';
import type * as Sts from '@aws-sdk/client-sts';
import type { CallsOf } from '../calls';
import type { ListResult } from '../ledger/list';

export function getErrorName(error: unknown): string {
  return error instanceof Error ? error.name : 'Error';
}

export interface DoctorCalls {
  readonly analyzer: CallsOf<typeof Analyzer, 'ValidatePolicy'>;
  readonly cloudformation: CallsOf<
    typeof CloudFormation,
    | 'CreateChangeSet'
    | 'DeleteStack'
    | 'DescribeChangeSet'
    | 'DescribeStacks'
    | 'ListStackResources'
    | 'ValidateTemplate'
  >;
  readonly ec2: CallsOf<
    typeof Ec2,
    | 'DescribeInstanceTypeOfferings'
    | 'DescribeSecurityGroups'
    | 'DescribeSubnets'
    | 'DescribeVolumes'
    | 'DescribeVpcBlockPublicAccessOptions'
    | 'DescribeVpcs'
  >;
  readonly events: CallsOf<typeof Events, 'DescribeRule' | 'ListTargetsByRule'>;
  readonly iam: CallsOf<typeof Iam, 'GetRole' | 'SimulatePrincipalPolicy'>;
  readonly lambda: CallsOf<typeof Lambda, 'GetAccountSettings' | 'GetFunctionConfiguration'>;
  readonly logs: CallsOf<typeof Logs, 'DescribeLogGroups'>;
  readonly kinds: {
    /** One list call for each kind of resource that an execution can create. */
    readonly list: (stackName: string) => Promise<Pick<ListResult, 'unlisted' | 'skipped'>>;
  };
  readonly quotas: CallsOf<typeof Quotas, 'GetServiceQuota'>;
  readonly s3: CallsOf<typeof S3, 'DeleteObject' | 'PutObject'> & {
    /** The whole object as text. */
    readonly getText: (input: S3.GetObjectCommandInput) => Promise<string>;
  };
  readonly scheduler: CallsOf<typeof Scheduler, 'GetSchedule'>;
  readonly sfn: CallsOf<
    typeof Sfn,
    'DescribeExecution' | 'DescribeStateMachine' | 'ListExecutions' | 'ListMapRuns' | 'ValidateStateMachineDefinition'
  >;
  readonly sns: CallsOf<typeof Sns, 'ListSubscriptionsByTopic'>;
  readonly ssm: CallsOf<typeof Ssm, 'DescribeDocument'>;
  readonly sts: CallsOf<typeof Sts, 'GetCallerIdentity'>;
}
