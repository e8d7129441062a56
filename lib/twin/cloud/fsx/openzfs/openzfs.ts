/**
 * What FSx for OpenZFS takes and refuses at creation and as a change in place, on SSD.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
 * https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/performance-ssd.html
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystemOpenZFSConfiguration.html
 * https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-storage-capacity.html
 */
import type {
  CreateFileSystemCommandInput,
  CreateFileSystemOpenZFSConfiguration,
  OpenZFSDeploymentType,
  OpenZFSFileSystemConfiguration,
  UpdateFileSystemCommandInput,
} from '@aws-sdk/client-fsx';
import { DURATIONS } from '../../../../targets/fsx-openzfs/requests';
import { badRequest, fsxError } from '../errors';
import { diskIops, type Iops, IOPS_PER_GIB, multiZoneMembers, nextIops, requireGrowth } from '../provisioned';
import type { PlannedChange } from '../contract';
import type { Setup } from '../records';
import { type Length, SETTINGS } from '../timing';
import { constraintError } from '../../service';

/** In the words and with the defaults of descriptions. */
export interface OpenZfsSetup extends Setup {
  readonly FileSystemType: 'OPENZFS';
  readonly OpenZFSConfiguration: OpenZFSFileSystemConfiguration & {
    readonly DeploymentType: OpenZFSDeploymentType;
    readonly ThroughputCapacity: number;
    readonly DiskIopsConfiguration: Iops;
  };
}

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
function requireThroughput(
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
function requireIops(
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

/** What can be changed. */
type Kind = keyof typeof DURATIONS.changes | 'settings';

/** @throws ServiceError BadRequest */
export function openZfsChange(
  setup: OpenZfsSetup,
  input: UpdateFileSystemCommandInput,
  iopsPerGib: number,
): PlannedChange<OpenZfsSetup> {
  if (input.FileSystemTypeVersion !== undefined) throw badRequest('FileSystemTypeVersion is only supported on Lustre');
  const before = setup.OpenZFSConfiguration;
  const { ThroughputCapacity, DiskIopsConfiguration, ...settings } = input.OpenZFSConfiguration ?? {};
  const kinds: Kind[] = [];
  const capacity = input.StorageCapacity ?? setup.StorageCapacity;
  if (input.StorageCapacity !== undefined) {
    requireGrowth(setup.StorageCapacity, capacity, CAPACITY.max);
    kinds.push('storage');
  }
  const throughput = ThroughputCapacity ?? before.ThroughputCapacity;
  if (ThroughputCapacity !== undefined) {
    requireThroughput(before.DeploymentType, throughput);
    if (throughput === before.ThroughputCapacity) throw badRequest(`ThroughputCapacity is ${throughput} MBps already`);
    kinds.push('throughput');
  }
  const iops = nextIops(before.DiskIopsConfiguration, DiskIopsConfiguration, capacity);
  if (DiskIopsConfiguration !== undefined) kinds.push('iops');
  requireIops(before.DeploymentType, throughput, capacity, iops, iopsPerGib);
  if (Object.keys(settings).length > 0) kinds.push('settings');
  const next: OpenZfsSetup = {
    ...setup,
    StorageCapacity: capacity,
    OpenZFSConfiguration: { ...before, ...settings, ThroughputCapacity: throughput, DiskIopsConfiguration: iops },
  };
  const settles = { seconds: DURATIONS.changes.storage.settleSeconds };
  return { next, kinds, takes: longest(kinds), ...(kinds.includes('storage') ? { settles } : {}) };
}

/** Several changes at once take as long as the longest of them. */
function longest(kinds: readonly Kind[]): Length {
  const { throughput, storage, iops } = DURATIONS.changes;
  if (kinds.includes('throughput')) return throughput;
  if (kinds.includes('storage')) return storage;
  return kinds.includes('iops') ? iops : SETTINGS;
}
