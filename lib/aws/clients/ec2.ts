/** Calls of Amazon EC2. Only the named commands are bundled: the SDK has more than 700. */
import {
  EC2Client,
  type EC2ClientConfig,
  DescribeImagesCommand,
  DescribeInstancesCommand,
  DescribeInstanceTypeOfferingsCommand,
  DescribeLaunchTemplatesCommand,
  DescribeVolumesCommand,
  DescribeVolumesModificationsCommand,
  ModifyVolumeCommand,
  RunInstancesCommand,
} from '@aws-sdk/client-ec2';
import type { AwsCalls } from '../calls';

export function makeEc2Calls(config: EC2ClientConfig): AwsCalls['ec2'] {
  const ec2 = new EC2Client(config);
  return {
    describeInstances: (input) => ec2.send(new DescribeInstancesCommand(input)),
    describeImages: (input) => ec2.send(new DescribeImagesCommand(input)),
    describeInstanceTypeOfferings: (input) => ec2.send(new DescribeInstanceTypeOfferingsCommand(input)),
    describeLaunchTemplates: (input) => ec2.send(new DescribeLaunchTemplatesCommand(input)),
    describeVolumes: (input) => ec2.send(new DescribeVolumesCommand(input)),
    describeVolumesModifications: (input) => ec2.send(new DescribeVolumesModificationsCommand(input)),
    modifyVolume: (input) => ec2.send(new ModifyVolumeCommand(input)),
    runInstances: (input) => ec2.send(new RunInstancesCommand(input)),
  };
}
