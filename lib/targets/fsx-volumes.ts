/**
 * What the FSx kinds with volumes have alike: volumes that are made and changed by calls of their own, disk operations
 * beside storage, and storage that grows by a tenth at least.
 */
import * as z from 'zod';
import type { QuotaUse } from '../shapes/quota';
import type { ChangeRequest, RequestInput } from '../shapes/requests';
import type { Duration } from './durations';
import { FILE_SYSTEM_ID, fromTo, iopsMode, type Wait, getWait } from './fsx-shared';

/** A guard: each volume is made by a call of its own, and mounted by one. */
export const MAX_VOLUMES = 50;
/** Disk operations that come with each GiB: API reference, DiskIopsConfiguration. */
export const IOPS_PER_GIB = 3;
/** Storage grows to so much of what it was at least: both guides, managing storage capacity. */
const LEAST_PERCENT = 110;

/** What a spec says of disk operations: `automatic` is 3 for each GiB. */
export type DiskIops = 'automatic' | number;

interface Disks {
  readonly storageGiB: number;
  readonly diskIops: DiskIops;
}

/** Settings of the disks. */
export const diskIopsField = z
  .union([z.literal('automatic'), z.int().positive()], {
    error: 'needed here: automatic (3 for each GiB), or a number, e.g. 40000',
  })
  .default('automatic');

/** Provisioned disk operations a second. */
export function diskIops({ diskIops: asked, storageGiB }: Disks): number {
  return asked === 'automatic' ? IOPS_PER_GIB * storageGiB : asked;
}

/** Ids and names of the volumes that hosts mount: `volume1`, `volume2`, …. */
export function volumeIds({ volumes: { count } }: { readonly volumes: { readonly count: number } }): readonly string[] {
  return Array.from({ length: count }, (_, index) => `volume${index + 1}`);
}

/** Why storage cannot be so much in place; undefined where it can. @param shrinking why it cannot be less */
export function storageRefusal(from: number, to: number, shrinking: string): string | undefined {
  if (to === from) return undefined;
  if (to < from) return `${fromTo('storageGiB', from, to)}: ${shrinking}`;
  const least = Math.ceil((from * LEAST_PERCENT) / 100);
  return to >= least
    ? undefined
    : `${fromTo('storageGiB', from, to)}: storage grows by a tenth at least, here to ${least}`;
}

/** What one request changes of a file system, and how long each takes. */
interface Changes<C extends Disks> {
  readonly throughput: boolean;
  /** As an update takes it. */
  throughputOf(to: C): RequestInput;
  readonly configuration: 'OntapConfiguration' | 'OpenZFSConfiguration';
  readonly durations: Readonly<Record<'storage' | 'iops' | 'throughput', Duration>>;
}

/** The request's input, and the waits for what of storage, operations and throughput it changes. */
export interface FileSystemChange {
  readonly input: RequestInput;
  readonly storage: boolean;
  readonly waits: Readonly<Record<'storage' | 'iops' | 'throughput', Wait | undefined>>;
}

/** One request for all that differs; undefined where nothing does. */
export function fileSystemChange<C extends Disks>(from: C, to: C, changes: Changes<C>): FileSystemChange | undefined {
  const { throughput, durations } = changes;
  const iops = from.diskIops !== to.diskIops;
  const storage = from.storageGiB !== to.storageGiB;
  if (!throughput && !iops && !storage) return undefined;
  const settings: RequestInput = {
    ...(throughput ? changes.throughputOf(to) : {}),
    ...(iops ? { DiskIopsConfiguration: iopsMode(to.diskIops) } : {}),
  };
  const waitIf = (asked: boolean, duration: Duration): Wait | undefined => (asked ? getWait(duration) : undefined);
  return {
    input: {
      FileSystemId: FILE_SYSTEM_ID,
      ...(storage ? { StorageCapacity: to.storageGiB } : {}),
      ...(throughput || iops ? { [changes.configuration]: settings } : {}),
    },
    storage,
    waits: {
      storage: waitIf(storage, durations.storage),
      iops: waitIf(iops, durations.iops),
      throughput: waitIf(throughput, durations.throughput),
    },
  };
}

/** One request for each volume: nobody has to wait for another, and nothing stands still. */
export function volumeChanges(ids: readonly string[], settings: RequestInput, duration: Duration): ChangeRequest[] {
  return ids.map((id) => ({
    of: id,
    call: 'UpdateVolume',
    input: { VolumeId: `@${id}.id`, ...settings },
    ...getWait(duration),
    coolDownSeconds: 0,
    interruption: false,
  }));
}

/** Quotas of an account by what they are on: the most at first, and their codes (see `ServiceQuota`). */
type AccountQuotas = Readonly<
  Record<'storage' | 'throughput' | 'iops' | 'fileSystems', { readonly most: number; readonly code: string }>
>;

/** What a file system takes up: all those of a kind count together. */
export function quotaUses(
  kind: 'ONTAP' | 'OpenZFS',
  quotas: AccountQuotas,
  amounts: { readonly storage: number; readonly throughput: number; readonly iops: number },
  source: string,
): QuotaUse[] {
  const use = (name: keyof AccountQuotas, of: string, amount: number, quota: string): QuotaUse => {
    const { most, code } = quotas[name];
    return { source, of: `${of} of ${kind}`, amount, most, quota: { service: 'fsx', code, name: `${kind} ${quota}` } };
  };
  return [
    use('storage', 'GiB', amounts.storage, 'SSD storage capacity'),
    use('throughput', 'MB/s', amounts.throughput, 'throughput capacity'),
    use('iops', 'disk operations a second', amounts.iops, kind === 'ONTAP' ? 'SSD IOPS' : 'disk IOPS'),
    use('fileSystems', 'file systems', 1, 'file systems'),
  ];
}
