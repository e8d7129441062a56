/** The network of the simulated account, as the bench stack creates it. */
import type { FsxNetwork } from './cloud/fsx/contract';

/** Ids of the network resources of the stack. */
export const NETWORK_IDS = {
  PlacementGroup: 'fsxbench-hosts',
  EbsKey: 'account',
  SubnetId: 'subnet-00000000000000000',
  HostSecurityGroupId: 'sg-00000000000000000',
  StorageSecurityGroupId: 'sg-00000000000000001',
  HostProfileArn: 'arn:aws:iam::000000000000:instance-profile/fsxbench-host',
  S3FilesRoleArn: 'arn:aws:iam::000000000000:role/fsxbench-s3-files',
  SecretHostProfileArn: 'arn:aws:iam::000000000000:instance-profile/fsxbench-secret-host',
} as const;
/** Additional resources for file systems in two zones, as the stack creates them: see `lib/stacks/network.ts`. */
export const SECOND_ZONE_IDS = {
  subnetId2: 'subnet-00000000000000002',
  routeTableId: 'rtb-00000000000000000',
  endpointRange: '10.0.255.192/26',
} as const;
/** The same for FSx. */
export const FSX_NETWORK: FsxNetwork = {
  subnets: [NETWORK_IDS.SubnetId, SECOND_ZONE_IDS.subnetId2],
  securityGroups: [NETWORK_IDS.HostSecurityGroupId, NETWORK_IDS.StorageSecurityGroupId],
  routeTables: [SECOND_ZONE_IDS.routeTableId],
  subnetRanges: ['10.0.0.0/18', '10.0.128.0/18'],
};
