/** Checks of FSx settings by the rules of targets (`lib/targets/fsx-*`); refuses settings that fsxbench never sends. */
import type {
  CreateFileSystemCommandInput,
  DiskIopsConfiguration,
  UpdateFileSystemCommandInput,
} from '@aws-sdk/client-fsx';
import { canonicalize } from '../../../shapes/canonical-json';
import { type ConfiguredTarget, identifyTarget } from '../../../targets/registry';
import type { FileSystemRecord, NewFileSystemIds, FsxType, PlannedChange, FsxSettings } from './contract';
import { makeBadRequest } from './errors';

export function mergeSettings(
  type: FsxType,
  requested: CreateFileSystemCommandInput,
  fresh: NewFileSystemIds,
): FsxSettings {
  const made = type.setup(requested, fresh);
  return requested.KmsKeyId === undefined ? made : { ...made, KmsKeyId: requested.KmsKeyId };
}

/** The target of a file system with new volumes. @throws ServiceError BadRequest for settings that no target has */
export function requireValidTarget(
  type: FsxType,
  setup: FsxSettings,
  volumes: readonly object[] = [],
): ConfiguredTarget {
  const { member } = type;
  const found = identifyTarget({ fileSystem: type.described(setup, undefined, ''), volumes });
  if (found === undefined) {
    const { StorageCapacity, StorageType, [member]: its } = setup as FsxSettings & Readonly<Record<string, unknown>>;
    const text = JSON.stringify({ StorageType, StorageCapacity, [member]: its, volumes });
    throw makeBadRequest(`There is no file system of ${setup.FileSystemType} with these settings: ${text}`);
  }
  const wrong = found.target.check(found.config).find(({ severity }) => severity === 'error');
  if (wrong !== undefined) throw makeBadRequest(`${wrong.path.join('.')}: ${wrong.message}`);
  return found;
}

/** What each member of an update changes. Kinds are the keys of the durations of targets. */
const CHANGE_KINDS: Readonly<Record<string, string>> = {
  StorageCapacity: 'storage',
  PerUnitStorageThroughput: 'throughput',
  ThroughputCapacity: 'throughput',
  ThroughputCapacityPerHAPair: 'throughput',
  MetadataConfiguration: 'metadata',
  DiskIopsConfiguration: 'iops',
  DataReadCacheConfiguration: 'readCache',
  DataCompressionType: 'compression',
  HAPairs: 'pairs',
};

/**
 * A change results in what a create with all earlier requests and this one would.
 * @throws ServiceError BadRequest if it changes nothing, gives settings that do not exist, or is impossible in place
 */
export function planChange(
  type: FsxType,
  { setup, requested, fresh }: FileSystemRecord,
  input: UpdateFileSystemCommandInput,
): PlannedChange {
  const { member, durations } = type;
  const { FileSystemId: _id, ClientRequestToken: _token, ...more } = input;
  const its = { ...requested[member], ...more[member] };
  const wanted = { ...requested, ...more, [member]: its } as CreateFileSystemCommandInput;
  const names = [...Object.keys(more), ...Object.keys(more[member] ?? {})];
  const kinds = [...new Set(names.flatMap((name) => CHANGE_KINDS[name] ?? []))];
  if (kinds.length === 0) throw makeBadRequest('At least one property to update is required');
  const next = mergeSettings(type, wanted, fresh);
  if (canonicalize(next) === canonicalize(setup)) throw makeBadRequest('The file system has these values already');
  const before = requireValidTarget(type, setup);
  const after = requireValidTarget(type, next);
  const change = after.target.change(before.config, after.config);
  const why = type.refuses?.(setup, next);
  if (why !== null && why !== undefined) throw makeBadRequest(why);
  if (why === undefined && change.kind === 'recreate') throw makeBadRequest(change.why);
  const { settleSeconds } = durations.changes['storage'] ?? {};
  const settles = kinds.includes('storage') && !kinds.includes('pairs') ? settleSeconds : undefined;
  return {
    next,
    requested: wanted,
    kinds,
    takes: { seconds: type.changeSeconds(kinds) },
    ...(settles === undefined ? {} : { settles: { seconds: settles } }),
  };
}

export interface DiskIops {
  readonly Mode: 'AUTOMATIC' | 'USER_PROVISIONED';
  readonly Iops: number;
}

/** @param automatic IOPS in AUTOMATIC mode, the default @throws ServiceError BadRequest: IOPS there, or else none */
export function readDiskIops(given: Partial<DiskIopsConfiguration> | undefined, automatic: number): DiskIops {
  const { Mode = 'AUTOMATIC', Iops } = given ?? {};
  if (Mode === 'AUTOMATIC' && Iops !== undefined) throw makeBadRequest('Iops cannot be given in AUTOMATIC mode');
  if (Mode === 'AUTOMATIC') return { Mode, Iops: automatic };
  if (Iops === undefined) throw makeBadRequest('Iops are required in USER_PROVISIONED mode');
  return { Mode, Iops };
}

interface MultiZoneNetwork {
  readonly DeploymentType?: string | undefined;
  readonly PreferredSubnetId?: string | undefined;
  readonly EndpointIpAddressRange?: string | undefined;
  readonly RouteTableIds?: string[] | undefined;
}

/** The given members. @throws ServiceError BadRequest for missing members in two zones, or any of them in one zone */
export function readMultiZoneNetwork(given: MultiZoneNetwork): Omit<MultiZoneNetwork, 'DeploymentType'> {
  const { PreferredSubnetId, EndpointIpAddressRange, RouteTableIds, DeploymentType } = given;
  if (DeploymentType?.startsWith('MULTI_AZ') === true) {
    if (PreferredSubnetId === undefined) throw makeBadRequest(`PreferredSubnetId is required for ${DeploymentType}`);
  } else if (PreferredSubnetId !== undefined || EndpointIpAddressRange !== undefined || RouteTableIds !== undefined) {
    throw makeBadRequest('PreferredSubnetId, EndpointIpAddressRange and RouteTableIds are only supported in two zones');
  }
  return { PreferredSubnetId, EndpointIpAddressRange, RouteTableIds };
}
