/** Shared parts of FSx kinds with volumes: separate calls, IOPS apart from storage, growth by at least a tenth. */
import * as z from 'zod';
import type { QuotaUse } from '../shapes/quota';
import type { ChangeRequest, RequestInput } from '../shapes/requests';
import type { OperationTime } from './durations';
import { FILE_SYSTEM_ID, formatFromTo, makeIops, type Wait, getWait } from './fsx-shared';

/** Safety limit, because each volume needs a create call and a mount. */
export const MAX_VOLUMES = 50;
/** IOPS included with each GiB: API reference, DiskIopsConfiguration. */
export const IOPS_PER_GIB = 3;
/** Minimum new storage, percent of the old: both guides, managing storage capacity. */
const MIN_GROWTH_PERCENT = 110;

/** `automatic` is 3 for each GiB. */
export type DiskIopsSetting = 'automatic' | number;

interface Disks {
  readonly storageGiB: number;
  readonly diskIops: DiskIopsSetting;
}

export const diskIopsSetting = z
  .union([z.literal('automatic'), z.int().positive()], {
    error: 'needed here: automatic (3 for each GiB), or a number, e.g. 40000',
  })
  .default('automatic');

export function getDiskIops({ diskIops: requested, storageGiB }: Disks): number {
  return requested === 'automatic' ? IOPS_PER_GIB * storageGiB : requested;
}

/** Ids and names of the volumes that hosts mount: `volume1`, `volume2`, …. */
export function listIds({ volumes: { count } }: { readonly volumes: { readonly count: number } }): readonly string[] {
  return Array.from({ length: count }, (_, index) => `volume${index + 1}`);
}

/** Why storage cannot change to this size in place; undefined if it can. @param shrinking why it cannot shrink */
export function explainStorage(from: number, to: number, shrinking: string): string | undefined {
  if (to === from) return undefined;
  if (to < from) return `${formatFromTo('storageGiB', from, to)}: ${shrinking}`;
  const least = Math.ceil((from * MIN_GROWTH_PERCENT) / 100);
  return to >= least
    ? undefined
    : `${formatFromTo('storageGiB', from, to)}: storage must grow by at least a tenth, here to ${least}`;
}

/** Which settings a request changes, and how long each change takes. */
interface ChangeFlags<C extends Disks> {
  readonly throughput: boolean;
  throughputOf(to: C): RequestInput;
  readonly configuration: 'OntapConfiguration' | 'OpenZFSConfiguration';
  readonly durations: Readonly<Record<'storage' | 'iops' | 'throughput', OperationTime>>;
}

/** Input of the request, and the waits for storage, IOPS and throughput. */
export interface FileSystemChange {
  readonly input: RequestInput;
  readonly storage: boolean;
  readonly waits: Readonly<Record<'storage' | 'iops' | 'throughput', Wait | undefined>>;
}

/** One request for all differences; undefined if there are none. */
export function makeChange<C extends Disks>(from: C, to: C, changes: ChangeFlags<C>): FileSystemChange | undefined {
  const { throughput, durations } = changes;
  const iops = from.diskIops !== to.diskIops;
  const storage = from.storageGiB !== to.storageGiB;
  if (!throughput && !iops && !storage) return undefined;
  const settings: RequestInput = {
    ...(throughput ? changes.throughputOf(to) : {}),
    ...(iops ? { DiskIopsConfiguration: makeIops(to.diskIops) } : {}),
  };
  const waitIf = (requested: boolean, duration: OperationTime): Wait | undefined =>
    requested ? getWait(duration) : undefined;
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

/** Parallel requests, one for each volume. The changes do not interrupt clients. */
export function changeVolumes(
  ids: readonly string[],
  settings: RequestInput,
  duration: OperationTime,
): ChangeRequest[] {
  return ids.map((id) => ({
    of: id,
    call: 'UpdateVolume',
    input: { VolumeId: `@${id}.id`, ...settings },
    ...getWait(duration),
    coolDownSeconds: 0,
    interruption: false,
  }));
}

/** Quotas by resource: default and code (see `ServiceQuota`). */
type AccountQuotas = Readonly<
  Record<'storage' | 'throughput' | 'iops' | 'fileSystems', { readonly most: number; readonly code: string }>
>;

/** Quota uses of a file system. All file systems of one kind count together. */
export function listQuotaUses(
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
    use('iops', 'disk IOPS', amounts.iops, kind === 'ONTAP' ? 'SSD IOPS' : 'disk IOPS'),
    use('fileSystems', 'file systems', 1, 'file systems'),
  ];
}
