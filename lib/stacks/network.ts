/** Where the hosts live: a network of one public subnet, or a subnet that is there already. */
import { expected } from '../shapes/errors';
import {
  CfnSecurityGroup,
  CfnSecurityGroupEgress,
  CfnSecurityGroupIngress,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type PublicSubnet,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';
import type { NetworkSettings } from './settings';

export interface Network {
  readonly subnetId: string;
  readonly securityGroupId: string;
  /** Absent for a subnet that is there already, where the settings do not tell it: nothing is looked up. */
  readonly zone?: string;
}

/** Makes or takes the network, and the one security group of hosts and file systems. */
export function makeNetwork(scope: Construct, settings: NetworkSettings): Network {
  const { vpcId, subnetId, availabilityZone } =
    settings.kind === 'own' ? ownNetwork(scope, settings.availabilityZone) : settings;
  const group = new CfnSecurityGroup(scope, 'HostSecurityGroup', {
    vpcId,
    groupDescription: 'fsxbench: hosts and file systems talk to each other, and hosts to AWS over TLS',
    securityGroupEgress: [
      { ipProtocol: 'tcp', fromPort: 443, toPort: 443, cidrIp: '0.0.0.0/0', description: 'AWS and packages over TLS' },
    ],
  });
  const securityGroupId = group.attrGroupId;
  // Nothing comes in from outside. Between members everything: NFS, Lustre, iSCSI and MPI use many ports.
  const between = { groupId: securityGroupId, ipProtocol: '-1', description: 'between hosts and file systems' };
  new CfnSecurityGroupIngress(scope, 'FromMembers', { ...between, sourceSecurityGroupId: securityGroupId });
  new CfnSecurityGroupEgress(scope, 'ToMembers', { ...between, destinationSecurityGroupId: securityGroupId });
  return { subnetId, securityGroupId, ...(availabilityZone === undefined ? {} : { zone: availabilityZone }) };
}

/**
 * Costs nothing while no host runs: no NAT gateway, no interface endpoints. Hosts have public addresses and take no
 * connection from outside; S3 is reached through its gateway.
 */
function ownNetwork(
  scope: Construct,
  availabilityZone?: string,
): {
  vpcId: string;
  subnetId: string;
  availabilityZone: string;
} {
  const vpc = new Vpc(scope, 'Network', {
    ipAddresses: IpAddresses.cidr('10.0.0.0/16'),
    ...(availabilityZone === undefined ? { maxAzs: 1 } : { availabilityZones: [availabilityZone] }),
    natGateways: 0,
    // One subnet large enough for thousands of hosts and the interfaces of their file systems.
    subnetConfiguration: [{ name: 'Hosts', subnetType: SubnetType.PUBLIC, cidrMask: 18, mapPublicIpOnLaunch: true }],
    gatewayEndpoints: { S3: { service: GatewayVpcEndpointAwsService.S3 } },
    // Nothing uses the default group; emptying it would need a function of its own.
    restrictDefaultSecurityGroup: false,
  });
  // Of the subnet itself: what is the first zone of a Region may change between two deploys.
  const subnet = expected(vpc.publicSubnets[0], 'a subnet of the network') as PublicSubnet;
  return { vpcId: vpc.vpcId, subnetId: subnet.subnetId, availabilityZone: subnet.subnetAvailabilityZone };
}
