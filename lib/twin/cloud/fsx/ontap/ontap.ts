/**
 * What FSx for ONTAP takes and refuses at creation and as a change in place, on SSD.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOntapConfiguration.html
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystemOntapConfiguration.html
 * https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/managing-throughput-capacity.html
 */
import type {
  CreateFileSystemCommandInput,
  CreateFileSystemOntapConfiguration,
  OntapDeploymentType,
  OntapFileSystemConfiguration,
  UpdateFileSystemCommandInput,
} from '@aws-sdk/client-fsx';
import { DURATIONS } from '../../../../targets/fsx-ontap/durations';
import { badRequest, fsxError } from '../errors';
import { diskIops, type Iops, IOPS_PER_GIB, multiZoneMembers, nextIops, requireGrowth } from '../provisioned';
import { ArgumentError } from '../../shape';
import type { PlannedChange } from '../contract';
import type { Setup } from '../records';
import { SETTINGS } from '../timing';
import { constraintError } from '../../service';

/** In the words and with the defaults of descriptions. */
export interface OntapSetup extends Setup {
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

const FIRST = [128, 256, 512, 1024, 2048, 4096];
/** MBps of one pair. */
const PER_PAIR: Readonly<Record<OntapDeploymentType, readonly number[]>> = {
  SINGLE_AZ_1: FIRST,
  MULTI_AZ_1: FIRST,
  SINGLE_AZ_2: [1536, 3072, 6144],
  MULTI_AZ_2: [384, 768, 1536, 3072, 6144],
};
/** The type that has more than one pair, and how many. API reference, UpdateFileSystemOntapConfiguration, HAPairs */
const SCALES_OUT = { type: 'SINGLE_AZ_2', pairs: 12 } as const;
/** GiB of each pair. */
const CAPACITY = { min: 1024, max: 524_288 } as const;
/** Most IOPS that can be provisioned: of the first generation, and of each pair of the second. */
const MOST_IOPS = { first: 160_000, perPair: 200_000 };

/**
 * The setup that a request makes.
 * @throws ServiceError
 */
export function ontapSetup(input: CreateFileSystemCommandInput): OntapSetup {
  const given = input.OntapConfiguration;
  if (given === undefined)
    throw fsxError('MissingFileSystemConfiguration', 'An OntapConfiguration is required for ONTAP file systems');
  const { DeploymentType: deployment, HAPairs: pairs = 1 } = given;
  if (deployment === undefined || !Object.hasOwn(PER_PAIR, deployment))
    throw constraintError(
      'ontapConfiguration.deploymentType',
      `Member must be one of ${Object.keys(PER_PAIR).join(', ')}`,
    );
  const most = deployment === SCALES_OUT.type ? SCALES_OUT.pairs : 1;
  if (pairs < 1 || pairs > most)
    throw badRequest(`HAPairs ${pairs} is not valid for ${deployment}; allowed: 1 to ${most}`);
  const capacity = input.StorageCapacity;
  if (capacity === undefined || capacity < CAPACITY.min * pairs || capacity > CAPACITY.max * pairs)
    throw badRequest(
      `StorageCapacity must be ${CAPACITY.min * pairs} to ${CAPACITY.max * pairs} GiB, not ${capacity ?? 'absent'}`,
    );
  const each = perPair(given, deployment, pairs);
  requirePassword(given.FsxAdminPassword);
  const iops = diskIops(given.DiskIopsConfiguration, capacity);
  requireIops(deployment, pairs, capacity, iops);
  return {
    FileSystemType: 'ONTAP',
    StorageType: 'SSD',
    StorageCapacity: capacity,
    OntapConfiguration: {
      AutomaticBackupRetentionDays: retention(given),
      DeploymentType: deployment,
      HAPairs: pairs,
      ThroughputCapacity: pairs * each,
      ThroughputCapacityPerHAPair: each,
      WeeklyMaintenanceStartTime: given.WeeklyMaintenanceStartTime ?? '1:05:00',
      DiskIopsConfiguration: iops,
      ...multiZoneMembers(given),
    },
  };
}

/** API reference, FsxAdminPassword: no line breaks, 8 to 50 characters. */
const PASSWORD = /^[^\0\u0085\u2028\u2029\r\n]{8,50}$/;

/** @throws ServiceError ValidationException, which does not tell what was given */
function requirePassword(given: string | undefined): void {
  if (given === undefined || PASSWORD.test(given)) return;
  throw constraintError(
    'ontapConfiguration.fsxAdminPassword',
    `Member must satisfy regular expression pattern: ${PASSWORD.source}`,
  );
}

/** What a request says of throughput. */
type Throughput = Pick<CreateFileSystemOntapConfiguration, 'ThroughputCapacity' | 'ThroughputCapacityPerHAPair'>;

/** MBps of one pair. @throws ServiceError BadRequest for both words, none, or what the deployment type does not have */
function perPair(
  { ThroughputCapacity: total, ThroughputCapacityPerHAPair: each }: Throughput,
  deployment: OntapDeploymentType,
  pairs: number,
): number {
  if ((total === undefined) === (each === undefined))
    throw badRequest('Either ThroughputCapacity or ThroughputCapacityPerHAPair must be given, and not both');
  const asked = each ?? (total ?? 0) / pairs;
  if (PER_PAIR[deployment].includes(asked)) return asked;
  const list = PER_PAIR[deployment].join(', ');
  throw badRequest(`Throughput ${asked} of an HA pair is not valid for ${deployment}; allowed are ${list} MBps`);
}

/** @throws ServiceError BadRequest for provisioned IOPS that capacity or file servers do not allow */
function requireIops(deployment: OntapDeploymentType, pairs: number, capacity: number, { Mode, Iops }: Iops): void {
  if (Mode === 'AUTOMATIC') return;
  const least = IOPS_PER_GIB * capacity;
  const most = deployment.endsWith('_1') ? MOST_IOPS.first : MOST_IOPS.perPair * pairs;
  if (Iops >= least && Iops <= most) return;
  throw badRequest(`Iops ${Iops} are not valid; allowed are ${least} to ${most} for ${capacity} GiB`);
}

/** Assumed, as no page says it of ONTAP: 30 days, where nothing is said. */
function retention({ AutomaticBackupRetentionDays: days = 30 }: CreateFileSystemOntapConfiguration): number {
  if (days < 0 || days > 90) throw constraintError('automaticBackupRetentionDays', 'Member must be 0 to 90', days);
  return days;
}

/** What can be changed. */
type Kind = keyof typeof DURATIONS.changes | 'settings';

/** @throws ServiceError BadRequest, or ArgumentError for less storage, which takes hours to weeks: not modelled */
export function ontapChange(setup: OntapSetup, input: UpdateFileSystemCommandInput): PlannedChange<OntapSetup> {
  if (input.FileSystemTypeVersion !== undefined) throw badRequest('FileSystemTypeVersion is only supported on Lustre');
  const before = setup.OntapConfiguration;
  const { DeploymentType: deployment } = before;
  const {
    ThroughputCapacity: total,
    ThroughputCapacityPerHAPair: asked,
    DiskIopsConfiguration,
    HAPairs: pairs = before.HAPairs,
    ...settings
  } = input.OntapConfiguration ?? {};
  if (pairs !== before.HAPairs) return morePairs(setup, input, pairs);
  const kinds: Kind[] = [];
  const capacity = input.StorageCapacity ?? setup.StorageCapacity;
  if (input.StorageCapacity !== undefined) {
    requireModelled(setup, capacity);
    requireGrowth(setup.StorageCapacity, capacity, CAPACITY.max * pairs);
    kinds.push('storage');
  }
  let each = before.ThroughputCapacityPerHAPair;
  if (total !== undefined || asked !== undefined) {
    each = perPair({ ThroughputCapacity: total, ThroughputCapacityPerHAPair: asked }, deployment, pairs);
    if (each === before.ThroughputCapacityPerHAPair) throw badRequest(`The throughput is ${each} MBps a pair already`);
    kinds.push('throughput');
  }
  const iops = nextIops(before.DiskIopsConfiguration, DiskIopsConfiguration, capacity);
  if (DiskIopsConfiguration !== undefined) kinds.push('iops');
  requireIops(deployment, pairs, capacity, iops);
  if (Object.keys(settings).length > 0) kinds.push('settings');
  const next: OntapSetup = {
    ...setup,
    StorageCapacity: capacity,
    OntapConfiguration: {
      ...before,
      ...settings,
      HAPairs: pairs,
      ThroughputCapacity: pairs * each,
      ThroughputCapacityPerHAPair: each,
      DiskIopsConfiguration: iops,
    },
  };
  const settles = { seconds: DURATIONS.changes.storage.settleSeconds };
  return { next, kinds, takes: { seconds: secondsOf(kinds) }, ...(kinds.includes('storage') ? { settles } : {}) };
}

/** More pairs, each with what those have that are there. @throws ServiceError BadRequest for anything else */
function morePairs(setup: OntapSetup, input: UpdateFileSystemCommandInput, pairs: number): PlannedChange<OntapSetup> {
  const { StorageCapacity: stored, OntapConfiguration: before } = setup;
  const { DeploymentType: deployment, HAPairs: now } = before;
  if (deployment !== 'SINGLE_AZ_2' || pairs < now || pairs > SCALES_OUT.pairs)
    throw badRequest(
      `HAPairs ${now} cannot be ${pairs} for ${deployment}: pairs are added, to ${SCALES_OUT.pairs} at most`,
    );
  const asked = input.OntapConfiguration ?? {};
  const capacity = input.StorageCapacity ?? stored;
  const each = perPair(asked, deployment, pairs);
  const iops = diskIops(asked.DiskIopsConfiguration, capacity);
  requireIops(deployment, pairs, capacity, iops);
  const more = pairs / now;
  if (
    capacity !== stored * more ||
    each !== before.ThroughputCapacityPerHAPair ||
    iops.Mode !== before.DiskIopsConfiguration.Mode ||
    iops.Iops !== before.DiskIopsConfiguration.Iops * more
  )
    throw badRequest('StorageCapacity, Iops and ThroughputCapacity must increase in proportion to HAPairs');
  const next: OntapSetup = {
    ...setup,
    StorageCapacity: capacity,
    OntapConfiguration: {
      ...before,
      HAPairs: pairs,
      ThroughputCapacity: pairs * each,
      DiskIopsConfiguration: iops,
    },
  };
  return { next, kinds: ['pairs'], takes: { seconds: DURATIONS.changes.pairs.seconds } };
}

function requireModelled({ StorageCapacity: before, OntapConfiguration }: OntapSetup, after: number): void {
  if (after < before && OntapConfiguration.DeploymentType.endsWith('_2'))
    throw new ArgumentError('fsx:UpdateFileSystem', ['less StorageCapacity is not modelled']);
}

/** The disks first, capacity and operations together, then the file servers. */
function secondsOf(kinds: readonly Kind[]): number {
  const { throughput, storage, iops } = DURATIONS.changes;
  const disks = kinds.includes('storage') ? storage.seconds : kinds.includes('iops') ? iops.seconds : 0;
  const all = disks + (kinds.includes('throughput') ? throughput.seconds : 0);
  return all === 0 ? SETTINGS.seconds : all;
}
