/**
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOntapConfiguration.html
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystemOntapConfiguration.html
 */
import type {
  CreateFileSystemCommandInput,
  CreateFileSystemOntapConfiguration,
  CreateOntapVolumeConfiguration,
  CreateVolumeCommandInput,
  DeleteVolumeCommandInput,
  FileSystem,
  OntapDeploymentType,
  OntapFileSystemConfiguration,
  OntapVolumeConfiguration,
  UpdateVolumeCommandInput,
} from '@aws-sdk/client-fsx';
import { DURATIONS } from '../../../../targets/fsx-ontap/durations';
import { COOL_DOWN_SECONDS } from '../../../../targets/fsx-shared';
import { IOPS_PER_GIB } from '../../../../targets/fsx-volumes';
import type { FsxType, FsxVolumeType, VolumeLookup, FsxSettings } from '../contract';
import { makeBadRequest, makeFsxError, requireEnum } from '../errors';
import { type DiskIops, readMultiZoneNetwork, readDiskIops } from '../settings';
import { makeConstraintError } from '../../service';
import { FsxbenchError } from '../../../../shapes/errors';

/** With the names and defaults of descriptions. */
interface OntapSettings extends FsxSettings {
  readonly FileSystemType: 'ONTAP';
  readonly OntapConfiguration: OntapFileSystemConfiguration & {
    readonly DeploymentType: OntapDeploymentType;
    readonly HAPairs: number;
    /** Total of all pairs. */
    readonly ThroughputCapacity: number;
    readonly ThroughputCapacityPerHAPair: number;
    readonly DiskIopsConfiguration: DiskIops;
  };
}

/**
 * Initial quotas of an account, with the throughput raised from 10,240 MB/s, which allows no four large HA pairs.
 * https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/limits.html
 */
const QUOTAS = { fileSystems: 100, storageGiB: 524_288, throughput: 20_480, iops: 1_000_000, volumes: 500 };
/** API reference, FsxAdminPassword: no line breaks, 8 to 50 characters. */
const PASSWORD_PATTERN = /^[^\0\u0085\u2028\u2029\r\n]{8,50}$/;

// Volumes of ONTAP: each in a storage virtual machine, on one aggregate or on all.

/** Letters, digits and underscores, not starting with a digit. ONTAP guide, Creating volumes. */
const VOLUME_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,202}$/;
/** Path in the namespace of a virtual machine. API reference, CreateOntapVolumeConfiguration, JunctionPath */
const JUNCTION_PATH = /^\/[A-Za-z0-9_/]{1,254}$/;
/** Bytes: 20 MiB (ONTAP guide, Volume size), and the maximum of the service model. */
const VOLUME_BYTES = { min: 20 * 1024 ** 2, max: 22_517_998_000_000_000 };
/** Default parts of a FlexGroup on one aggregate. API reference, CreateAggregateConfiguration */
const CONSTITUENTS_PER_AGGREGATE = 8;
/** Maximum parts of a FlexGroup on all aggregates. API reference, AggregateConfiguration, TotalConstituents */
const MAX_CONSTITUENTS = 200;

type OntapVolume = OntapVolumeConfiguration;

const ontapVolumes: FsxVolumeType<OntapVolume> = {
  type: 'ONTAP',
  member: 'OntapConfiguration',
  durations: DURATIONS.volumes,
  ready: 'CREATED',
  create: createOntapVolume,
  change: ({ OntapConfiguration: requested }: UpdateVolumeCommandInput) => {
    if (requested === undefined) throw makeMissingConfigError();
    if (Object.keys(requested).length === 0) throw makeBadRequest('At least one property to update is required');
    requireVolumeRules(requested);
    return structuredClone(requested);
  },
  // Volumes are not nested, so none prevents a delete.
  deletion: () => [],
  backsUp: ({ OntapConfiguration }: DeleteVolumeCommandInput) => OntapConfiguration?.SkipFinalBackup !== true,
  described: (OntapConfiguration) => ({ OntapConfiguration }),
  virtualMachineId: ({ StorageVirtualMachineId }) => StorageVirtualMachineId,
};

function makeMissingConfigError(): Error {
  return makeFsxError('MissingVolumeConfiguration', 'An OntapConfiguration is required');
}

/** @throws ServiceError MissingVolumeConfiguration, StorageVirtualMachineNotFound, BadRequest */
function createOntapVolume(
  input: CreateVolumeCommandInput,
  holdings: VolumeLookup,
): ReturnType<FsxVolumeType<OntapVolume>['create']> {
  const { Name = '', OntapConfiguration: given } = input;
  if (given === undefined) throw makeMissingConfigError();
  if (!VOLUME_NAME.test(Name)) throw makeBadRequest(`Volume name '${Name}' is not valid`);
  const machine = holdings.virtualMachines.find(given.StorageVirtualMachineId ?? '');
  if (machine.lifecycle !== 'CREATED')
    throw makeBadRequest(`Storage virtual machine '${machine.id}' is ${machine.lifecycle}`);
  const fileSystem = holdings.fileSystems.get(machine.fileSystemId);
  if (fileSystem === undefined)
    throw new FsxbenchError('Unexpected', `${machine.id} is on ${machine.fileSystemId}, which is not there`);
  if (fileSystem.lifecycle !== 'AVAILABLE')
    throw makeBadRequest(`File system '${fileSystem.id}' is ${fileSystem.lifecycle}`);
  requireVolumeRules(given);
  if (given.StorageEfficiencyEnabled === undefined)
    throw makeBadRequest('StorageEfficiencyEnabled is required for volumes that can be written');
  if (given.SizeInBytes === undefined) throw makeBadRequest('SizeInBytes is required');
  const taken = holdings
    .volumesOf(machine.fileSystemId)
    .map((one) => ({ name: one.name, own: one.configuration as OntapVolume }))
    .filter(({ own }) => own.StorageVirtualMachineId === machine.id);
  if (taken.some(({ name, own }) => name === Name || own.JunctionPath === given.JunctionPath))
    throw makeBadRequest(`'${machine.id}' has a volume ${Name} or one at ${given.JunctionPath ?? 'no path'} already`);
  const { OntapConfiguration: setup } = fileSystem.setup as FileSystem;
  return {
    fileSystemId: machine.fileSystemId,
    configuration: {
      JunctionPath: given.JunctionPath,
      SecurityStyle: given.SecurityStyle ?? 'UNIX',
      SizeInBytes: given.SizeInBytes,
      SnapshotPolicy: given.SnapshotPolicy ?? 'default',
      StorageEfficiencyEnabled: given.StorageEfficiencyEnabled,
      StorageVirtualMachineId: machine.id,
      StorageVirtualMachineRoot: false,
      TieringPolicy: given.TieringPolicy ?? { Name: 'SNAPSHOT_ONLY', CoolingPeriod: 2 },
      OntapVolumeType: 'RW',
      ...readVolumeStyle(given, setup?.HAPairs ?? 1),
    },
  };
}

/** @throws ServiceError BadRequest, ValidationException */
function requireVolumeRules({ JunctionPath, SizeInBytes, SecurityStyle, TieringPolicy }: Partial<OntapVolume>): void {
  if (JunctionPath !== undefined && !JUNCTION_PATH.test(JunctionPath))
    throw makeBadRequest(`JunctionPath '${JunctionPath}' is not valid`);
  if (SizeInBytes !== undefined && (SizeInBytes < VOLUME_BYTES.min || SizeInBytes > VOLUME_BYTES.max))
    throw makeBadRequest(
      `SizeInBytes ${SizeInBytes} is not valid; allowed are ${VOLUME_BYTES.min} to ${VOLUME_BYTES.max}`,
    );
  requireEnum('securityStyle', SecurityStyle, ['UNIX', 'NTFS', 'MIXED']);
  requireEnum('tieringPolicy.name', TieringPolicy?.Name, ['SNAPSHOT_ONLY', 'AUTO', 'ALL', 'NONE']);
}

/** Style and aggregates of a volume. @throws ServiceError BadRequest, ValidationException */
function readVolumeStyle(
  { VolumeStyle = 'FLEXVOL', AggregateConfiguration = {} }: CreateOntapVolumeConfiguration,
  pairs: number,
): Pick<OntapVolume, 'VolumeStyle' | 'AggregateConfiguration'> {
  requireEnum('volumeStyle', VolumeStyle, ['FLEXVOL', 'FLEXGROUP']);
  const all = Array.from({ length: pairs }, (_, index) => `aggr${index + 1}`);
  const { Aggregates = VolumeStyle === 'FLEXVOL' ? ['aggr1'] : all, ConstituentsPerAggregate: each } =
    AggregateConfiguration;
  const unknown = Aggregates.find((one) => !all.includes(one));
  if (unknown !== undefined) throw makeBadRequest(`Aggregate ${unknown} does not exist; there are ${all.join(', ')}`);
  if (VolumeStyle === 'FLEXVOL') {
    if (each !== undefined) throw makeBadRequest('ConstituentsPerAggregate cannot be given for a FlexVol');
    if (Aggregates.length !== 1) throw makeBadRequest('A FlexVol is on one aggregate');
    return { VolumeStyle, AggregateConfiguration: { Aggregates } };
  }
  const TotalConstituents = Aggregates.length * (each ?? CONSTITUENTS_PER_AGGREGATE);
  if (TotalConstituents > MAX_CONSTITUENTS)
    throw makeBadRequest(`${TotalConstituents} constituents are more than ${MAX_CONSTITUENTS}`);
  return { VolumeStyle, AggregateConfiguration: { Aggregates, TotalConstituents } };
}

export const ontap: FsxType<OntapSettings> = {
  member: 'OntapConfiguration',
  durations: DURATIONS,
  // One cool-down for all three: pages on storage capacity and on throughput capacity of the ONTAP guide.
  coolDownSeconds: {
    pairs: COOL_DOWN_SECONDS,
    storage: COOL_DOWN_SECONDS,
    iops: COOL_DOWN_SECONDS,
    throughput: COOL_DOWN_SECONDS,
  },
  coolsTogether: true,
  quotas: () => ({ ontap: QUOTAS }),
  quota: ({ OntapConfiguration: { ThroughputCapacity, DiskIopsConfiguration } }) => ({
    group: 'ontap',
    throughput: ThroughputCapacity,
    iops: DiskIopsConfiguration.Iops,
  }),
  // API reference, CreateFileSystem, SubnetIds.
  network: ({ OntapConfiguration: given }) => ({
    subnets: given?.DeploymentType?.startsWith('MULTI_AZ') === true ? 2 : 1,
    preferred: given?.PreferredSubnetId,
    routeTables: given?.RouteTableIds ?? [],
    range: given?.EndpointIpAddressRange,
  }),
  setup: readOntapSettings,
  refuses: (before, after) =>
    before.OntapConfiguration.HAPairs === after.OntapConfiguration.HAPairs ? undefined : checkPairs(before, after),
  changeSeconds: computeChangeSeconds,
  // One for each file server.
  interfaces: ({ OntapConfiguration: { HAPairs } }) => 2 * HAPairs,
  showsKey: () => true,
  deployment: ({ OntapConfiguration }) => OntapConfiguration?.DeploymentType,
  // The interface of its type is at the address of its servers.
  described: (its, address, dnsName) =>
    address === undefined
      ? its
      : {
          ...its,
          OntapConfiguration: {
            ...its.OntapConfiguration,
            Endpoints: { Management: { DNSName: `management.${dnsName}`, IpAddresses: [address] } },
          },
        },
  // Backups exist for volumes, not for the file system; its content must be deleted first.
  deletion: () => ({ backup: false, withVolumes: false }),
  backsUp: () => false,
  volumes: ontapVolumes,
};

/** @throws ServiceError MissingFileSystemConfiguration, ValidationException, BadRequest */
function readOntapSettings(input: CreateFileSystemCommandInput): OntapSettings {
  const { OntapConfiguration: given, StorageCapacity = 0 } = input;
  if (given === undefined)
    throw makeFsxError('MissingFileSystemConfiguration', 'An OntapConfiguration is required for ONTAP file systems');
  const { HAPairs = 1, FsxAdminPassword: password } = given;
  // The message does not show the password.
  if (password !== undefined && !PASSWORD_PATTERN.test(password))
    throw makeConstraintError(
      'ontapConfiguration.fsxAdminPassword',
      `Member must satisfy regular expression pattern: ${PASSWORD_PATTERN.source}`,
    );
  const each = readPairMbps(given, HAPairs);
  return {
    FileSystemType: 'ONTAP',
    StorageType: 'SSD',
    StorageCapacity,
    OntapConfiguration: {
      // Assumed: 30 days by default, undocumented for ONTAP.
      AutomaticBackupRetentionDays: given.AutomaticBackupRetentionDays ?? 30,
      DeploymentType: given.DeploymentType as OntapDeploymentType,
      HAPairs,
      ThroughputCapacity: HAPairs * each,
      ThroughputCapacityPerHAPair: each,
      WeeklyMaintenanceStartTime: given.WeeklyMaintenanceStartTime ?? '1:05:00',
      DiskIopsConfiguration: readDiskIops(given.DiskIopsConfiguration, IOPS_PER_GIB * StorageCapacity),
      ...readMultiZoneNetwork(given),
    },
  };
}

/** MBps of one pair. @throws ServiceError BadRequest if both members or none are given */
function readPairMbps(
  { ThroughputCapacity: total, ThroughputCapacityPerHAPair: each }: CreateFileSystemOntapConfiguration,
  pairs: number,
): number {
  if ((total === undefined) === (each === undefined))
    throw makeBadRequest('Either ThroughputCapacity or ThroughputCapacityPerHAPair must be given, and not both');
  return each ?? (total ?? 0) / pairs;
}

/** New pairs are like the existing ones: API reference, UpdateFileSystemOntapConfiguration, HAPairs. */
function checkPairs(before: OntapSettings, after: OntapSettings): string | null {
  const [from, to] = [before.OntapConfiguration, after.OntapConfiguration];
  if (to.HAPairs < from.HAPairs) return `HAPairs ${from.HAPairs} cannot be ${to.HAPairs}: pairs are added`;
  const ofPair = ({ StorageCapacity, OntapConfiguration: its }: OntapSettings): string =>
    [StorageCapacity, its.DiskIopsConfiguration.Iops, its.ThroughputCapacity].map((all) => all / its.HAPairs).join();
  if (ofPair(before) === ofPair(after)) return null;
  return 'StorageCapacity, Iops and ThroughputCapacity must increase in proportion to HAPairs';
}

/** First the disks (capacity and IOPS together), then the file servers. */
function computeChangeSeconds(kinds: readonly string[]): number {
  const { pairs, throughput, storage, iops } = DURATIONS.changes;
  if (kinds.includes('pairs')) return pairs.seconds;
  const disks = kinds.includes('storage') ? storage.seconds : kinds.includes('iops') ? iops.seconds : 0;
  return disks + (kinds.includes('throughput') ? throughput.seconds : 0);
}
