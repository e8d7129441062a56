/**
 * The AWS calls of lambda handlers, answered by the modelled cloud. Errors have the service's `name`, as with the SDK.
 */
import type { AwsCalls } from '../../aws/calls';
import type { Caller, Cloud } from './service';

/** @param caller in whose name the calls are recorded */
export function awsCalls(cloud: Cloud, caller: Caller): AwsCalls {
  const call =
    <Input, Output>(service: string, action: string) =>
    (input: Input): Promise<Output> =>
      // The modelled action is typed by the same SDK types; the door between them is not.
      cloud.call(service, action, input, caller) as Promise<Output>;
  return {
    s3: {
      getObject: call('s3', 'GetObject'),
      putObject: call('s3', 'PutObject'),
      listObjectsV2: call('s3', 'ListObjectsV2'),
    },
    ec2: {
      describeInstances: call('ec2', 'DescribeInstances'),
      describeLaunchTemplates: call('ec2', 'DescribeLaunchTemplates'),
    },
    fsx: {
      createFileSystem: call('fsx', 'CreateFileSystem'),
      createVolume: call('fsx', 'CreateVolume'),
      updateFileSystem: call('fsx', 'UpdateFileSystem'),
      updateVolume: call('fsx', 'UpdateVolume'),
      describeFileSystems: call('fsx', 'DescribeFileSystems'),
      describeVolumes: call('fsx', 'DescribeVolumes'),
      deleteFileSystem: call('fsx', 'DeleteFileSystem'),
      deleteVolume: call('fsx', 'DeleteVolume'),
    },
    ssm: {
      describeInstanceInformation: call('ssm', 'DescribeInstanceInformation'),
      listCommandInvocations: call('ssm', 'ListCommandInvocations'),
    },
    sfn: {
      describeExecution: call('sfn', 'DescribeExecution'),
      listExecutions: call('sfn', 'ListExecutions'),
      listMapRuns: call('sfn', 'ListMapRuns'),
      startExecution: call('sfn', 'StartExecution'),
      stopExecution: call('sfn', 'StopExecution'),
    },
  };
}
