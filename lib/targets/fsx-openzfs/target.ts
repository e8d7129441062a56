/** Amazon FSx for OpenZFS on SSD, in one Availability Zone or two. */
import texts from '../messages.json';
import { openzfs as rules } from '../rules.json';
import type { FsxTarget, MountContext } from '../contract';
import { GIB } from '../fsx-shared';
import { diffNfsMount, type NfsMount, nfsMountSchema, mountVariables } from '../nfs-mount';
import { change, getDataLayout } from './change';
import { check, quotas } from './check';
import { toConfig, requests, DURATIONS } from './requests';
import { getProvisioned, model } from './model';
import { type FsxOpenZfs, schema } from './schema';
import { type PricedAmount, makeStorageItems } from '../../shapes/price';
import { diskIops, IOPS_PER_GIB } from '../fsx-volumes';
import { listBroken, type Problem } from '../../shapes/problem';
import type { Fixture } from '../../shapes/fixture';
import { mountFixture } from '../mount-fixture';

export const fsxOpenZfs: FsxTarget<'OPENZFS', FsxOpenZfs, NfsMount> = {
  kind: 'fsx-openzfs',
  summary: 'Amazon FSx for OpenZFS on SSD, in one Availability Zone or two.',
  local: false,
  fileSystemType: 'OPENZFS',
  schema,
  mountSchema: nfsMountSchema,
  check,
  checkMount,
  requests,
  toConfig,
  change,
  // SSD is the only storage type, explicit or not.
  identity: ({ storageType: _, ...config }) => config,
  userData: () => '',
  mount: (config, options, place) => mount(config, nfsMountSchema.parse(options), place),
  getDataLayout,
  diffMount: (_config, mount, kernel) => diffNfsMount(mount, kernel),
  getProvisioned,
  remarks: ({ nfsExport }) => (nfsExport === 'sync' ? [] : [texts.asyncExport]),
  capacityBytes,
  volumes: ({ storageGiB, volumes: { count, quotaGiB = storageGiB } }) => ({
    count,
    bytes: GIB * Math.min(quotaGiB, storageGiB),
  }),
  quotas,
  lineItems,
  model,
  durations: DURATIONS,
  teardownSeconds: () => DURATIONS.delete.seconds,
};

/** The file system, or the quotas of all volumes if they are less. */
function capacityBytes({ storageGiB, volumes: { count, quotaGiB } }: FsxOpenZfs): number {
  return GIB * Math.min(storageGiB, quotaGiB === undefined ? storageGiB : count * quotaGiB);
}

const storage = makeStorageItems('fsx-openzfs');

/** https://aws.amazon.com/fsx/openzfs/pricing/: provisioned storage, independent of compression. */
export function lineItems(config: FsxOpenZfs): readonly PricedAmount[] {
  const { deploymentType, storageGiB, throughputMBps } = config;
  const iops = Math.max(0, diskIops(config) - IOPS_PER_GIB * storageGiB);
  return [
    storage(`OpenZFS ${deploymentType}, ${storageGiB} GiB`, `storage.ssd.${deploymentType}`, storageGiB),
    storage(`OpenZFS ${deploymentType}, ${throughputMBps} MB/s`, `throughput.${deploymentType}`, throughputMBps),
    storage(
      `OpenZFS ${deploymentType}, ${iops} IOPS above 3 for each GiB`,
      `ssd_iops_above_3_per_gib.${deploymentType}`,
      iops,
    ),
  ];
}

/** Bytes, by MB/s of the server. From documentation of 2023, which may be outdated: a warning only. */
const MAX_TRANSFER: Readonly<Record<number, number>> = { 64: 262_144, 128: 524_288 };

/** Paths are relative to the mount. Without these options a mount uses what the server grants. */
export function checkMount({ throughputMBps }: FsxOpenZfs, mount: NfsMount): Problem[] {
  const most = MAX_TRANSFER[throughputMBps];
  if (most === undefined) return [];
  return (['rsize', 'wsize'] as const).flatMap((setting) => {
    const { [setting]: requested = 0 } = mount;
    const facts = { requested, throughputMBps, most, mostKiB: most / 1024 };
    return listBroken([requested > most, { ...rules.transferSize, at: setting }, facts]);
  });
}

const SHELL = ['clock', 'host', 'status', 'package', 'volume', 'nfs'];

/** Assumed: the client is part of the system, and mounts in seconds. */
const SECONDS = { expectedSeconds: 15, timeoutSeconds: 1500 };

export function mount({ volumes }: FsxOpenZfs, options: NfsMount, place: MountContext): Fixture {
  return mountFixture(place, {
    shell: SHELL,
    up: {
      comment: 'Mounts FSx for OpenZFS, and creates the folder of the host.',
      variables: { ...mountVariables(options), NFS_VOLUMES: String(volumes.count) },
      files: ['prepare.sh'],
    },
    down: { comment: 'Unmounts FSx for OpenZFS.', files: ['down.sh'] },
    ...SECONDS,
  });
}
