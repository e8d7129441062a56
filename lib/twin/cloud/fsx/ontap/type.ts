/**
 * FSx for ONTAP on SSD, in the simulation.
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
import type { FsxType, FsxVolumeType, VolumeLookup, Setup } from '../contract';
import { badRequest, fsxError, requireEnum } from '../errors';
import { type Iops, readMultiZone, readIops } from '../settings';
import { constraintError } from '../../service';
import { FsxbenchError } from '../../../../shapes/errors';

/** With the names and defaults of descriptions. */
interface OntapSetup extends Setup {
  readonly FileSystemType: 'ONTAP';
  readonly OntapConfiguration: OntapFileSystemConfiguration & {
    readonly DeploymentType: OntapDeploymentType;
    readonly HAPairs: number;
    /** Total of all pairs. */
    readonly ThroughputCapacity: number;
    readonly ThroughputCapacityPerHAPair: number;
    readonly DiskIopsConfiguration: Iops;
  };
}

/** Initial quotas of an account. https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/limits.html */
const QUOTAS = { fileSystems: 100, storageGiB: 524_288, throughput: 10_240, iops: 1_000_000, volumes: 500 };
/** API reference, FsxAdminPassword: no line breaks, 8 to 50 characters. */
const PASSWORD = /^[^\0\u0085\u2028\u2029\r\n]{8,50}$/;

// Volumes of ONTAP: each in a storage virtual machine, on one aggregate or on all.

/** Letters, digits and underscores, not starting with a digit. ONTAP guide, Creating volumes. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,202}$/;
/** Path in the namespace of a virtual machine. API reference, CreateOntapVolumeConfiguration, JunctionPath */
const JUNCTION = /^\/[A-Za-z0-9_/]{1,254}$/;
/** Bytes: 20 MiB (ONTAP guide, Volume size), and the maximum of the service model. */
const SIZE = { min: 20 * 1024 ** 2, max: 22_517_998_000_000_000 };
/** Default parts of a FlexGroup on one aggregate. API reference, CreateAggregateConfiguration */
const CONSTITUENTS = 8;
/** Maximum parts of a FlexGroup on all aggregates. API reference, AggregateConfiguration, TotalConstituents */
const MOST_CONSTITUENTS = 200;

type OntapVolume = OntapVolumeConfiguration;

const ontapVolumes: FsxVolumeType<OntapVolume> = {
  type: 'ONTAP',
  member: 'OntapConfiguration',
  durations: DURATIONS.volumes,
  ready: 'CREATED',
  create,
  change: ({ OntapConfiguration: requested }: UpdateVolumeCommandInput) => {
    if (requested === undefined) throw missingConfig();
    if (Object.keys(requested).length === 0) throw badRequest('At least one property to update is required');
    requireRules(requested);
    return structuredClone(requested);
  },
  // Volumes are not nested, so none prevents a delete.
  deletion: () => [],
  backsUp: ({ OntapConfiguration }: DeleteVolumeCommandInput) => OntapConfiguration?.SkipFinalBackup !== true,
  described: (OntapConfiguration) => ({ OntapConfiguration }),
  virtualMachineId: ({ StorageVirtualMachineId }) => StorageVirtualMachineId,
};

function missingConfig(): Error {
  return fsxError('MissingVolumeConfiguration', 'An OntapConfiguration is required');
}

/** @throws ServiceError MissingVolumeConfiguration, StorageVirtualMachineNotFound, BadRequest */
function create(
  input: CreateVolumeCommandInput,
  holdings: VolumeLookup,
): ReturnType<FsxVolumeType<OntapVolume>['create']> {
  const { Name = '', OntapConfiguration: given } = input;
  if (given === undefined) throw missingConfig();
  if (!NAME.test(Name)) throw badRequest(`Volume name '${Name}' is not valid`);
  const machine = holdings.virtualMachines.find(given.StorageVirtualMachineId ?? '');
  if (machine.lifecycle !== 'CREATED')
    throw badRequest(`Storage virtual machine '${machine.id}' is ${machine.lifecycle}`);
  const fileSystem = holdings.fileSystems.get(machine.fileSystemId);
  if (fileSystem === undefined)
    throw new FsxbenchError('Unexpected', `${machine.id} is on ${machine.fileSystemId}, which is not there`);
  if (fileSystem.lifecycle !== 'AVAILABLE')
    throw badRequest(`File system '${fileSystem.id}' is ${fileSystem.lifecycle}`);
  requireRules(given);
  if (given.StorageEfficiencyEnabled === undefined)
    throw badRequest('StorageEfficiencyEnabled is required for volumes that can be written');
  if (given.SizeInBytes === undefined) throw badRequest('SizeInBytes is required');
  const taken = holdings
    .volumesOf(machine.fileSystemId)
    .map((one) => ({ name: one.name, own: one.configuration as OntapVolume }))
    .filter(({ own }) => own.StorageVirtualMachineId === machine.id);
  if (taken.some(({ name, own }) => name === Name || own.JunctionPath === given.JunctionPath))
    throw badRequest(`'${machine.id}' has a volume ${Name} or one at ${given.JunctionPath ?? 'no path'} already`);
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
function requireRules({ JunctionPath, SizeInBytes, SecurityStyle, TieringPolicy }: Partial<OntapVolume>): void {
  if (JunctionPath !== undefined && !JUNCTION.test(JunctionPath))
    throw badRequest(`JunctionPath '${JunctionPath}' is not valid`);
  if (SizeInBytes !== undefined && (SizeInBytes < SIZE.min || SizeInBytes > SIZE.max))
    throw badRequest(`SizeInBytes ${SizeInBytes} is not valid; allowed are ${SIZE.min} to ${SIZE.max}`);
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
  if (unknown !== undefined) throw badRequest(`Aggregate ${unknown} does not exist; there are ${all.join(', ')}`);
  if (VolumeStyle === 'FLEXVOL') {
    if (each !== undefined) throw badRequest('ConstituentsPerAggregate cannot be given for a FlexVol');
    if (Aggregates.length !== 1) throw badRequest('A FlexVol is on one aggregate');
    return { VolumeStyle, AggregateConfiguration: { Aggregates } };
  }
  const TotalConstituents = Aggregates.length * (each ?? CONSTITUENTS);
  if (TotalConstituents > MOST_CONSTITUENTS)
    throw badRequest(`${TotalConstituents} constituents are more than ${MOST_CONSTITUENTS}`);
  return { VolumeStyle, AggregateConfiguration: { Aggregates, TotalConstituents } };
}

export const ontap: FsxType<OntapSetup> = {
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
  setup,
  refuses: (before, after) =>
    before.OntapConfiguration.HAPairs === after.OntapConfiguration.HAPairs ? undefined : checkPairs(before, after),
  changeSeconds,
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
function setup(input: CreateFileSystemCommandInput): OntapSetup {
  const { OntapConfiguration: given, StorageCapacity = 0 } = input;
  if (given === undefined)
    throw fsxError('MissingFileSystemConfiguration', 'An OntapConfiguration is required for ONTAP file systems');
  const { HAPairs = 1, FsxAdminPassword: password } = given;
  // The message does not show the password.
  if (password !== undefined && !PASSWORD.test(password))
    throw constraintError(
      'ontapConfiguration.fsxAdminPassword',
      `Member must satisfy regular expression pattern: ${PASSWORD.source}`,
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
      DiskIopsConfiguration: readIops(given.DiskIopsConfiguration, IOPS_PER_GIB * StorageCapacity),
      ...readMultiZone(given),
    },
  };
}

/** MBps of one pair. @throws ServiceError BadRequest if both members or none are given */
function readPairMbps(
  { ThroughputCapacity: total, ThroughputCapacityPerHAPair: each }: CreateFileSystemOntapConfiguration,
  pairs: number,
): number {
  if ((total === undefined) === (each === undefined))
    throw badRequest('Either ThroughputCapacity or ThroughputCapacityPerHAPair must be given, and not both');
  return each ?? (total ?? 0) / pairs;
}

/** New pairs are like the existing ones: API reference, UpdateFileSystemOntapConfiguration, HAPairs. */
function checkPairs(before: OntapSetup, after: OntapSetup): string | null {
  const [from, to] = [before.OntapConfiguration, after.OntapConfiguration];
  if (to.HAPairs < from.HAPairs) return `HAPairs ${from.HAPairs} cannot be ${to.HAPairs}: pairs are added`;
  const ofPair = ({ StorageCapacity, OntapConfiguration: its }: OntapSetup): string =>
    [StorageCapacity, its.DiskIopsConfiguration.Iops, its.ThroughputCapacity].map((all) => all / its.HAPairs).join();
  if (ofPair(before) === ofPair(after)) return null;
  return 'StorageCapacity, Iops and ThroughputCapacity must increase in proportion to HAPairs';
}

/** First the disks (capacity and IOPS together), then the file servers. */
function changeSeconds(kinds: readonly string[]): number {
  const { pairs, throughput, storage, iops } = DURATIONS.changes;
  if (kinds.includes('pairs')) return pairs.seconds;
  const disks = kinds.includes('storage') ? storage.seconds : kinds.includes('iops') ? iops.seconds : 0;
  return disks + (kinds.includes('throughput') ? throughput.seconds : 0);
}
