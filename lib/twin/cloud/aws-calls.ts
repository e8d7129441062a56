/**
 * The AWS calls of lambda handlers, answered by the modelled cloud. Errors have the service's `name`, as with the SDK.
 */
import type { AwsCalls } from '../../aws/calls';
import { storageCallsOf, type StorageService } from '../../shapes/resources';
import type { Caller, Cloud } from './service';

/** @param caller in whose name the calls are recorded */
export function awsCalls(cloud: Cloud, caller: Caller): AwsCalls {
  const call =
    <Input, Output>(service: string, action: string) =>
    (input: Input): Promise<Output> =>
      // The modelled action is typed by the same SDK types; the door between them is not.
      cloud.call(service, action, input, caller) as Promise<Output>;
  /** Those that the table of resources names. */
  const storageCalls = <S extends StorageService>(service: S): AwsCalls[S] =>
    Object.fromEntries(
      storageCallsOf(service).map((action) => [
        action.charAt(0).toLowerCase() + action.slice(1),
        call(service, action),
      ]),
    ) as AwsCalls[S];
  return {
    s3: {
      getObject: call('s3', 'GetObject'),
      putObject: call('s3', 'PutObject'),
      listObjectsV2: call('s3', 'ListObjectsV2'),
    },
    cloudwatch: { ...storageCalls('cloudwatch'), getMetricData: call('cloudwatch', 'GetMetricData') },
    ec2: {
      describeImages: call('ec2', 'DescribeImages'),
      describeInstances: call('ec2', 'DescribeInstances'),
      describeInstanceTypeOfferings: call('ec2', 'DescribeInstanceTypeOfferings'),
      describeLaunchTemplates: call('ec2', 'DescribeLaunchTemplates'),
      describeVolumes: call('ec2', 'DescribeVolumes'),
      describeVolumesModifications: call('ec2', 'DescribeVolumesModifications'),
      modifyVolume: call('ec2', 'ModifyVolume'),
    },
    efs: storageCalls('efs'),
    secretsmanager: storageCalls('secretsmanager'),
    fsx: { ...storageCalls('fsx'), describeBackups: call('fsx', 'DescribeBackups') },
    quotas: {
      getServiceQuota: call('servicequotas', 'GetServiceQuota'),
      getAWSDefaultServiceQuota: call('servicequotas', 'GetAWSDefaultServiceQuota'),
    },
    ssm: {
      describeInstanceInformation: call('ssm', 'DescribeInstanceInformation'),
      listCommandInvocations: call('ssm', 'ListCommandInvocations'),
      sendCommand: call('ssm', 'SendCommand'),
    },
    sfn: {
      describeExecution: call('sfn', 'DescribeExecution'),
      describeStateMachine: call('sfn', 'DescribeStateMachine'),
      listExecutions: call('sfn', 'ListExecutions'),
      listMapRuns: call('sfn', 'ListMapRuns'),
      startExecution: call('sfn', 'StartExecution'),
      stopExecution: call('sfn', 'StopExecution'),
    },
  };
}
