/** Simulation of FSx for Lustre for rehearsals, and provisioned rates. Values without a source are assumed. */
import type { ProvisionedRates } from '../../shapes/metric';
import { FLOW_BYTES, GIB } from '../fsx-shared';
import { type ModelledRate, type TargetModel, scaleRates, addBurst } from '../model';
import {
  countMetadataServers,
  DRIVE_CACHE,
  countServers,
  getMetadataIops,
  PER_METADATA_IOPS,
  type BurstRate,
  getReadCacheGiB,
  TIERED_STEP_IOPS,
  getServerTier,
  countRateUnits,
  scaleRate,
} from './limits';
import { type FsxLustre, hasEfa, isHardDisk, isTiered } from './config';

/** Assumed: AWS documents credits without their duration. */
const BURST_SECONDS = 1800;
/** Assumed within "tens of thousands baseline, hundreds of thousands burst" for each TiB of the performance page. */
const IOPS_PER_TIB = { baseline: 20_000, burst: 100_000 };
/** Assumed within "sub-ms" of the same page. */
const LATENCY_US = { read: 500, write: 600, metadata: 700 };
/** Assumed within "single-digit ms" of the same page, and within the rates of hard disks, for each TiB. */
const HDD_MODEL = { latencyUs: { read: 5000, write: 5000, metadata: 700 }, iopsPerTiB: 100 };
/** Assumed within "roughly tens of milliseconds": page on performance of Intelligent-Tiering. Writes are buffered. */
const TIERED_LATENCY_US = { read: 20_000, write: 1000, metadata: 700 };
/** One client on ENA, for any file system: performance page, throughput to client instances: 100 Gbps. */
const HOST_BYTES = 100e9 / 8;
/** One client with EFA: 700 Gbps. */
const EFA_HOST_BYTES = 700e9 / 8;
/** Assumed: AWS publishes no number of lookups for one metadata IOPS; opens are 2. */
const STATS_PER_IOPS = 2;
/**
 * Assumed for file systems without a metadata configuration: a user measured about 7,100 creates and 9,000 deletes a
 * second with one client on 1.2 TiB; other operations in the proportions of configured ones.
 */
const UNCONFIGURED = { create: 7100, delete: 9000, stat: 20_000, open: 7100, mkdir: 350, rmdir: 700, rename: 350 };

export function modelLustre(config: FsxLustre): TargetModel {
  const { network, read, write } = getServerTier(config);
  const whole = (rate: BurstRate): ModelledRate => ({
    baseline: scaleRate(config, rate.baseline),
    burst: scaleRate(config, rate.burst),
    burstSeconds: BURST_SECONDS,
  });
  const iops = getModelIops(config);
  return {
    read: whole(read),
    write: whole(write),
    readIops: iops,
    writeIops: iops,
    latencyUs: isHardDisk(config) ? HDD_MODEL.latencyUs : isTiered(config) ? TIERED_LATENCY_US : LATENCY_US,
    ...getModelCache(config, scaleRate(config, network.baseline)),
    // Each pair of client and file server is one flow, except with EFA.
    hostBytes: hasEfa(config) ? EFA_HOST_BYTES : Math.min(HOST_BYTES, countServers(config) * FLOW_BYTES),
    writeback: 'late',
    metadata: getMetadataRates(config),
    metadataServers: countMetadataServers(getMetadataIops(config) ?? 1),
  };
}

function getModelIops(config: FsxLustre): ModelledRate {
  const units = countRateUnits(config);
  const steady = (each: number): ModelledRate => ({
    baseline: each * units,
    burst: each * units,
    burstSeconds: BURST_SECONDS,
  });
  if (isHardDisk(config)) return steady(HDD_MODEL.iopsPerTiB);
  if (isTiered(config)) return steady(TIERED_STEP_IOPS);
  return { baseline: IOPS_PER_TIB.baseline * units, burst: IOPS_PER_TIB.burst * units, burstSeconds: BURST_SECONDS };
}

/** Memory serves reads at the network rate; an SSD cache, which includes memory content, at its read rate. */
function getModelCache(config: FsxLustre, network: number): Pick<TargetModel, 'cacheBytes' | 'cacheRead'> {
  const units = countRateUnits(config);
  const memory = { cacheBytes: Math.round(getServerTier(config).memoryGiB * units * GIB), cacheRead: network };
  if (isHardDisk(config) && config.driveCache === 'READ')
    return { cacheBytes: DRIVE_CACHE.gib * units * GIB, cacheRead: scaleRate(config, DRIVE_CACHE.read) };
  const cache = isTiered(config) ? getReadCacheGiB(config) * GIB : 0;
  return cache > memory.cacheBytes
    ? { cacheBytes: cache, cacheRead: scaleRate(config, getServerTier(config).read.baseline) }
    : memory;
}

function getMetadataRates(config: FsxLustre): TargetModel['metadata'] {
  const iops = getMetadataIops(config);
  return iops === undefined ? UNCONFIGURED : { ...scaleRates(PER_METADATA_IOPS, iops), stat: STATS_PER_IOPS * iops };
}

/**
 * Provisioned rates: `bandwidth`, the sustained disk reads in bytes/s, and bursts of disks and network; with
 * provisioned metadata, `metadataIops` and the equivalent rates of each operation, ops/s. Assumed IOPS do not count.
 */
export function getLustreProvisioned(config: FsxLustre): ProvisionedRates {
  const iops = getMetadataIops(config);
  if (iops === undefined || (isTiered(config) && config.metadataIops === 'automatic')) return getDataRates(config);
  const { create, open, delete: remove, mkdir, rename, rmdir } = scaleRates(PER_METADATA_IOPS, iops);
  return {
    ...getDataRates(config),
    metadataIops: iops,
    metadataCreates: create,
    metadataDeletes: remove,
    metadataOpens: open,
    metadataMkdirs: mkdir,
    metadataRenames: rename,
    metadataRmdirs: rmdir,
  };
}

function getDataRates(config: FsxLustre): ProvisionedRates {
  const { network, read } = getServerTier(config);
  return addBurst(
    { bandwidth: scaleRate(config, read.baseline) },
    {
      bandwidth: scaleRate(config, read.burst),
      // A network burst counts only if it exceeds the rate of the disks.
      network: network.burst > Math.max(network.baseline, read.burst) ? scaleRate(config, network.burst) : 0,
    },
  );
}
