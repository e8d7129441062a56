/** CreateFileSystem: checks the request and returns CREATING; the file system is available, or fails, later. */
import type { CreateFileSystemCommand, CreateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import { ArgumentError, type InputOf } from '../sdk-shape';
import { badRequest, fsxError, requireEnum, parseTags } from './errors';
import { isModelled, MODELLED_TYPES, requireOwnConfig, requireQuota, getFsxType, getVolumeType } from './registry';
import type { FileSystemRecord, FsxNetwork, NetworkNeeds, Setup, VolumeRecord } from './contract';
import { requireOffered, makeSetup } from './settings';
import type { FsxState } from './state';
import { findUnoffered } from '../../../pricing/availability';
import type { ConfiguredTarget } from '../../../targets/registry';
import { constraintError } from '../service';

type Input = InputOf<typeof CreateFileSystemCommand>;

/** @throws ServiceError */
export function createFileSystem(state: FsxState, input: Input): FileSystemRecord {
  const FileSystemType = requireType(input);
  const type = getFsxType({ FileSystemType });
  requireOwnConfig(input, type, `a file system of ${FileSystemType}`);
  // Drawn for every type, so that later ids do not depend on root volumes.
  const rootVolumeId = state.newId('fsvol');
  let drawn: string | undefined;
  const fresh = { rootVolumeId, mountName: () => (drawn ??= state.newMountName()) };
  const setup = makeSetup(type, input, fresh);
  requireInRegion(requireOffered(type, setup), state.options.place.region);
  const needs = type.network(input);
  const subnetIds = requireNetwork(state.options.network ?? {}, input, needs);
  const others = state.fileSystems.all().map((one) => one.setup);
  requireQuota(state.quotas, others, setup);
  const record: FileSystemRecord = {
    ...state.newBase(),
    id: state.newId('fs'),
    tags: parseTags(input.Tags),
    subnetIds,
    setup,
    requested: input,
    fresh,
    lifecycle: 'CREATING',
    interfaces: [],
    ...(needs.range === undefined ? {} : { floating: { range: needs.range, routeTables: needs.routeTables } }),
    actions: [],
  };
  const root = makeRootVolume(state, record, rootVolumeId, input);
  state.fileSystems.add(record);
  if (root !== undefined) state.volumes.add(root);
  const takes = (): number => state.drawStep('create', type.durations.create, setup.StorageCapacity);
  void state.fileSystems.finishCreate(record, takes, (outcome) => {
    state.payForFileSystem(record);
    if (outcome !== 'made') record.failure = FAILURES[outcome];
    if (outcome !== 'fails') addInterfaces(state, record);
    if (root !== undefined) root.lifecycle = outcome === 'fails' ? 'FAILED' : getVolumeType(root).ready;
  });
  return record;
}

/**
 * Error message as others reported it: github.com/awslabs/awsome-distributed-ai/issues/1097.
 * @throws ServiceError BadRequest for types that AWS does not offer in the Region
 */
function requireInRegion({ target, config }: ConfiguredTarget, region: string): void {
  const found = findUnoffered(target.kind, config as object, region).find(({ missing }) => missing);
  if (found === undefined) return;
  throw badRequest(`${found.option}: such file systems are not available in the requested Availability Zone`);
}

/** A type that FSx has but the simulation lacks is a mistake of the caller, not an answer of the service. */
function requireType({ FileSystemType, StorageType = 'SSD' }: Input): Setup['FileSystemType'] {
  requireEnum('fileSystemType', FileSystemType, ['WINDOWS', 'LUSTRE', 'ONTAP', 'OPENZFS']);
  requireEnum('storageType', StorageType, ['SSD', 'HDD', 'INTELLIGENT_TIERING']);
  const unmodelled = (what: string): Error =>
    new ArgumentError('fsx:CreateFileSystem', [
      `${what} is not simulated; only ${MODELLED_TYPES} on SSD, and Lustre on any storage, are`,
    ]);
  if (!isModelled(FileSystemType)) throw unmodelled(`FileSystemType ${FileSystemType}`);
  const { storageTypes = ['SSD'] } = getFsxType({ FileSystemType });
  if (storageTypes.includes(StorageType)) return FileSystemType;
  if (StorageType === 'HDD') throw badRequest('StorageType HDD is not supported on this file system');
  throw unmodelled(`StorageType ${StorageType}`);
}

const FAILURES = {
  fails: 'The file system failed to create: there is not enough capacity in the Availability Zone',
  misconfigured: 'The file system cannot be reached through its network interfaces',
};

/** Adds missing interfaces, and the routes to them. */
export function addInterfaces(state: FsxState, record: FileSystemRecord): void {
  const { setup, subnetIds, interfaces } = record;
  const wanted = getFsxType(setup).interfaces(setup, subnetIds.length);
  const more = Array.from({ length: Math.max(0, wanted - interfaces.length) }, () => state.newId('eni'));
  record.interfaces = [...interfaces, ...more];
  openEndpoint(state, record);
}

/** The root volume of a file system; no separate call makes it. @throws ServiceError for an invalid configuration */
function makeRootVolume(
  state: FsxState,
  { id: fileSystemId, setup, tags }: FileSystemRecord,
  id: string,
  input: CreateFileSystemCommandInput,
): VolumeRecord | undefined {
  const root = getFsxType(setup).volumes?.root?.(input);
  if (root === undefined) return undefined;
  return {
    ...state.newBase(),
    id,
    tags: root.tagged ? tags : {},
    fileSystemId,
    fileSystemType: setup.FileSystemType,
    name: root.name,
    root: true,
    configuration: root.configuration,
    lifecycle: 'CREATING',
    actions: [],
  };
}

// Network of a file system: subnets, security groups, route tables. A file system in two zones has a floating address
// from its endpoint range, and a route to it in each of its route tables. FSx writes the routes after creation and
// removes them with the file system.
// https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html

/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystem.html */
const SUBNET = /^subnet-[0-9a-f]{8,17}$/;
const GROUP = /^sg-[0-9a-f]{8,17}$/;
const MAX_GROUPS = 50;

/** @throws ServiceError InvalidNetworkSettings for unknown ids, BadRequest for a wrong number of subnets */
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
  requireKnown('subnet', subnets, network.subnets, 'InvalidSubnetId');
  requireKnown('security group', groups, network.securityGroups, 'InvalidSecurityGroupId');
  requireKnown('route table', routeTables, network.routeTables, 'InvalidRouteTableId');
  if (range !== undefined) requireRange(range, network.subnetRanges ?? []);
  return subnets;
}

function requireKnown(
  what: string,
  ids: readonly string[],
  known: readonly string[] | undefined,
  member: string,
): void {
  const missing = known === undefined ? undefined : ids.find((id) => !known.includes(id));
  if (missing === undefined) return;
  throw fsxError('InvalidNetworkSettings', `The ${what} ID '${missing}' does not exist`, { [member]: missing });
}

const CIDR = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/;
const BITS = 32;

/** First address and number of addresses of a range. */
interface AddressRange {
  readonly first: number;
  readonly count: number;
}

/** @throws ServiceError ValidationException for an invalid range */
function parseCidr(range: string): AddressRange {
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
function requireRange(range: string, subnets: readonly string[]): void {
  const { first, count } = parseCidr(range);
  const overlapping = subnets.find((subnet) => {
    const other = parseCidr(subnet);
    return first < other.first + other.count && other.first < first + count;
  });
  if (overlapping !== undefined)
    throw badRequest(`EndpointIpAddressRange ${range} overlaps the subnet ${overlapping} of the VPC`);
}

function formatAddress(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

/** Assigns an unused address and writes its routes; a second call has no effect. */
function openEndpoint(state: FsxState, record: FileSystemRecord): void {
  const { floating, id } = record;
  if (floating === undefined || record.address !== undefined) return;
  const taken = new Set(state.fileSystems.all().map(({ address }) => address));
  const { first, count } = parseCidr(floating.range);
  for (let nth = 0; nth < count && record.address === undefined; nth += 1) {
    const address = formatAddress(first + nth);
    if (!taken.has(address)) record.address = address;
  }
  const destination = `${record.address ?? formatAddress(first)}/${BITS}`;
  state.routes.push(...floating.routeTables.map((routeTableId) => ({ routeTableId, destination, fileSystemId: id })));
}

/** Removes its routes. */
export function closeEndpoint(state: FsxState, { id }: FileSystemRecord): void {
  const others = state.routes.filter(({ fileSystemId }) => fileSystemId !== id);
  state.routes.splice(0, state.routes.length, ...others);
}
