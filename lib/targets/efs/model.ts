/** What EFS is modelled to do in rehearsals, and what was paid for. Without a page: assumed. */
import type { ProvisionedRates } from '../../shapes/metric';
import { type ModelledRate, steadyRate, type TargetModel, addBurst } from '../model';
import { clientBytes, FIRST_CREDITS, GIB, MAX_ELASTIC, getMaxRates, getReadRates, getWriteRates } from './limits';
import type { Efs, EfsMount } from './schema';

/** Assumed around the page's "as low as" 250 us for reads, 2.7 ms for writes in all zones, 1.6 ms in one. */
const LATENCY_US = {
  regional: { read: 600, write: 2700, metadata: 2700 },
  'one-zone': { read: 600, write: 1600, metadata: 1600 },
} as const;
/** `maxIO` has "higher per-operation latencies": how much higher, nobody says; assumed. */
const MAX_IO = { latency: 3, iops: 500_000 } as const;
/** Assumed: no page gives rates of operations on files; each counts as an operation. */
const METADATA = { create: 3000, delete: 3000, stat: 20_000, open: 10_000, mkdir: 3000, rmdir: 3000, rename: 3000 };

/**
 * Rates of a whole file system; no page speaks of memory that serves reads, nor of what a tunnel takes of the host.
 */
export function model(config: Efs, mount: Partial<Pick<EfsMount, 'tls'>> = {}): TargetModel {
  const { readIops, writeIops } = getIops(config);
  const writes = getWriteRates(config);
  const read = toRate(getReadRates(config), writes.burst);
  const { read: reading, write, metadata } = LATENCY_US[config.zone];
  const slower = config.performanceMode === 'maxIO' ? MAX_IO.latency : 1;
  return {
    read,
    write: toRate(writes, writes.burst),
    readIops: steadyRate(readIops),
    writeIops: steadyRate(writeIops),
    latencyUs: { read: slower * reading, write: slower * write, metadata: slower * metadata },
    cacheBytes: 0,
    cacheRead: read.baseline,
    hostBytes: clientBytes(config, mount.tls === true),
    metadata: METADATA,
  };
}

/** As in the Regions that have most: who pays by bytes must not be told less than may be moved. */
export function modelFastest(config: Efs, mount?: Partial<Pick<EfsMount, 'tls'>>): TargetModel {
  const modelled = model(config, mount);
  if (config.throughputMode !== 'elastic' || config.zone === 'one-zone') return modelled;
  const { read, write } = MAX_ELASTIC;
  return { ...modelled, read: steadyRate(read * GIB), write: steadyRate(write * GIB) };
}

/**
 * What there is at all times, reads and writes together: `bandwidth` as it is read, of which a byte that is written
 * takes three where it is provisioned or bursts; `iops` as they are read.
 */
export function getProvisioned(config: Efs): ProvisionedRates {
  const { baseline, burst } = getReadRates(config);
  const written = getWriteRates(config).baseline;
  const limits = config.performanceMode === 'maxIO' ? {} : { iops: getIops(config).readIops };
  return { ...addBurst({ bandwidth: baseline, ...limits }, { bandwidth: burst }), written };
}

function getIops(config: Efs): { readonly readIops: number; readonly writeIops: number } {
  return config.performanceMode === 'maxIO' ? { readIops: MAX_IO.iops, writeIops: MAX_IO.iops } : getMaxRates(config);
}

/** @param spent credits that a second of burst costs, bytes */
function toRate({ baseline, burst }: { baseline: number; burst: number }, spent: number): ModelledRate {
  return { baseline, burst, burstSeconds: burst > baseline ? FIRST_CREDITS / spent : 0 };
}
