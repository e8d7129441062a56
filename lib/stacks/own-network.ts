/**
 * A network of one's own: public subnets in two zones, and one route table for both, in which FSx writes how file
 * systems in two zones are reached. Costs nothing while no host runs: no NAT gateway, no interface endpoints. Hosts
 * have public addresses and take no connection from outside; S3 is reached through its gateway.
 */
import { Aws, Fn, Tags } from 'aws-cdk-lib';
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

/** Of the VPC. */
const VPC_RANGE = '10.0.0.0/16';
/** Thousands of hosts, and the interfaces of their file systems. */
const HOSTS_RANGE = '10.0.0.0/18';
/** As many: hosts are here where the first zone lacks their types; else only interfaces of file systems in two. */
const SECOND_RANGE = '10.0.128.0/18';
/** Addresses of file systems in two zones: of the VPC and of no subnet, as FSx asks. 64, each a file system's. */
export const ENDPOINT_RANGE = '10.0.255.192/26';

/** By this tag FSx may write into a route table (FSx guide, service-linked role, ManageRouteTable). */
const MANAGED_BY_FSX = { key: 'AmazonFSx', value: 'ManagedByAmazonFSx' } as const;

/** What was made; see `Network`. */
export interface OwnVpc {
  readonly vpcId: string;
  readonly subnetId: string;
  readonly availabilityZone: string;
  /** Absent where nobody can say which other zone there is. */
  readonly second?: SecondSubnet;
}

/** The subnet in the second zone. */
export interface SecondSubnet {
  readonly subnetId: string;
  readonly routeTableId: string;
  readonly endpointRange: string;
  /** Absent for a subnet that is there already: nothing is looked up. */
  readonly zone?: string;
}

/** Makes it all. A zone that is not named is one of the first two of the Region. */
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
    new CfnSubnetRouteTableAssociation(scope, `RoutesOf${id}`, { subnetId: made.ref, routeTableId });
    return made;
  };
  const hosts = subnet('HostsSubnet', HOSTS_RANGE, availabilityZone ?? Fn.select(0, Fn.getAzs()));
  // Beside a zone that was named, the first or the second of the Region may be that very zone.
  const other = secondAvailabilityZone ?? (availabilityZone === undefined ? Fn.select(1, Fn.getAzs()) : undefined);
  const second = other === undefined ? undefined : subnet('SecondSubnet', SECOND_RANGE, other);
  return {
    vpcId,
    subnetId: hosts.ref,
    // Of the subnet itself: what is the first zone of a Region may change between two deploys.
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
