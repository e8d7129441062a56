/**
 * The stack's network: public subnets in two zones with one route table, to which FSx adds routes of file systems in
 * two zones. The network is free while no host runs, because it has no NAT gateway and no interface endpoints. Hosts
 * have public addresses, accept no connections from outside, and reach S3 through a gateway endpoint.
 */
import { Aws, Fn, Tags, Validations } from 'aws-cdk-lib';
import {
  CfnInternetGateway,
  CfnRoute,
  CfnRouteTable,
  CfnSubnet,
  CfnSubnetRouteTableAssociation,
  CfnVPC,
  CfnVPCEndpoint,
  CfnVPCGatewayAttachment,
} from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';
import type { OwnNetwork } from './settings';

const VPC_RANGE = '10.0.0.0/16';
/** Enough for thousands of hosts, and for network interfaces of file systems. */
const HOSTS_RANGE = '10.0.0.0/18';
/** As large as the first range: hosts run here if the first zone lacks their types. */
const SECOND_RANGE = '10.0.128.0/18';
/** Addresses for 64 file systems in two zones: inside the VPC, outside its subnets, as FSx requires. */
export const ENDPOINT_RANGE = '10.0.255.192/26';

/** Allows FSx to write into a route table (FSx guide, service-linked role, ManageRouteTable). */
const MANAGED_BY_FSX = { key: 'AmazonFSx', value: 'ManagedByAmazonFSx' } as const;

export interface OwnVpc {
  readonly vpcId: string;
  readonly subnetId: string;
  readonly availabilityZone: string;
  /** Absent if no second zone is known. */
  readonly second?: SecondSubnet;
}

export interface SecondSubnet {
  readonly subnetId: string;
  readonly routeTableId: string;
  readonly endpointRange: string;
  /** Zone; absent for your subnet, whose zone is not looked up. */
  readonly zone?: string;
}

/** Creates the network. Default zones are the first two of the Region. */
export function makeOwnNetwork(scope: Construct, { availabilityZone, secondAvailabilityZone }: OwnNetwork): OwnVpc {
  const vpc = new CfnVPC(scope, 'Network', { cidrBlock: VPC_RANGE, enableDnsHostnames: true, enableDnsSupport: true });
  const vpcId = vpc.ref;
  const gateway = new CfnInternetGateway(scope, 'InternetGateway');
  const attached = new CfnVPCGatewayAttachment(scope, 'InternetGatewayOfNetwork', {
    vpcId,
    internetGatewayId: gateway.ref,
  });
  const routes = new CfnRouteTable(scope, 'Routes', { vpcId });
  const routeTableId = routes.ref;
  Tags.of(routes).add(MANAGED_BY_FSX.key, MANAGED_BY_FSX.value);
  new CfnRoute(scope, 'RouteOut', {
    routeTableId,
    destinationCidrBlock: '0.0.0.0/0',
    gatewayId: gateway.ref,
  }).addResourceDependency(attached);
  new CfnVPCEndpoint(scope, 'WayToS3', {
    vpcId,
    serviceName: `com.amazonaws.${Aws.REGION}.s3`,
    vpcEndpointType: 'Gateway',
    routeTableIds: [routeTableId],
  });
  const subnet = (id: string, cidrBlock: string, zone: string): CfnSubnet => {
    const made = new CfnSubnet(scope, id, { vpcId, cidrBlock, availabilityZone: zone, mapPublicIpOnLaunch: true });
    Validations.of(made).acknowledge({ id: 'CloudFormation-Validate::W3010', reason: 'The setting names the zone' });
    new CfnSubnetRouteTableAssociation(scope, `RoutesOf${id}`, { subnetId: made.ref, routeTableId });
    return made;
  };
  const hosts = subnet('HostsSubnet', HOSTS_RANGE, availabilityZone ?? Fn.select(0, Fn.getAzs()));
  // If the settings name the first zone, it may be the Region's second zone, so no default is possible.
  const other = secondAvailabilityZone ?? (availabilityZone === undefined ? Fn.select(1, Fn.getAzs()) : undefined);
  const second = other === undefined ? undefined : subnet('SecondSubnet', SECOND_RANGE, other);
  return {
    vpcId,
    subnetId: hosts.ref,
    // The zone is read from the subnet, because the order of a Region's zones may change between deploys.
    availabilityZone: hosts.attrAvailabilityZone,
    ...(second === undefined
      ? {}
      : {
          second: {
            subnetId: second.ref,
            zone: second.attrAvailabilityZone,
            routeTableId,
            endpointRange: ENDPOINT_RANGE,
          },
        }),
  };
}
