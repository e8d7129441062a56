/**
 * The AWS calls that lambdas make, and no others: the twin implements the same list. Types are the SDK's own, but for
 * the body of an S3 object, which is read as UTF-8 text.
 */
import type {
  DescribeInstancesCommandInput,
  DescribeInstancesCommandOutput,
  DescribeLaunchTemplatesCommandInput,
  DescribeLaunchTemplatesCommandOutput,
} from '@aws-sdk/client-ec2';
import type {
  CreateFileSystemCommandInput,
  CreateFileSystemCommandOutput,
  CreateVolumeCommandInput,
  CreateVolumeCommandOutput,
  DeleteFileSystemCommandInput,
  DeleteFileSystemCommandOutput,
  DeleteVolumeCommandInput,
  DeleteVolumeCommandOutput,
  DescribeFileSystemsCommandInput,
  DescribeFileSystemsCommandOutput,
  DescribeVolumesCommandInput,
  DescribeVolumesCommandOutput,
  UpdateFileSystemCommandInput,
  UpdateFileSystemCommandOutput,
  UpdateVolumeCommandInput,
  UpdateVolumeCommandOutput,
} from '@aws-sdk/client-fsx';
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
} from '@aws-sdk/client-ssm';

type Call<Input, Output> = (input: Input) => Promise<Omit<Output, '$metadata'>>;

export interface AwsCalls {
  readonly s3: {
    getObject: Call<GetObjectCommandInput, Omit<GetObjectCommandOutput, 'Body'> & { Body: string }>;
    putObject: Call<Omit<PutObjectCommandInput, 'Body'> & { Body: string }, PutObjectCommandOutput>;
    listObjectsV2: Call<ListObjectsV2CommandInput, ListObjectsV2CommandOutput>;
  };
  readonly ec2: {
    describeInstances: Call<DescribeInstancesCommandInput, DescribeInstancesCommandOutput>;
    describeLaunchTemplates: Call<DescribeLaunchTemplatesCommandInput, DescribeLaunchTemplatesCommandOutput>;
  };
  readonly fsx: {
    createFileSystem: Call<CreateFileSystemCommandInput, CreateFileSystemCommandOutput>;
    createVolume: Call<CreateVolumeCommandInput, CreateVolumeCommandOutput>;
    updateFileSystem: Call<UpdateFileSystemCommandInput, UpdateFileSystemCommandOutput>;
    updateVolume: Call<UpdateVolumeCommandInput, UpdateVolumeCommandOutput>;
    describeFileSystems: Call<DescribeFileSystemsCommandInput, DescribeFileSystemsCommandOutput>;
    describeVolumes: Call<DescribeVolumesCommandInput, DescribeVolumesCommandOutput>;
    deleteFileSystem: Call<DeleteFileSystemCommandInput, DeleteFileSystemCommandOutput>;
    deleteVolume: Call<DeleteVolumeCommandInput, DeleteVolumeCommandOutput>;
  };
  readonly ssm: {
    describeInstanceInformation: Call<
      DescribeInstanceInformationCommandInput,
      DescribeInstanceInformationCommandOutput
    >;
    listCommandInvocations: Call<ListCommandInvocationsCommandInput, ListCommandInvocationsCommandOutput>;
  };
  readonly sfn: {
    describeExecution: Call<DescribeExecutionCommandInput, DescribeExecutionCommandOutput>;
    listExecutions: Call<ListExecutionsCommandInput, ListExecutionsCommandOutput>;
    listMapRuns: Call<ListMapRunsCommandInput, ListMapRunsCommandOutput>;
    startExecution: Call<StartExecutionCommandInput, StartExecutionCommandOutput>;
    stopExecution: Call<StopExecutionCommandInput, StopExecutionCommandOutput>;
  };
}
