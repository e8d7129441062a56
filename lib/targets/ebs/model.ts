/** What a volume of EBS is modelled to do in rehearsals, and what was paid for. Without a page: assumed. */
import type { Entitlement } from '../../shapes/metric';
import type { ModelledRate, TargetModel } from '../model';
import { iopsOf, throughputOf } from './limits';
import type { Ebs } from './schema';

const MIB = 1024 ** 2;
/** Assumed within "single-digit millisecond" of gp3 and "sub-millisecond" of io2 (EBS guide, volume types). */
const LATENCY_US = {
  gp3: { read: 700, write: 900, metadata: 30 },
  io2: { read: 300, write: 350, metadata: 30 },
} as const;
/** Assumed: a local file system changes folders in the memory of its host, and writes its log later. */
const METADATA = { create: 40_000, delete: 40_000, stat: 200_000, mkdir: 30_000, rmdir: 30_000, rename: 40_000 };

/** Reads that the host has in its own memory are no matter of the volume: it has no cache. */
export function model(config: Ebs): TargetModel {
  const data = steady(throughputOf(config) * MIB);
  const operations = steady(iopsOf(config));
  return {
    read: data,
    write: data,
    readIops: operations,
    writeIops: operations,
    latencyUs: LATENCY_US[config.volumeType],
    cacheBytes: 0,
    cacheRead: data.baseline,
    hostBytes: data.baseline,
    metadata: METADATA,
  };
}

/** At all times: `bandwidth` in bytes/s, `iops`. */
export function entitlement(config: Ebs): Entitlement {
  return { bandwidth: throughputOf(config) * MIB, iops: iopsOf(config) };
}

/** Neither gp3 nor io2 has credits. */
function steady(rate: number): ModelledRate {
  return { baseline: rate, burst: rate, burstSeconds: 0 };
}
