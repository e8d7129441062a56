/** Simulation of FSx for OpenZFS for rehearsals, and provisioned rates. Values without a source are assumed. */
import { ensure } from '../../shapes/errors';
import type { ProvisionedRates } from '../../shapes/metric';
import { FLOW_BYTES, GB, MB } from '../fsx-shared';
import { getDiskIops } from '../fsx-volumes';
import { type ModelledRate, modelSyncMount, type TargetModel, addBurst } from '../model';
import { DEFAULT_CONNECTIONS, type NfsMount } from '../nfs-mount';
import { isMultiZone, MULTI_ZONE_WRITE_MBPS, type ZfsServer, findServer } from './limits';
import type { FsxOpenZfs } from './schema';

/** Assumed: AWS documents credits without their duration. */
const BURST_SECONDS = 1800;
/** Assumed around "a few hundred microseconds" of the performance page; writes wait for two replicas. */
const LATENCY_US = { read: 300, write: 600, metadata: 400 };
/**
 * Assumed for two zones: writes and changes of folders wait for the other zone, with a round trip of about a
 * millisecond ("single-digit millisecond", AWS Global Infrastructure, Availability Zones).
 */
const MULTI_ZONE_LATENCY_US = { read: 300, write: 1800, metadata: 1600 };
/** File operation rates. Assumed: AWS publishes none. */
const METADATA = { create: 5000, delete: 5000, stat: 30_000, open: 15_000, mkdir: 4000, rmdir: 4000, rename: 4000 };

/** The NVMe cache counts as memory. */
export function modelOpenZfs(
  config: FsxOpenZfs,
  { nconnect = DEFAULT_CONNECTIONS, sync }: Partial<NfsMount> = {},
): TargetModel {
  const server = getZfsServer(config);
  const data = toRate(server.disk, MB);
  const provisioned = getDiskIops(config);
  const { baseline, burst } = server.iops;
  const operations = toRate({ baseline: Math.min(provisioned, baseline), burst: Math.min(provisioned, burst) }, 1);
  return {
    read: data,
    write: isMultiZone(config) ? capRate(data, MULTI_ZONE_WRITE_MBPS * MB) : data,
    readIops: operations,
    writeIops: operations,
    latencyUs: getLatencies(config, sync === true),
    ...modelSyncMount({ sync }),
    cacheBytes: (server.memoryGB + server.nvmeGB) * GB,
    cacheRead: server.network.baseline * MB,
    hostBytes: nconnect * FLOW_BYTES,
    flows: nconnect,
    metadata: METADATA,
  };
}

/**
 * With an `async` export "the system acknowledges writes before writing to disk" (API reference,
 * OpenZFSClientConfiguration): changes take as long as a read. Assumed: FILE_SYNC writes of a `sync` mount wait for the
 * disks. A plain Linux server would answer them at once (`nfsd_vfs_write` in fs/nfsd/vfs.c), but the published copy of
 * 38,000 files took 17 minutes with `sync`, 100 s without (SCSK's study of FSx for OpenZFS).
 */
function getLatencies(config: FsxOpenZfs, sync: boolean): TargetModel['latencyUs'] {
  const usual = isMultiZone(config) ? MULTI_ZONE_LATENCY_US : LATENCY_US;
  if (config.nfsExport === 'sync') return usual;
  return { read: usual.read, write: sync ? usual.write : usual.read, metadata: usual.read };
}

/** Provisioned rates: `bandwidth` of the disks, bytes/s, and `iops`; and the bursts of disks and network. */
export function getOpenZfsProvisioned(config: FsxOpenZfs): ProvisionedRates {
  const { disk, iops, network } = getZfsServer(config);
  const provisioned = getDiskIops(config);
  const limits = { bandwidth: disk.baseline * MB, iops: Math.min(provisioned, iops.baseline) };
  return addBurst(limits, {
    bandwidth: disk.burst * MB,
    iops: Math.min(provisioned, iops.burst),
    // A network burst counts only if it exceeds the rate of the disks.
    network: network.burst > Math.max(network.baseline, disk.burst) ? network.burst * MB : 0,
  });
}

function toRate({ baseline, burst }: { baseline: number; burst: number }, unit: number): ModelledRate {
  return { baseline: baseline * unit, burst: burst * unit, burstSeconds: BURST_SECONDS };
}

function capRate({ baseline, burst, burstSeconds }: ModelledRate, most: number): ModelledRate {
  return { baseline: Math.min(baseline, most), burst: Math.min(burst, most), burstSeconds };
}

function getZfsServer(config: FsxOpenZfs): ZfsServer {
  return ensure(findServer(config), 'an OpenZFS throughput that its rules let through');
}
