/**
 * What FSx takes of settings: they are read back as those of a target, whose rules say what there is and what can be
 * changed in place (`lib/targets/fsx-*`, with the sources). Of what only other callers than ours may ask for, no word
 * is taken.
 */
import type {
  CreateFileSystemCommandInput,
  DiskIopsConfiguration,
  UpdateFileSystemCommandInput,
} from '@aws-sdk/client-fsx';
import { canonicalize } from '../../../shapes/canonical-json';
import { type ConfiguredTarget, identifyTarget } from '../../../targets/registry';
import type { FileSystemRecord, InitialIds, FsxType, PlannedChange, Setup } from './contract';
import { badRequest } from './errors';

/** What requests make of a file system. */
export function makeSetup(type: FsxType, asked: CreateFileSystemCommandInput, fresh: InitialIds): Setup {
  const made = type.setup(asked, fresh);
  return asked.KmsKeyId === undefined ? made : { ...made, KmsKeyId: asked.KmsKeyId };
}

/**
 * The target that a file system is.
 * @param volumes new ones, as descriptions have them
 * @throws ServiceError BadRequest where none is set so
 */
export function requireOffered(type: FsxType, setup: Setup, volumes: readonly object[] = []): ConfiguredTarget {
  const { member } = type;
  const found = identifyTarget({ fileSystem: type.described(setup, undefined, ''), volumes });
  if (found === undefined) {
    const { StorageCapacity, StorageType, [member]: its } = setup as Setup & Readonly<Record<string, unknown>>;
    const text = JSON.stringify({ StorageType, StorageCapacity, [member]: its, volumes });
    throw badRequest(`There is no file system of ${setup.FileSystemType} that is set so: ${text}`);
  }
  const wrong = found.target.check(found.config).find(({ severity }) => severity === 'error');
  if (wrong !== undefined) throw badRequest(`${wrong.path.join('.')}: ${wrong.message}`);
  return found;
}

/** What each member of an update touches. Kinds are the words of the durations of targets. */
const KINDS: Readonly<Record<string, string>> = {
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
 * A change is what a create would make of the earlier requests and this one together.
 * @throws ServiceError BadRequest for one that changes nothing, comes to what there is not, or cannot be made in place
 */
export function planChange(
  type: FsxType,
  { setup, asked, fresh }: FileSystemRecord,
  input: UpdateFileSystemCommandInput,
): PlannedChange {
  const { member, durations } = type;
  const { FileSystemId: _id, ClientRequestToken: _token, ...more } = input;
  const its = { ...asked[member], ...more[member] };
  const wanted = { ...asked, ...more, [member]: its } as CreateFileSystemCommandInput;
  const names = [...Object.keys(more), ...Object.keys(more[member] ?? {})];
  const kinds = [...new Set(names.flatMap((name) => KINDS[name] ?? []))];
  if (kinds.length === 0) throw badRequest('At least one property to update is required');
  const next = makeSetup(type, wanted, fresh);
  if (canonicalize(next) === canonicalize(setup)) throw badRequest('The file system has these values already');
  const before = requireOffered(type, setup);
  const after = requireOffered(type, next);
  const change = after.target.change(before.config, after.config);
  const why = type.refuses?.(setup, next);
  if (why !== null && why !== undefined) throw badRequest(why);
  if (why === undefined && change.kind === 'recreate') throw badRequest(change.why);
  const { settleSeconds } = durations.changes['storage'] ?? {};
  const settles = kinds.includes('storage') && !kinds.includes('pairs') ? settleSeconds : undefined;
  return {
    next,
    asked: wanted,
    kinds,
    takes: { seconds: type.changeSeconds(kinds) },
    ...(settles === undefined ? {} : { settles: { seconds: settles } }),
  };
}

/** Operations a second as descriptions have them. */
export interface Iops {
  readonly Mode: 'AUTOMATIC' | 'USER_PROVISIONED';
  readonly Iops: number;
}

/**
 * What a request says of operations; AUTOMATIC where it says nothing.
 * @param automatic what that mode gives
 * @throws ServiceError BadRequest for a number beside AUTOMATIC, or none
 */
export function readIops(given: Partial<DiskIopsConfiguration> | undefined, automatic: number): Iops {
  const { Mode = 'AUTOMATIC', Iops } = given ?? {};
  if (Mode === 'AUTOMATIC' && Iops !== undefined) throw badRequest('Iops cannot be given in AUTOMATIC mode');
  if (Mode === 'AUTOMATIC') return { Mode, Iops: automatic };
  if (Iops === undefined) throw badRequest('Iops are required in USER_PROVISIONED mode');
  return { Mode, Iops };
}

/** What a request says of a network in two zones. */
interface MultiZone {
  readonly DeploymentType?: string | undefined;
  readonly PreferredSubnetId?: string | undefined;
  readonly EndpointIpAddressRange?: string | undefined;
  readonly RouteTableIds?: string[] | undefined;
}

/** Those that were given. @throws ServiceError BadRequest for what a type in two zones lacks, or one in one zone has */
export function readMultiZone(given: MultiZone): Omit<MultiZone, 'DeploymentType'> {
  const { PreferredSubnetId, EndpointIpAddressRange, RouteTableIds, DeploymentType } = given;
  if (DeploymentType?.startsWith('MULTI_AZ') === true) {
    if (PreferredSubnetId === undefined) throw badRequest(`PreferredSubnetId is required for ${DeploymentType}`);
  } else if (PreferredSubnetId !== undefined || EndpointIpAddressRange !== undefined || RouteTableIds !== undefined) {
    throw badRequest('PreferredSubnetId, EndpointIpAddressRange and RouteTableIds are only supported in two zones');
  }
  return { PreferredSubnetId, EndpointIpAddressRange, RouteTableIds };
}
