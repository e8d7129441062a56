/**
 * Where a file system in two zones is reached: an address that is no interface's, out of its endpoint range, and a route
 * to it in each of its route tables, which FSx writes when it is there and takes away with it.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
 */
import { constraintError } from '../constraint';
import { badRequest } from './errors';
import type { FileSystemRecord } from './records';
import type { FsxState } from './state';

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
const BITS = 32;

/** First address of a range, and how many it has. */
interface Span {
  readonly first: number;
  readonly count: number;
}

/** @throws ServiceError ValidationException for what is no range */
function spanOf(range: string): Span {
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

/** Gives it an address that no other one has, and writes its routes; a second time changes nothing. */
export function openEndpoint(state: FsxState, record: FileSystemRecord): void {
  const { floating, id } = record;
  if (floating === undefined || record.address !== undefined) return;
  const taken = new Set([...state.fileSystems.values()].map(({ address }) => address));
  const { first, count } = spanOf(floating.range);
  for (let nth = 0; nth < count && record.address === undefined; nth += 1) {
    const address = written(first + nth);
    if (!taken.has(address)) record.address = address;
  }
  const destination = `${record.address ?? written(first)}/${BITS}`;
  state.routes.push(...floating.routeTables.map((routeTableId) => ({ routeTableId, destination, fileSystemId: id })));
}

/** Takes its routes away. */
export function closeEndpoint(state: FsxState, { id }: FileSystemRecord): void {
  const others = state.routes.filter(({ fileSystemId }) => fileSystemId !== id);
  state.routes.splice(0, state.routes.length, ...others);
}

function written(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}
