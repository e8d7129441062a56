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
import { nextIops, requireGrowth } from '../provisioned';
import { perPair, requireIops } from './ontap';
import type { OntapSetup } from './setup';

/** What can be changed. */
type Kind = keyof typeof DURATIONS.changes | 'settings';

const MAX_CAPACITY = 524_288;

/** @throws ServiceError BadRequest, or ArgumentError for less storage, which takes hours to weeks: not modelled */
export function ontapChange(setup: OntapSetup, input: UpdateFileSystemCommandInput): PlannedChange<OntapSetup> {
  if (input.FileSystemTypeVersion !== undefined) throw badRequest('FileSystemTypeVersion is only supported on Lustre');
  const before = setup.OntapConfiguration;
  const { DeploymentType: deployment, HAPairs: pairs } = before;
  const {
    ThroughputCapacity: total,
    ThroughputCapacityPerHAPair: asked,
    DiskIopsConfiguration,
    ...settings
  } = input.OntapConfiguration ?? {};
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
