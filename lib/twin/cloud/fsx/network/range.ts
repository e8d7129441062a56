/** Ranges of addresses, and what of a file system stands in them. */
import { constraintError } from '../../constraint';
import { badRequest } from '../errors';

/** Where such a file system may be reached. */
export interface Floating {
  /** CIDR. */
  readonly range: string;
  readonly routeTables: readonly string[];
}

/** A route that FSx has written. */
export interface Route {
  readonly routeTableId: string;
  /** CIDR of one address. */
  readonly destination: string;
  readonly fileSystemId: string;
}

const CIDR = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/;
export const BITS = 32;

/** First address of a range, and how many it has. */
interface Span {
  readonly first: number;
  readonly count: number;
}

/** @throws ServiceError ValidationException for what is no range */
export function spanOf(range: string): Span {
  const [, ...parts] = CIDR.exec(range) ?? [];
  const numbers = parts.map(Number);
  const prefix = numbers.pop() ?? BITS + 1;
  if (prefix > BITS || numbers.some((one) => one > 255))
    throw constraintError('endpointIpAddressRange', 'Member must be an IPv4 CIDR range', range);
  const count = 2 ** (BITS - prefix);
  const address = numbers.reduce((sum, one) => sum * 256 + one, 0);
  return { first: address - (address % count), count };
}

/**
 * Endpoint ranges of file systems may overlap each other, "as long as they don't overlap with any subnet".
 * @param subnets their ranges
 * @throws ServiceError ValidationException, BadRequest
 */
export function requireRange(range: string, subnets: readonly string[]): void {
  const { first, count } = spanOf(range);
  const overlapping = subnets.find((subnet) => {
    const other = spanOf(subnet);
    return first < other.first + other.count && other.first < first + count;
  });
  if (overlapping !== undefined)
    throw badRequest(`EndpointIpAddressRange ${range} overlaps the subnet ${overlapping} of the VPC`);
}

/** An address as people write it. */
export function written(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}
