/**
 * What FSx for ONTAP takes and refuses as a change in place.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystemOntapConfiguration.html
 * https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/managing-throughput-capacity.html
 */
import type { UpdateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import { DURATIONS } from '../../../../targets/fsx-ontap/durations';
import { ArgumentError } from '../../shape';
import type { PlannedChange } from '../contract';
import { badRequest } from '../errors';
import { SETTINGS } from '../timing';
import { diskIops, nextIops, requireGrowth } from '../provisioned';
import { perPair, requireIops } from './ontap';
import type { OntapSetup } from './setup';

/** What can be changed. */
type Kind = keyof typeof DURATIONS.changes | 'settings';

const MAX_CAPACITY = 524_288;

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
    requireGrowth(setup.StorageCapacity, capacity, MAX_CAPACITY * pairs);
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

/** Pairs that a file system of one zone may have. API reference, UpdateFileSystemOntapConfiguration, HAPairs */
const MOST_PAIRS = 12;

/** More pairs, each with what those have that are there. @throws ServiceError BadRequest for anything else */
function morePairs(setup: OntapSetup, input: UpdateFileSystemCommandInput, pairs: number): PlannedChange<OntapSetup> {
  const { StorageCapacity: stored, OntapConfiguration: before } = setup;
  const { DeploymentType: deployment, HAPairs: now } = before;
  if (deployment !== 'SINGLE_AZ_2' || pairs < now || pairs > MOST_PAIRS)
    throw badRequest(`HAPairs ${now} cannot be ${pairs} for ${deployment}: pairs are added, to ${MOST_PAIRS} at most`);
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
