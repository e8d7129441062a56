/**
 * The AWS calls that lambdas make, and no others: the twin implements the same list. Types are the SDK's own, but for
 * the body of an S3 object, which is read as UTF-8 text.
 */
import type {
  DescribeImagesCommandInput,
  DescribeImagesCommandOutput,
  DescribeInstancesCommandInput,
  DescribeInstancesCommandOutput,
  DescribeInstanceTypeOfferingsCommandInput,
  DescribeInstanceTypeOfferingsCommandOutput,
  DescribeLaunchTemplatesCommandInput,
  DescribeLaunchTemplatesCommandOutput,
  DescribeVolumesCommandInput,
  DescribeVolumesCommandOutput,
} from '@aws-sdk/client-ec2';
import type * as CloudWatchSdk from '@aws-sdk/client-cloudwatch';
import type * as Ec2Sdk from '@aws-sdk/client-ec2';
import type * as EfsSdk from '@aws-sdk/client-efs';
import type * as FsxSdk from '@aws-sdk/client-fsx';
import type * as SecretsSdk from '@aws-sdk/client-secrets-manager';
import type * as QuotasSdk from '@aws-sdk/client-service-quotas';
import type {
  GetObjectCommandInput,
  GetObjectCommandOutput,
  ListObjectsV2CommandInput,
  ListObjectsV2CommandOutput,
  PutObjectCommandInput,
  PutObjectCommandOutput,
} from '@aws-sdk/client-s3';
import type {
  DescribeExecutionCommandInput,
  DescribeExecutionCommandOutput,
  DescribeStateMachineCommandInput,
  DescribeStateMachineCommandOutput,
  ListExecutionsCommandInput,
  ListExecutionsCommandOutput,
  ListMapRunsCommandInput,
  ListMapRunsCommandOutput,
  StartExecutionCommandInput,
  StartExecutionCommandOutput,
  StopExecutionCommandInput,
  StopExecutionCommandOutput,
} from '@aws-sdk/client-sfn';
import type {
  DescribeInstanceInformationCommandInput,
  DescribeInstanceInformationCommandOutput,
  ListCommandInvocationsCommandInput,
  ListCommandInvocationsCommandOutput,
  SendCommandCommandInput,
  SendCommandCommandOutput,
} from '@aws-sdk/client-ssm';
import type { StorageCallsOf, StorageService } from '../shapes/resources';

export type Call<Input, Output> = (input: Input) => Promise<Omit<Output, '$metadata'>>;

/** The SDK of each service that holds storage. */
interface StorageSdks {
  readonly cloudwatch: typeof CloudWatchSdk;
  readonly efs: typeof EfsSdk;
  readonly fsx: typeof FsxSdk;
  readonly secretsmanager: typeof SecretsSdk;
}

/** Every call of every kind of storage, by service, with the types of the command that the SDK calls like it. */
type StorageCalls = {
  readonly [S in StorageService]: {
    readonly [C in StorageCallsOf<S> as Uncapitalize<C>]: CallOf<CommandOf<StorageSdks[S], C>>;
  };
};
export type CommandOf<Sdk, C extends string> = Sdk extends {
  readonly [K in `${C}Command`]: new (
    input: never,
  ) => infer One;
}
  ? One
  : never;
export type CallOf<Command> = Command extends {
  readonly input: infer Input;
  readonly resolveMiddleware: (...given: never[]) => (args: never) => Promise<{ readonly output: infer Output }>;
}
  ? Call<Input, Output>
  : never;

export interface AwsCalls extends StorageCalls {
  /** Backups are nobody's storage: they are only looked at. */
  readonly fsx: StorageCalls['fsx'] & {
    readonly describeBackups: CallOf<CommandOf<StorageSdks['fsx'], 'DescribeBackups'>>;
  };
  readonly s3: {
    getObject: Call<GetObjectCommandInput, Omit<GetObjectCommandOutput, 'Body'> & { Body: string }>;
    putObject: Call<Omit<PutObjectCommandInput, 'Body'> & { Body: string | Uint8Array }, PutObjectCommandOutput>;
    listObjectsV2: Call<ListObjectsV2CommandInput, ListObjectsV2CommandOutput>;
  };
  /** What servers told is read, too. */
  readonly cloudwatch: StorageCalls['cloudwatch'] & {
    readonly getMetricData: CallOf<CommandOf<typeof CloudWatchSdk, 'GetMetricData'>>;
  };
  readonly ec2: {
    describeImages: Call<DescribeImagesCommandInput, DescribeImagesCommandOutput>;
    describeInstances: Call<DescribeInstancesCommandInput, DescribeInstancesCommandOutput>;
    describeInstanceTypeOfferings: Call<
      DescribeInstanceTypeOfferingsCommandInput,
      DescribeInstanceTypeOfferingsCommandOutput
    >;
    describeLaunchTemplates: Call<DescribeLaunchTemplatesCommandInput, DescribeLaunchTemplatesCommandOutput>;
    describeVolumes: Call<DescribeVolumesCommandInput, DescribeVolumesCommandOutput>;
    describeVolumesModifications: CallOf<CommandOf<typeof Ec2Sdk, 'DescribeVolumesModifications'>>;
    modifyVolume: CallOf<CommandOf<typeof Ec2Sdk, 'ModifyVolume'>>;
  };
  readonly quotas: {
    getServiceQuota: CallOf<CommandOf<typeof QuotasSdk, 'GetServiceQuota'>>;
    getAWSDefaultServiceQuota: CallOf<CommandOf<typeof QuotasSdk, 'GetAWSDefaultServiceQuota'>>;
  };
  readonly ssm: {
    describeInstanceInformation: Call<
      DescribeInstanceInformationCommandInput,
      DescribeInstanceInformationCommandOutput
    >;
    listCommandInvocations: Call<ListCommandInvocationsCommandInput, ListCommandInvocationsCommandOutput>;
    sendCommand: Call<SendCommandCommandInput, SendCommandCommandOutput>;
  };
  readonly sfn: {
    describeExecution: Call<DescribeExecutionCommandInput, DescribeExecutionCommandOutput>;
    describeStateMachine: Call<DescribeStateMachineCommandInput, DescribeStateMachineCommandOutput>;
    listExecutions: Call<ListExecutionsCommandInput, ListExecutionsCommandOutput>;
    listMapRuns: Call<ListMapRunsCommandInput, ListMapRunsCommandOutput>;
    startExecution: Call<StartExecutionCommandInput, StartExecutionCommandOutput>;
    stopExecution: Call<StopExecutionCommandInput, StopExecutionCommandOutput>;
  };
}
