/** CreateFileSystem: checks the request and returns CREATING; the file system is available, or fails, later. */
import type { CreateFileSystemCommand, CreateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import { ArgumentError, type CommandInput } from '../sdk-shape';
import { makeBadRequest, makeFsxError, requireEnum, parseTags } from './errors';
import {
  isSimulatedType,
  SIMULATED_TYPE_NAMES,
  requireOwnConfig,
  requireQuota,
  getFsxType,
  getVolumeType,
} from './registry';
import type { FileSystemRecord, FsxNetwork, NetworkRequirements, FsxSettings, VolumeRecord } from './contract';
import { requireValidTarget, mergeSettings } from './settings';
import type { FsxState } from './state';
import { findUnoffered } from '../../../pricing/availability';
import type { ConfiguredTarget } from '../../../targets/registry';
import { makeConstraintError } from '../service';

type CreateFileSystemInput = CommandInput<typeof CreateFileSystemCommand>;

/** @throws ServiceError */
export function createFileSystem(state: FsxState, input: CreateFileSystemInput): FileSystemRecord {
  const FileSystemType = requireType(input);
  const type = getFsxType({ FileSystemType });
  requireOwnConfig(input, type, `a file system of ${FileSystemType}`);
  // Draw an id for every type, so that later ids do not depend on root volumes.
  const rootVolumeId = state.newId('fsvol');
  let drawn: string | undefined;
  const fresh = { rootVolumeId, mountName: () => (drawn ??= state.newMountName()) };
  const setup = mergeSettings(type, input, fresh);
  requireInRegion(requireValidTarget(type, setup), state.options.place.region);
  const needs = type.network(input);
  const subnetIds = requireValidNetwork(state.options.network ?? {}, input, needs);
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
  const root = createRootVolume(state, record, rootVolumeId, input);
  state.fileSystems.add(record);
  if (root !== undefined) state.volumes.add(root);
  const takes = (): number => state.drawStep('create', type.durations.create, setup.StorageCapacity);
  void state.fileSystems.finishCreate(record, takes, (outcome) => {
    state.payForFileSystem(record);
    if (outcome !== 'made') record.failure = FAILURE_MESSAGES[outcome];
    if (outcome !== 'fails') addInterfaces(state, record);
    if (root !== undefined) root.lifecycle = outcome === 'fails' ? 'FAILED' : getVolumeType(root).ready;
  });
  return record;
}

/** Message: github.com/awslabs/awsome-distributed-ai/issues/1097. @throws ServiceError BadRequest if not offered */
function requireInRegion({ target, config }: ConfiguredTarget, region: string): void {
  const found = findUnoffered(target.kind, config as object, region).find(({ missing }) => missing);
  if (found === undefined) return;
  throw makeBadRequest(`${found.option}: such file systems are not available in the requested Availability Zone`);
}

/** A type that FSx has but the simulation lacks is a mistake of the caller, not a service error. */
function requireType({ FileSystemType, StorageType = 'SSD' }: CreateFileSystemInput): FsxSettings['FileSystemType'] {
  requireEnum('fileSystemType', FileSystemType, ['WINDOWS', 'LUSTRE', 'ONTAP', 'OPENZFS']);
  requireEnum('storageType', StorageType, ['SSD', 'HDD', 'INTELLIGENT_TIERING']);
  const unmodelled = (what: string): Error =>
    new ArgumentError('fsx:CreateFileSystem', [
      `${what} is not simulated; only ${SIMULATED_TYPE_NAMES} on SSD, and Lustre on any storage, are`,
    ]);
  if (!isSimulatedType(FileSystemType)) throw unmodelled(`FileSystemType ${FileSystemType}`);
  const { storageTypes = ['SSD'] } = getFsxType({ FileSystemType });
  if (storageTypes.includes(StorageType)) return FileSystemType;
  if (StorageType === 'HDD') throw makeBadRequest('StorageType HDD is not supported on this file system');
  throw unmodelled(`StorageType ${StorageType}`);
}

const FAILURE_MESSAGES = {
  fails: 'The file system failed to create: there is not enough capacity in the Availability Zone',
  misconfigured: 'The file system cannot be reached through its network interfaces',
};

/** Adds missing interfaces, and the routes to them. */
export function addInterfaces(state: FsxState, record: FileSystemRecord): void {
  const { setup, subnetIds, interfaces } = record;
  const wanted = getFsxType(setup).interfaces(setup, subnetIds.length);
  const more = Array.from({ length: Math.max(0, wanted - interfaces.length) }, () => state.newId('eni'));
  record.interfaces = [...interfaces, ...more];
  assignEndpointAddress(state, record);
}

/** The root volume of a file system, which no call creates. @throws ServiceError for an invalid configuration */
function createRootVolume(
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

// Network: subnets, security groups, route tables. Two zones: a floating address from the endpoint range, and a route
// to it in each table, which FSx writes after creation and removes with the file system.
// https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html

/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystem.html */
const SUBNET_ID = /^subnet-[0-9a-f]{8,17}$/;
const SECURITY_GROUP_ID = /^sg-[0-9a-f]{8,17}$/;
const MAX_SECURITY_GROUPS = 50;

/** @throws ServiceError InvalidNetworkSettings for unknown ids, BadRequest for a wrong number of subnets */
export function requireValidNetwork(
  network: FsxNetwork,
  { SubnetIds: subnets = [], SecurityGroupIds: groups = [] }: CreateFileSystemCommandInput,
  { subnets: wanted, preferred, routeTables, range }: NetworkRequirements,
): readonly string[] {
  const bad = subnets.find((id) => !SUBNET_ID.test(id));
  if (bad !== undefined)
    throw makeConstraintError('subnetIds', `Member must satisfy regular expression ${SUBNET_ID.source}`, bad);
  const badGroup = groups.find((id) => !SECURITY_GROUP_ID.test(id));
  if (badGroup !== undefined || groups.length > MAX_SECURITY_GROUPS) {
    throw makeConstraintError(
      'securityGroupIds',
      `at most ${MAX_SECURITY_GROUPS} that satisfy ${SECURITY_GROUP_ID.source}`,
      badGroup ?? '',
    );
  }
  if (subnets.length !== wanted)
    throw makeBadRequest(`SubnetIds must have ${wanted} members, it has ${subnets.length}`);
  if (preferred !== undefined && !subnets.includes(preferred)) {
    throw makeBadRequest(`PreferredSubnetId ${preferred} is not one of SubnetIds`);
  }
  requireKnownIds('subnet', subnets, network.subnets, 'InvalidSubnetId');
  requireKnownIds('security group', groups, network.securityGroups, 'InvalidSecurityGroupId');
  requireKnownIds('route table', routeTables, network.routeTables, 'InvalidRouteTableId');
  if (range !== undefined) requireEndpointRange(range, network.subnetRanges ?? []);
  return subnets;
}

function requireKnownIds(
  what: string,
  ids: readonly string[],
  known: readonly string[] | undefined,
  member: string,
): void {
  const missing = known === undefined ? undefined : ids.find((id) => !known.includes(id));
  if (missing === undefined) return;
  throw makeFsxError('InvalidNetworkSettings', `The ${what} ID '${missing}' does not exist`, { [member]: missing });
}

const CIDR_PATTERN = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/;
const ADDRESS_BITS = 32;

/** First address and number of addresses of a range. */
interface AddressRange {
  readonly first: number;
  readonly count: number;
}

/** @throws ServiceError ValidationException for an invalid range */
function parseCidr(range: string): AddressRange {
  const [, ...parts] = CIDR_PATTERN.exec(range) ?? [];
  const numbers = parts.map(Number);
  const prefix = numbers.pop() ?? ADDRESS_BITS + 1;
  if (prefix > ADDRESS_BITS || numbers.some((one) => one > 255))
    throw makeConstraintError('endpointIpAddressRange', 'Member must be an IPv4 CIDR range', range);
  const count = 2 ** (ADDRESS_BITS - prefix);
  const address = numbers.reduce((sum, one) => sum * 256 + one, 0);
  return { first: address - (address % count), count };
}

/** Endpoint ranges may overlap, but not "with any subnet". @throws ServiceError ValidationException, BadRequest */
function requireEndpointRange(range: string, subnets: readonly string[]): void {
  const { first, count } = parseCidr(range);
  const overlapping = subnets.find((subnet) => {
    const other = parseCidr(subnet);
    return first < other.first + other.count && other.first < first + count;
  });
  if (overlapping !== undefined)
    throw makeBadRequest(`EndpointIpAddressRange ${range} overlaps the subnet ${overlapping} of the VPC`);
}

function formatAddress(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

/** Assigns an unused address and writes its routes; a second call has no effect. */
function assignEndpointAddress(state: FsxState, record: FileSystemRecord): void {
  const { floating, id } = record;
  if (floating === undefined || record.address !== undefined) return;
  const taken = new Set(state.fileSystems.all().map(({ address }) => address));
  const { first, count } = parseCidr(floating.range);
  for (let nth = 0; nth < count && record.address === undefined; nth += 1) {
    const address = formatAddress(first + nth);
    if (!taken.has(address)) record.address = address;
  }
  const destination = `${record.address ?? formatAddress(first)}/${ADDRESS_BITS}`;
  state.routes.push(...floating.routeTables.map((routeTableId) => ({ routeTableId, destination, fileSystemId: id })));
}

/** Removes its routes. */
export function releaseEndpointAddress(state: FsxState, { id }: FileSystemRecord): void {
  const others = state.routes.filter(({ fileSystemId }) => fileSystemId !== id);
  state.routes.splice(0, state.routes.length, ...others);
}
