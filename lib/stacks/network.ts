/** Where the hosts live: a network of one's own, or subnets that are there already. */
import { CfnSecurityGroup, CfnSecurityGroupEgress, CfnSecurityGroupIngress } from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';
import { type OwnVpc, makeOwnNetwork } from './own-network';
import { parsePorts } from '../shapes/external-storage';
import type { EgressRule } from './external';
import type { NetworkSettings } from './settings';

export interface Network {
  readonly subnetId: string;
  readonly securityGroupId: string;
  /** Absent for a subnet that is there already, where the settings do not tell it: nothing is looked up. */
  readonly zone?: string;
  /** Hosts get public addresses, which are paid for; where nobody says that they do not, they may. */
  readonly publicAddresses: boolean;
  /** What file systems in two zones need beside; absent where there is none. */
  readonly second?: OwnVpc['second'];
}

/**
 * Makes or takes the network, and the one security group of hosts and file systems.
 * @param external where hosts are let out to beside AWS
 * @param httpPackages whether hosts are let out over HTTP, too
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
    groupDescription: 'fsxbench: hosts and file systems talk to each other, and hosts to AWS over TLS',
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
          description: 'to stores of others',
        })),
      ),
    ],
  });
  const securityGroupId = group.attrGroupId;
  // Nothing comes in from outside. Between members everything: NFS, Lustre, iSCSI and MPI use many ports.
  const between = { groupId: securityGroupId, ipProtocol: '-1', description: 'between hosts and file systems' };
  new CfnSecurityGroupIngress(scope, 'FromMembers', { ...between, sourceSecurityGroupId: securityGroupId });
  new CfnSecurityGroupEgress(scope, 'ToMembers', { ...between, destinationSecurityGroupId: securityGroupId });
  // A file system in two zones is reached at an address that belongs to no interface, so to no member of the group.
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
