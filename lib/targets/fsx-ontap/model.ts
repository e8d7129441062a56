/** Simulation of FSx for ONTAP for rehearsals, and provisioned rates. Values without a source are assumed. */
import { ensure } from '../../shapes/errors';
import type { ProvisionedRates } from '../../shapes/metric';
import { FLOW_BYTES, GB, MB } from '../fsx-shared';
import { getDiskIops } from '../fsx-volumes';
import { modelSyncMount, toSteadyRate, type TargetModel, scaleRates, addBurst } from '../model';
import { DEFAULT_CONNECTIONS } from '../nfs-mount';
import { DISK_METADATA_RATES } from '../disk-metadata';
import { resolveLuns } from './luns/luns';
import { getDiskMBps, isMultiZone, hasPairThroughput, countUsedPairs, findPairMBps, getOntapServer } from './limits';
import type { FsxOntap, OntapMount } from './schema';

/** Assumed within "sub-millisecond" for SSD (performance page). Writes wait for the other server of the pair. */
const LATENCY_US = { read: 500, write: 700, metadata: 600 };
/** Assumed for two zones, as for OpenZFS: writes and changes of folders wait for the other zone. */
const MULTI_ZONE_LATENCY_US = { read: 500, write: 1900, metadata: 1800 };
/** File operation rates of one pair. Assumed: AWS publishes none. */
const METADATA = { create: 5000, delete: 5000, stat: 30_000, open: 15_000, mkdir: 4000, rmdir: 4000, rename: 4000 };
/** iSCSI portals, one for each server of a pair. ONTAP guide, Mounting iSCSI LUNs to a Linux client */
const PORTALS = 2;
/**
 * Write rate of a second-generation pair: a third of its throughput, up to this maximum, a sixth of the largest
 * throughput. Performance page. Assumed for the third generation: the same, and a sixth above 6144 MB/s.
 */
const LATER_WRITES = { share: 1 / 3, most: 1024, largestShare: 1 / 6 };

/** Rates of the pairs that volumes use. NVMe caches count as memory. */
export function modelOntap(config: FsxOntap, mount: Partial<OntapMount> = {}): TargetModel {
  const { nconnect = DEFAULT_CONNECTIONS } = mount;
  const each = getPairThroughput(config);
  const server = getOntapServer(config, each);
  const pairs = countUsedPairs(config);
  const disks = (getDiskMBps(config) * pairs) / config.haPairs;
  const mostWrites = Math.max(LATER_WRITES.most, LATER_WRITES.largestShare * each);
  const writes = hasPairThroughput(config) ? Math.min(LATER_WRITES.share * each, mostWrites) : each;
  // Omits bursts of small file systems, because AWS does not document their duration.
  const operations = toSteadyRate(getUsedIops(config, each));
  const flows = config.luns === undefined ? nconnect : pairs * PORTALS * resolveLuns(config.luns, mount).sessions;
  return {
    read: toSteadyRate(Math.min(pairs * each, disks) * MB),
    write: toSteadyRate(Math.min(pairs * writes, disks) * MB),
    readIops: operations,
    writeIops: operations,
    latencyUs: isMultiZone(config) ? MULTI_ZONE_LATENCY_US : LATENCY_US,
    cacheBytes: pairs * (server.memoryGB + server.nvmeGB) * GB,
    cacheRead: pairs * server.network * MB,
    hostBytes: flows * FLOW_BYTES,
    flows,
    ...(config.luns === undefined
      ? { ...modelSyncMount(mount), metadata: scaleRates(METADATA, pairs) }
      : { writeback: 'late', metadata: DISK_METADATA_RATES }),
  };
}

/** Provisioned rates: `bandwidth` of all file servers, bytes/s, and `iops`. */
export function getOntapProvisioned(config: FsxOntap): ProvisionedRates {
  const each = getPairThroughput(config);
  const all = config.haPairs;
  const { disk, iops } = getOntapServer(config, each);
  const provisioned = getDiskIops(config);
  const limits = { bandwidth: all * each * MB, iops: Math.min(provisioned, all * iops.baseline) };
  const most = { bandwidth: all * disk.burst * MB, iops: Math.min(provisioned, all * iops.burst) };
  return addBurst(limits, most);
}

/** IOPS of the pairs that volumes use. */
function getUsedIops(config: FsxOntap, each: number): number {
  const pairs = countUsedPairs(config);
  return Math.min((getDiskIops(config) * pairs) / config.haPairs, pairs * getOntapServer(config, each).iops.baseline);
}

function getPairThroughput(config: FsxOntap): number {
  return ensure(findPairMBps(config), 'an ONTAP throughput that its rules let through');
}
