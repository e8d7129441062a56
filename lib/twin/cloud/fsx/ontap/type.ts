/**
 * FSx for ONTAP as one of the modelled types, on SSD.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOntapConfiguration.html
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystemOntapConfiguration.html
 */
import type {
  CreateFileSystemCommandInput,
  CreateFileSystemOntapConfiguration,
  OntapDeploymentType,
  OntapFileSystemConfiguration,
} from '@aws-sdk/client-fsx';
import { DURATIONS } from '../../../../targets/fsx-ontap/durations';
import { COOL_DOWN_SECONDS } from '../../../../targets/fsx-shared';
import { IOPS_PER_GIB } from '../../../../targets/fsx-volumes';
import type { FsxType } from '../contract';
import { badRequest, fsxError } from '../errors';
import type { Setup } from '../records';
import { type Iops, multiZoneMembers, operations } from '../settings';
import { constraintError } from '../../service';
import { ontapVolumes } from './volumes';

/** In the words and with the defaults of descriptions. */
interface OntapSetup extends Setup {
  readonly FileSystemType: 'ONTAP';
  readonly OntapConfiguration: OntapFileSystemConfiguration & {
    readonly DeploymentType: OntapDeploymentType;
    readonly HAPairs: number;
    /** Of all pairs. */
    readonly ThroughputCapacity: number;
    readonly ThroughputCapacityPerHAPair: number;
    readonly DiskIopsConfiguration: Iops;
  };
}

/** Of an account at first. https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/limits.html */
const QUOTAS = { fileSystems: 100, storageGiB: 524_288, throughput: 10_240, iops: 1_000_000, volumes: 500 };
/** API reference, FsxAdminPassword: no line breaks, 8 to 50 characters. */
const PASSWORD = /^[^\0\u0085\u2028\u2029\r\n]{8,50}$/;

export const ontap: FsxType<OntapSetup> = {
  member: 'OntapConfiguration',
  durations: DURATIONS,
  // One for all three: pages on storage capacity and on throughput capacity of the ONTAP guide.
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
    before.OntapConfiguration.HAPairs === after.OntapConfiguration.HAPairs ? undefined : pairsRefusal(before, after),
  changeSeconds,
  // One of each file server.
  interfaces: ({ OntapConfiguration: { HAPairs } }) => 2 * HAPairs,
  showsKey: () => true,
  deployment: ({ OntapConfiguration }) => OntapConfiguration?.DeploymentType,
  // Its own interface is reached where its servers are.
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
  // Volumes are backed up, the file system is not; what is in it must be gone before.
  deletion: () => ({ backup: false, withVolumes: false }),
  backsUp: () => false,
  volumes: ontapVolumes,
};

/**
 * The setup that a request makes.
 * @throws ServiceError MissingFileSystemConfiguration, ValidationException, BadRequest
 */
function setup(input: CreateFileSystemCommandInput): OntapSetup {
  const { OntapConfiguration: given, StorageCapacity = 0 } = input;
  if (given === undefined)
    throw fsxError('MissingFileSystemConfiguration', 'An OntapConfiguration is required for ONTAP file systems');
  const { HAPairs = 1, FsxAdminPassword: password } = given;
  // What was given is not told.
  if (password !== undefined && !PASSWORD.test(password))
    throw constraintError(
      'ontapConfiguration.fsxAdminPassword',
      `Member must satisfy regular expression pattern: ${PASSWORD.source}`,
    );
  const each = perPair(given, HAPairs);
  return {
    FileSystemType: 'ONTAP',
    StorageType: 'SSD',
    StorageCapacity,
    OntapConfiguration: {
      // Assumed, as no page says it of ONTAP: 30 days, where nothing is said.
      AutomaticBackupRetentionDays: given.AutomaticBackupRetentionDays ?? 30,
      DeploymentType: given.DeploymentType as OntapDeploymentType,
      HAPairs,
      ThroughputCapacity: HAPairs * each,
      ThroughputCapacityPerHAPair: each,
      WeeklyMaintenanceStartTime: '1:05:00',
      DiskIopsConfiguration: operations(given.DiskIopsConfiguration, IOPS_PER_GIB * StorageCapacity),
      ...multiZoneMembers(given),
    },
  };
}

/** MBps of one pair. @throws ServiceError BadRequest for both words or none */
function perPair(
  { ThroughputCapacity: total, ThroughputCapacityPerHAPair: each }: CreateFileSystemOntapConfiguration,
  pairs: number,
): number {
  if ((total === undefined) === (each === undefined))
    throw badRequest('Either ThroughputCapacity or ThroughputCapacityPerHAPair must be given, and not both');
  return each ?? (total ?? 0) / pairs;
}

/** Pairs are added with what each has that is there: API reference, UpdateFileSystemOntapConfiguration, HAPairs. */
function pairsRefusal(before: OntapSetup, after: OntapSetup): string | null {
  const [from, to] = [before.OntapConfiguration, after.OntapConfiguration];
  if (to.HAPairs < from.HAPairs) return `HAPairs ${from.HAPairs} cannot be ${to.HAPairs}: pairs are added`;
  const ofPair = ({ StorageCapacity, OntapConfiguration: its }: OntapSetup): string =>
    [StorageCapacity, its.DiskIopsConfiguration.Iops, its.ThroughputCapacity].map((all) => all / its.HAPairs).join();
  if (ofPair(before) === ofPair(after)) return null;
  return 'StorageCapacity, Iops and ThroughputCapacity must increase in proportion to HAPairs';
}

/** The disks first, capacity and operations together, then the file servers. */
function changeSeconds(kinds: readonly string[]): number {
  const { pairs, throughput, storage, iops } = DURATIONS.changes;
  if (kinds.includes('pairs')) return pairs.seconds;
  const disks = kinds.includes('storage') ? storage.seconds : kinds.includes('iops') ? iops.seconds : 0;
  return disks + (kinds.includes('throughput') ? throughput.seconds : 0);
}
