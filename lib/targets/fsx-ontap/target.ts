/** Amazon FSx for NetApp ONTAP on SSD, both generations, by NFS or iSCSI. */
import type { FsxTarget } from '../contract';
import { change, getDataLayout } from './change';
import { check, quotas } from './check';
import { toConfig, requests } from './requests';
import { DURATIONS } from './durations';
import { getProvisioned, model } from './model';
import { checkMount, diffMount, mount } from './mount';
import { resolveLuns, type Luns, countHostLuns, MAX_LUNS_PER_VOLUME } from './luns/luns';
import { listBroken, type Problem } from '../../shapes/problem';
import { GIB } from '../fsx-shared';
import { ontap as rules } from '../rules.json';
import { type FsxOntap, countVolumes, mountSchema, type OntapMount, schema, hasPassword } from './schema';
import { ensure } from '../../shapes/errors';
import { type PricedAmount, storageItems } from '../../shapes/price';
import { diskIops, IOPS_PER_GIB } from '../fsx-volumes';
import { SECRET_COST } from '../secret';
import { findPairMBps, countPairs } from './limits';

/** More than a fleet has: no two hosts share LUNs. */
const MAX_HOSTS = 10_000;

/** The kind `fsx-ontap`. */
export const fsxOntap: FsxTarget<'ONTAP', FsxOntap, OntapMount> = {
  kind: 'fsx-ontap',
  summary: 'Amazon FSx for NetApp ONTAP on SSD, in one Availability Zone or two, by NFS or iSCSI.',
  local: false,
  fileSystemType: 'ONTAP',
  schema,
  mountSchema,
  check,
  checkMount,
  checkHosts,
  requests,
  toConfig,
  change,
  userData: () => '',
  mount: (config, options, place) => mount(config, mountSchema.parse(options), place),
  getDataLayout,
  diffMount,
  getProvisioned,
  capacityBytes: (config) => GIB * usableGiB(config),
  volumes: (config, mount) => {
    const atOnce = countVolumes(config, mount);
    const { luns } = config;
    if (luns === undefined) return { count: atOnce, atOnce, bytes: GIB * usableVolumeGiB(config) };
    // LUNs are each host's own.
    return { count: MAX_HOSTS, atOnce, each: true, bytes: GIB * usableLunsGiB(luns, resolveLuns(luns, mount).luns) };
  },
  quotas,
  lineItems,
  model,
  durations: DURATIONS,
  // An hour for each of three that go one after the other: volumes, virtual machine, file system. AWS says no bound;
  // the
  // AWS provider of Terraform waits an hour for a file system of ONTAP.
  traits: { teardownAllowanceSeconds: 3 * 3600 },
  // One after the other; what is in it must be gone before it is asked to go.
  teardownSeconds: () =>
    DURATIONS.volumes.delete.seconds + DURATIONS.virtualMachines.delete.seconds + DURATIONS.delete.seconds,
};

const storage = storageItems('fsx-ontap');

/** https://aws.amazon.com/fsx/netapp-ontap/pricing/: provisioned SSD, whatever volumes hold; nothing is tiered. */
export function lineItems(config: FsxOntap): readonly PricedAmount[] {
  const { deploymentType, storageGiB, haPairs } = config;
  const throughput = haPairs * ensure(findPairMBps(config), 'an ONTAP throughput that its rules let through');
  const iops = Math.max(0, diskIops(config) - IOPS_PER_GIB * storageGiB);
  return [
    storage(`ONTAP ${deploymentType}, ${storageGiB} GiB`, `storage.ssd.${deploymentType}`, storageGiB),
    storage(`ONTAP ${deploymentType}, ${throughput} MB/s`, `throughput.${deploymentType}`, throughput),
    storage(
      `ONTAP ${deploymentType}, ${iops} IOPS above 3 for each GiB`,
      `ssd_iops_above_3_per_gib.${deploymentType}`,
      iops,
    ),
    ...(hasPassword(config) ? [SECRET_COST] : []),
  ];
}

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
  return Math.min(count * sizeGiB * (1 - SNAPSHOT_RESERVE), countPairs(config) * usablePairGiB(config));
}

/** What XFS leaves of a disk: its log and its tables take less than a fiftieth. Assumed. */
const XFS_SHARE = 0.98;

/** GiB that files may take on the LUNs that one host uses. */
export function usableLunsGiB(luns: Luns, used: number): number {
  return XFS_SHARE * used * luns.sizeGiB;
}

/** Findings with paths relative to the target's entry. */
export function checkHosts({ haPairs, luns }: FsxOntap, hosts: number): Problem[] {
  if (luns === undefined) return [];
  const count = hosts * countHostLuns(luns);
  const each = Math.ceil(count / haPairs);
  const facts = { hosts, count, each, haPairs, most: MAX_LUNS_PER_VOLUME };
  return listBroken([each > MAX_LUNS_PER_VOLUME, rules.manyLuns, facts]);
}
