/** The AWS calls of lambdas, real or simulated. Types are the SDK's, but S3 bodies are text (`decodeBody`). */
import type * as CloudWatchSdk from '@aws-sdk/client-cloudwatch';
import type * as Ec2Sdk from '@aws-sdk/client-ec2';
import type * as EfsSdk from '@aws-sdk/client-efs';
import type * as FsxSdk from '@aws-sdk/client-fsx';
import type * as S3Sdk from '@aws-sdk/client-s3';
import type * as S3FilesSdk from '@aws-sdk/client-s3files';
import type {
  GetObjectCommandInput,
  GetObjectCommandOutput,
  PutObjectCommandInput,
  PutObjectCommandOutput,
} from '@aws-sdk/client-s3';
import type * as SecretsSdk from '@aws-sdk/client-secrets-manager';
import type * as QuotasSdk from '@aws-sdk/client-service-quotas';
import type * as SfnSdk from '@aws-sdk/client-sfn';
import type * as SsmSdk from '@aws-sdk/client-ssm';
import type { StorageCallsOf, StorageService } from '../shapes/resources';

export type Call<Input, Output> = (input: Input) => Promise<Omit<Output, '$metadata'>>;

interface StorageSdks {
  readonly cloudwatch: typeof CloudWatchSdk;
  readonly efs: typeof EfsSdk;
  readonly fsx: typeof FsxSdk;
  readonly s3: typeof S3Sdk;
  readonly s3files: typeof S3FilesSdk;
  readonly secretsmanager: typeof SecretsSdk;
}

/** Every call of every kind of storage, by service, with the SDK's types. */
type StorageCalls = {
  readonly [S in StorageService]: CallsOf<StorageSdks[S], StorageCallsOf<S>>;
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

/** Calls of an SDK, by the names of their commands. */
export type CallsOf<Sdk, C extends string> = { [K in C as Uncapitalize<K>]: CallOf<CommandOf<Sdk, K>> };

/** A request that EC2 checks without carrying it out. */
export type DryRun = Ec2Sdk.RunInstancesCommandInput & { readonly DryRun: true };

export interface AwsCalls extends StorageCalls {
  /** Backups are only listed; no target kind creates backups. */
  readonly fsx: StorageCalls['fsx'] & CallsOf<typeof FsxSdk, 'DescribeBackups'>;
  readonly s3: StorageCalls['s3'] &
    CallsOf<typeof S3Sdk, 'DeleteObjects' | 'ListObjectsV2' | 'ListObjectVersions' | 'PutBucketVersioning'> & {
      getObject: Call<GetObjectCommandInput, Omit<GetObjectCommandOutput, 'Body'> & { Body: string }>;
      putObject: Call<Omit<PutObjectCommandInput, 'Body'> & { Body: string | Uint8Array }, PutObjectCommandOutput>;
    };
  /** GetMetricData reads server-side metrics. */
  readonly cloudwatch: StorageCalls['cloudwatch'] & CallsOf<typeof CloudWatchSdk, 'GetMetricData'>;
  readonly ec2: CallsOf<
    typeof Ec2Sdk,
    | 'DescribeImages'
    | 'DescribeInstances'
    | 'DescribeInstanceTypeOfferings'
    | 'DescribeLaunchTemplates'
    | 'DescribeVolumes'
    | 'DescribeVolumesModifications'
    | 'ModifyVolume'
  > & {
    /** Only dry runs: the machine `launch` launches the real fleets. */
    runInstances: Call<DryRun, Ec2Sdk.RunInstancesCommandOutput>;
  };
  readonly quotas: CallsOf<typeof QuotasSdk, 'GetServiceQuota' | 'GetAWSDefaultServiceQuota'>;
  readonly ssm: CallsOf<
    typeof SsmSdk,
    'DescribeInstanceInformation' | 'ListCommandInvocations' | 'ListCommands' | 'SendCommand'
  >;
  readonly sfn: CallsOf<
    typeof SfnSdk,
    | 'DescribeExecution'
    | 'DescribeStateMachine'
    | 'ListExecutions'
    | 'ListMapRuns'
    | 'SendTaskSuccess'
    | 'StartExecution'
    | 'StopExecution'
  >;
}

/** A service with other versions of some calls. Real clients inherit or load their calls: a spread would lose them. */
export function replaceCalls<Service extends object>(service: Service, calls: Partial<Service>): Service {
  return Object.assign(Object.create(service) as Service, calls);
}
