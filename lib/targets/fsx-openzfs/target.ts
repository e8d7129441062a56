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
import { type PricedAmount, storageItems } from '../../shapes/price';
import { diskIops, IOPS_PER_GIB } from '../fsx-volumes';
import { listBroken, type Problem } from '../../shapes/problem';
import type { Fixture } from '../../shapes/fixture';
import { mountFixture } from '../mount-fixture';

/** The kind `fsx-openzfs`. */
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
  // Said or not, it is on SSD.
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

/** Of the file system, or of the quotas of all volumes together where that is less. */
function capacityBytes({ storageGiB, volumes: { count, quotaGiB } }: FsxOpenZfs): number {
  return GIB * Math.min(storageGiB, quotaGiB === undefined ? storageGiB : count * quotaGiB);
}

const storage = storageItems('fsx-openzfs');

/** https://aws.amazon.com/fsx/openzfs/pricing/: provisioned storage, whatever compression saves. */
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

/** Bytes, by MB/s of the server. The page had them in 2023; whether it is so still is not sure, so that it warns. */
const MAX_TRANSFER: Readonly<Record<number, number>> = { 64: 262_144, 128: 524_288 };

/** Findings with paths relative to the mount. Left out, a mount takes what the server agrees to. */
export function checkMount({ throughputMBps }: FsxOpenZfs, mount: NfsMount): Problem[] {
  const most = MAX_TRANSFER[throughputMBps];
  if (most === undefined) return [];
  return (['rsize', 'wsize'] as const).flatMap((setting) => {
    const { [setting]: asked = 0 } = mount;
    const facts = { asked, throughputMBps, most, mostKiB: most / 1024 };
    return listBroken([asked > most, { ...rules.transferSize, at: setting }, facts]);
  });
}

const SHELL = ['clock', 'host', 'status', 'package', 'volume', 'nfs'];

/** Assumed: the client is part of the system, and mounted in seconds. */
const SECONDS = { expectedSeconds: 15, timeoutSeconds: 1500 };

/** The volumes, mounted on the hosts of some roles. */
export function mount({ volumes }: FsxOpenZfs, options: NfsMount, place: MountContext): Fixture {
  return mountFixture(place, {
    shell: SHELL,
    up: {
      comment: 'Mounts FSx for OpenZFS, and makes the folder of the host.',
      variables: { ...mountVariables(options), NFS_VOLUMES: String(volumes.count) },
      files: ['prepare.sh'],
    },
    down: { comment: 'Unmounts FSx for OpenZFS.', files: ['down.sh'] },
    ...SECONDS,
  });
}
