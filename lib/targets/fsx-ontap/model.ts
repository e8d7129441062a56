/** What FSx for ONTAP is modelled to do in rehearsals, and what was paid for. Without a page: assumed. */
import { expected } from '../../shapes/errors';
import type { Entitlement } from '../../shapes/metric';
import { FLOW_BYTES, GB, MB } from '../fsx-shared';
import { diskIops } from '../fsx-volumes';
import { steady, type TargetModel, times, withBurst } from '../model';
import { CONNECTIONS } from '../nfs-mount';
import { DISK_METADATA } from '../disk-metadata';
import { lunsOf } from './luns/luns';
import { diskMBps, isMultiZone, isSecond, pairsInUse, perPair, serverOf } from './limits';
import type { FsxOntap, OntapMount } from './schema';

/** "Sub-millisecond" on SSD (performance page); writes wait for the other server of the pair. Assumed within that. */
const LATENCY_US = { read: 500, write: 700, metadata: 600 };
/** Assumed for two zones, as for OpenZFS: a write waits for the other zone, and so does what changes a folder. */
const MULTI_ZONE_LATENCY_US = { read: 500, write: 1900, metadata: 1800 };
/** Assumed: no page gives rates of operations on files. Of one pair. */
const METADATA = { create: 5000, delete: 5000, stat: 30_000, open: 15_000, mkdir: 4000, rmdir: 4000, rename: 4000 };
/** Of iSCSI, one of each server of a pair. ONTAP guide, Mounting iSCSI LUNs to a Linux client */
const PORTALS = 2;
/** A pair of the second generation writes a third of its throughput, and so much at most: performance page. */
const SECOND_WRITES = { share: 1 / 3, most: 1024 };

/** Rates of the whole file system, as far as its volumes lie on it. NVMe caches count as memory. */
export function model(config: FsxOntap, mount: Partial<OntapMount> = {}): TargetModel {
  const { nconnect = CONNECTIONS } = mount;
  const each = known(config);
  const server = serverOf(config, each);
  const pairs = pairsInUse(config);
  const disks = (diskMBps(config) * pairs) / config.haPairs;
  const writes = isSecond(config) ? Math.min(SECOND_WRITES.share * each, SECOND_WRITES.most) : each;
  // AWS tells of bursts of small file systems without saying how long they last: left out.
  const operations = steady(reachedIops(config, each));
  return {
    read: steady(Math.min(pairs * each, disks) * MB),
    write: steady(Math.min(pairs * writes, disks) * MB),
    readIops: operations,
    writeIops: operations,
    latencyUs: isMultiZone(config) ? MULTI_ZONE_LATENCY_US : LATENCY_US,
    cacheBytes: pairs * (server.memoryGB + server.nvmeGB) * GB,
    cacheRead: pairs * server.network * MB,
    hostBytes:
      (config.luns === undefined ? nconnect : pairs * PORTALS * lunsOf(config.luns, mount).sessions) * FLOW_BYTES,
    ...(config.luns === undefined
      ? { metadata: times(METADATA, pairs) }
      : { closesEarly: true, metadata: DISK_METADATA }),
  };
}

/** What was paid for: `bandwidth` of all file servers, bytes/s, and `iops`. */
export function entitlement(config: FsxOntap): Entitlement {
  const each = known(config);
  const all = config.haPairs;
  const { disk, iops } = serverOf(config, each);
  const provisioned = diskIops(config);
  const limits = { bandwidth: all * each * MB, iops: Math.min(provisioned, all * iops.baseline) };
  const most = { bandwidth: all * disk.burst * MB, iops: Math.min(provisioned, all * iops.burst) };
  return withBurst(limits, most);
}

/** Disk operations a second of the pairs on which volumes lie. */
function reachedIops(config: FsxOntap, each: number): number {
  const pairs = pairsInUse(config);
  return Math.min((diskIops(config) * pairs) / config.haPairs, pairs * serverOf(config, each).iops.baseline);
}

function known(config: FsxOntap): number {
  return expected(perPair(config), 'an ONTAP throughput that its rules let through');
}
