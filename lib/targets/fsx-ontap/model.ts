/** Simulation of FSx for ONTAP for rehearsals, and provisioned rates. Values without a source are assumed. */
import { ensure } from '../../shapes/errors';
import type { ProvisionedRates } from '../../shapes/metric';
import { FLOW_BYTES, GB, MB } from '../fsx-shared';
import { diskIops } from '../fsx-volumes';
import { steadyRate, type TargetModel, scaleRates, addBurst } from '../model';
import { CONNECTIONS } from '../nfs-mount';
import { DISK_METADATA } from '../disk-metadata';
import { resolveLuns } from './luns/luns';
import { diskMBps, isMultiZone, isSecondGen, countPairs, findPairMBps, getServer } from './limits';
import type { FsxOntap, OntapMount } from './schema';

/** "Sub-millisecond" on SSD (performance page); writes wait for the other server of the pair. Assumed within that. */
const LATENCY_US = { read: 500, write: 700, metadata: 600 };
/** Assumed for two zones, as for OpenZFS: writes and changes of folders wait for the other zone. */
const MULTI_ZONE_LATENCY_US = { read: 500, write: 1900, metadata: 1800 };
/** Assumed: AWS publishes no file operation rates. For one pair. */
const METADATA = { create: 5000, delete: 5000, stat: 30_000, open: 15_000, mkdir: 4000, rmdir: 4000, rename: 4000 };
/** iSCSI portals, one for each server of a pair. ONTAP guide, Mounting iSCSI LUNs to a Linux client */
const PORTALS = 2;
/** Writes of a second generation pair: a third of its throughput, with this maximum: performance page. */
const SECOND_WRITES = { share: 1 / 3, most: 1024 };

/** Rates of the pairs that volumes use. NVMe caches count as memory. */
export function model(config: FsxOntap, mount: Partial<OntapMount> = {}): TargetModel {
  const { nconnect = CONNECTIONS } = mount;
  const each = getThroughput(config);
  const server = getServer(config, each);
  const pairs = countPairs(config);
  const disks = (diskMBps(config) * pairs) / config.haPairs;
  const writes = isSecondGen(config) ? Math.min(SECOND_WRITES.share * each, SECOND_WRITES.most) : each;
  // AWS documents bursts of small file systems without their duration: omitted.
  const operations = steadyRate(getUsedIops(config, each));
  return {
    read: steadyRate(Math.min(pairs * each, disks) * MB),
    write: steadyRate(Math.min(pairs * writes, disks) * MB),
    readIops: operations,
    writeIops: operations,
    latencyUs: isMultiZone(config) ? MULTI_ZONE_LATENCY_US : LATENCY_US,
    cacheBytes: pairs * (server.memoryGB + server.nvmeGB) * GB,
    cacheRead: pairs * server.network * MB,
    hostBytes:
      (config.luns === undefined ? nconnect : pairs * PORTALS * resolveLuns(config.luns, mount).sessions) * FLOW_BYTES,
    ...(config.luns === undefined
      ? { metadata: scaleRates(METADATA, pairs) }
      : { closesEarly: true, metadata: DISK_METADATA }),
  };
}

/** Provisioned rates: `bandwidth` of all file servers, bytes/s, and `iops`. */
export function getProvisioned(config: FsxOntap): ProvisionedRates {
  const each = getThroughput(config);
  const all = config.haPairs;
  const { disk, iops } = getServer(config, each);
  const provisioned = diskIops(config);
  const limits = { bandwidth: all * each * MB, iops: Math.min(provisioned, all * iops.baseline) };
  const most = { bandwidth: all * disk.burst * MB, iops: Math.min(provisioned, all * iops.burst) };
  return addBurst(limits, most);
}

/** IOPS of the pairs that volumes use. */
function getUsedIops(config: FsxOntap, each: number): number {
  const pairs = countPairs(config);
  return Math.min((diskIops(config) * pairs) / config.haPairs, pairs * getServer(config, each).iops.baseline);
}

function getThroughput(config: FsxOntap): number {
  return ensure(findPairMBps(config), 'an ONTAP throughput that its rules let through');
}
