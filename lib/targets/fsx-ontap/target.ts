/** Amazon FSx for NetApp ONTAP on SSD, all generations, by NFS or iSCSI. */
import type { FsxTarget, VolumeLayout } from '../contract';
import { planOntapChange, getOntapLayout } from './change';
import { checkOntap, listOntapQuotas } from './check';
import { toOntapConfig, makeOntapRequests } from './requests';
import { DURATIONS } from './durations';
import { getOntapProvisioned, modelOntap } from './model';
import { checkOntapMount, diffOntapMount, mountOntap } from './mount';
import { resolveLuns, type Luns, countHostLuns, MAX_LUNS_PER_VOLUME } from './luns/luns';
import { listBroken, type Problem } from '../../shapes/problem';
import { GIB } from '../fsx-shared';
import { ontap as rules } from '../rules.json';
import { type FsxOntap, countVolumes, ontapMountSchema, type OntapMount, ontapSchema, needsPassword } from './schema';
import { ensure } from '../../shapes/errors';
import { type PricedAmount, makeStorageItems } from '../../shapes/price';
import { getDiskIops, IOPS_PER_GIB } from '../fsx-volumes';
import { SECRET_PRICE } from '../secret';
import { findPairMBps, countUsedPairs } from './limits';

/** More hosts than any fleet has, because hosts never share LUNs. */
const MAX_HOSTS = 10_000;

export const fsxOntap: FsxTarget<'ONTAP', FsxOntap, OntapMount> = {
  kind: 'fsx-ontap',
  summary: 'Amazon FSx for NetApp ONTAP on SSD, in one Availability Zone or two, by NFS or iSCSI.',
  local: false,
  schema: ontapSchema,
  check: checkOntap,
  change: planOntapChange,
  mounting: {
    schema: ontapMountSchema,
    check: checkOntapMount,
    checkHosts: checkHostCount,
    mount: (config, options, place) => mountOntap(config, ontapMountSchema.parse(options), place),
    getDataLayout: getOntapLayout,
    diffMount: diffOntapMount,
    volumes: layOutVolumes,
  },
  performance: {
    getProvisioned: getOntapProvisioned,
    model: modelOntap,
    capacity: (config) => ({ bytes: GIB * getUsableGiB(config) }),
  },
  prices: { lineItems: listOntapLineItems },
  resources: {
    fileSystemType: 'ONTAP',
    requests: makeOntapRequests,
    toConfig: toOntapConfig,
    quotas: listOntapQuotas,
    durations: DURATIONS,
    // An hour each for volumes, virtual machine and file system, deleted in this order. AWS documents no limit; AWS's
    // Terraform provider waits an hour for an ONTAP file system.
    teardownAllowanceSeconds: 3 * 3600,
    // Deletes in this order, because each resource must be empty before its deletion.
    teardownSeconds: () =>
      DURATIONS.volumes.delete.seconds + DURATIONS.virtualMachines.delete.seconds + DURATIONS.delete.seconds,
  },
};

function layOutVolumes(config: FsxOntap, mount: OntapMount): VolumeLayout {
  const atOnce = countVolumes(config, mount);
  const { luns } = config;
  if (luns === undefined) {
    const names = (GIB * config.volumes.sizeGiB) / BYTES_PER_INODE;
    return { count: atOnce, atOnce, bytes: GIB * getUsableVolumeGiB(config), names };
  }
  // Each host has its own LUNs.
  return { count: MAX_HOSTS, atOnce, each: true, bytes: GIB * getUsableLunsGiB(luns, resolveLuns(luns, mount).luns) };
}

const toItem = makeStorageItems('fsx-ontap');

/** https://aws.amazon.com/fsx/netapp-ontap/pricing/: billed by provisioned SSD, not by volumes. No data is tiered. */
export function listOntapLineItems(config: FsxOntap): readonly PricedAmount[] {
  const { deploymentType, storageGiB, haPairs } = config;
  const throughput = haPairs * ensure(findPairMBps(config), 'an ONTAP throughput that its rules let through');
  const iops = Math.max(0, getDiskIops(config) - IOPS_PER_GIB * storageGiB);
  return [
    toItem(`ONTAP ${deploymentType}, ${storageGiB} GiB`, `storage.ssd.${deploymentType}`, storageGiB),
    toItem(`ONTAP ${deploymentType}, ${throughput} MB/s`, `throughput.${deploymentType}`, throughput),
    toItem(
      `ONTAP ${deploymentType}, ${iops} IOPS above 3 for each GiB`,
      `ssd_iops_above_3_per_gib.${deploymentType}`,
      iops,
    ),
    ...(needsPassword(config) ? [SECRET_PRICE] : []),
  ];
}

/**
 * Reserved parts of the SSD storage: 11% for ONTAP, 6% above 30 TiB, and 5% for snapshots that synchronize the servers
 * of a pair. File metadata ("1-3%" for files of 32 KB or more) uses the tenth that should stay free.
 * https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/managing-storage-capacity.html, How SSD storage is used
 */
const RESERVED_SHARES = { most: 0.11, ofLarge: 0.06, snapshots: 0.05 };
const LARGE_STORAGE_GIB = 30 * 1024;

/**
 * Snapshot reserve of a volume, "5 percent by default", even without snapshots. AWS does not document whether the
 * policy `none` removes it, so the smaller capacity is used.
 * https://docs.netapp.com/us-en/ontap/data-protection/manage-snapshot-copy-reserve-concept.html
 */
const SNAPSHOT_RESERVE = 0.05;
/**
 * Volume size by which ONTAP plans a file. AWS documents a fixed 21,251,126 files from 648 GiB on, but larger volumes
 * were seen with more in proportion (FSx for ONTAP guide, volume storage capacity): only what surely fails is refused.
 */
const BYTES_PER_INODE = 32 * 1024;

/** Usable GiB of one aggregate, that of a pair. */
function getUsablePairGiB({ storageGiB, haPairs }: FsxOntap): number {
  const own = storageGiB > LARGE_STORAGE_GIB ? RESERVED_SHARES.ofLarge : RESERVED_SHARES.most;
  return (storageGiB / haPairs) * (1 - own - RESERVED_SHARES.snapshots);
}

/** Usable GiB of one volume: a FlexVol is on one pair, a FlexGroup on all. */
export function getUsableVolumeGiB(config: FsxOntap): number {
  const { sizeGiB, constituents } = config.volumes;
  const pairs = constituents === undefined ? 1 : config.haPairs;
  return Math.min(sizeGiB * (1 - SNAPSHOT_RESERVE), pairs * getUsablePairGiB(config));
}

/** Usable GiB of all volumes together, limited by their pairs and by their sizes. */
export function getUsableGiB(config: FsxOntap): number {
  const { count, sizeGiB } = config.volumes;
  if (config.luns !== undefined) return config.haPairs * getUsablePairGiB(config);
  return Math.min(count * sizeGiB * (1 - SNAPSHOT_RESERVE), countUsedPairs(config) * getUsablePairGiB(config));
}

/** Share of a disk that XFS leaves: log and tables take less than 2%. Assumed. */
const XFS_USABLE_SHARE = 0.98;

/** Usable GiB of the LUNs of one host. */
export function getUsableLunsGiB(luns: Luns, used: number): number {
  return XFS_USABLE_SHARE * used * luns.sizeGiB;
}

export function checkHostCount({ haPairs, luns }: FsxOntap, hosts: number): Problem[] {
  if (luns === undefined) return [];
  const count = hosts * countHostLuns(luns);
  const each = Math.ceil(count / haPairs);
  const facts = { hosts, count, each, haPairs, most: MAX_LUNS_PER_VOLUME };
  return listBroken([each > MAX_LUNS_PER_VOLUME, rules.manyLuns, facts]);
}
