/** Amazon FSx for OpenZFS on SSD, in one Availability Zone or two. */
import texts from '../messages.json';
import { openzfs as rules } from '../rules.json';
import type { FsxTarget, MountContext } from '../contract';
import { GIB } from '../fsx-shared';
import { diffNfsMount, type NfsMount, nfsMountSchema, toMountValues } from '../nfs-mount';
import { planOpenZfsChange, getOpenZfsLayout } from './change';
import { checkOpenZfs, listOpenZfsQuotas } from './check';
import { toOpenZfsConfig, makeOpenZfsRequests } from './requests';
import { DURATIONS } from './durations';
import { getOpenZfsProvisioned, modelOpenZfs } from './model';
import { type FsxOpenZfs, openZfsSchema } from './schema';
import { type PricedAmount, makeStorageItems } from '../../shapes/price';
import { getDiskIops, IOPS_PER_GIB } from '../fsx-volumes';
import { listBroken, type Problem } from '../../shapes/problem';
import type { Fixture } from '../../shapes/fixture';
import { makeMountFixture } from '../mount-fixture';

export const fsxOpenZfs: FsxTarget<'OPENZFS', FsxOpenZfs, NfsMount> = {
  kind: 'fsx-openzfs',
  summary: 'Amazon FSx for OpenZFS on SSD, in one Availability Zone or two.',
  local: false,
  schema: openZfsSchema,
  check: checkOpenZfs,
  change: planOpenZfsChange,
  // SSD is the only storage type, so an explicit `storageType` does not change the identity.
  identity: ({ storageType: _, ...config }) => config,
  mounting: {
    schema: nfsMountSchema,
    check: checkOpenZfsMount,
    mount: (config, options, place) => mountOpenZfs(config, nfsMountSchema.parse(options), place),
    getDataLayout: getOpenZfsLayout,
    diffMount: (_config, mount, kernel) => diffNfsMount(mount, kernel),
    volumes: ({ storageGiB, volumes: { count, quotaGiB = storageGiB } }) => ({
      count,
      bytes: GIB * Math.min(quotaGiB, storageGiB),
    }),
  },
  performance: {
    getProvisioned: getOpenZfsProvisioned,
    model: modelOpenZfs,
    capacity: (config) => ({ bytes: getCapacityBytes(config) }),
    remarks: ({ nfsExport }) => (nfsExport === 'sync' ? [] : [texts.asyncExport]),
  },
  prices: { lineItems: listOpenZfsLineItems },
  resources: {
    fileSystemType: 'OPENZFS',
    requests: makeOpenZfsRequests,
    toConfig: toOpenZfsConfig,
    quotas: listOpenZfsQuotas,
    durations: DURATIONS,
    teardownSeconds: () => DURATIONS.delete.seconds,
  },
};

/** Capacity of the file system, or the sum of volume quotas if that is less. */
function getCapacityBytes({ storageGiB, volumes: { count, quotaGiB } }: FsxOpenZfs): number {
  return GIB * Math.min(storageGiB, quotaGiB === undefined ? storageGiB : count * quotaGiB);
}

const toItem = makeStorageItems('fsx-openzfs');

/** https://aws.amazon.com/fsx/openzfs/pricing/: provisioned storage, independent of compression. */
export function listOpenZfsLineItems(config: FsxOpenZfs): readonly PricedAmount[] {
  const { deploymentType, storageGiB, throughputMBps } = config;
  const iops = Math.max(0, getDiskIops(config) - IOPS_PER_GIB * storageGiB);
  return [
    toItem(`OpenZFS ${deploymentType}, ${storageGiB} GiB`, `storage.ssd.${deploymentType}`, storageGiB),
    toItem(`OpenZFS ${deploymentType}, ${throughputMBps} MB/s`, `throughput.${deploymentType}`, throughputMBps),
    toItem(
      `OpenZFS ${deploymentType}, ${iops} IOPS above 3 for each GiB`,
      `ssd_iops_above_3_per_gib.${deploymentType}`,
      iops,
    ),
  ];
}

/** Maximum request size, bytes, by MB/s of the server. From documentation of 2023: a larger size is only a warning. */
const MAX_TRANSFER_BYTES: Readonly<Record<number, number>> = { 64: 262_144, 128: 524_288 };

/** Checks explicit request sizes. Without `rsize` and `wsize`, a mount uses the size that the server grants. */
export function checkOpenZfsMount({ throughputMBps }: FsxOpenZfs, mount: NfsMount): Problem[] {
  const most = MAX_TRANSFER_BYTES[throughputMBps];
  if (most === undefined) return [];
  return (['rsize', 'wsize'] as const).flatMap((setting) => {
    const { [setting]: requested = 0 } = mount;
    const facts = { requested, throughputMBps, most, mostKiB: most / 1024 };
    return listBroken([requested > most, { ...rules.transferSize, at: setting }, facts]);
  });
}

const SHELL_FILES = ['clock', 'host', 'status', 'package', 'volume', 'nfs'];

/** Assumed: the client is part of the system, and mounts in seconds. */
const MOUNT_SECONDS = { expectedSeconds: 15, timeoutSeconds: 1500 };

export function mountOpenZfs({ volumes }: FsxOpenZfs, options: NfsMount, place: MountContext): Fixture {
  return makeMountFixture(place, {
    shell: SHELL_FILES,
    up: {
      comment: 'Mounts FSx for OpenZFS, and creates the folder of the host.',
      variables: { ...toMountValues(options), NFS_VOLUMES: String(volumes.count) },
      files: ['prepare.sh'],
    },
    down: { comment: 'Unmounts FSx for OpenZFS.', files: ['down.sh'] },
    ...MOUNT_SECONDS,
  });
}
