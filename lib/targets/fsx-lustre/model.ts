/** What FSx for Lustre is modelled to do in rehearsals, and what was paid for. Without a page: assumed. */
import type { Entitlement } from '../../shapes/metric';
import { FLOW_BYTES, GIB, tebibytes } from '../fsx-shared';
import type { ModelledRate, TargetModel } from '../model';
import { fileServers, metadataIops, PER_METADATA_IOPS, tierOf, wholeRate } from './limits';
import type { FsxLustre } from './schema';

/** Assumed: AWS says only that credits are used up. */
const BURST_SECONDS = 1800;
/** Assumed within "tens of thousands baseline, hundreds of thousands burst" for each TiB of the performance page. */
const IOPS_PER_TIB = { baseline: 20_000, burst: 100_000 };
/** Assumed within "sub-ms" of the same page. */
const LATENCY_US = { read: 500, write: 600, metadata: 700 };
/** One client on ENA, whatever the file system: performance page, throughput to client instances: 100 Gbps. */
const HOST_BYTES = 100e9 / 8;
/** Assumed: no page says how many lookups one metadata operation is; opens are 2. */
const STATS_PER_IOPS = 2;
/**
 * Assumed for file systems without a metadata configuration: one user saw about 7,100 creates and 9,000 deletes a
 * second with one client on 1.2 TiB; the rest as the configured ones have it to their creates.
 */
const UNCONFIGURED = { create: 7100, delete: 9000, stat: 20_000, mkdir: 350, rmdir: 700, rename: 350 };

/** Rates of a whole file system. */
export function model(config: FsxLustre): TargetModel {
  const tib = tebibytes(config.storageGiB);
  const { network, read, write, memoryGiB } = tierOf(config);
  const whole = (rate: { readonly baseline: number; readonly burst: number }): ModelledRate => ({
    baseline: wholeRate(config, rate.baseline),
    burst: wholeRate(config, rate.burst),
    burstSeconds: BURST_SECONDS,
  });
  const iops = { baseline: IOPS_PER_TIB.baseline * tib, burst: IOPS_PER_TIB.burst * tib, burstSeconds: BURST_SECONDS };
  return {
    read: whole(read),
    write: whole(write),
    readIops: iops,
    writeIops: iops,
    latencyUs: LATENCY_US,
    cacheBytes: Math.round(memoryGiB * tib * GIB),
    cacheRead: wholeRate(config, network.baseline),
    // Each pair of a client and a file server is one flow.
    hostBytes: Math.min(HOST_BYTES, fileServers(config) * FLOW_BYTES),
    metadata: metadataRates(config),
  };
}

function metadataRates(config: FsxLustre): TargetModel['metadata'] {
  const iops = metadataIops(config);
  if (iops === undefined) return UNCONFIGURED;
  return { ...promised(iops), stat: STATS_PER_IOPS * iops };
}

function promised(iops: number): Readonly<Record<keyof typeof PER_METADATA_IOPS, number>> {
  const { create, delete: remove, mkdir, rename, rmdir } = PER_METADATA_IOPS;
  return {
    create: create * iops,
    delete: remove * iops,
    mkdir: mkdir * iops,
    rename: rename * iops,
    rmdir: rmdir * iops,
  };
}

/**
 * What was paid for: `bandwidth`, what the disks read at all times, bytes/s; and where metadata operations are
 * provisioned, `metadataIops`, and the operations of each kind that they are worth, ops/s.
 */
export function entitlement(config: FsxLustre): Entitlement {
  const bandwidth = wholeRate(config, tierOf(config).read.baseline);
  const iops = metadataIops(config);
  if (iops === undefined) return { bandwidth };
  const { create, delete: remove, mkdir, rename, rmdir } = promised(iops);
  return {
    bandwidth,
    metadataIops: iops,
    metadataCreates: create,
    metadataDeletes: remove,
    metadataMkdirs: mkdir,
    metadataRenames: rename,
    metadataRmdirs: rmdir,
  };
}
