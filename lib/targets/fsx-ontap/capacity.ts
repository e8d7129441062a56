/** What of an ONTAP file system and of its volumes is left for files: ONTAP keeps a part of both for itself. */
import { pairsInUse } from './limits';
import type { Luns } from './luns/luns';
import type { FsxOntap } from './schema';

/**
 * Parts of the SSD storage: 11 % are ONTAP's own, 6 % of more than 30 TiB, and 5 % stand ready for snapshots with which
 * the two servers of a pair keep in step. Metadata of files, "1-3%" for such of 32 KB or more, come out of the rest:
 * the tenth that should stay free has room for them.
 * https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/managing-storage-capacity.html, How SSD storage is used
 */
const OWN = { most: 0.11, ofLarge: 0.06, snapshots: 0.05 };
const LARGE_GIB = 30 * 1024;

/**
 * Part of a volume that is kept for its snapshots, "5 percent by default", also where it has none: whether the policy
 * `none` takes it away, no page of AWS says, so that the less is reckoned with.
 * https://docs.netapp.com/us-en/ontap/data-protection/manage-snapshot-copy-reserve-concept.html
 */
const SNAPSHOT_RESERVE = 0.05;

/** GiB of one aggregate, that of a pair, that files may take. */
function usablePairGiB({ storageGiB, haPairs }: FsxOntap): number {
  const own = storageGiB > LARGE_GIB ? OWN.ofLarge : OWN.most;
  return (storageGiB / haPairs) * (1 - own - OWN.snapshots);
}

/** GiB that files may take on one volume: a FlexVol lies on one pair, a FlexGroup on all. */
export function usableVolumeGiB(config: FsxOntap): number {
  const { sizeGiB, constituents } = config.volumes;
  const pairs = constituents === undefined ? 1 : config.haPairs;
  return Math.min(sizeGiB * (1 - SNAPSHOT_RESERVE), pairs * usablePairGiB(config));
}

/** GiB that files may take on all volumes together: what their pairs have, or what they may hold where that is less. */
export function usableGiB(config: FsxOntap): number {
  const { count, sizeGiB } = config.volumes;
  if (config.luns !== undefined) return config.haPairs * usablePairGiB(config);
  return Math.min(count * sizeGiB * (1 - SNAPSHOT_RESERVE), pairsInUse(config) * usablePairGiB(config));
}

/** What XFS leaves of a disk: its log and its tables take less than a fiftieth. Assumed. */
const XFS_SHARE = 0.98;

/** GiB that files may take on the LUNs that one host uses. */
export function usableLunsGiB(luns: Luns, used: number): number {
  return XFS_SHARE * used * luns.sizeGiB;
}
