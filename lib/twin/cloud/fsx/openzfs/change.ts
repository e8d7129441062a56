/**
 * What FSx for OpenZFS takes and refuses as a change in place.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_UpdateFileSystemOpenZFSConfiguration.html
 * https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-storage-capacity.html
 */
import type { UpdateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import { DURATIONS } from '../../../../targets/fsx-openzfs/durations';
import type { PlannedChange } from '../contract';
import { badRequest } from '../errors';
import { nextIops, requireGrowth } from '../provisioned';
import { requireIops, requireThroughput } from './openzfs';
import { type Length, SETTINGS } from '../timing';
import type { OpenZfsSetup } from './setup';

/** What can be changed. */
type Kind = keyof typeof DURATIONS.changes | 'settings';

const MAX_CAPACITY = 524_288;

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
    requireGrowth(setup.StorageCapacity, capacity, MAX_CAPACITY);
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
