/** Simulation of EFS for rehearsals, and provisioned rates. Values without a source are assumed. */
import type { ProvisionedRates } from '../../shapes/metric';
import { type ModelledRate, modelSyncMount, toSteadyRate, type TargetModel, addBurst } from '../model';
import {
  getClientBytes,
  INITIAL_CREDITS,
  GIB,
  MAX_ELASTIC_GIBPS,
  getMaxRates,
  getReadRates,
  getWriteRates,
} from './limits';
import type { Efs, EfsMount } from './schema';

/** Assumed around the documented "as low as" 250 us for reads, 2.7 ms for writes in all zones, 1.6 ms in one. */
const LATENCY_US = {
  regional: { read: 600, write: 2700, metadata: 2700 },
  'one-zone': { read: 600, write: 1600, metadata: 1600 },
} as const;
/** `maxIO` has "higher per-operation latencies", without a number; assumed. */
const MAX_IO = { latency: 3, iops: 500_000 } as const;
/** Assumed: AWS publishes no file operation rates; each counts as an operation. */
const METADATA = { create: 3000, delete: 3000, stat: 20_000, open: 10_000, mkdir: 3000, rmdir: 3000, rename: 3000 };

/** Rates of a whole file system. AWS documents neither a read cache nor the overhead of the tunnel. */
export function modelEfs(config: Efs, mount: Partial<Pick<EfsMount, 'tls' | 'sync'>> = {}): TargetModel {
  const { readIops, writeIops } = getIops(config);
  const writes = getWriteRates(config);
  const read = toRate(getReadRates(config), writes.burst);
  const { read: reading, write, metadata } = LATENCY_US[config.zone];
  const slower = config.performanceMode === 'maxIO' ? MAX_IO.latency : 1;
  return {
    read,
    write: toRate(writes, writes.burst),
    readIops: toSteadyRate(readIops),
    writeIops: toSteadyRate(writeIops),
    latencyUs: { read: slower * reading, write: slower * write, metadata: slower * metadata },
    cacheBytes: 0,
    cacheRead: read.baseline,
    hostBytes: getClientBytes(config, mount.tls === true),
    ...modelSyncMount(mount),
    metadata: METADATA,
  };
}

/** Rates of the fastest Regions, so that estimates of billed bytes are never too low. */
export function modelFastestEfs(config: Efs, mount?: Partial<Pick<EfsMount, 'tls'>>): TargetModel {
  const modelled = modelEfs(config, mount);
  if (config.throughputMode !== 'elastic' || config.zone === 'one-zone') return modelled;
  const { read, write } = MAX_ELASTIC_GIBPS;
  return { ...modelled, read: toSteadyRate(read * GIB), write: toSteadyRate(write * GIB) };
}

/**
 * Sustained rates of reads and writes together. `bandwidth` and `iops` count as reads; with provisioned or bursting
 * throughput, a written byte counts as three read bytes.
 */
export function getEfsProvisioned(config: Efs): ProvisionedRates {
  const { baseline, burst } = getReadRates(config);
  const written = getWriteRates(config).baseline;
  const limits = config.performanceMode === 'maxIO' ? {} : { iops: getIops(config).readIops };
  return { ...addBurst({ bandwidth: baseline, ...limits }, { bandwidth: burst }), written };
}

function getIops(config: Efs): { readonly readIops: number; readonly writeIops: number } {
  return config.performanceMode === 'maxIO' ? { readIops: MAX_IO.iops, writeIops: MAX_IO.iops } : getMaxRates(config);
}

/** @param spent credits for a second of burst, bytes */
function toRate({ baseline, burst }: { baseline: number; burst: number }, spent: number): ModelledRate {
  return { baseline, burst, burstSeconds: burst > baseline ? INITIAL_CREDITS / spent : 0 };
}
