/** What OpenZFS and ONTAP have alike: disk operations beside storage, how storage grows, and two zones. */
import type { DiskIopsConfiguration } from '@aws-sdk/client-fsx';
import { canonical } from '../../../shapes/canonical';
import { badRequest, requireOneOf } from './errors';

/** Included with every GiB, and the least that can be provisioned. API reference, DiskIopsConfiguration */
export const IOPS_PER_GIB = 3;
/** The next capacity is at least this many times the present one: guides of both, managing storage capacity. */
const LEAST_GROWTH = 1.1;

/** As descriptions have it. */
export interface Iops {
  readonly Mode: 'AUTOMATIC' | 'USER_PROVISIONED';
  readonly Iops: number;
}

/** IOPS as they are described; AUTOMATIC where nothing is said. @throws ServiceError ValidationException, BadRequest */
export function diskIops(given: DiskIopsConfiguration | undefined, capacity: number): Iops {
  const { Mode = 'AUTOMATIC', Iops } = given ?? {};
  requireOneOf('diskIopsConfiguration.mode', Mode, ['AUTOMATIC', 'USER_PROVISIONED']);
  if (Mode === 'AUTOMATIC') {
    if (Iops !== undefined) throw badRequest('Iops cannot be given in AUTOMATIC mode');
    return { Mode, Iops: IOPS_PER_GIB * capacity };
  }
  if (Iops === undefined) throw badRequest('Iops are required in USER_PROVISIONED mode');
  return { Mode, Iops };
}

/**
 * After a change: AUTOMATIC follows the capacity, provisioned IOPS stay what they are where nothing is said.
 * @throws ServiceError BadRequest for a request that changes nothing
 */
export function nextIops(before: Iops, given: DiskIopsConfiguration | undefined, capacity: number): Iops {
  if (given === undefined) return before.Mode === 'AUTOMATIC' ? diskIops(undefined, capacity) : before;
  const next = diskIops(given, capacity);
  if (canonical(next) === canonical(before))
    throw badRequest(`DiskIopsConfiguration is ${next.Mode} ${next.Iops} already`);
  return next;
}

/** @throws ServiceError BadRequest for less than a tenth more, or more than `most` GiB */
export function requireGrowth(before: number, after: number, most: number): void {
  const least = Math.ceil(before * LEAST_GROWTH);
  if (after >= least && after <= most) return;
  throw badRequest(`StorageCapacity ${after} must be ${least} (10 % more than now) to ${most} GiB`);
}

/** What a request says of a network in two zones. */
interface MultiZone {
  readonly DeploymentType?: string | undefined;
  readonly PreferredSubnetId?: string | undefined;
  readonly EndpointIpAddressRange?: string | undefined;
  readonly RouteTableIds?: string[] | undefined;
}

/** Those that were given. @throws ServiceError BadRequest for what a type in two zones lacks, or one in one zone has */
export function multiZoneMembers(given: MultiZone): Omit<MultiZone, 'DeploymentType'> {
  const { PreferredSubnetId, EndpointIpAddressRange, RouteTableIds, DeploymentType } = given;
  if (DeploymentType?.startsWith('MULTI_AZ') === true) {
    if (PreferredSubnetId === undefined) throw badRequest(`PreferredSubnetId is required for ${DeploymentType}`);
  } else if (PreferredSubnetId !== undefined || EndpointIpAddressRange !== undefined || RouteTableIds !== undefined) {
    throw badRequest('PreferredSubnetId, EndpointIpAddressRange and RouteTableIds are only supported in two zones');
  }
  return { PreferredSubnetId, EndpointIpAddressRange, RouteTableIds };
}
