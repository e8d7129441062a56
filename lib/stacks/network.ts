/** The network of the hosts: the stack's own, or your subnets. */
import { CfnSecurityGroup, CfnSecurityGroupEgress, CfnSecurityGroupIngress } from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';
import { type OwnVpc, makeOwnNetwork } from './own-network';
import { parsePorts } from '../shapes/external-storage';
import type { EgressRule } from './external';
import type { NetworkSettings } from './settings';

export interface Network {
  readonly subnetId: string;
  readonly securityGroupId: string;
  /** Zone of the hosts' subnet; absent for your subnet without the setting: the zone is not looked up. */
  readonly zone?: string;
  /** Whether hosts have public addresses, which cost money; true unless the settings exclude it. */
  readonly publicAddresses: boolean;
  /** For file systems in two zones; absent if the network does not support them. */
  readonly second?: OwnVpc['second'];
  /** Service role of S3 Files, for functions that create storage; absent in the safety stack. */
  readonly s3FilesRoleArn?: string;
}

/**
 * Creates or adopts the network, and creates the security group of hosts and file systems.
 * @param external ranges outside AWS that hosts may reach
 * @param httpPackages whether hosts may use HTTP in addition to HTTPS
 */
export function makeNetwork(
  scope: Construct,
  settings: NetworkSettings,
  external: readonly EgressRule[] = [],
  httpPackages = false,
): Network {
  const made: Omit<OwnVpc, 'availabilityZone'> & Partial<OwnVpc> =
    settings.kind === 'own' ? makeOwnNetwork(scope, settings) : settings;
  const { vpcId, subnetId, availabilityZone, second } = made;
  const group = new CfnSecurityGroup(scope, 'HostSecurityGroup', {
    vpcId,
    groupDescription: 'fsxbench: traffic between hosts and file systems, and from hosts to AWS over TLS',
    securityGroupEgress: [
      { ipProtocol: 'tcp', fromPort: 443, toPort: 443, cidrIp: '0.0.0.0/0', description: 'AWS and packages over TLS' },
      ...(httpPackages
        ? [{ ipProtocol: 'tcp', fromPort: 80, toPort: 80, cidrIp: '0.0.0.0/0', description: 'packages over HTTP' }]
        : []),
      ...external.flatMap(({ cidr, ports }) =>
        ports.map(parsePorts).map(({ from, to }) => ({
          ipProtocol: 'tcp',
          fromPort: from,
          toPort: to,
          cidrIp: cidr,
          description: 'to external storage',
        })),
      ),
    ],
  });
  const securityGroupId = group.attrGroupId;
  // No ingress from outside. All traffic between members: NFS, Lustre, iSCSI and MPI use many ports.
  const between = { groupId: securityGroupId, ipProtocol: '-1', description: 'between hosts and file systems' };
  new CfnSecurityGroupIngress(scope, 'FromMembers', { ...between, sourceSecurityGroupId: securityGroupId });
  new CfnSecurityGroupEgress(scope, 'ToMembers', { ...between, destinationSecurityGroupId: securityGroupId });
  // The address of a file system in two zones belongs to no network interface, and therefore to no member of the group.
  if (second !== undefined)
    new CfnSecurityGroupEgress(scope, 'ToEndpoints', { ...between, cidrIp: second.endpointRange });
  return {
    subnetId,
    securityGroupId,
    publicAddresses: settings.kind === 'own' || settings.publicAddresses !== false,
    ...(availabilityZone === undefined ? {} : { zone: availabilityZone }),
    ...(second === undefined ? {} : { second }),
  };
}
