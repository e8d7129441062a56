/** Creating, changing, listing and deleting storage of FSx (Service authorization reference, FSx). */
import { Aws } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { arn } from '../names';
import { allow } from './allow';
import { bornTagged, carriesTag } from './tags';

const fsx = (resource: string): string => arn('fsx', Aws.REGION, resource);
const STORAGE = [fsx('file-system/*'), fsx('volume/*')];

/**
 * Creates and changes. FSx makes its service-linked role when an account creates its first file system, in the name of
 * whoever asks (FSx guide, Using service-linked roles).
 */
export function changeStorage(stackName: string): PolicyStatement[] {
  const role = ['arn', Aws.PARTITION, 'iam', '', Aws.ACCOUNT_ID, 'role/aws-service-role/fsx.amazonaws.com/*'].join(':');
  return [
    allow(['fsx:CreateFileSystem'], [fsx('file-system/*')], bornTagged(stackName)),
    allow(['fsx:CreateVolume'], [fsx('volume/*')], bornTagged(stackName)),
    // Tags of a create are checked as tagging; without all of them nothing can be tagged.
    allow(['fsx:TagResource'], STORAGE, bornTagged(stackName)),
    allow(['fsx:UpdateFileSystem', 'fsx:UpdateVolume'], STORAGE, carriesTag(stackName)),
    // FSx looks, for the caller, whether the security groups belong to the subnet's network.
    allow(['ec2:GetSecurityGroupsForVpc'], ['*']),
    // As AWS's own policy AmazonFSxFullAccess has them: what FSx looks up in the name of the caller.
    allow(['ec2:DescribeSecurityGroups', 'ec2:DescribeSubnets', 'ec2:DescribeVpcs', 'ec2:DescribeRouteTables'], ['*'], {
      'ForAnyValue:StringEquals': { 'aws:CalledVia': ['fsx.amazonaws.com'] },
    }),
    allow(['iam:CreateServiceLinkedRole'], [role], { StringEquals: { 'iam:AWSServiceName': 'fsx.amazonaws.com' } }),
    ...listStorage(),
  ];
}

/** Deletes. There is no permission to make a backup: a final one would cost for ever, so it must fail. */
export function deleteStorage(stackName: string): PolicyStatement[] {
  return [allow(['fsx:DeleteFileSystem', 'fsx:DeleteVolume'], STORAGE, carriesTag(stackName)), ...listStorage()];
}

/** Lists. These actions know no resources. */
export function listStorage(): PolicyStatement[] {
  return [allow(['fsx:DescribeFileSystems', 'fsx:DescribeVolumes'], ['*'])];
}
