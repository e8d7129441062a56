/** Where a file system is put: subnets, security groups, route tables. */
import type { CreateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import { constraintError } from '../../constraint';
import { badRequest, InvalidNetworkSettings, type NetworkFault } from '../errors';
import { requireRange } from './range';

/** What exists; anything where a list is absent. */
export interface FsxNetwork {
  readonly subnets?: readonly string[];
  readonly securityGroups?: readonly string[];
  readonly routeTables?: readonly string[];
  /** Ranges of the subnets; none where absent. */
  readonly subnetRanges?: readonly string[];
}

/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystem.html */
const SUBNET = /^subnet-[0-9a-f]{8,17}$/;
const GROUP = /^sg-[0-9a-f]{8,17}$/;
const MAX_GROUPS = 50;

/** What a create needs of the network, by its type and settings. */
export interface NetworkNeeds {
  readonly subnets: number;
  /** One of the subnets. */
  readonly preferred: string | undefined;
  readonly routeTables: readonly string[];
  /** Range of the address at which it is reached, where that is no interface's. */
  readonly range?: string | undefined;
}

/**
 * The subnets of a request.
 * @throws ServiceError InvalidNetworkSettings for what does not exist, BadRequest for a wrong number
 */
export function requireNetwork(
  network: FsxNetwork,
  { SubnetIds: subnets = [], SecurityGroupIds: groups = [] }: CreateFileSystemCommandInput,
  { subnets: wanted, preferred, routeTables, range }: NetworkNeeds,
): readonly string[] {
  const bad = subnets.find((id) => !SUBNET.test(id));
  if (bad !== undefined)
    throw constraintError('subnetIds', `Member must satisfy regular expression ${SUBNET.source}`, bad);
  const badGroup = groups.find((id) => !GROUP.test(id));
  if (badGroup !== undefined || groups.length > MAX_GROUPS) {
    throw constraintError('securityGroupIds', `at most ${MAX_GROUPS} that satisfy ${GROUP.source}`, badGroup ?? '');
  }
  if (subnets.length !== wanted) throw badRequest(`SubnetIds must have ${wanted} members, it has ${subnets.length}`);
  if (preferred !== undefined && !subnets.includes(preferred)) {
    throw badRequest(`PreferredSubnetId ${preferred} is not one of SubnetIds`);
  }
  requireKnown('subnet', subnets, network.subnets, (InvalidSubnetId) => ({ InvalidSubnetId }));
  requireKnown('security group', groups, network.securityGroups, (InvalidSecurityGroupId) => ({
    InvalidSecurityGroupId,
  }));
  requireKnown('route table', routeTables, network.routeTables, (InvalidRouteTableId) => ({
    InvalidRouteTableId,
  }));
  if (range !== undefined) requireRange(range, network.subnetRanges ?? []);
  return subnets;
}

function requireKnown(
  what: string,
  ids: readonly string[],
  known: readonly string[] | undefined,
  fault: (id: string) => NetworkFault,
): void {
  const missing = known === undefined ? undefined : ids.find((id) => !known.includes(id));
  if (missing === undefined) return;
  throw new InvalidNetworkSettings(`The ${what} ID '${missing}' does not exist`, fault(missing));
}
