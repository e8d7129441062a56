/**
 * What FSx for OpenZFS takes and refuses at creation, on SSD.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
 * https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/performance-ssd.html
 */
import type {
  CreateFileSystemCommandInput,
  CreateFileSystemOpenZFSConfiguration,
  OpenZFSDeploymentType,
} from '@aws-sdk/client-fsx';
import { constraintError } from '../../constraint';
import { badRequest, fsxError } from '../errors';
import { diskIops, type Iops, IOPS_PER_GIB, multiZoneMembers } from '../provisioned';
import type { OpenZfsSetup } from './setup';

/** Disk IOPS of a server at all times, by its throughput in MBps. Second source, tables of the deployment types. */
const FIRST: Readonly<Record<number, number>> = {
  64: 2500,
  128: 5000,
  256: 10_000,
  512: 20_000,
  1024: 40_000,
  2048: 80_000,
  3072: 120_000,
  4096: 160_000,
};
const SECOND: Readonly<Record<number, number>> = {
  160: 6250,
  320: 12_500,
  640: 25_000,
  1280: 50_000,
  2560: 100_000,
  3840: 150_000,
  5120: 200_000,
  7680: 300_000,
  10240: 400_000,
};
const SERVERS: Readonly<Record<OpenZFSDeploymentType, Readonly<Record<number, number>>>> = {
  SINGLE_AZ_1: FIRST,
  SINGLE_AZ_HA_1: FIRST,
  SINGLE_AZ_2: SECOND,
  SINGLE_AZ_HA_2: SECOND,
  MULTI_AZ_1: SECOND,
};

/** Smaller servers burst to this many disk IOPS. Second source, same tables. */
const BURST: Readonly<Record<OpenZFSDeploymentType, number>> = {
  SINGLE_AZ_1: 40_000,
  SINGLE_AZ_HA_1: 40_000,
  SINGLE_AZ_2: 100_000,
  SINGLE_AZ_HA_2: 100_000,
  MULTI_AZ_1: 100_000,
};

/** GiB. */
const CAPACITY = { min: 64, max: 524_288 } as const;
/** Bounds of the service model, MBps. */
const THROUGHPUT_BOUNDS = { min: 8, max: 100_000 } as const;

/**
 * The setup that a request makes.
 * @param iopsPerGib most IOPS a GiB of the Region
 * @throws ServiceError
 */
export function openZfsSetup(
  input: CreateFileSystemCommandInput,
  rootVolumeId: string,
  iopsPerGib: number,
): OpenZfsSetup {
  const given = input.OpenZFSConfiguration;
  if (given === undefined) {
    throw fsxError('MissingFileSystemConfiguration', 'An OpenZFSConfiguration is required for OpenZFS file systems');
  }
  const capacity = input.StorageCapacity;
  if (capacity === undefined || capacity < CAPACITY.min || capacity > CAPACITY.max) {
    throw badRequest(`StorageCapacity must be ${CAPACITY.min} to ${CAPACITY.max} GiB, not ${capacity ?? 'absent'}`);
  }
  const { DeploymentType: deployment, ThroughputCapacity: throughput } = given;
  if (deployment === undefined || !Object.hasOwn(SERVERS, deployment)) {
    throw constraintError(
      'openZFSConfiguration.deploymentType',
      `Member must be one of ${Object.keys(SERVERS).join(', ')}`,
    );
  }
  requireThroughput(deployment, throughput);
  const iops = diskIops(given.DiskIopsConfiguration, capacity);
  requireIops(deployment, throughput, capacity, iops, iopsPerGib);
  return {
    FileSystemType: 'OPENZFS',
    StorageType: 'SSD',
    StorageCapacity: capacity,
    OpenZFSConfiguration: {
      ...backupMembers(given),
      DeploymentType: deployment,
      ThroughputCapacity: throughput,
      WeeklyMaintenanceStartTime: given.WeeklyMaintenanceStartTime ?? '1:05:00',
      DiskIopsConfiguration: iops,
      RootVolumeId: rootVolumeId,
      ...multiZoneMembers(given),
    },
  };
}

/** @throws ServiceError BadRequest for what the deployment type does not have */
export function requireThroughput(
  deployment: OpenZFSDeploymentType,
  throughput: number | undefined,
): asserts throughput is number {
  if (throughput === undefined)
    throw constraintError('openZFSConfiguration.throughputCapacity', 'Member must not be null');
  if (throughput < THROUGHPUT_BOUNDS.min || throughput > THROUGHPUT_BOUNDS.max) {
    const rule = `Member must be ${THROUGHPUT_BOUNDS.min} to ${THROUGHPUT_BOUNDS.max}`;
    throw constraintError('openZFSConfiguration.throughputCapacity', rule, throughput);
  }
  const allowed = SERVERS[deployment];
  if (Object.hasOwn(allowed, throughput)) return;
  const list = Object.keys(allowed).join(', ');
  throw badRequest(`ThroughputCapacity ${throughput} is not valid for ${deployment}; allowed are ${list} MBps`);
}

/**
 * Whether the most of a server is what it has at all times or what it bursts to, no page says: the larger is taken, so
 * that nothing is refused here that a plan may ask for.
 * @throws ServiceError BadRequest for provisioned IOPS that capacity or file server do not allow
 */
export function requireIops(
  deployment: OpenZFSDeploymentType,
  throughput: number,
  capacity: number,
  { Mode, Iops }: Iops,
  iopsPerGib: number,
): void {
  if (Mode === 'AUTOMATIC') return;
  const least = IOPS_PER_GIB * capacity;
  const server = Math.max(SERVERS[deployment][throughput] ?? 0, BURST[deployment]);
  const most = Math.min(server, iopsPerGib * capacity);
  if (Iops >= least && Iops <= most) return;
  const allowed =
    least <= most
      ? `allowed are ${least} to ${most} for ${capacity} GiB at ${throughput} MBps`
      : `${capacity} GiB have ${least} already, and a server of ${throughput} MBps has ${most} at most: none can be ` +
        'provisioned, use AUTOMATIC mode';
  throw badRequest(`Iops ${Iops} are not valid; ${allowed}`);
}

/** "The default is 30": https://docs.aws.amazon.com/fsx/latest/APIReference/API_OpenZFSFileSystemConfiguration.html */
function backupMembers(given: CreateFileSystemOpenZFSConfiguration): Partial<OpenZfsSetup['OpenZFSConfiguration']> {
  const days = given.AutomaticBackupRetentionDays ?? 30;
  if (days < 0 || days > 90) throw constraintError('automaticBackupRetentionDays', 'Member must be 0 to 90', days);
  return {
    AutomaticBackupRetentionDays: days,
    CopyTagsToBackups: given.CopyTagsToBackups ?? false,
    CopyTagsToVolumes: given.CopyTagsToVolumes ?? false,
    ...(given.DailyAutomaticBackupStartTime === undefined
      ? {}
      : { DailyAutomaticBackupStartTime: given.DailyAutomaticBackupStartTime }),
  };
}
